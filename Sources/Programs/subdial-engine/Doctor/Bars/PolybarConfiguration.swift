import SubdialBasics

/// polybar's configuration: sections of bars and modules.
struct PolybarConfiguration {
    private static let lists = ["modules-left", "modules-center", "modules-right"]

    static func read(_ files: BarFiles, named path: String?) -> BarReading? {
        let folders = ["\(files.folder)/polybar", "\(files.home)/.config/polybar", "/etc/xdg/polybar", "/etc/polybar"]
        guard let used = path ?? files.first(folders.flatMap { ["\($0)/config", "\($0)/config.ini"] }), let text = files.text(of: used)
        else { return nil }
        var reading = BarReading()
        var file = INIFile(text, path: used)
        for section in file.sections {
            for key in section.keys where key.name == "include-file" {
                let found = files.paths(key.value, in: BarFiles.folder(of: used))
                if found.isEmpty { reading.faults.append("\(key.place.text(files)): there is no file '\(key.value)' to include") }
                for other in found { file.add(INIFile(files.text(of: other) ?? "", path: other)) }
            }
        }
        let listed = file.sections.filter { $0.name.hasPrefix("bar/") }.flatMap { bar in lists.compactMap { bar[$0] } }
        let shown = listed.flatMap { $0.split(separator: " ").map(String.init) }
        for section in file.sections where section.name.hasPrefix("module/") {
            let name = String(section.name.dropFirst("module/".count))
            guard let command = section["exec"] else { continue }
            reading.modules += BarModule.all(in: command, at: section.place, named: name, files.environment) { call in
                faults(section, call)
                    + (shown.contains(name) ? [] : ["'\(name)' is in no bar: add it to modules-left, modules-center or modules-right"])
            }
        }
        for name in shown where name.contains("subdial") && file["module/\(name)"] == nil {
            let modules = file.sections.filter { $0.name.hasPrefix("module/") }.map { String($0.name.dropFirst("module/".count)) }
            reading.faults.append(
                "\(files.shown(used)): '\(name)' is in a bar, and there is no [module/\(name)]\(Suggestion.hint(for: name, among: modules))"
            )
        }
        return reading.modules.isEmpty && reading.faults.isEmpty ? nil : reading
    }

    private static func faults(_ section: INIFile.Section, _ call: FeedCall) -> [String] {
        var faults = call.formatFault("polybar", because: "polybar reads another format")
        if section["type"] != "custom/script" { faults.append("a module with 'exec' needs 'type = custom/script'") }
        let isTail = section["tail"] == "true"
        if !isTail, !call.isOnce { faults.append("polybar waits until the command ends, and the feed does not: add 'tail = true'") }
        if isTail, call.isOnce { faults.append("with 'tail = true', the command runs all the time: leave --once out") }
        return faults
    }
}

/// The configuration of i3blocks: a section for each block.
struct I3BlocksConfiguration {
    static func read(_ files: BarFiles, named path: String?) -> BarReading? {
        let candidates = ["\(files.folder)/i3blocks/config", "\(files.home)/.config/i3blocks/config", "\(files.home)/.i3blocks.conf"]
        guard let used = path ?? files.first(candidates + ["/etc/xdg/i3blocks/config", "/etc/i3blocks.conf"]),
            let text = files.text(of: used)
        else { return nil }
        let file = INIFile(text, path: used)
        let common = file[""]
        var reading = BarReading()
        for section in file.sections.dropFirst() {
            guard let command = section["command"] ?? common?["command"] else { continue }
            func value(_ key: String) -> String? { section[key] ?? common?[key] }
            reading.modules += BarModule.all(in: command, at: section.place, named: section.name, files.environment) { faults(value, $0) }
        }
        return reading.modules.isEmpty ? nil : reading
    }

    private static func faults(_ value: (String) -> String?, _ call: FeedCall) -> [String] {
        var faults: [String] = []
        let stays = value("interval") == "persist"
        if call.isOnce {
            faults += call.formatFault("i3blocks-plain", "plain", because: "a block that is run again reads another format")
            if stays { faults.append("with 'interval=persist', the command runs all the time: leave --once out") }
            if value("interval") == nil { faults.append("the line never changes: add 'interval=2'") }
            if call.format == "i3blocks-plain", value("markup") != "pango" { faults.append("the text is markup: add 'markup=pango'") }
        } else {
            faults += call.formatFault("i3blocks", "plain", because: "a block that stays reads another format")
            if !stays { faults.append("i3blocks waits until the command ends, and the feed does not: add 'interval=persist'") }
            if call.format == "i3blocks", value("format") != "json" { faults.append("the bar shows the line as it is: add 'format=json'") }
        }
        return faults
    }
}
