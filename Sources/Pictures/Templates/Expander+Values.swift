import SubdialBasics
import SubdialExpressions
import SubdialLayout

/// The evaluation of arguments by type.
extension Expander {
    func value(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Value {
        guard case .scalar(let text, let isPlain) = value.kind else { return .missing }
        do {
            return try text.value(in: AnyScope(scope))
        } catch {
            let position = TemplateReader.position(of: error.offset, in: text.source, isPlain: isPlain, from: value.position)
            throw TemplateProblem(file: file, position: position, path: path, message: error.reason)
        }
    }

    func text(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> String {
        try self.value(value, scope, path).text
    }

    /// The limit of numbers: larger ones are not lengths of a widget and cannot be drawn.
    private static let greatestNumber = 100_000.0

    func number(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Double {
        if value.literal == "infinity" { return .infinity }
        return min(max(try quantity(value, scope, path), -Self.greatestNumber), Self.greatestNumber)
    }

    /// A finite number without that limit, such as a number of bytes: a value on a scale rather than a length.
    func quantity(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Double {
        let result = try self.value(value, scope, path)
        var number = result.number
        if case .string(let text) = result { number = Double(text) }
        guard let number, number.isFinite else {
            throw problem("a number should come out here, not \(result == .missing ? "nothing" : "'\(result.text)'")", value, path)
        }
        return number
    }

    /// A number that cannot be negative; 0 if the expression evaluates to less.
    func length(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Double {
        max(0, try number(value, scope, path))
    }

    /// True if the entry says that the action of an intent is not possible now: a button that would be refused is no button.
    private func isUnavailable(_ intent: String, _ scope: any Scope) -> Bool {
        guard case .list(let names)? = scope.value(of: "unavailable") else { return false }
        return names.contains { $0.text == intent }
    }

    func truth(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Bool {
        if let literal = value.literal { return literal == "true" }
        return try self.value(value, scope, path).isTrue
    }

    func word<T: RawRepresentable & CaseIterable>(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> T
    where T.RawValue == String {
        let text = try self.text(value, scope, path)
        if let word = T(rawValue: text) { return word }
        let words = T.allCases.map(\.rawValue)
        throw problem(
            "'\(text)' is not one of \(words.sorted().joined(separator: ", "))\(Suggestion.hint(for: text, among: words))", value, path)
    }

    func color(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> ColorName {
        let text = try self.text(value, scope, path)
        guard ColorNames.contains(text) else {
            let hint = Suggestion.hint(for: text, among: ColorNames.all)
            throw problem("'\(text)' is not a colour\(hint)", value, path)
        }
        return ColorName(text)
    }

    func paint(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Paint {
        guard case .list(let stops)? = value["gradient"]?.kind else { return .color(try color(value, scope, path)) }
        let gradient = try self.stops(stops, scope, path)
        func angle(_ key: String) throws -> Double? { try value[key].map { try number($0, scope, path) } }
        let center = try value["center"].map { try side($0, scope, path) } ?? Point(0.5, 0.5)
        switch try value["type"].map({ try text($0, scope, path) }) ?? "linear" {
        case "radial":
            return .radialGradient(
                center: center, startRadius: try value["startRadius"].map { try length($0, scope, path) } ?? 0,
                endRadius: try value["endRadius"].map { try length($0, scope, path) }, stops: gradient)
        case "angular":
            let start = try angle("startAngle") ?? -90
            return .angularGradient(center: center, start: start, end: try angle("endAngle") ?? start + 360, stops: gradient)
        default:
            return .linearGradient(
                from: try value["from"].map { try side($0, scope, path) } ?? Point(0.5, 0),
                to: try value["to"].map { try side($0, scope, path) } ?? Point(0.5, 1), stops: gradient)
        }
    }

    /// The stops of a gradient; those without a location are evenly spaced.
    private func stops(_ stops: [TemplateValue], _ scope: any Scope, _ path: String) throws -> [GradientStop] {
        let last = Double(max(1, stops.count - 1))
        return try stops.enumerated().map { index, stop in
            guard case .map = stop.kind, let colorValue = stop["color"] else {
                return GradientStop(try color(stop, scope, path), at: Double(index) / last)
            }
            var name = try color(colorValue, scope, path)
            name.opacity = try stop["opacity"].map { try number($0, scope, path) } ?? 1
            return GradientStop(name, at: try stop["at"].map { try number($0, scope, path) } ?? Double(index) / last)
        }
    }

    private func side(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Point {
        let name = try text(value, scope, path)
        guard let alignment = Alignment.named[name] else { throw problem("'\(name)' is no side", value, path) }
        let x: [HorizontalAlignment: Double] = [.leading: 0, .center: 0.5, .trailing: 1]
        let y: [VerticalAlignment: Double] = [.top: 0, .center: 0.5, .bottom: 1]
        return Point(x[alignment.horizontal] ?? 0.5, y[alignment.vertical] ?? 0.5)
    }

    func alignment(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Alignment {
        let name = try text(value, scope, path)
        guard let alignment = Alignment.named[name] else {
            throw problem("'\(name)' is no alignment\(Suggestion.hint(for: name, among: Alignment.named.keys))", value, path)
        }
        return alignment
    }

    func insets(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Insets {
        guard case .map = value.kind else { return Insets(all: try number(value, scope, path)) }
        func edge(_ names: String...) throws -> Double {
            for name in names { if let value = value[name] { return try number(value, scope, path) } }
            return 0
        }
        return Insets(
            top: try edge("top", "vertical"), leading: try edge("leading", "horizontal"),
            bottom: try edge("bottom", "vertical"), trailing: try edge("trailing", "horizontal"))
    }

    func radius(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> CornerRadius {
        try text(value, scope, path) == "concentric" ? .concentric : .fixed(length(value, scope, path))
    }

    /// Applies `font` to what a node inherits, as SwiftUI does.
    ///
    /// A style or a size is another font: the weight of the former one, and of its style, ends with it. A weight alone is `fontWeight`, which
    /// stays for fonts further inside.
    private func apply(font value: TemplateValue, to inherited: inout Inherited, _ scope: any Scope, _ path: String) throws {
        let isMap = if case .map = value.kind { true } else { false }
        let (style, size) = (isMap ? value["style"] : value, value["size"])
        let weight: FontWeight? = try value["weight"].map { try word($0, scope, path) }
        if let style { inherited.font.base = .style(try word(style, scope, path)) }
        if let size { inherited.font.base = .size(min(max(try number(size, scope, path), 1), 500)) }
        if style != nil || size != nil {
            inherited.font.weight = weight ?? inherited.weight
        } else if let weight {
            inherited.setWeight(weight)
        }
        if let design = value["design"] { inherited.font.design = try word(design, scope, path) }
    }
}

/// The expansion of mixing console elements: level meters, faders, piano rolls.
extension Expander {
    /// Levels with a bar for each number of a list, which is a literal or the result of one expression.
    func levelsContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> LevelsContent {
        let unit: LevelUnit = try value["unit"].map { try word($0, scope, path) } ?? .ratio
        let isMeter = try value["isMeter"].map { try truth($0, scope, path) } ?? false
        var levels = LevelsContent(try self.levels(content, unit, scope, path), color: isMeter ? nil : inherited.color)
        if let peaks = value["peaks"] { levels.peaks = try self.levels(peaks, unit, scope, path) }
        if let axis = value["axis"] { levels.axis = try word(axis, scope, path) }
        if let spacing = value["spacing"] { levels.spacing = try length(spacing, scope, path) }
        if let track = value["track"] { levels.track = try color(track, scope, path) }
        return levels
    }

    /// Levels of 0 to 1; a missing number is silence.
    private func levels(_ content: TemplateValue, _ unit: LevelUnit, _ scope: any Scope, _ path: String) throws -> [Double] {
        let silence = unit == .ratio ? 0 : LevelUnit.floor
        let numbers: [Double]
        if case .list(let values) = content.kind {
            numbers = try values.map { try self.value($0, scope, path) == .missing ? silence : number($0, scope, path) }
        } else {
            let found = try self.value(content, scope, path)
            switch found {
            case .missing: numbers = []
            case .list(let values): numbers = values.prefix(Self.maximumRepeats).map { $0.number ?? silence }
            default: throw problem("a list of numbers should come out here, not \(found.kind)", content, path)
            }
        }
        return numbers.prefix(Self.maximumRepeats).map(unit.level)
    }

    /// A fader with its thumb at a number of 0 to 1.
    func faderContent(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> FaderContent {
        let position = try number(content, scope, path)
        var fader = FaderContent(position.isFinite ? min(max(0, position), 1) : 0, color: inherited.color)
        if let axis = value["axis"] { fader.axis = try word(axis, scope, path) }
        if let track = value["track"] { fader.track = try color(track, scope, path) }
        return fader
    }

    /// The visible notes of a list of maps with `start`, `length`, `pitch` and optionally `color`.
    func pianoRoll(
        _ content: TemplateValue, _ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String
    ) throws -> PianoRollContent {
        let found = try self.value(content, scope, path)
        let rows: [Value]
        switch found {
        case .missing: rows = []
        case .list(let values): rows = values
        default: throw problem("a list of notes should come out here, not \(found.kind)", content, path)
        }
        let begin = try value["from"].map { try number($0, scope, path) }
        let finish = try value["to"].map { try number($0, scope, path) }
        // Notes outside the window are skipped early.
        let notes = rows.compactMap { RollNote($0, from: begin ?? -.infinity, to: finish ?? .infinity) }
        let from = begin ?? notes.lazy.map(\.start).min() ?? 0
        let to = finish ?? notes.lazy.map(\.end).max() ?? from + 1
        guard from.isFinite, to.isFinite, to > from else { throw problem("'to' should be later than 'from'", value["to"] ?? value, path) }
        let pitches = try value["pitches"].map { try self.pitches($0, scope, path) } ?? Self.pitches(of: notes)
        var (voices, places): ([PianoRollContent.Voice], [String: Int]) = ([], [:])
        for note in notes where pitches.contains(note.pitch) {
            let name = note.color.flatMap { ColorNames.contains($0) ? $0 : nil }
            let place = places[name ?? ""] ?? voices.count
            if place == voices.count {
                voices.append(.init(color: name.map { ColorName($0) } ?? inherited.color, notes: []))
                places[name ?? ""] = place
            }
            voices[place].notes.append(
                .init(start: (note.start - from) / (to - from), length: (note.end - note.start) / (to - from), pitch: note.pitch))
        }
        var roll = PianoRollContent(voices, pitches: pitches, color: inherited.color)
        if let playhead = value["playhead"] {
            let share = (try number(playhead, scope, path) - from) / (to - from)
            if (0...1).contains(share) { roll.playhead = share }
        }
        if let track = value["track"] { roll.lanes = try color(track, scope, path) }
        return roll
    }

    /// A range of two MIDI note numbers.
    private func pitches(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> ClosedRange<Int> {
        guard case .list(let values) = value.kind, values.count == 2 else { throw problem("pitches takes two MIDI numbers", value, path) }
        let numbers = try values.map { try number($0, scope, path) }
        guard numbers.allSatisfy((0...127).contains), numbers[0] <= numbers[1] else {
            throw problem("pitches takes two MIDI numbers of 0 to 127, the lower one first", value, path)
        }
        return Int(saturating: numbers[0])...Int(saturating: numbers[1])
    }

    /// The pitches of the notes with at least one more on either side, and at least an octave.
    private static func pitches(of notes: [RollNote]) -> ClosedRange<Int> {
        guard let low = notes.lazy.map(\.pitch).min(), let high = notes.lazy.map(\.pitch).max() else { return 60...72 }
        let missing = max(2, 12 - (high - low))
        return max(0, low - missing / 2)...min(127, high + (missing + 1) / 2)
    }
}

/// A note of the list.
private struct RollNote {
    let start: Double
    let end: Double
    let pitch: Int
    let color: String?

    /// Reads a map; nil for anything but a note, and for a note outside the given time range.
    init?(_ value: Value, from: Double, to: Double) {
        guard case .map(let members) = value, let start = members["start"]?.number, start.isFinite, start < to,
            let length = members["length"]?.number, length.isFinite, length > 0, start + length > from,
            let pitch = members["pitch"]?.number, (0...127).contains(pitch)
        else { return nil }
        self.start = start
        end = start + length
        self.pitch = Int(saturating: pitch.rounded())
        if case .string(let name)? = members["color"] { color = name } else { color = nil }
    }
}

extension Expander {
    /// Applies the inherited properties that a value sets: font, colour, text wrapping, size and colours of symbols.
    func inherit(_ value: TemplateValue, _ inherited: inout Inherited, _ scope: any Scope, _ path: String) throws {
        if let font = value["font"] { try apply(font: font, to: &inherited, scope, path) }
        if let design = value["fontDesign"] { inherited.font.design = try word(design, scope, path) }
        if let weight = value["fontWeight"] { inherited.setWeight(try word(weight, scope, path)) }
        if let bold = value["bold"] { inherited.setWeight(try truth(bold, scope, path) ? .bold : .regular) }
        if let color = value["foreground"] { inherited.color = try self.color(color, scope, path) }
        if let limit = value["lineLimit"] { inherited.lineLimit = Int(saturating: min(max(try number(limit, scope, path), 1), 1000)) }
        if let factor = value["minimumScaleFactor"] { inherited.minimumScaleFactor = min(max(try number(factor, scope, path), 0.1), 1) }
        if let truncation = value["truncation"] { inherited.truncation = try word(truncation, scope, path) }
        if let digits = value["monospacedDigit"] { inherited.font.hasMonospacedDigits = try truth(digits, scope, path) }
        if let size = value["symbolSize"] { inherited.symbolSize = try length(size, scope, path) }
        if let mode = value["symbolRenderingMode"] { inherited.symbolRenderingMode = try word(mode, scope, path) }
    }

    /// The modifiers of a value in a fixed order, independent of the order in the file.
    ///
    /// The order is: shape of the content, padding, frame, background, clip, border, overlay, mask, effects, opacity, offset, and those that only
    /// the enclosing stack or the system evaluates.
    func modifiers(of value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> [Modifier] {
        var modifiers: [Modifier] = []
        func number(_ value: TemplateValue) throws -> Double { try self.number(value, scope, path) }
        if let together = value["scalesTogether"], try truth(together, scope, path) { modifiers.append(.scalesTogether) }
        if let fixed = value["fixedSize"] { modifiers.append(try fixedSize(fixed, scope, path)) }
        if let ratio = value["aspectRatio"] {
            let mode: Modifier.ContentMode = try ratio["mode"].map { try word($0, scope, path) } ?? .fit
            // More extreme ratios are not useful.
            modifiers.append(.aspectRatio(min(max(try number(ratio["ratio"] ?? ratio), 0.001), 1000), mode))
        }
        if let padding = value["padding"] { modifiers.append(.padding(try insets(padding, scope, path))) }
        if let frame = value["frame"] { modifiers += try self.frame(frame, scope, path) }
        if let background = value["background"] {
            modifiers.append(
                .background(
                    try layer(background, inherited, scope, "\(path).background"),
                    alignment: try value["backgroundAlignment"].map { try alignment($0, scope, path) } ?? .center))
        }
        let clip = try self.clip(of: value, scope, path)
        if let clip { modifiers.append(.clip(clip)) }
        if let border = value["border"] {
            let color = try border["color"].map { try self.color($0, scope, path) } ?? ColorName("fill")
            modifiers.append(.border(clip ?? .rectangle, color, width: try border["width"].map { try length($0, scope, path) } ?? 1))
        }
        if let overlay = value["overlay"] {
            modifiers.append(
                .overlay(
                    try layer(overlay, inherited, scope, "\(path).overlay"),
                    alignment: try value["overlayAlignment"].map { try alignment($0, scope, path) } ?? .center))
        }
        if let mask = value["mask"] {
            modifiers.append(
                .mask(
                    try layer(mask, inherited, scope, "\(path).mask"),
                    alignment: try value["maskAlignment"].map { try alignment($0, scope, path) } ?? .center))
        }
        if let brightness = value["brightness"] { modifiers.append(.filter(.dimming(min(max(try number(brightness), 0), 1)))) }
        if let blur = value["blur"] { modifiers.append(.blur(try length(blur, scope, path))) }
        if let shadow = value["shadow"] { modifiers.append(try self.shadow(shadow, scope, path)) }
        if let rotation = value["rotation"] { modifiers.append(.rotation(try number(rotation))) }
        if let scale = value["scale"] {
            let factor = try length(scale, scope, path)
            modifiers.append(.scale(x: factor, y: factor))
        }
        if let opacity = value["opacity"] { modifiers.append(.opacity(min(max(try number(opacity), 0), 1))) }
        if let offset = value["offset"] {
            modifiers.append(.offset(x: try offset["x"].map(number) ?? 0, y: try offset["y"].map(number) ?? 0))
        }
        modifiers += try guides(value, scope, path)
        if let intent = try value["intent"].flatMap({ try self.intent($0, scope, path) }) { modifiers.append(.intent(intent)) }
        for (key, modifier) in [("privacySensitive", Modifier.privacySensitive), ("unredacted", .unredacted), ("accented", .accented)] {
            if let value = value[key], try truth(value, scope, path) { modifiers.append(modifier) }
        }
        if let scheme = value["colorScheme"] { modifiers.append(.colorScheme(try word(scheme, scope, path))) }
        if let below = value["belowIfTooWide"], try truth(below, scope, path) { modifiers.append(.belowIfTooWide) }
        if let columns = value["gridCellColumns"] {
            modifiers.append(.gridCellColumns(Int(saturating: min(max(try number(columns), 1), 100))))
        }
        if let alignment = value["gridColumnAlignment"] { modifiers.append(.gridColumnAlignment(try word(alignment, scope, path))) }
        if let direction = value["layoutDirection"] { modifiers.append(.layoutDirection(try word(direction, scope, path))) }
        if let priority = value["layoutPriority"] { modifiers.append(.layoutPriority(try number(priority))) }
        return modifiers
    }

    /// The node of a background, an overlay or a mask: a rectangle filled with a paint, or a node of the template.
    func layer(_ value: TemplateValue, _ inherited: Inherited, _ scope: any Scope, _ path: String) throws -> SubdialLayout.Node {
        switch value.kind {
        // The bare name of an element, not of a paint.
        case .scalar where value.literal.map { Vocabulary.elements[$0] != nil } ?? false: return try body(value, inherited, scope, path)
        case .scalar: return SubdialLayout.Node(.shape(ShapeContent(.rectangle, try paint(value, scope, path))), path: path)
        case .map where value["gradient"] != nil:
            return SubdialLayout.Node(.shape(ShapeContent(.rectangle, try paint(value, scope, path))), path: path)
        default: return try body(value, inherited, scope, path)
        }
    }

    /// The intent of a button, or of a slider if it is a map; nil without a name, and if the entry does not permit the action now.
    private func intent(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Intent? {
        guard case .map = value.kind else { return try available(Intent(text(value, scope, path)), scope) }
        let from = try value["from"].map { try quantity($0, scope, path) } ?? 0
        let slider = Intent.Slider(
            from: from, to: try value["to"].map { try quantity($0, scope, path) } ?? 100,
            value: try value["value"].map { try quantity($0, scope, path) } ?? from)
        return try available(Intent(value["name"].map { try text($0, scope, path) } ?? "", slider: slider), scope)
    }

    private func available(_ intent: Intent, _ scope: any Scope) -> Intent? {
        intent.name.isEmpty || isUnavailable(intent.name, scope) ? nil : intent
    }

    /// SwiftUI's shadow; the default colour is black with an opacity of 0.33.
    private func shadow(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Modifier {
        .shadow(
            try value["color"].map { try color($0, scope, path) } ?? ColorName("black", opacity: 0.33),
            radius: try value["radius"].map { try length($0, scope, path) } ?? 4,
            x: try value["x"].map { try number($0, scope, path) } ?? 0, y: try value["y"].map { try number($0, scope, path) } ?? 0)
    }

    private func fixedSize(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Modifier {
        let text = try self.text(value, scope, path)
        if let axis = Axis(rawValue: text) { return .fixedSize(horizontal: axis == .horizontal, vertical: axis == .vertical) }
        let both = try truth(value, scope, path)
        return .fixedSize(horizontal: both, vertical: both)
    }

    private func clip(of value: TemplateValue, _ scope: any Scope, _ path: String) throws -> Shape? {
        if let radius = value["cornerRadius"] { return .roundedRectangle(try self.radius(radius, scope, path)) }
        guard let clip = value["clip"] else { return nil }
        switch try text(clip, scope, path) {
        case "circle": return .circle
        case "capsule": return .capsule(.circular)
        default: return .rectangle
        }
    }

    private func frame(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> [Modifier] {
        func length(_ key: String) throws -> Double? { try value[key].map { try self.length($0, scope, path) } }
        let alignment = try value["alignment"].map { try self.alignment($0, scope, path) } ?? .center
        var modifiers: [Modifier] = []
        let (width, height) = (try length("width"), try length("height"))
        if width != nil || height != nil { modifiers.append(.frame(width: width, height: height, alignment: alignment)) }
        let flexible = FlexibleFrame(
            horizontal: .init(minimum: try length("minWidth"), ideal: try length("idealWidth"), maximum: try length("maxWidth")),
            vertical: .init(minimum: try length("minHeight"), ideal: try length("idealHeight"), maximum: try length("maxHeight")),
            alignment: alignment)
        if flexible.horizontal != .init() || flexible.vertical != .init() || modifiers.isEmpty {
            modifiers.append(.flexibleFrame(flexible))
        }
        return modifiers
    }

    private func guides(_ value: TemplateValue, _ scope: any Scope, _ path: String) throws -> [Modifier] {
        guard case .map(let members)? = value["alignmentGuide"]?.kind else { return [] }
        return try members.flatMap { member -> [Modifier] in
            let offset = try number(member.value, scope, path)
            // `center` is a guide of both axes.
            return (VerticalAlignment(rawValue: member.key).map { [.verticalGuide($0, offset)] } ?? [])
                + (HorizontalAlignment(rawValue: member.key).map { [.horizontalGuide($0, offset)] } ?? [])
        }
    }
}
