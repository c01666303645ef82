"""`python -m m2k_probe`."""

import sys

from .cli import main

sys.exit(main())
