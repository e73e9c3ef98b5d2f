/// A table whose columns are aligned below the words of a header line, as programs such as `df`, `ps` and `kubectl` print it.
package struct AlignedTable {
    /// A word of a line with its place.
    private struct Word {
        let text: String
        let start: Int
        var end: Int

        /// The number of places that it shares with another word.
        func overlap(with other: Word) -> Int { max(0, min(end, other.end) - max(start, other.start)) }
    }

    /// The columns between two stops of a tab.
    private static let tab = 8

    private let header: [Word]
    private let rows: [[Word?]]

    /// - Parameter lines: The header, and the rows below it.
    package init(_ lines: [String]) {
        let lines = lines.map(Self.expanded)
        let header = lines.first.map(Self.words) ?? []
        self.header = header
        rows = lines.dropFirst().filter { !$0.isEmpty }.map { Self.row($0, header) }
    }

    /// The cells of each row by the names of their columns.
    ///
    /// A name of several words, such as `Mounted on`, is known by its first word too.
    package var cells: [[String: String]] {
        let names = names
        return rows.map { row in
            var cells: [String: String] = [:]
            for (index, word) in row.enumerated() {
                guard let word else { continue }
                for name in names[index] where cells[name] == nil { cells[name] = word.text }
            }
            return cells
        }
    }

    /// The names of each column: a word that follows another by a single space and has no cell in any row belongs to its name.
    private var names: [[String]] {
        var names = header.map { [$0.text] }
        var joined = 0
        for index in header.indices.dropFirst() {
            let isPart = header[index].start == header[index - 1].end + 1 && rows.allSatisfy { $0[index] == nil }
            guard isPart else {
                joined = index
                continue
            }
            names[joined].append("\(names[joined].last ?? "") \(header[index].text)")
        }
        return names
    }

    /// The cells of a line by columns.
    private static func row(_ line: [Character], _ header: [Word]) -> [Word?] {
        var cells = [Word?](repeating: nil, count: header.count)
        guard !header.isEmpty else { return cells }
        var column = 0
        var end = -1
        for word in words(line) {
            let found = Self.column(of: word, header, isClose: word.start == end + 1, after: column)
            column = max(column, found)
            let start = cells[column]?.start ?? word.start
            cells[column] = Word(text: String(line[start..<word.end]), start: start, end: word.end)
            end = word.end
        }
        return cells
    }

    /// The column of a word: the one with which it is aligned, which it covers, to whose cell it belongs, or that is nearest.
    private static func column(of word: Word, _ header: [Word], isClose: Bool, after previous: Int) -> Int {
        if let aligned = header.firstIndex(where: { $0.start == word.start || $0.end == word.end }) { return aligned }
        let overlaps = header.map { $0.overlap(with: word) }
        if let most = overlaps.max(), most > 0, let covered = overlaps.firstIndex(of: most) { return covered }
        if isClose { return previous }
        let distances = header.map { $0.end <= word.start ? word.start - $0.end : $0.start - word.end }
        return distances.min().flatMap { distances.firstIndex(of: $0) } ?? previous
    }

    private static func words(_ line: [Character]) -> [Word] {
        var words: [Word] = []
        var start: Int?
        for (index, character) in (line + [" "]).enumerated() {
            if !character.isWhitespace {
                start = start ?? index
            } else if let first = start {
                words.append(Word(text: String(line[first..<index]), start: first, end: index))
                start = nil
            }
        }
        return words
    }

    /// The characters of a line, with spaces in place of tabs.
    private static func expanded(_ line: String) -> [Character] {
        var characters: [Character] = []
        for character in line {
            if character == "\t" {
                characters += Array(repeating: " ", count: tab - characters.count % tab)
            } else {
                characters.append(character)
            }
        }
        return characters
    }
}
