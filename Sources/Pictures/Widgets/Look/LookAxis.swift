import FoundationEssentials
import SubdialDrawing
import SubdialExpressions
import SubdialLayout

/// The value of an axis, as a suite, a URL or a command line has it.
package enum LookValue: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case number(Double)
    case panel(PanelChoice)
}

/// The form of an axis' values, from which each place makes its message about a wrong one.
package enum LookForm: Hashable, Sendable {
    /// One of a fixed list of words.
    case words([String])
    /// The name of something installed: a device or a theme.
    case name
    /// The path of a file.
    case file
    /// True or false.
    case flag
    /// A number of this description; suites explain it by `unit`.
    case number(String, unit: String? = nil)
    /// The tag of a language.
    case language
    /// A colour.
    case color
    /// A time zone other than `local`.
    case timeZone
    /// The options of a panel.
    case panel

    /// The description of valid values in messages; nil for forms that accept any value.
    package var expected: String? {
        switch self {
        case .words(let words): "one of " + words.joined(separator: ", ")
        case .number(let description, _): description
        case .language: "a tag such as de or pt-BR"
        case .color: "a colour such as #FF9500"
        case .timeZone: "a zone such as Europe/Berlin, UTC or +01:00"
        case .name, .file, .flag, .panel: nil
        }
    }
}

/// A use of names: each includes the values that differ from its own usual ones.
package enum LookNaming: Sendable {
    /// The id of a suite's snapshot on a device, and its former id, which contained more.
    case suite(Device), formerSuite(Device)
    /// The name of a snapshot in Swift.
    case code
    /// The name that the preview proposes for a case.
    case proposal
}

/// An axis of a look: one property of ``WidgetLook`` with its names, values and effect on names.
///
/// `subdial render`, suites, `subdial serve`, the preview and snapshots in Swift have the same axes. To add one, see "An axis of a look" in
/// `Documentation/architecture.md`.
package struct LookAxis: Sendable {
    /// Its name in messages.
    package let name: String
    /// The key of its values in the `matrix` of a suite.
    package let suite: String
    /// The option of `subdial render` without its hyphens; nil if another option or the file decides it.
    package let option: String?
    /// The parameter in URLs of pictures; nil if the path, other parameters or nothing decide it.
    package let parameter: String?
    /// The function of `SnapshotStrategy` in Swift; nil for the parameters of a strategy.
    package let method: String?
    /// The form of its values.
    package let form: LookForm
    /// True if a suite has the word `none` for a look without a value.
    package let hasNone: Bool
    /// True if the parameter means the opposite of the axis.
    package let isOppositeInURLs: Bool

    private let read: @Sendable (LookValue, inout WidgetLook) -> Bool
    private let write: @Sendable (WidgetLook) -> LookValue?
    private let word: @Sendable (WidgetLook, LookNaming) -> String?
    private let copy: @Sendable (WidgetLook, inout WidgetLook) -> Void
    private let isSame: @Sendable (WidgetLook, WidgetLook) -> Bool

    private init<Value: Hashable & SendableMetatype>(
        _ name: String, _ path: any WritableKeyPath<WidgetLook, Value> & Sendable, suite: String, option: String?, parameter: String?,
        method: String?, _ form: LookForm, hasNone: Bool = false, isOppositeInURLs: Bool = false,
        parse: @escaping @Sendable (LookValue) -> Value?, write: @escaping @Sendable (Value) -> LookValue?,
        word: @escaping @Sendable (Value, LookNaming) -> String?
    ) {
        self.name = name
        self.suite = suite
        self.option = option
        self.parameter = parameter
        self.method = method
        self.form = form
        self.hasNone = hasNone
        self.isOppositeInURLs = isOppositeInURLs
        read = { value, look in
            guard let value = parse(value) else { return false }
            look[keyPath: path] = value
            return true
        }
        self.write = { write($0[keyPath: path]) }
        self.word = { word($0[keyPath: path], $1) }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
        isSame = { $0[keyPath: path] == $1[keyPath: path] }
    }

    /// Sets the axis of a look.
    ///
    /// - Returns: False for a value that does not have the axis' form; the look is unchanged then.
    package func set(_ value: LookValue, in look: inout WidgetLook) -> Bool { read(value, &look) }

    /// Copies the axis' value of another look.
    package func copy(from other: WidgetLook, to look: inout WidgetLook) { copy(other, &look) }

    /// The value in a look; nil for none.
    package func value(in look: WidgetLook) -> LookValue? { write(look) }

    /// True if the value is not that of the family's default look.
    package func isChosen(in look: WidgetLook) -> Bool { !isSame(look, WidgetLook(family: look.family)) }

    /// The component of a name; nil for a usual value.
    package func word(of look: WidgetLook, _ naming: LookNaming) -> String? { word(look, naming) }
}

