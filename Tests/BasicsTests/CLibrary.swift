import Glibc

/// The widths of characters in the C library of this machine.
enum CLibrary {
    private typealias Columns = @convention(c) (Int32) -> Int32
    private typealias Prints = @convention(c) (UInt32) -> Int32

    /// Returns the columns of each scalar as `wcwidth` returns them in UTF-8.
    ///
    /// A width is nil for a scalar that the library's Unicode does not have, or that is a control character. The result is nil if the
    /// library has no such function or locale.
    static func columns(of scalars: some Sequence<Unicode.Scalar>) -> [Int?]? {
        // The modules of Swift do not declare these functions.
        guard let width = dlsym(nil, "wcwidth"), let print = dlsym(nil, "iswprint"), let locale = newlocale(charactersOnly, "C.UTF-8", nil)
        else { return nil }
        let (columns, prints) = (unsafeBitCast(width, to: Columns.self), unsafeBitCast(print, to: Prints.self))
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        return scalars.map { scalar in
            let width = columns(Int32(bitPattern: scalar.value))
            // Zero-width characters count as not printable in some versions.
            return width > 0 || width == 0 && scalar.value != 0 || prints(scalar.value) != 0 ? Int(width) : nil
        }
    }

    /// The mask `LC_CTYPE_MASK` of the C library.
    private static let charactersOnly: Int32 = 1 << 0
}

extension Unicode.Scalar {
    /// Every scalar.
    static let all: [Unicode.Scalar] = (0...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }
}
