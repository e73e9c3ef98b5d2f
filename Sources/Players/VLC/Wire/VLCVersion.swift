/// The numbers of a version such as `3.0.24 Vetinari`.
struct VLCVersion: Hashable, Sendable, Comparable {
    let numbers: [Int]

    init(_ numbers: Int...) {
        self.numbers = numbers
    }

    /// Reads the numbers at the text's beginning; nil where there are none.
    init?(_ text: String) {
        let head = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let numbers = head.split(separator: ".").compactMap { Int($0) }
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers
    }

    /// Whether it writes names as they stand in XML, even in JSON.
    ///
    /// Where the version is told it decides, since `&amp;` in a title may just as well be meant: up to 3.0.6 such text is taken as
    /// escaped, later it is taken as it is.
    var escapesText: Bool { self < VLCVersion(3, 0, 7) }

    static func < (left: VLCVersion, right: VLCVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
