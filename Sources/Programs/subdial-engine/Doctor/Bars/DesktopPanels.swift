import Glibc
import SubdialDocuments

/// The parts of panels that run a command at intervals: Xfce's generic monitor, and the extensions Argos and Kargos.
enum DesktopPanels {
    /// Xfce's generic monitor, whose settings are in a file of its own, and from version 4.2 on among those of the panel.
    static func genmon(_ files: BarFiles, named _: String?) -> BarReading? {
        let settings = "\(files.folder)/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml"
        var commands: [(text: String, place: BarPlace)] = []
        if let text = files.text(of: settings), let root = try? XMLParser.root(of: text) {
            commands = monitorCommands(in: root).map { ($0, BarPlace(file: settings, line: nil)) }
        }
        if commands.isEmpty {
            for path in files.paths("xfce4/panel/genmon-*.rc", in: files.folder) {
                let keys = INIFile(files.text(of: path) ?? "", path: path).sections.flatMap(\.keys)
                commands += keys.filter { $0.name == "Command" }.map { ($0.value, $0.place) }
            }
        }
        var reading = BarReading()
        for command in commands {
            reading.modules += modules(in: command.text, at: command.place, of: "the monitor", reading: "genmon", files)
        }
        return reading.modules.isEmpty ? nil : reading
    }

    /// The commands of all monitors in the settings of a panel.
    private static func monitorCommands(in element: XMLElement) -> [String] {
        let isMonitor = element.attributes["value"] == "genmon"
        return element.children.flatMap { child in
            isMonitor && child.attributes["name"] == "command"
                ? [child.attributes["value"] ?? ""] : monitorCommands(in: child)
        }
    }

    /// Argos: executable files, whose names have the interval.
    static func argos(_ files: BarFiles, named _: String?) -> BarReading? {
        var reading = BarReading()
        for path in files.paths("argos/*", in: files.folder) {
            guard let text = files.text(of: path) else { continue }
            let parts = path.split(separator: "/").last?.split(separator: ".") ?? []
            var faults: [String] = []
            if access(path, X_OK) != 0 { faults.append("Argos runs executable files only: run 'chmod +x \(files.shown(path))'") }
            if !parts.dropFirst().dropLast().contains(where: isInterval) {
                faults.append("Argos runs it a single time: give the file a name with an interval, '\(parts.first ?? "").2s.sh'")
            }
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                guard !line.trimmingSpaces.hasPrefix("#") else { continue }
                let place = BarPlace(file: path, line: index + 1)
                reading.modules += modules(in: String(line), at: place, of: "Argos", reading: "argos", files).map { module in
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
        let text = part.hasSuffix("+") ? part.dropLast() : part
        guard let unit = text.last else { return false }
        return "smhd".contains(unit) && Int(text.dropLast()) != nil
    }

    /// Kargos: the settings of Plasma's applets.
    static func kargos(_ files: BarFiles, named _: String?) -> BarReading? {
        let path = "\(files.folder)/plasma-org.kde.plasma.desktop-appletsrc"
        guard let text = files.text(of: path), text.contains("subdial") else { return nil }
        var reading = BarReading()
        for key in INIFile(text, path: path).sections.flatMap(\.keys) where key.name == "command" {
            reading.modules += modules(in: key.value, at: key.place, of: "Kargos", reading: "kargos", files)
        }
        return reading.modules.isEmpty ? nil : reading
    }

    private static func modules(
        in command: String, at place: BarPlace, of program: String, reading format: String, _ files: BarFiles
    ) -> [BarModule] {
        BarModule.all(in: command, at: place, files.environment) { call in
            let faults = call.formatFault(format, because: "\(program) reads another format")
            return faults + (call.isOnce ? [] : ["\(program) waits until the command ends, and the feed does not: add --once"])
        }
    }
}
