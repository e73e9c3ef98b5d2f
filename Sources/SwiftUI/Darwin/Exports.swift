// The C library under the name that sources for Apple's platforms give it, as in `Darwin.round`.
@_exported import Glibc