extension LookAxis: Hashable {
    /// Compares names, which are unique.
    package static func == (one: LookAxis, other: LookAxis) -> Bool { one.name == other.name }

    /// Hashes the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension WidgetLook {
    /// The components of a name, in the order of the axes.
    ///
    /// A view that is drawn alone has its frame in place of the family, and a control also in place of the appearance.
    package func words(_ naming: LookNaming) -> [String] {
        guard let frame else { return LookAxis.all.compactMap { $0.word(of: self, naming) } }
        let replaced = frame.control == nil ? [LookAxis.family] : [.family, .appearance]
        return [frame.description] + LookAxis.all.filter { !replaced.contains($0) }.compactMap { $0.word(of: self, naming) }
    }
}

// The axes

extension LookAxis {
    /// All axes, in the order of names.
    package static let all: [LookAxis] = [
        family, device, appearance, presentation, mode, theme, typeSize, language, placement, direction, redaction, timeZone, tint,
        backdrop, night, reducedLuminance, noBackground, scale, square, panel, moment, animated,
    ]

    /// The suite's word for no value.
    package static let none = "none"

    /// The family; in URLs it is the name of the file, in the preview a parameter of its own.
    package static let family = LookAxis(
        "family", \.family, suite: "families", option: "family", parameter: nil, method: nil
    ) { family, _ in family.rawValue }

    /// The device.
    package static let device = LookAxis(
        "device", \.device, suite: "devices", option: "device", parameter: "device", method: nil, .name, parse: text, write: written
    ) { id, naming in
        switch naming {
        case .suite(let device), .formerSuite(let device): device.id
        case .code: id
        case .proposal: nil
        }
    }

    /// The appearance.
    package static let appearance = LookAxis(
        "appearance", \.appearance, suite: "appearances", option: "appearance", parameter: "appearance", method: nil
    ) { appearance, _ in appearance.rawValue }

    /// The part of a live activity; on a command line it belongs to `subdial activity`, and to the name of the file in URLs.
    package static let presentation = LookAxis(
        "presentation", \.presentation, suite: "presentations", option: nil, parameter: nil, method: "presentation", hasNone: true
    ) { presentation, _ in presentation?.rawValue }

    /// The rendering mode.
    package static let mode = LookAxis(
        "mode", \.mode, suite: "modes", option: "mode", parameter: "mode", method: "mode"
    ) { mode, _ in mode == .fullColor ? nil : mode.rawValue }

    /// The theme.
    package static let theme = LookAxis(
        "theme", \.theme, suite: "themes", option: "theme", parameter: "theme", method: "theme", .name, parse: text, write: written
    ) { theme, _ in theme == Theme.standard ? nil : theme }

    /// The type size.
    package static let typeSize = LookAxis(
        "type size", \.typeSize, suite: "typeSizes", option: "type-size", parameter: "typeSize", method: "typeSize"
    ) { size, naming in
        if case .suite(let device) = naming, size == device.typeSize { return nil }
        return size?.rawValue
    }

