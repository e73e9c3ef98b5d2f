import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// Parses the types of fields.
struct KindTypes {
    static let keys = [
        "type", "from", "over", "sample", "optional", "default", "unit", "class", "label", "map", "privacy", "of", "epoch", "format",
        "zone",
        "description",
    ]

    let reader: KindReader
    /// The names that the expressions of units can use.
    var parameters = KindNames([], secrets: [])

    /// Parses a field: a map of its properties, or only a sample.
    func field(_ member: SettingsNode.Member, _ names: KindNames, isNested: Bool = false) throws(SettingsProblem) -> KindField {
        let node = member.value
        guard node.isMap else {
            let value = node.value
            // In `of`, a single word is a type.
            if isNested, case .string(let word) = value {
                return KindField(EntryField(member.name, try scalar(word, node), isOptional: true))
            }
            return KindField(EntryField(member.name, .type(of: value), sample: value))
        }
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: Self.keys, like: "type: number") { parts[$0.name] = $0.value }
        let from = try parts["from"].map { (n) throws(SettingsProblem) in try reader.expression(n, names) }
        // A constant is its own sample.
        let sample = parts["sample"]?.value ?? from?.constant ?? .missing
        let standard = parts["default"]?.value
        let map = try parts["map"].map { (n) throws(SettingsProblem) in try values(n) } ?? [:]
        let (type, members) = try type(parts, sample == .missing ? standard ?? map.values.first ?? .missing : sample, names)
        let isOptional = try parts["optional"]?.flag()
        let unit = try parts["unit"].map { (n) throws(SettingsProblem) in try reader.expression(n, parameters) }
        var field = EntryField(
            member.name, type,
            isOptional: isNested || isOptional == true || standard != nil,
            sample: sample == .missing ? standard ?? .missing : sample, unit: unit?.literal,
            privacy: try privacy(parts["privacy"]), summary: try parts["description"]?.text())
        field.label = try parts["label"]?.text()
        field.fieldClass = try parts["class"].map { (n) throws(SettingsProblem) in
            try fieldClass(n, of: field, hasKnownUnit: unit == nil || unit?.literal != nil)
        }
        let hasSource = from != nil && map.isEmpty
        let over = try parts["over"].map { (n) throws(SettingsProblem) in try pastTime(n, of: field, hasSource: hasSource) }
        let result = KindField(
            field: field, from: from, standard: standard, map: map, members: members, over: over, unit: field.unit == nil ? unit : nil)
        try check(sample, of: result, parts["sample"] ?? node)
        return result
    }

    /// Parses the time over which a list has the past values of an expression.
    private func pastTime(_ node: SettingsNode, of field: EntryField, hasSource: Bool) throws(SettingsProblem) -> Double {
        guard case .list(let element) = field.type, element.isNumeric, hasSource else {
            throw node.error("'over' needs a list of numbers with 'from', like '{ type: list, of: ratio, from: \"{{ cpu }}\", over: 1h }'")
        }
        let seconds = try reader.seconds(node)
        guard seconds >= 60, seconds <= 366 * 86_400 else { throw node.error("'over' takes 1m to 366d") }
        return seconds
    }

    /// Checks that a sample has the type of its field.
    private func check(_ sample: Value, of field: KindField, _ node: SettingsNode) throws(SettingsProblem) {
        guard sample != .missing else { return }
        do {
            var maker = FieldMaker(isSample: true)
            _ = try maker.value(of: field, sample, at: field.field.name, in: DictionaryScope([:]))
        } catch {
            throw node.error("\(node.name): \(error.reason)")
        }
    }

    /// Parses what a field measures, which its type and unit must suit.
    private func fieldClass(_ node: SettingsNode, of field: EntryField, hasKnownUnit: Bool) throws(SettingsProblem) -> FieldClass {
        let word = try node.text()
        guard let known = FieldClass(rawValue: word) else {
            let hint = Suggestion.hint(for: word, among: FieldClass.allCases.map(\.rawValue))
            throw node.error("there is no class '\(word)'" + (hint.isEmpty ? "; the classes are Home Assistant's device classes" : hint))
        }
        if case .bool = field.type {
            guard known.isForFlags else { throw node.error("the class '\(word)' is one of numbers, not of what is true or false") }
            return known
        }
        guard field.type.isNumeric else { throw node.error("a class goes with a number or a bool, not with '\(field.type.name)'") }
        guard known.isForNumbers else { throw node.error("the class '\(word)' is one of what is true or false, not of numbers") }
        guard !hasKnownUnit || known.allows(field.measuredUnit) else {
            let names = known.unitNames
            throw node.error(
                "the class '\(word)' "
                    + (known == .monetary
                        ? "needs a unit, like 'unit: EUR'" : names.isEmpty ? "has no unit" : "needs one of the units \(names)"))
        }
        return known
    }

    private func values(_ node: SettingsNode) throws(SettingsProblem) -> [String: Value] {
        var values: [String: Value] = [:]
        for member in try node.anyMembers(like: "0: sun.max.fill") { values[member.name] = member.value.value }
        return values
    }

    private func privacy(_ node: SettingsNode?) throws(SettingsProblem) -> EntryField.Privacy {
        guard let node else { return .public }
        guard let privacy = EntryField.Privacy(rawValue: try node.text()) else { throw node.error("privacy takes public or private") }
        return privacy
    }

    private func type(
        _ parts: [String: SettingsNode], _ sample: Value, _ names: KindNames
    ) throws(SettingsProblem) -> (FieldType, [KindField]) {
        let word = try parts["type"]?.text()
        // A map of types defines the fields of a map, or of each map in a list.
        if let of = parts["of"], of.isMap {
            var members: [KindField] = []
            var inner = names.adding(FieldMaker.itemName, "index")
            for member in try of.anyMembers(like: "at: date") {
                members.append(try field(member, inner, isNested: true))
                inner = inner.adding(member.name)
            }
            let map = FieldType.map(members.map(\.field))
            if word == "map" { return (map, members) }
            if case .map = sample { return (map, members) }
            return (.list(map), members)
        }
        if word == nil, let of = parts["of"], !of.isList { return (.list(try scalar(try of.text(), of)), []) }
        guard let word, let node = parts["type"] else {
            return (parts["of"] == nil ? .type(of: sample) : .choice(try words(parts["of"])), [])
        }
        if word == "list" {
            guard let of = parts["of"] else { return (.list(.any), []) }
            return (.list(try scalar(try of.text(), of)), [])
        }
        let type = try scalar(word, node, choices: parts["of"])
        guard case .date = type else { return (type, []) }
        var form = FieldType.DateForm()
        if let epoch = parts["epoch"] {
            guard let unit = FieldType.DateForm.Epoch(rawValue: try epoch.text()) else { throw epoch.error("epoch takes s or ms") }
            form.epoch = unit
        }
        if let format = parts["format"] {
            let pattern = try format.text()
            if let problem = DatePattern.problem(of: pattern) { throw format.error("\(format.name): \(problem)") }
            form.pattern = pattern
        }
        if let node = parts["zone"] {
            let zone = try node.text()
            guard TimeZones.isKnown(zone) else {
                let way = zone.contains("{{") ? "; a zone of the document goes into 'from', as date_of(text, format, zone)" : ""
                throw node.error("'\(zone)' is no time zone; write it like Europe/Berlin\(way)")
            }
            form.zone = zone
        }
        return (.date(form), [])
    }

    /// Parses the name of a type.
    func scalar(_ word: String, _ node: SettingsNode, choices: SettingsNode? = nil) throws(SettingsProblem) -> FieldType {
        switch word {
        case "text": return .text
        case "number": return .number
        case "integer": return .integer
        case "ratio": return .ratio
        case "bool": return .bool
        case "date": return .date()
        case "duration": return .duration
        case "color": return .color
        case "symbol": return .symbol
        case "image": return .image
        case "url": return .url
        case "zone": return .zone
        case "clock": return .clock
        case "map": return .map([])
        case "list": return .list(.any)
        case "any": return .any
        case "choice":
            guard choices != nil else { throw node.error("a choice needs 'of': the words that it may be") }
            return .choice(try words(choices))
        default:
            let hint = Suggestion.hint(for: word, among: FieldType.names)
            throw node.error(
                "there is no type '\(word)'" + (hint.isEmpty ? "; there are \(FieldType.names.joined(separator: ", "))" : hint))
        }
    }

    private func words(_ node: SettingsNode?) throws(SettingsProblem) -> [String] {
        var words: [String] = []
        for element in node?.elements ?? [] { words.append(try element.text()) }
        return words
    }
}

extension KindField {
    init(_ field: EntryField) {
        self.init(field: field, from: nil, standard: nil, map: [:], members: [])
    }
}
