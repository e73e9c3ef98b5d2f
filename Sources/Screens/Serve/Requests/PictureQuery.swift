import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialTimeline
import SubdialWidgets

/// The look of a picture, from the query of its URL.
///
/// The order of the parameters does not matter: queries with equal values are equal, and share a cached picture.
package struct PictureQuery: Hashable, Sendable {
    /// The maximum number of pixels of a picture.
    static let maximumPixels = 16 << 20

    /// The family.
    package let family: WidgetFamily
    /// The file format.
    let format: PanelFile.Format
    private(set) var device: String?
    private(set) var appearance = Appearance.dark
    private(set) var mode = RenderingMode.fullColor
    /// The theme; nil for the configured one.
    private(set) var theme: String?
    private(set) var typeSize: TypeSize?
    /// Pixels per point; nil for the device's own.
    private(set) var scale: Double?
    private(set) var isSquare = false
    private(set) var placement = WidgetPlacement.standard
    private(set) var tint: String?
    private(set) var isNight = false
    private(set) var isLuminanceReduced = false
    private(set) var hidesBackground = false
    private(set) var redaction: Redaction?
    private(set) var language: String?
    private(set) var direction: LayoutDirection?
    /// The shown moment; nil for the present.
    private(set) var moment: Date?
    /// The options of a picture for a panel, as text.
    private var panel: [String: String] = [:]

    private static let panelNames = ["depth", "dither", "max-bytes", "palette", "rotate", "size"]

    /// The valid parameter names.
    ///
    /// `v` has no effect and makes a URL unique. `sign` replaces the token.
    static let names = [
        "appearance", "at", "background", "depth", "device", "direction", "dither", "language", "max-bytes", "mode", "night", "palette",
        "placement", "redacted", "reducedLuminance", "rotate", "scale", "sign", "size", "square", "subject", "theme", "tint", "token",
        "typeSize",
        "v",
    ]

    /// Parses the query of a URL.
    ///
    /// - Parameters:
    ///   - items: The decoded names and values in order; of several with the same name the last one counts.
    ///   - format: The file format; formats other than PNG are for 1-bit pictures only.
    /// - Throws: ``ServeError`` with the unknown name, or the name of the invalid value.
    package init(
        _ family: WidgetFamily, _ items: [(name: String, value: String)], format: PanelFile.Format = .png
    ) throws(ServeError) {
        self.family = family
        self.format = format
        for (name, value) in items {
            switch name {
            case "device": device = value
            case "appearance": appearance = try Self.word(value, name)
            case "mode": mode = try Self.word(value, name)
            case "theme": theme = value
            case "typeSize": typeSize = try Self.word(value, name)
            case "scale":
                guard let number = Double(value), number > 0, number <= 32 else {
                    throw Self.wrong(name, "a number above 0 and up to 32", value)
                }
                scale = number
            case "square": isSquare = try Self.truth(value, name)
            case "placement": placement = try Self.word(value, name)
            case "tint":
                guard Color(hex: value) != nil else { throw Self.wrong(name, "a colour such as #FF9500, its # written %23", value) }
                tint = value
            case "night": isNight = try Self.truth(value, name)
            case "reducedLuminance": isLuminanceReduced = try Self.truth(value, name)
            case "background": hidesBackground = try !Self.truth(value, name)
            case "redacted": redaction = try Self.word(value, name)
            case "language":
                let isTag = value.utf8.count <= 35 && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
                guard !value.isEmpty, isTag else { throw Self.wrong(name, "a tag such as de or pt-BR", value) }
                language = value
            case "direction": direction = try Self.word(value, name)
            case "at":
                guard let date = Date(iso8601: value) else { throw Self.wrong(name, "a date such as 2026-01-08T20:15:04Z", value) }
                moment = date
            case "subject", "token", "v", AccessToken.signatureName: break
            case _ where Self.panelNames.contains(name): panel[name] = value
            default:
                let hint = Suggestion.hint(for: name, among: Self.names)
                throw ServeError(
                    .badRequest,
                    "a picture's address has no '\(name.oneLine(limit: 80))'\(hint.isEmpty ? "; it takes \(Self.names.joined(separator: ", "))" : hint)"
                )
            }
        }
    }

    /// The device on which the widget is drawn, and the options of its panel; nil for a picture in all colours.
    ///
    /// - Throws: ``ServeError`` for a device that is unknown or lacks the family, and for invalid panel options.
    func device(_ catalog: DeviceCatalog, _ palettes: InkPalettes) throws(ServeError) -> (device: Device, panel: PanelOptions?) {
        do {
            let options = try PanelOptions(
                size: panel["size"], depth: panel["depth"], palette: panel["palette"], dither: panel["dither"], rotate: panel["rotate"],
                maximumBytes: panel["max-bytes"], palettes: palettes)
            var found = try device.map { name throws(WidgetError) in try catalog.device(name) } ?? catalog.standardDevice(for: family)
            if let size = options.size {
                guard family == .panel else {
                    throw ServeError(.badRequest, "size is for the family panel, and \(family.rawValue) has the size of its device")
                }
                found = found.panel(size, scale: scale ?? (device == nil ? catalog.scale(ofPanel: size) : found.scale))
            }
            guard family == .panel || options.firstSet != nil else { return (found, nil) }
            return (found, options.over(family == .panel ? found.panel : nil))
        } catch let error as ServeError {
            throw error
        } catch {
            throw ServeError(.badRequest, "\(error)")
        }
    }

    /// The environment in which the widget is drawn.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - timeZones: The time zones for displayed dates.
    /// - Throws: ``ServeError`` for a picture of too many pixels.
    func environment(_ device: Device, now: Date, timeZones: TimeZones) throws(ServeError) -> WidgetEnvironment {
        var environment = WidgetEnvironment(
            family: family, device: device, appearance: appearance, mode: mode, typeSize: typeSize, scale: scale, isSquare: isSquare,
            now: moment ?? now)
        environment.timeZones = timeZones
        environment.placement = placement
        environment.tint = tint.flatMap { Color(hex: $0) }
        environment.isNight = isNight
        environment.isLuminanceReduced = isLuminanceReduced
        if hidesBackground { environment.showsContainerBackground = false }
        if let redaction { environment.redaction = [redaction] }
        if let language { environment.language = language }
        environment.direction = direction
        if let size = device.places[family]?.size {
            let pixels = size.width * size.height * environment.scale * environment.scale
            guard pixels <= Double(Self.maximumPixels) else {
                throw ServeError(
                    .badRequest, "the picture would have more than \(Self.maximumPixels >> 20) million pixels: ask for a smaller scale")
            }
        }
        return environment
    }

    private static func word<Word: RawRepresentable & CaseIterable>(_ value: String, _ name: String) throws(ServeError) -> Word
    where Word.RawValue == String {
        if let word = Word(rawValue: value) { return word }
        throw wrong(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "), value)
    }

    private static func truth(_ value: String, _ name: String) throws(ServeError) -> Bool {
        switch value {
        case "", "1", "true": true
        case "0", "false": false
        default: throw wrong(name, "1 or 0", value)
        }
    }

    private static func wrong(_ name: String, _ wanted: String, _ value: String) -> ServeError {
        ServeError(.badRequest, "\(name) takes \(wanted), not '\(value.oneLine(limit: 80))'")
    }
}