    /// The language.
    package static let language = LookAxis(
        "language", \.language, suite: "languages", option: "language", parameter: "language", method: "language", .language,
        parse: { value -> String?? in
            guard case .text(let tag) = value, !tag.isEmpty, tag.utf8.count <= maximumTag,
                tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }),
                // The codes of ISO 639: a name such as `german` is none.
                (2...3).contains(tag.prefix(while: { $0.isLetter }).count)
            else { return nil }
            return tag
        }, write: written
    ) { tag, naming in
        switch naming {
        case .suite, .code: tag == Strings.standardLanguage ? nil : tag
        case .formerSuite, .proposal: tag
        }
    }

    /// The maximum length of a language's tag, which BCP 47 recommends.
    private static let maximumTag = 35

    /// The placement.
    package static let placement = LookAxis(
        "placement", \.placement, suite: "placements", option: "placement", parameter: "placement", method: "placement"
    ) { placement, _ in placement == .standard ? nil : placement.rawValue }

    /// The layout direction.
    package static let direction = LookAxis(
        "direction", \.direction, suite: "directions", option: "direction", parameter: "direction", method: "direction"
    ) { direction, naming in
        switch naming {
        case .suite, .formerSuite: direction == .leftToRight ? nil : direction?.rawValue
        case .code, .proposal: direction?.rawValue
        }
    }

    /// The redaction.
    package static let redaction = LookAxis(
        "redaction", \.redaction, suite: "redactions", option: "redacted", parameter: "redacted", method: "redacted", hasNone: true
    ) { redaction, _ in redaction?.rawValue }

    /// The time zone; on a command line it belongs to the configuration, and to the source in URLs.
    package static let timeZone = LookAxis(
        "time zone", \.timeZones, suite: "timeZones", option: "time-zone", parameter: nil, method: "timeZone", .timeZone,
        parse: { value in
            // The machine's own zone would differ on another one.
            guard case .text(let zone) = value, zone != "local", TimeZones.isKnown(zone) else { return nil }
            return TimeZones(standard: zone, local: zone)
        }, write: { .text($0.standard) }
    ) { zones, naming in
        if case .proposal = naming { return nil }
        return zones.nameWord
    }

    /// The tint.
    package static let tint = LookAxis(
        "tint", \.tint, suite: "tints", option: "tint", parameter: "tint", method: "tint", .color, hasNone: true,
        parse: { value -> WidgetTint?? in
            guard case .text(let text) = value, let tint = WidgetTint(text) else { return nil }
            return tint
        }, write: { $0.map { .text($0.text) } }
    ) { tint, naming in
        if case .proposal = naming { return tint.map { "tint\($0.text)".safeInNames } }
        return tint.map { "tint\($0.text.lowercased())".safeInNames }
    }

    /// The picture behind the widget.
    package static let backdrop = LookAxis(
        "backdrop", \.backdrop, suite: "backdrops", option: "backdrop", parameter: nil, method: "backdrop", .file, hasNone: true,
        parse: text, write: written
    ) { path, _ in path.map { "backdrop-\($0.nameOfFile)".safeInNames } }

    /// StandBy at night.
    package static let night = LookAxis(
        "night", \.isNight, suite: "night", option: "night", parameter: "night", method: "night")

    /// An Always-On display.
    package static let reducedLuminance = LookAxis(
        "reducedLuminance", \.isLuminanceReduced, suite: "reducedLuminance", option: "reduced-luminance", parameter: "reducedLuminance",
        method: "reducedLuminance")

    /// No background of the widget; the parameter `background` draws it.
    package static let noBackground = LookAxis(
        "noBackground", \.hidesBackground, suite: "noBackground", option: "no-background", parameter: "background",
        method: "hidesBackground", isOppositeInURLs: true)

    /// The scale.
    package static let scale = LookAxis(
        "scale", \.scale, suite: "scales", option: "scale", parameter: "scale", method: "scale",
        .number("a number above 0 and up to 32", unit: "the pixels of a point"),
        parse: { value -> Double?? in
            guard case .number(let number) = value, number > 0, number <= 32 else { return nil }
            return number
        }, write: { $0.map { .number($0) } }
    ) { scale, naming in
        switch naming {
        case .suite(let device) where scale == device.scale: nil
        case .formerSuite(let device) where scale == device.scale: nil
        case .suite, .formerSuite, .code: scale.map { "\($0.shortText)x".safeInNames }
        case .proposal: nil
        }
    }

    /// Square corners.
    package static let square = LookAxis(
        "square", \.isSquare, suite: "square", option: "square", parameter: "square", method: "square")

    /// The options of a panel; options and parameters have one for each key of ``PanelChoice``.
    package static let panel = LookAxis(
        "panel", \.panel, suite: "panels", option: nil, parameter: nil, method: "panel", .panel, hasNone: true,
        parse: { value -> PanelChoice?? in
            guard case .panel(let choice) = value else { return nil }
            return choice
        }, write: { $0.map { .panel($0) } }
    ) { panel, _ in panel?.word }

    /// The time after the start; options and parameters have a date `at` in its place.
    package static let moment = LookAxis(
        "moment", \.moment, suite: "moments", option: nil, parameter: nil, method: "after", .number("a number from 0 to 1000000000"),
        parse: { value in
            guard case .number(let seconds) = value, (0...1e9).contains(seconds) else { return nil }
            return seconds
        }, write: { .number($0) }
    ) { seconds, _ in seconds == 0 ? nil : seconds.nameOfMoment.safeInNames }

    /// A frame of an animation; on a command line, the format of the file decides.
    package static let animated = LookAxis(
        "animated", \.isAnimated, suite: "animated", option: nil, parameter: nil, method: "animated")
}

