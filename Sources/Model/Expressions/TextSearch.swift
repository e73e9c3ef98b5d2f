/// Substring search in linear time (Knuth, Morris and Pratt, 1977).
///
/// It compares characters, not bytes: a combining accent belongs to its letter, and both encodings of `é` match.
struct TextSearch {
    private let part: [Character]
    /// For each character of the part, the length of the longest proper prefix that also ends there.
    private let borders: [Int]

    init(_ part: String) {
        let part = Array(part)
        var borders = [Int](repeating: 0, count: part.count)
        var length = 0
        for index in part.indices.dropFirst() {
            while length > 0, part[index] != part[length] { length = borders[length - 1] }
            if part[index] == part[length] { length += 1 }
            borders[index] = length
        }
        self.part = part
        self.borders = borders
    }

    /// The ranges of the part in `text`, from left to right, without overlaps; empty for an empty part.
    func ranges(in text: String) -> [Range<String.Index>] {
        ranges(in: text, isEnough: { _ in false })
    }

    func isFound(in text: String) -> Bool {
        part.isEmpty || !ranges(in: text, isEnough: { _ in true }).isEmpty
    }

    private func ranges(in text: String, isEnough: (Int) -> Bool) -> [Range<String.Index>] {
        guard !part.isEmpty else { return [] }
        var found: [Range<String.Index>] = []
        var starts: [String.Index] = []
        var length = 0
        for index in text.indices {
            starts.append(index)
            let character = text[index]
            while length > 0, character != part[length] { length = borders[length - 1] }
            if character == part[length] { length += 1 }
            if length == part.count {
                found.append(starts[starts.count - length]..<text.index(after: index))
                length = 0
                if isEnough(found.count) { break }
            }
        }
        return found
    }
}
