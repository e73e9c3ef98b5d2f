/// A file of sections with keys, as polybar, i3blocks and others have it.
struct INIFile {
    /// A key with its value.
    struct Key {
        let name: String
        let value: String
        let place: BarPlace
    }

    /// A section; the keys before the first one have an empty name.
    struct Section {
        let name: String
        let place: BarPlace
        var keys: [Key] = []

        /// The last value of a key; nil if there is none.
        subscript(name: String) -> String? { keys.last { $0.name == name }?.value }
    }

    private(set) var sections: [Section] = []

    /// Reads a text; a line of another form is left out.
    init(_ text: String, path: String) {
        sections = [Section(name: "", place: BarPlace(file: path, line: nil))]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingSpaces
            let place = BarPlace(file: path, line: index + 1)
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") || line.hasPrefix("//") { continue }
            if line.hasPrefix("["), let end = line.lastIndex(of: "]") {
                sections.append(Section(name: String(line[line.index(after: line.startIndex)..<end].drop { $0 == "[" }), place: place))
            } else if let sign = line.firstIndex(of: "=") {
                let value = line[line.index(after: sign)...].trimmingSpaces
                sections[sections.count - 1].keys.append(
                    Key(name: String(line[..<sign].trimmingSpaces), value: String(value.withoutQuotes), place: place))
            }
        }
    }

    /// Adds the sections of another file.
    mutating func add(_ other: INIFile) { sections += other.sections }

    /// The first section of a name.
    subscript(name: String) -> Section? { sections.first { $0.name == name } }
}

extension Substring {
    /// The text without the spaces at its ends.
    var trimmingSpaces: Substring {
        var text = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
        while let last = text.last, last == " " || last == "\t" || last == "\r" || last == "\r\n" { text.removeLast() }
        return text
    }

    /// The text without the quotes around it.
    var withoutQuotes: Substring {
        for quote in ["\"", "'"] where count > 1 && hasPrefix(quote) && hasSuffix(quote) { return dropFirst().dropLast() }
        return self
    }
}