// Forms of several axes

extension LookAxis {
    /// An axis of words.
    private init<Word: RawRepresentable & CaseIterable & Hashable & SendableMetatype>(
        _ name: String, _ path: any WritableKeyPath<WidgetLook, Word> & Sendable, suite: String, option: String?, parameter: String?,
        method: String?, word: @escaping @Sendable (Word, LookNaming) -> String?
    ) where Word.RawValue == String {
        self.init(
            name, path, suite: suite, option: option, parameter: parameter, method: method, .words(Word.allCases.map(\.rawValue)),
            parse: { if case .text(let text) = $0 { Word(rawValue: text) } else { nil } }, write: { .text($0.rawValue) }, word: word)
    }

    /// An axis of words whose value may be missing.
    private init<Word: RawRepresentable & CaseIterable & Hashable & SendableMetatype>(
        _ name: String, _ path: any WritableKeyPath<WidgetLook, Word?> & Sendable, suite: String, option: String?, parameter: String?,
        method: String?, hasNone: Bool = false, word: @escaping @Sendable (Word?, LookNaming) -> String?
    ) where Word.RawValue == String {
        self.init(
            name, path, suite: suite, option: option, parameter: parameter, method: method, .words(Word.allCases.map(\.rawValue)),
            hasNone: hasNone,
            parse: { value -> Word?? in
                guard case .text(let text) = value, let word = Word(rawValue: text) else { return nil }
                return word
            }, write: { $0.map { .text($0.rawValue) } }, word: word)
    }

    /// An axis that is true or false; names contain it if it is true.
    private init(
        _ name: String, _ path: any WritableKeyPath<WidgetLook, Bool> & Sendable, suite: String, option: String?, parameter: String?,
        method: String?, isOppositeInURLs: Bool = false
    ) {
        self.init(
            name, path, suite: suite, option: option, parameter: parameter, method: method, .flag, isOppositeInURLs: isOppositeInURLs,
            parse: { if case .flag(let flag) = $0 { flag } else { nil } }, write: { .flag($0) }, word: { flag, _ in flag ? name : nil })
    }

    /// Parses any text.
    private static func text(_ value: LookValue) -> String?? { if case .text(let text) = value { .some(text) } else { nil } }

    /// The value of a text.
    private static func written(_ text: String?) -> LookValue? { text.map { .text($0) } }
}
