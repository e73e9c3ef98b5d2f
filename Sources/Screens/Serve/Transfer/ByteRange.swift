/// The requested range of a file (RFC 9110, 14).
enum ByteRange: Hashable {
    /// The whole file: no range, several ranges, or an unsupported unit or format.
    case whole
    case part(Range<Int>)
    /// The range is outside of the file.
    case unsatisfiable

    /// Parses the header fields of a request.
    ///
    /// - Parameters:
    ///   - field: The field `Range`; nil if it is absent.
    ///   - condition: The field `If-Range`; nil if it is absent.
    ///   - tag: The strong entity tag of the file, with its quotes.
    ///   - size: The size of the file in bytes.
    init(_ field: String?, ifRange condition: String? = nil, tag: String, size: Int) {
        self = .whole
        // A date never matches: files are addressed by content.
        if let condition, condition.filter({ $0 != " " && $0 != "\t" }) != tag { return }
        guard let field else { return }
        let parts = field.filter { $0 != " " && $0 != "\t" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.position(ends[0]), let last = Self.position(ends[1]) else { return }
        switch (first, last) {
        case (nil, nil): return
        case (nil, let length?):
            // A suffix range: the last bytes of the file.
            if length == 0 { self = .unsatisfiable } else if size > 0 { self = .part(max(0, size - length)..<size) }
        case (let start?, let end):
            guard start <= end ?? .max else { return }
            self = start < size ? .part(start..<min(size, (end ?? size - 1).addingOne)) : .unsatisfiable
        }
    }

    /// Parses a byte position; the result is `Int.max` on overflow, an inner nil for an empty text, and nil for a text that is not a
    /// number.
    private static func position(_ text: Substring) -> Int?? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.isEmpty ? .some(nil) : Int(text) ?? .max
    }
}

extension Int {
    fileprivate var addingOne: Int { self == .max ? self : self + 1 }
}
