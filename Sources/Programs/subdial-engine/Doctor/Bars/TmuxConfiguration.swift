/// tmux's configuration: the commands in the status line.
struct TmuxConfiguration {
    /// The maximum depth of files that are read by others.
    private static let maximumDepth = 16
    /// The lengths of both sides of the status line, if none are set.
    private static let lengths = ["status-left": 10, "status-right": 40]

    private let files: BarFiles
    private var values: [String: (text: String, place: BarPlace)] = [:]

    static func read(_ files: BarFiles, named path: String?) -> BarReading? {
        let standard = ["\(files.home)/.tmux.conf", "\(files.folder)/tmux/tmux.conf", "\(files.home)/.config/tmux/tmux.conf"]
        var configuration = TmuxConfiguration(files)
        var known: Set<String> = []
        // tmux reads all of them.
        for file in path.map({ [$0] }) ?? standard where known.insert(file).inserted { configuration.read(file, depth: 0) }
        let reading = configuration.reading
        return reading.modules.isEmpty ? nil : reading
    }

    private init(_ files: BarFiles) { self.files = files }

    private mutating func read(_ path: String, depth: Int) {
        guard depth < Self.maximumDepth, let text = files.text(of: path) else { return }
        var pending = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasSuffix("\\") {
                pending += line.dropLast()
                continue
            }
            let words = Self.words(pending + line)
            pending = ""
            guard let command = words.first else { continue }
            if ["source-file", "source"].contains(command), let file = words.last {
                for other in files.paths(file, in: files.home) { read(other, depth: depth + 1) }
            }
            guard ["set", "set-option", "setw", "set-window-option"].contains(command) else { continue }
            let arguments = words.dropFirst().drop { $0.hasPrefix("-") }
            guard let name = arguments.first, let value = arguments.dropFirst().first else { continue }
            let isAppended = words.dropFirst().first { $0.hasPrefix("-") }?.contains("a") == true
            values[name] = ((isAppended ? values[name]?.text ?? "" : "") + value, BarPlace(file: path, line: index + 1))
        }
    }

    private var reading: BarReading {
        var reading = BarReading()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            for command in Self.commands(in: value.text) {
                reading.modules += BarModule.all(in: command, at: value.place, named: name, files.environment) { call in
                    var faults = call.formatFault("tmux", because: "tmux reads another format")
                    if let standard = Self.lengths[name] {
                        let length = values["\(name)-length"].flatMap { Int($0.text) } ?? standard
                        let wanted = call.width ?? (length <= standard ? 30 : 0)
                        if length < wanted {
                            faults.append(
                                "tmux shows \(length) columns of it, and no more: add 'set -g \(name)-length \(call.width ?? 60)'")
                        }
                    }
                    return faults
                }
            }
        }
        return reading
    }

    /// The commands in `#( )`; their brackets are counted.
    private static func commands(in text: String) -> [String] {
        var commands: [String] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "#(") {
            rest = rest[start.upperBound...]
            var depth = 1
            var end = rest.startIndex
            while end < rest.endIndex {
                if rest[end] == "(" { depth += 1 }
                if rest[end] == ")" { depth -= 1 }
                if depth == 0 { break }
                end = rest.index(after: end)
            }
            commands.append(String(rest[..<end]))
            rest = rest[end...]
        }
        return commands
    }

    /// The words of a line, without their quotes; a comment has none.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + (quote == "\"" && !"\"\\$".contains(character) ? "\\" : "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == "#", word == nil {
                break
            } else if quote == nil, character == " " || character == "\t" {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
