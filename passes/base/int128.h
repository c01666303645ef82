/* 128-bit integers: wide enough for any product of two 64-bit machine values.
 */
#ifndef M2K_BASE_INT128_H
#define M2K_BASE_INT128_H

__extension__ typedef __int128 m2k_i128;
__extension__ typedef unsigned __int128 m2k_u128;

#endif
