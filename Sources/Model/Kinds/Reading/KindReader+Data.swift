import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

extension KindReader {
    static let refreshKeys = ["every", "at", "zone", "atEnd", "after", "never", "atLeast", "perDay", "jitter", "stale", "expires"]
    static let feedKeys = ["text", "tooltip", "percentage", "class", "icons", "clicks", "width"]

    /// Parses the lists derived from the documents; each can use the lists above it.
    func lists(_ node: SettingsNode, _ known: inout Set<String>, _ secrets: Set<String>) -> [KindList] {
        let found = collecting { () throws(SettingsProblem) in try node.anyMembers(like: "hours: { zip: { at: data.time } }") } ?? []
        var lists: [KindList] = []
        for member in found where checked(member) {
            let names = KindNames(known, secrets: secrets)
            if let form = collecting({ () throws(SettingsProblem) in try form(member.value, names) }) {
                lists.append(KindList(name: member.name, form: form))
            }
            known.insert(member.name)
        }
        return lists
    }

    private func form(_ node: SettingsNode, _ names: KindNames) throws(SettingsProblem) -> KindList.Form {
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: ["zip", "of", "where", "sort", "first"], like: "zip: { at: data.time }") { parts[$0.name] = $0.value }
        if let zip = parts["zip"] {
            var columns: [(name: String, list: KindExpression)] = []
            for member in try zip.anyMembers(like: "at: data.time") {
                columns.append((member.name, try bareExpression(try member.value.text(), member.value, names)))
            }
            return .zip(columns)
        }
        guard let of = parts["of"] else { throw node.error("\(node.name) takes zip, or of") }
        let (item, list) = try loop(of, names)
        let inner = item.map { names.adding($0) } ?? names
        // A minus sign in front of the sort key is for the order, and the key can be of any type.
        var isDescending = false
        func part(_ key: String) throws(SettingsProblem) -> KindExpression? {
            guard let node = parts[key] else { return nil }
            guard case .string(let text) = node.value else { return try expression(node, inner) }
            guard key == "sort", let negated = (try? Expression(text))?.negated else { return try bareExpression(text, node, inner) }
            isDescending = true
            return try bareExpression(negated, node, inner)
        }
        let (condition, sort) = (try part("where"), try part("sort"))
        return .of(list, item: item ?? "item", where: condition, sort: sort, isDescending: isDescending, first: try part("first"))
    }

    /// Parses `row in list`, or a list alone.
    private func loop(_ node: SettingsNode, _ names: KindNames) throws(SettingsProblem) -> (item: String?, list: KindExpression) {
        let text = try node.text()
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count == 3, words[1] == "in" else { return (nil, try bareExpression(text, node, names)) }
        return (String(words[0]), try bareExpression(String(words[2]), node, names))
    }

    /// Parses the `timeline`; returns it with the name of its row.
    func timeline(_ node: SettingsNode, _ names: KindNames) -> (KindTimeline, row: String?) {
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: ["for", "at"], like: "for: hour in hours") { parts[$0.name] = $0.value }
        let result = collecting { () throws(SettingsProblem) -> (KindTimeline, row: String?)? in
            guard let at = parts["at"] else { throw node.error("timeline: 'at' is missing: the entry's date, like \"{{ hour.at }}\"") }
            guard let loop = parts["for"] else {
                var dates: [KindExpression] = []
                for element in at.elements { dates.append(try expression(element, names)) }
                return (.dates(dates), nil)
            }
            let (item, list) = try self.loop(loop, names)
            guard let item else { throw loop.error("timeline: for takes 'row in list'") }
            return (.rows(name: item, list: list, at: try expression(at, names.adding(item, "index"))), item)
        }
        return result ?? (.received, nil)
    }

    /// Parses the fields; each can use the fields above it, and its unit the parameters.
    ///
    /// - Parameter hasMembers: False if no document and no row has members by name.
    func fieldList(
        _ members: [String: SettingsNode], _ known: inout Set<String>, _ secrets: Set<String>, _ parameters: KindNames, hasMembers: Bool
    ) -> [KindField] {
        guard let node = members["fields"] else { return [] }
        let found = collecting { () throws(SettingsProblem) in
            try node.anyMembers(like: "temperature: { from: \"{{ data.t }}\", sample: 18.4 }")
        }
        var fields: [KindField] = []
        for member in found ?? [] where checked(member) {
            let names = KindNames(known, secrets: secrets)
            let types = KindTypes(reader: self, parameters: parameters)
            if let field = collecting({ () throws(SettingsProblem) in try types.field(member, names) }) {
                fields.append(field)
                if !hasMembers, field.from == nil, !field.field.isOptional {
                    problems.add(
                        member.value.error(
                            "\(member.value.name): a document of this format has no member '\(member.name)': write 'from'\(field.constantHint)"
                        ))
                }
            }
            known.insert(member.name)
        }
        return fields
    }

    func refresh(_ node: SettingsNode, _ names: KindNames) -> KindRefresh {
        var refresh = KindRefresh()
        node.forEach(of: Self.refreshKeys, like: "every: 15m") { (member) throws(SettingsProblem) in
            let value = member.value
            switch member.name {
            case "every": refresh.every = max(1, try seconds(value))
            case "at": for element in value.elements { refresh.times.append(try time(element)) }
            case "zone":
                let zone = try value.text()
                guard TimeZones.isKnown(zone) else { throw value.error("'\(zone)' is no time zone; write it like Europe/Berlin") }
                refresh.zone = zone
            case "atEnd": refresh.atEnd = try value.flag()
            case "after": refresh.after = try expression(value, names)
            case "never": if try value.flag() { refresh.every = nil }
            case "atLeast": refresh.atLeast = max(1, try seconds(value))
            case "perDay": refresh.perDay = max(1, Int(saturating: try number(value)))
            case "jitter": refresh.jitter = try part(value)
            case "stale": refresh.stale = try seconds(value)
            default: refresh.expires = try seconds(value)
            }
        }
        return refresh
    }

    /// Parses `06:30` as seconds from midnight.
    private func time(_ node: SettingsNode) throws(SettingsProblem) -> Int {
        let parts = try node.text().split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour), (0..<60).contains(minute) else {
            throw node.error("\(node.name) takes times of the day, like \"06:30\"")
        }
        return hour * 3600 + minute * 60
    }

    /// Parses `10%` or `0.1` as 0.1.
    private func part(_ node: SettingsNode) throws(SettingsProblem) -> Double {
        if let number = node.value.number, (0...1).contains(number) { return number }
        let text = try node.text()
        guard text.hasSuffix("%"), let number = Double(text.dropLast()), (0...100).contains(number) else {
            throw node.error("\(node.name) takes 0% to 100%")
        }
        return number / 100
    }

    /// Parses the `feed`.
    func feed(_ node: SettingsNode, _ schema: EntrySchema) -> FeedSettings {
        var feed = FeedSettings()
        node.forEach(of: Self.feedKeys, like: "text: \"{{ temperature }}\"") {
            (member) throws(SettingsProblem) in
            switch member.name {
            case "text": feed.text = try line(member.value, schema)
            case "tooltip": feed.tooltip = try line(member.value, schema)
            case "percentage": feed.percentage = try line(member.value, schema)
            case "class": feed.className = try line(member.value, schema)
            case "icons": for icon in try member.value.anyMembers(like: "live: ☀") { feed.icons[icon.name] = try icon.value.text() }
            case "width": feed.width = Int(saturating: try number(member.value))
            default:
                for click in try member.value.anyMembers(like: "left: open") {
                    guard let button = ClickButton(rawValue: click.name) else {
                        let names = ClickButton.allCases.map(\.rawValue)
                        throw click.value.error(
                            "there is no button '\(click.name)'\(Suggestion.hint(for: click.name, among: names))")
                    }
                    feed.clicks[button] = try click.value.textOrNothing()
                }
            }
        }
        return feed
    }

    private func line(_ node: SettingsNode, _ schema: EntrySchema) throws(SettingsProblem) -> String {
        let text = try node.textOrNothing()
        do {
            let template = try TextTemplate(text)
            for error in template.unknownEscapes { node.warn("\(node.name), \(error)") }
            if let warning = FeedSettings.warnings(of: [template], schema).first { throw node.error("\(node.name): \(warning)") }
        } catch let error as SettingsProblem {
            throw error
        } catch {
            throw node.error("\(node.name), \(error)")
        }
        return text
    }
}
