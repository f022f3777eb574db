// RUN: %islc --emit=ast %s | %FileCheck %s
const int a = 1 + 2 * 3 << 1 & 7 | 8 ^ 2;
// CHECK: const a
// CHECK-NEXT: final int a = ((((1 + (2 * 3)) << 1) & 7) | (8 ^ 2))
const int x = 4;
// `(x) - 1` is a subtraction, `(int) -1` and `(Object) x` are casts.
const int b = (x) - 1;
// CHECK: final int b = (x - 1)
const int c = (int) -1 + (byte) ~x;
// CHECK: final int c = ((int) -1 + (byte) ~x)
const int d = -2147483648 + 0x7fff_ffff;
// CHECK: final int d = (--2147483648 + 2147483647)
const boolean e = x < 3 == true && x != 2 || !false;
// CHECK: final boolean e = ((((x < 3) == true) && (x != 2)) || !false)
const int f = x > 1 ? x > 2 ? 1 : 2 : 3;
// CHECK: final int f = ((x > 1) ? ((x > 2) ? 1 : 2) : 3)
const long g = 1L << 40 >>> 3 >> 1;
// CHECK: final long g = (((1L << 40) >>> 3) >> 1)
const char h = '\u0041';
// CHECK: final char h = '\u41'
