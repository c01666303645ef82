// The host has no 16-bit types; what includes this needs none of them.
#pragma once
