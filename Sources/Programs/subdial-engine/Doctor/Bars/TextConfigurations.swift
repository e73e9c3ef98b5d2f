import SubdialDocuments

/// Configurations whose commands stand in a text of their own syntax: xmobar, eww, i3status-rust, Conky, shells and others.
enum TextConfigurations {
    /// xmobar: `Run CommandReader "COMMAND" "ALIAS"`, and `%ALIAS%` in the template.
    static func xmobar(_ files: BarFiles, named path: String?) -> BarReading? {
        let candidates = ["\(files.folder)/xmobar/xmobarrc", "\(files.home)/.xmobarrc", "\(files.folder)/xmobar/.xmobarrc"]
        return read(files, path, candidates) { text, line, place in
            guard let start = line.firstRange(of: "CommandReader") else { return [] }
            let strings = haskellStrings(in: line[start.upperBound...])
            guard let command = strings.first else { return [] }
            return BarModule.all(in: command, at: place, named: "CommandReader", files.environment) { call in
                var faults = call.formatFault("xmobar", because: "xmobar reads another format")
                if let alias = strings.dropFirst().first, !text.contains("%\(alias)%") {
                    faults.append("the template does not have %\(alias)%: add it")
                }
                return faults + (call.isOnce ? ["xmobar reads the command while it runs: leave --once out"] : [])
            }
        }
    }

    /// eww: `(deflisten NAME "COMMAND")` and `(defpoll NAME :interval "1s" "COMMAND")`.
    static func eww(_ files: BarFiles, named path: String?) -> BarReading? {
        let used = path ?? files.first(["\(files.folder)/eww/eww.yuck"])
        guard let used, let text = files.text(of: used), text.contains("subdial") else { return nil }
        var reading = BarReading()
        guard let forms = YuckForms(text) else {
            reading.faults.append("\(files.shown(used)): brackets or quotes are not closed; eww shows no window until this is corrected")
            return reading
        }
        for form in forms.all where ["deflisten", "defpoll"].contains(form.words.first) {
            guard let command = form.strings.last, let name = form.words.dropFirst().first else { continue }
            let isListening = form.words.first == "deflisten"
            reading.modules += BarModule.all(in: command, at: BarPlace(file: used, line: form.line), named: name, files.environment) {
                call in
                var faults = call.formatFault("json", "plain", because: "eww reads another format")
                if isListening, call.isOnce { faults.append("deflisten reads the command while it runs: leave --once out") }
                if !isListening, !call.isOnce { faults.append("defpoll waits until the command ends: write deflisten, or add --once") }
                return faults + (forms.uses(of: name) > 1 ? [] : ["no widget uses '\(name)'"])
            }
        }
        return reading
    }

    /// i3status-rust: `[[block]]` with keys.
    static func i3statusRust(_ files: BarFiles, named path: String?) -> BarReading? {
        let used = path ?? files.first(["\(files.folder)/i3status-rust/config.toml", "\(files.home)/.config/i3status-rust/config.toml"])
        guard let used, let text = files.text(of: used) else { return nil }
        var reading = BarReading()
        for block in INIFile(text, path: used).sections where block.name.hasPrefix("block") {
            guard let command = block["command"] else { continue }
            reading.modules += BarModule.all(in: command, at: block.place, named: "block", files.environment) { call in
                var faults = call.formatFault("i3status-rust", "plain", because: "i3status-rust reads another format")
                if block["block"] != "custom" { faults.append("a block with a command needs 'block = \"custom\"'") }
                if !call.isOnce, block["persistent"] != "true" {
                    faults.append("i3status-rust waits until the command ends, and the feed does not: add 'persistent = true'")
                }
                if call.format == "i3status-rust", block["json"] != "true" {
                    faults.append("the bar shows the line as it is: add 'json = true'")
                }
                return faults
            }
        }
        return reading.modules.isEmpty ? nil : reading
    }

    /// Conky: `${execi N COMMAND}`, of which `${execpi}` parses the output.
    static func conky(_ files: BarFiles, named path: String?) -> BarReading? {
        read(files, path, ["\(files.folder)/conky/conky.conf", "\(files.home)/.conkyrc"]) { _, line, place in
            line.split(separator: "${exec").dropFirst().flatMap { part -> [BarModule] in
                let words = part.split(separator: " ", maxSplits: 1)
                guard words.count == 2, let end = words[1].lastIndex(of: "}") else { return [] }
                let command = words[1][..<end].drop { $0.isNumber || $0 == " " || $0 == "." }
                return BarModule.all(in: String(command), at: place, named: "exec\(words[0])", files.environment) { call in
                    let faults =
                        words[0].hasPrefix("p") ? call.formatFault("conky", because: "Conky parses the output of this command") : []
                    return faults + (call.isOnce ? [] : ["Conky waits until the command ends, and the feed does not: add --once"])
                }
            }
        }
    }

    /// hyprlock: `text = cmd[update:1000] COMMAND`, and the commands of pictures.
    static func hyprlock(_ files: BarFiles, named path: String?) -> BarReading? {
        read(files, path, ["\(files.folder)/hypr/hyprlock.conf"]) { _, line, place in
            guard let sign = line.firstIndex(of: "=") else { return [] }
            let name = line[..<sign].trimmingSpaces
            let value = line[line.index(after: sign)...].trimmingSpaces
            let command = value.hasPrefix("cmd[") ? value.drop { $0 != "]" }.dropFirst() : name == "reload_cmd" ? value : ""
            return BarModule.all(in: String(command), at: place, named: String(name), files.environment) { call in
                let faults = name == "text" ? call.formatFault("pango", because: "hyprlock reads another format") : []
                return faults + (call.isOnce ? [] : ["hyprlock waits until the command ends, and the feed does not: add --once"])
            }
        }
    }

