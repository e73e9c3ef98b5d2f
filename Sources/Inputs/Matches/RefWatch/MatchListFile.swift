import SubdialDocuments

/// RefWatch's `completed_matches.json`, or a schedule: a JSON array of matches.
///
/// Adding, replacing and removing a match does not change a byte of the others, so that the additions of later versions of RefWatch are preserved.
package struct MatchListFile: Hashable, Sendable {
    /// The bytes of the file.
    package private(set) var bytes: [UInt8]
    /// The matches in order, as they are in the file.
    package private(set) var elements: [JSONValue]

    /// Parses a file; an empty file contains no matches.
    ///
    /// - Throws: `wrong` if it is not a JSON array.
    package init(_ bytes: [UInt8]) throws(MatchError) {
        self.bytes = bytes.isEmpty ? Array("[]\n".utf8) : bytes
        let json: JSONValue
        do {
            json = try JSONValue(parsing: self.bytes)
        } catch {
            throw .wrong(path: "", reason: "\(error)")
        }
        guard case .array(let elements) = json else { throw .wrong(path: "", reason: "this is not a list of matches") }
        self.elements = elements
    }

    /// The completed matches that can be decoded, with their indices in the file; of those with the same id only the last.
    package var matches: [(index: Int, match: CompletedMatch)] {
        decoded { (json, path) throws(MatchError) in try CompletedMatch(json, path: path) }.map { ($0.index, $0.value) }
    }

    /// The elements that can be decoded, with their indices in the file; of those with the same id only the last.
    func decoded<T>(_ decode: (JSONValue, String) throws(MatchError) -> T) -> [(index: Int, value: T)] {
        var lastIndices: [String: Int] = [:]
        for (index, json) in elements.enumerated() { if let id = json["id"]?.string { lastIndices[id.lowercased()] = index } }
        return elements.enumerated().compactMap { index, json in
            guard let id = json["id"]?.string, lastIndices[id.lowercased()] == index else { return nil }
            return (try? decode(json, "[\(index)]")).map { (index, $0) }
        }
    }

    /// The index of a match; nil if the file does not contain it.
    package func index(of id: String) -> Int? {
        elements.firstIndex { $0["id"]?.string?.lowercased() == id.lowercased() }
    }

    /// The index of the last element with that id; nil if there is none.
    func lastIndex(of id: String) -> Int? {
        elements.lastIndex { $0["id"]?.string?.lowercased() == id.lowercased() }
    }

    /// Applies a pending change of a running match's file; a match that was completed before is replaced.
    package mutating func apply(_ pending: MatchFile.Pending, to match: Match) {
        if let index = index(of: match.id.uuidString) { remove(at: index) }
        if pending == .append { append(CompletedMatch.json(of: match)) }
    }

    /// Appends a match.
    package mutating func append(_ json: JSONValue) {
        guard let end = bytes.lastIndex(of: UInt8(ascii: "]")) else { return }
        var last = end
        while last > 0, bytes[last - 1].isJSONSpace { last -= 1 }
        bytes.replaceSubrange(last..<end, with: Array(((elements.isEmpty ? "\n  " : ",\n  ") + Self.text(json) + "\n").utf8))
        elements.append(json)
    }

    /// The text of an element, without the indentation of its first line.
    private static func text(_ json: JSONValue) -> String { json.text(indented: true).replacing("\n", with: "\n  ") }

    /// Replaces the element at `index`.
    mutating func replace(at index: Int, with json: JSONValue) {
        let ranges = elementRanges
        guard ranges.indices.contains(index), elements.indices.contains(index) else { return }
        bytes.replaceSubrange(ranges[index], with: Array(Self.text(json).utf8))
        elements[index] = json
    }

    /// Removes the match at `index`.
    package mutating func remove(at index: Int) {
        let ranges = elementRanges
        guard ranges.indices.contains(index), elements.indices.contains(index) else { return }
        // Also removes the preceding comma, or the following one for the first match.
        if index > 0 {
            bytes.removeSubrange(ranges[index - 1].upperBound..<ranges[index].upperBound)
        } else if ranges.count > 1 {
            bytes.removeSubrange(ranges[0].lowerBound..<ranges[1].lowerBound)
        } else {
            bytes.removeSubrange(ranges[0])
        }
        elements.remove(at: index)
    }

    /// The byte ranges of the elements, without surrounding white space.
    private var elementRanges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (depth, start, isInText, isEscaped) = (0, Int?.none, false, false)
        func end(at index: Int) {
            guard let first = start else { return }
            var last = index
            while last > first, bytes[last - 1].isJSONSpace { last -= 1 }
            ranges.append(first..<last)
            start = nil
        }
        for (index, byte) in bytes.enumerated() {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            if depth == 1, start == nil, !byte.isJSONSpace, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") { start = index }
            switch byte {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 1 { end(at: index) }
                depth -= 1
            case UInt8(ascii: ",") where depth == 1: end(at: index)
            default: break
            }
        }
        return ranges
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
