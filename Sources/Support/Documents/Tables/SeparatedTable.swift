/// A table whose cells are separated by a character, such as CSV; quotes follow RFC 4180.
package enum SeparatedTable {
    /// The rows with their cells; rows without any text are left out.
    package static func rows(of text: String, separator: Character) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var isQuoted = false
        var characters = text[...]
        func endOfRow() {
            row.append(cell)
            if row != [""] { rows.append(row) }
            (row, cell) = ([], "")
        }
        while let character = characters.popFirst() {
            if isQuoted {
                guard character == "\"" else {
                    cell.append(character)
                    continue
                }
                if characters.first == "\"" {
                    cell.append("\"")
                    characters.removeFirst()
                } else {
                    isQuoted = false
                }
            } else if character == "\"", cell.isEmpty {
                isQuoted = true
            } else if character == separator {
                row.append(cell)
                cell = ""
            } else if character == "\n" || character == "\r\n" || character == "\r" {
                endOfRow()
            } else {
                cell.append(character)
            }
        }
        endOfRow()
        return rows
    }
}
