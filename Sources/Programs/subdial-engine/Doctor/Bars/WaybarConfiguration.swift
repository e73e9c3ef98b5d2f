import SubdialBasics
import SubdialDocuments

/// Waybar's configuration: JSON with comments and included files, for one bar or a list of bars.
struct WaybarConfiguration {
    private static let lists = ["modules-left", "modules-center", "modules-right"]
    /// The maximum depth of included files, as Waybar has it.
    private static let maximumDepth = 100

    private let files: BarFiles
    private var texts: [(path: String, text: String)] = []
    private var reading = BarReading()

    /// Reads the file that Waybar uses; nil if there is none, or it has nothing to do with Subdial.
    static func read(_ files: BarFiles, named path: String?) -> BarReading? {
        // Of two files in a folder, Waybar reads `config`.
        let candidates = ["\(files.folder)/waybar", "\(files.home)/.config/waybar", "\(files.home)/waybar", "/etc/xdg/waybar"].flatMap {
            ["\($0)/config", "\($0)/config.jsonc"]
        }
        guard let used = path ?? files.first(candidates) else { return nil }
        var configuration = WaybarConfiguration(files)
        configuration.read(used)
        var isConcerned = configuration.texts.contains { $0.text.contains("subdial") }
        if path == nil, !isConcerned, used.hasSuffix("/config"), files.text(of: used + ".jsonc")?.contains("subdial") == true {
            isConcerned = true
            configuration.reading.faults.append(
                "Waybar reads \(files.shown(used)), and not config.jsonc beside it: remove one of them, or move the module there")
        }
        return isConcerned ? configuration.reading : nil
    }

    private init(_ files: BarFiles) { self.files = files }

    private mutating func read(_ path: String) {
        guard let root = load(path, depth: 0) else { return }
        var known: Set<String> = []
        for bar in root.elements ?? [root] { check(bar, &known) }
    }

    /// The value of a file with what it includes; nil after a fault.
    private mutating func load(_ path: String, depth: Int) -> JSONValue? {
        guard depth < Self.maximumDepth, let text = files.text(of: path) else {
            reading.faults.append("\(files.shown(path)) cannot be read")
            return nil
        }
        texts.append((path, text))
        do throws(JSONError) {
            let value = try JSONValue(parsingWithComments: text)
            guard let bars = value.elements else { return including(value, path, depth) }
            return .array(bars.map { including($0, path, depth) })
        } catch {
            reading.faults.append("\(files.shown(path)):\(error); Waybar shows no bar until this is corrected")
            return nil
        }
    }

    /// A bar with the values of the files that it includes; its own values take precedence.
    private mutating func including(_ bar: JSONValue, _ path: String, _ depth: Int) -> JSONValue {
        let written = bar["include"].map { $0.elements ?? [$0] } ?? []
        var result = bar
        for name in written.compactMap(\.string) {
            let found = files.paths(name, in: BarFiles.folder(of: path))
            if found.isEmpty { reading.faults.append("\(files.shown(path)): there is no file '\(name)' to include") }
            for file in found {
                guard let other = load(file, depth: depth + 1) else { continue }
                result = Self.merged(result, over: other)
            }
        }
        return result
    }

    private static func merged(_ value: JSONValue, over other: JSONValue) -> JSONValue {
        guard case .object(var members) = value, case .object(let others) = other else { return value }
        for member in others {
            if let index = members.firstIndex(where: { $0.key == member.key }) {
                members[index].value = merged(members[index].value, over: member.value)
            } else {
                members.append(member)
            }
        }
        return .object(members)
    }

    // MARK: Modules

    private mutating func check(_ bar: JSONValue, _ known: inout Set<String>) {
        guard case .object(let members) = bar else {
            if bar.elements == nil { reading.faults.append("a bar of Waybar is an object in braces, not \(bar.kind)") }
            return
        }
        var shown: [String] = []
        for list in Self.lists { shown += names(in: bar[list], list, bar, depth: 0) }
        for (key, module) in members.map({ ($0.key, $0.value) }) {
            guard let command = module["exec"]?.string else { continue }
            let found = BarModule.all(in: command, at: place(of: key), named: key, files.environment) { call in
                Self.faults(key, module, call) + (shown.contains(key) ? [] : [absence(of: key, shown)])
            }
            // Several bars may include the same modules, of which each shows some.
            if known.contains(key), !shown.contains(key) { continue }
            if shown.contains(key) { reading.modules.removeAll { $0.name == key } }
            known.insert(key)
            reading.modules += found
        }
        for name in shown where name.contains("subdial") && bar[name] == nil {
            let hint = Suggestion.hint(for: name, among: members.map(\.key))
            reading.faults.append("\(place(of: name).text(files)): '\(name)' is in a list of modules, and is defined nowhere\(hint)")
        }
    }

    /// The names in a list of modules, with those of its groups.
    private mutating func names(in list: JSONValue?, _ key: String, _ bar: JSONValue, depth: Int) -> [String] {
        guard let list, depth < Self.maximumDepth else { return [] }
        guard let elements = list.elements else {
            reading.faults.append("\(place(of: key).text(files)): '\(key)' takes a list of names in brackets, not \(list.kind)")
            return []
        }
        return elements.flatMap { element -> [String] in
            guard let name = element.string else {
                reading.faults.append(
                    "\(place(of: key).text(files)): '\(key)' takes names of modules, not \(element.kind): define the module beside the list"
                )
                return []
            }
            return [name] + (name.hasPrefix("group/") ? names(in: bar[name]?["modules"], name, bar, depth: depth + 1) : [])
        }
    }

    private func absence(of key: String, _ shown: [String]) -> String {
        let similar = Suggestion.nearest(to: key, among: shown).map { "; there is '\($0)'" } ?? ""
        return "'\(key)' is in no list of modules\(similar): add it to modules-left, modules-center or modules-right"
    }

    /// What is wrong with a module besides its command.
    private static func faults(_ key: String, _ module: JSONValue, _ call: FeedCall) -> [String] {
        var faults: [String] = []
        if !key.hasPrefix("custom/") { faults.append("the name of a module with 'exec' begins with 'custom/': 'custom/\(key)'") }
        let isJSON = module["return-type"]?.string == "json"
        if isJSON {
            faults += call.formatFault("waybar", because: "\"return-type\": \"json\" needs Waybar's own format")
        } else if call.format == "waybar" {
            faults.append("the bar shows the line as it is: add \"return-type\": \"json\"")
        }
        let isRepeated = (module["interval"]?.number ?? 0) > 0
        if isRepeated, !call.isOnce {
            faults.append("with \"interval\", Waybar waits until the command ends, and the feed does not: leave \"interval\" out")
        } else if call.isOnce, !isRepeated, module["signal"] == nil, module["interval"]?.string != "once" {
            faults.append("with --once and without \"interval\", the line never changes: leave --once out")
        }
        return faults
    }

    /// The line on which a key is written first.
    private func place(of key: String) -> BarPlace {
        for (path, text) in texts {
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            where line.contains("\"\(key)\"") {
                // In a list, the name is followed by a comma or a bracket.
                let rest = line[(line.firstRange(of: "\"\(key)\"")?.upperBound ?? line.endIndex)...].drop { $0 == " " }
                if rest.first == ":" { return BarPlace(file: path, line: index + 1) }
            }
        }
        for (path, text) in texts {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            if let index = lines.firstIndex(where: { $0.contains("\"\(key)\"") }) { return BarPlace(file: path, line: index + 1) }
        }
        return BarPlace(file: texts.first?.path ?? "", line: nil)
    }
}

extension JSONValue {
    /// The elements of a list; nil for another value.
    fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