    /// ironbar: the scripts of a JSON file.
    static func ironbar(_ files: BarFiles, named path: String?) -> BarReading? {
        guard let used = path ?? files.first(["\(files.folder)/ironbar/config.json"]), let text = files.text(of: used),
            text.contains("subdial")
        else { return nil }
        var reading = BarReading()
        do throws(JSONError) {
            add(try JSONValue(parsingWithComments: text), BarPlace(file: used, line: nil), files, &reading)
        } catch {
            reading.faults.append("\(files.shown(used)):\(error); ironbar shows no bar until this is corrected")
        }
        return reading
    }

    private static func add(_ value: JSONValue, _ place: BarPlace, _ files: BarFiles, _ reading: inout BarReading) {
        switch value {
        case .array(let elements): for element in elements { add(element, place, files, &reading) }
        case .object(let members):
            if let command = value["cmd"]?.string, value["type"]?.string == "script" {
                let isWatched = value["mode"]?.string == "watch"
                reading.modules += BarModule.all(in: command, at: place, named: "script", files.environment) { call in
                    let faults = call.formatFault("pango", "plain", because: "ironbar reads another format")
                    return faults + (isWatched || call.isOnce ? [] : ["ironbar waits until the command ends: add \"mode\": \"watch\""])
                }
            }
            for member in members { add(member.value, place, files, &reading) }
        default: break
        }
    }

    /// The prompt of a shell: a command in `$( )`.
    static func prompt(_ format: String, _ file: String) -> (BarFiles, String?) -> BarReading? {
        { files, path in
            read(files, path, ["\(files.home)/\(file)"]) { _, line, place in
                guard let start = line.firstRange(of: "$(") else { return [] }
                let command = line[start.upperBound...].prefix { $0 != ")" }
                return BarModule.all(in: String(command), at: place, files.environment) { call in
                    let faults = call.formatFault(format, "plain", because: "the prompt of \(format) reads another format")
                    return faults + (call.isOnce ? [] : ["the shell waits until the command ends, and the feed does not: add --once"])
                }
            }
        }
    }

    // MARK: Lines

    /// Reads the first of the files, line by line, without comments.
    private static func read(
        _ files: BarFiles, _ path: String?, _ candidates: [String],
        modules: (_ text: String, _ line: Substring, _ place: BarPlace) -> [BarModule]
    ) -> BarReading? {
        guard let used = path ?? files.first(candidates), let text = files.text(of: used) else { return nil }
        var reading = BarReading()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where line.contains("subdial") {
            let trimmed = line.trimmingSpaces
            if trimmed.hasPrefix("#") || trimmed.hasPrefix("--") { continue }
            reading.modules += modules(text, line, BarPlace(file: used, line: index + 1))
        }
        return reading.modules.isEmpty ? nil : reading
    }

    /// The texts in quotes on a line of Haskell.
    private static func haskellStrings(in line: Substring) -> [String] {
        var strings: [String] = []
        var string: String?
        var isEscaped = false
        for character in line {
            if isEscaped {
                string?.append(character)
                isEscaped = false
            } else if character == "\\", string != nil {
                isEscaped = true
            } else if character == "\"" {
                if let done = string { strings.append(done) }
                string = string == nil ? "" : nil
            } else {
                string?.append(character)
            }
        }
        return strings
    }
}

/// The forms of a text for eww: lists in round brackets.
struct YuckForms {
    /// A list, without those inside of it.
    struct Form {
        let line: Int
        var words: [String] = []
        var strings: [String] = []
    }

    private(set) var all: [Form] = []
    private let text: String

    /// nil if brackets or quotes are not closed.
    init?(_ text: String) {
        self.text = text
        var open: [Form] = []
        var (line, word): (Int, String) = (1, "")
        var quote: Character?
        var string = ""
        var (isEscaped, isComment) = (false, false)
        func finish(_ open: inout [Form]) {
            if !word.isEmpty, !open.isEmpty { open[open.count - 1].words.append(word) }
            word = ""
        }
        for character in text {
            if character == "\n" { line += 1 }
            if isComment {
                isComment = character != "\n"
            } else if let end = quote {
                if isEscaped {
                    string.append(character)
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == end {
                    if !open.isEmpty { open[open.count - 1].strings.append(string) }
                    (quote, string) = (nil, "")
                } else {
                    string.append(character)
                }
            } else if "\"'`".contains(character) {
                finish(&open)
                quote = character
            } else if character == ";" {
                finish(&open)
                isComment = true
            } else if character == "(" {
                finish(&open)
                open.append(Form(line: line))
            } else if character == ")" {
                finish(&open)
                guard let form = open.popLast() else { return nil }
                all.append(form)
            } else if character.isWhitespace {
                finish(&open)
            } else {
                word.append(character)
            }
        }
        guard open.isEmpty, quote == nil else { return nil }
    }

    /// The number of places at which a name stands.
    func uses(of name: String) -> Int {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.count { $0 == name }
    }
}
