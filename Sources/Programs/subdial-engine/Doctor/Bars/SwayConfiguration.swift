/// The configuration of i3 and sway: the command of each bar.
struct SwayConfiguration {
    /// The maximum depth of included files.
    private static let maximumDepth = 16

    private let files: BarFiles
    private var reading = BarReading()
    private var variables: [(name: String, value: String)] = []
    /// The blocks that are open, with the places at which they begin.
    private var blocks: [(name: String, place: BarPlace)] = []

    static func i3(_ files: BarFiles, named path: String?) -> BarReading? {
        read(files, path ?? files.first(["\(files.folder)/i3/config", "\(files.home)/.i3/config", "/etc/xdg/i3/config", "/etc/i3/config"]))
    }

    static func sway(_ files: BarFiles, named path: String?) -> BarReading? {
        read(files, path ?? files.first(["\(files.home)/.sway/config", "\(files.folder)/sway/config", "/etc/sway/config"]))
    }

    private static func read(_ files: BarFiles, _ path: String?) -> BarReading? {
        guard let path else { return nil }
        var configuration = SwayConfiguration(files: files)
        configuration.read(path, depth: 0)
        let reading = configuration.reading
        guard !reading.modules.isEmpty || !reading.faults.isEmpty else { return nil }
        return reading
    }

    private mutating func read(_ path: String, depth: Int) {
        guard depth < Self.maximumDepth, let text = files.text(of: path) else { return }
        var pending = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingSpaces
            guard !line.hasPrefix("#") else { continue }
            if line.hasSuffix("\\") {
                pending += line.dropLast()
                continue
            }
            read(line: (pending + line)[...].trimmingSpaces, at: BarPlace(file: path, line: index + 1), depth: depth)
            pending = ""
        }
        if depth == 0, let open = blocks.last, open.name == "bar", text.contains("subdial") {
            reading.faults.append("\(open.place.text(files)): the block 'bar {' has no closing brace")
        }
    }

    private mutating func read(line: Substring, at place: BarPlace, depth: Int) {
        var line = line
        if line == "}" {
            _ = blocks.popLast()
            return
        }
        if line.hasSuffix("{") {
            blocks.append((String(line.prefix { $0 != " " && $0 != "{" }), place))
            return
        }
        if !line.hasPrefix("set ") {
            for (name, value) in variables where line.contains(name) { line = line.replacing(name, with: value)[...] }
        }
        let words = line.split(separator: " ", maxSplits: 1)
        guard let first = words.first, words.count == 2 else { return }
        let rest = words[1].trimmingSpaces
        switch first {
        case "set":
            let parts = rest.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return }
            variables.append((String(parts[0]), String(parts[1].trimmingSpaces)))
            // A longer name may begin with a shorter one.
            variables.sort { $0.name.count > $1.name.count }
        case "include":
            for file in files.paths(String(rest.withoutQuotes), in: BarFiles.folder(of: place.file)) { read(file, depth: depth + 1) }
        case "status_command": add(String(rest.withoutQuotes), at: place, isInBar: blocks.last?.name == "bar")
        case "bar" where rest.contains("status_command"):
            let parts = rest.split(separator: " ", maxSplits: 2)
            if let index = parts.firstIndex(of: "status_command") {
                add(parts[(index + 1)...].joined(separator: " "), at: place, isInBar: true)
            }
        default: break
        }
    }

    private mutating func add(_ command: String, at place: BarPlace, isInBar: Bool) {
        reading.modules += BarModule.all(in: command, at: place, named: "status_command", files.environment) { call in
            var faults: [String] = []
            if !isInBar { faults.append("'status_command' belongs into a block 'bar { }'") }
            if call.isOnce { faults.append("the bar shows an error when its command ends: leave --once out") }
            return faults + call.formatFault("i3bar", "plain", because: "the bar reads another format")
        }
    }

    private init(files: BarFiles) { self.files = files }
}
