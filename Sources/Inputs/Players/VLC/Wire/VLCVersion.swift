/// The numeric part of a version such as `3.0.24 Vetinari`.
struct VLCVersion: Hashable, Sendable, Comparable {
    let numbers: [Int]

    init(_ numbers: Int...) {
        self.numbers = numbers
    }

    /// Parses the numbers at the beginning of the text; nil if there are none.
    init?(_ text: String) {
        let head = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let numbers = head.split(separator: ".").compactMap { Int($0) }
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers
    }

    /// True if this version writes XML entities in names, even in JSON.
    ///
    /// The version decides, since a title may contain a literal `&amp;`: up to 3.0.6 text is unescaped, later versions' text is taken as
    /// is.
    var escapesText: Bool { self < VLCVersion(3, 0, 7) }

    static func < (left: VLCVersion, right: VLCVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
