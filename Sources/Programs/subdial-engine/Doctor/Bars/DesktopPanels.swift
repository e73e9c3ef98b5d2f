import Glibc
import SubdialDocuments

/// The parts of panels that run a command at intervals: Xfce's generic monitor, and the extensions Argos and Kargos.
enum DesktopPanels {
    /// Xfce's generic monitor, whose settings are in a file of its own, and from version 4.2 on among those of the panel.
    static func genmon(_ files: BarFiles, named _: String?) -> BarReading? {
        let settings = "\(files.folder)/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml"
        let root = files.text(of: settings).flatMap { try? XMLParser.root(of: $0) }
        let monitors = root.map { allMonitors(in: $0) }
        var commands = (monitors ?? []).compactMap { monitor in
            monitor.command.map { (text: $0, place: BarPlace(file: settings, line: nil)) }
        }
        if commands.isEmpty {
            for path in files.paths("xfce4/panel/genmon-*.rc", in: files.folder) {
                // The file of a monitor stays when the panel has it no longer.
                if let monitors, !monitors.contains(where: { path.hasSuffix("/genmon-\($0.number).rc") }) { continue }
                let keys = INIFile(files.text(of: path) ?? "", path: path).sections.flatMap(\.keys)
                commands += keys.filter { $0.name == "Command" }.map { ($0.value, $0.place) }
            }
        }
        var reading = BarReading()
        for command in commands {
            reading.modules += modules(in: command.text, at: command.place, of: "the monitor", reading: ["genmon", "plain"], files)
        }
        return reading.modules.isEmpty ? nil : reading
    }

    /// The monitors in the settings of a panel: the number of each, and its command if it is there.
    private static func allMonitors(in element: XMLElement) -> [(number: Substring, command: String?)] {
        element.children.flatMap { child in
            guard child.attributes["value"] == "genmon", let name = child.attributes["name"] else {
                return allMonitors(in: child)
            }
            let command = child.children.first { $0.attributes["name"] == "command" }?.attributes["value"]
            return [(name.dropFirst("plugin-".count), command)]
        }
    }

    /// Argos: executable files, whose names have the interval.
    static func argos(_ files: BarFiles, named _: String?) -> BarReading? {
        var reading = BarReading()
        for path in files.paths("argos/*", in: files.folder) where !path.hasSuffix("~") {
            let isExecutable = access(path, X_OK) == 0
            guard let text = files.text(of: path), isExecutable || text.hasPrefix("#!") else { continue }
            let parts = path.split(separator: "/").last?.split(separator: ".") ?? []
            var faults: [String] = []
            if !isExecutable { faults.append("Argos runs executable files only: run 'chmod +x \(files.shown(path))'") }
            if parts.count < 3 || !isInterval(parts[parts.count - 2]) {
                faults.append("Argos runs it a single time: give the file a name with an interval, '\(parts.first ?? "").2s.sh'")
            }
            for line in ScriptLine.all(in: text) {
                let place = BarPlace(file: path, line: line.number)
                reading.modules += modules(in: line.text, at: place, of: "Argos", reading: ["argos"], files).map { module in
                    var module = module
                    module.faults += faults
                    return module
                }
            }
        }
        return reading.modules.isEmpty ? nil : reading
    }

    /// True for a number with a unit of time, such as `2s` or `1m+`.
    private static func isInterval(_ part: Substring) -> Bool {
        part.wholeMatch(of: /[0-9]+[smhd]\+?/) != nil
    }

    /// Kargos: the settings of Plasma's applets.
    static func kargos(_ files: BarFiles, named _: String?) -> BarReading? {
        let path = "\(files.folder)/plasma-org.kde.plasma.desktop-appletsrc"
        guard let text = files.text(of: path), text.contains("subdial") else { return nil }
        let sections = INIFile(text, path: path).sections
        // The settings of an applet are in sections below its own: `[Containments][2][Applets][24][Configuration][General]`.
        let applets = sections.filter { $0["plugin"] == "org.kde.kargos" }.map { "\($0.name)][" }
        var reading = BarReading()
        for section in sections where applets.contains(where: section.name.hasPrefix) {
            for key in section.keys where key.name == "command" {
                reading.modules += modules(in: key.value, at: key.place, of: "Kargos", reading: ["kargos"], files)
            }
        }
        return reading.modules.isEmpty ? nil : reading
    }

    /// The parts of a command; none if a shell computes it or changes its output, because what the bar reads is not known then.
    private static func modules(
        in command: String, at place: BarPlace, of program: String, reading formats: [String], _ files: BarFiles
    ) -> [BarModule] {
        guard !command.contains(where: "$`|<>".contains) else { return [] }
        return BarModule.all(in: command, at: place, files.environment) { call in
            let faults = formats.contains(call.format) ? [] : call.formatFault(formats[0], because: "\(program) reads another format")
            return faults + (call.isOnce ? [] : ["\(program) waits until the command ends, and the feed does not: add --once"])
        }
    }
}

/// A command of a shell script, whose lines are joined where they end with a backslash.
private struct ScriptLine {
    let text: String
    /// The number of its first line, from 1.
    let number: Int

    /// The lines, without those that are comments.
    static func all(in text: String) -> [ScriptLine] {
        var lines: [ScriptLine] = []
        var isContinued = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let part = line.hasSuffix("\\") ? line.dropLast() : line
            if isContinued, let last = lines.popLast() {
                lines.append(ScriptLine(text: "\(last.text) \(part)", number: last.number))
            } else {
                lines.append(ScriptLine(text: String(part), number: index + 1))
            }
            isContinued = line.hasSuffix("\\")
        }
        return lines.filter { !$0.text[...].trimmingSpaces.hasPrefix("#") }
    }
}
