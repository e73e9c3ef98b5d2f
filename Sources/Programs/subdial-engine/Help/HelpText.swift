/// The help of a command, for a terminal.
struct HelpText {
    /// The column at which descriptions begin.
    private static let column = 26

    private let width: Int
    private(set) var text = StyledText()

    /// - Parameters:
    ///   - width: The number of columns.
    ///   - page: The address of the documentation page; nil if it is not installed.
    ///   - includesHidden: True to include options that are not shown otherwise.
    /// - Throws: An error of decoding if the parser describes arguments in an unknown form.
    init(_ command: DescribedCommand, width: Int, page: String?, includesHidden: Bool = false) throws {
        self.width = max(Self.column + 20, width)
        let arguments = try command.arguments()
        if !command.abstract.isEmpty { add("OVERVIEW: ", command.abstract) }
        for paragraph in command.paragraphs { add("", paragraph) }
        addUsage(command.synopses(arguments))
        for (title, arguments) in command.sections(arguments, includesHidden: includesHidden) {
            add(title, rows: arguments.map { ($0.label, $0.text) })
        }
        add(
            "Subcommands",
            rows: command.subcommands.map { subcommand in
                let names = ([subcommand.name] + subcommand.aliases).joined(separator: ", ")
                let isDefault = command.type.configuration.defaultSubcommand == subcommand.type
                return (names + (isDefault ? " (default)" : ""), subcommand.abstract)
            })
        if let manual = command.manual {
            addHeading("Examples")
            for example in manual.examples { text += "  # \(example.purpose)\n  \(example.line)\n" }
        }
        addHeading("More")
        if let page { text += "  \(page)\n" }
        text += "  man \(command.manualName)\n"
    }

    private mutating func addHeading(_ title: String) {
        if !text.isEmpty { text += "\n" }
        text.append("\(title.uppercased()):", .heading)
        text += "\n"
    }

    private mutating func add(_ label: String, _ paragraph: String) {
        if !text.isEmpty { text += "\n" }
        let lines = (label + paragraph).wrapped(to: width)
        text.append(label, .heading)
        text += lines.joined(separator: "\n").dropFirst(label.count) + "\n"
    }

    private mutating func addUsage(_ synopses: [String]) {
        text += "\n"
        for (index, synopsis) in synopses.enumerated() {
            if index == 0 { text.append("USAGE: ", .heading) } else { text += "       " }
            text += synopsis + "\n"
        }
    }

    private mutating func add(_ title: String, rows: [(label: String, text: String)]) {
        guard !rows.isEmpty else { return }
        addHeading(title)
        for row in rows {
            let lines = row.text.wrapped(to: width - Self.column)
            let label = "  \(row.label)"
            let indent = String(repeating: " ", count: Self.column)
            // A long label has a line of its own.
            let isShort = label.count < Self.column - 1
            text += isShort ? label + indent.dropFirst(label.count) + (lines.first ?? "") + "\n" : label + "\n"
            for line in isShort ? Array(lines.dropFirst()) : lines { text += indent + line + "\n" }
        }
    }
}

extension String {
    /// The words in lines of at most `width` characters; a longer word has a line of its own.
    fileprivate func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
