import SubdialDocuments
import SubdialExpressions

/// The format of a document.
package enum DocumentFormat: String, Hashable, Sendable, CaseIterable {
    case json, jsonl, text, lines, columns, csv

    /// Parses a document.
    ///
    /// - Throws: If the document has another format; the error contains its beginning.
    package func value(of bytes: some Collection<UInt8>) throws(KindError) -> Value {
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .json: return try Self.json(text, place: "")
        case .jsonl:
            var values: [Value] = []
            for (number, line) in Self.lines(of: text).enumerated() where !line.allSatisfy(\.isWhitespace) {
                values.append(try Self.json(line, place: "line \(number + 1)"))
            }
            return .list(values)
        case .text: return .string(text.last?.isNewline == true ? String(text.dropLast()) : text)
        case .lines: return .list(Self.lines(of: text).map(Value.string))
        case .columns:
            return .list(Self.lines(of: text).map { .list($0.split(whereSeparator: \.isWhitespace).map { .string(String($0)) }) })
        case .csv: return Self.csv(text)
        }
    }

    private static func json(_ text: String, place: String) throws(KindError) -> Value {
        do {
            return Value(try JSONValue(parsing: text))
        } catch {
            let start = text.drop(while: \.isWhitespace)
            let reason =
                start.isEmpty
                ? "the answer is empty" : start.first == "<" ? "the answer is a page, not JSON" : "this is not JSON: \(error)"
            throw KindError(.document, at: place, reason, value: String(start.prefix(200)))
        }
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.replacingLineEnds.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// A map for each row, with the first row as keys; quotes follow RFC 4180.
    private static func csv(_ text: String) -> Value {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var isQuoted = false
        var characters = Array(text.replacingLineEnds)[...]
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
            } else if character == "," {
                row.append(cell)
                cell = ""
            } else if character == "\n" {
                endOfRow()
            } else {
                cell.append(character)
            }
        }
        endOfRow()
        guard let names = rows.first else { return .list([]) }
        return .list(
            rows.dropFirst().map { row in .map(Dictionary(zip(names, row.map(Value.string))) { first, _ in first }) })
    }
}

extension String {
    /// The text with line feeds as line ends; CR LF is a single character in Swift.
    fileprivate var replacingLineEnds: String {
        String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }
}
