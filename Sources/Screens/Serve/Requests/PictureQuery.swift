import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialTimeline
import SubdialWidgets

/// The look of a picture, from the query of its URL.
///
/// The order of the parameters does not matter: queries with equal values are equal, and share a cached picture.
package struct PictureQuery: Hashable, Sendable {
    /// The maximum number of pixels of a picture.
    static let maximumPixels = 16 << 20

    /// The look; its theme is nil for the configured one.
    package private(set) var look: WidgetLook
    /// The file format.
    let format: PanelFile.Format
    /// The shown moment; nil for the present.
    private(set) var moment: Date?

    /// The parameters that are not of the look.
    ///
    /// `v` has no effect and makes a URL unique. `sign` replaces the token.
    private static let others = ["at", "subject", "token", "v", AccessToken.signatureName]

    /// The valid parameter names.
    static let names = (LookAxis.all.compactMap(\.parameter) + PanelChoice.Key.allCases.map(\.rawValue) + others).sorted()

    /// Parses the query of a URL.
    ///
    /// - Parameters:
    ///   - base: The default look of the family or of the part of a live activity.
    ///   - items: The decoded names and values in order; of several with the same name the last one counts.
    ///   - format: The file format; formats other than PNG are for 1-bit pictures only.
    /// - Throws: ``ServeError`` with the unknown name, or the name of the invalid value.
    package init(
        _ base: WidgetLook, _ items: [(name: String, value: String)], format: PanelFile.Format = .png
    ) throws(ServeError) {
        look = base
        self.format = format
        var panel: [PanelChoice.Key: String] = [:]
        for (name, value) in items {
            if let axis = LookAxis.all.first(where: { $0.parameter == name }) {
                guard axis.set(try Self.value(of: axis, name, value), in: &look) else { throw Self.wrong(axis, name, value) }
            } else if let key = PanelChoice.Key(rawValue: name) {
                panel[key] = value
            } else if name == "at" {
                guard let date = Date(iso8601: value) else { throw Self.wrong(name, "a date such as 2026-01-08T20:15:04Z", value) }
                moment = date
            } else if !Self.others.contains(name) {
                let hint = Suggestion.hint(for: name, among: Self.names)
                throw ServeError(
                    .badRequest,
                    "a picture's address has no '\(name.oneLine(limit: 80))'\(hint.isEmpty ? "; it takes \(Self.names.joined(separator: ", "))" : hint)"
                )
            }
        }
        guard !panel.isEmpty else { return }
        do throws(InkError) {
            look.panel = try PanelChoice(panel)
        } catch {
            throw ServeError(.badRequest, "\(error)")
        }
    }

    /// The device on which the widget is drawn, and the options of its panel; nil for a picture in all colours.
    ///
    /// - Throws: ``ServeError`` for a device or a palette that is unknown, and for a device that lacks the family.
    func device(_ catalog: DeviceCatalog, _ palettes: InkPalettes) throws(ServeError) -> (device: Device, panel: PanelOptions?) {
        do {
            let options = try look.panel?.options(palettes)
            let device = try look.device(in: catalog)
            guard options?.size == nil || look.family == .panel else {
                throw ServeError(.badRequest, "size is for the family panel, and \(look.name) has the size of its device")
            }
            guard look.family == .panel else { return (device, options) }
            return (device, (options ?? PanelOptions()).over(device.panel))
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
    func environment(_ device: Device, now: Date, timeZones: TimeZones) throws -> WidgetEnvironment {
        var look = look
        look.timeZones = timeZones
        let environment = try WidgetEnvironment(look, on: device, at: moment ?? now)
        if let size = environment.greatestSize {
            let pixels = size.width * size.height * environment.scale * environment.scale
            guard pixels <= Double(Self.maximumPixels) else {
                throw ServeError(
                    .badRequest, "the picture would have more than \(Self.maximumPixels >> 20) million pixels: ask for a smaller scale")
            }
        }
        return environment
    }

    /// The value of a parameter in the form of its axis.
    private static func value(of axis: LookAxis, _ name: String, _ value: String) throws(ServeError) -> LookValue {
        switch axis.form {
        case .flag: .flag(try truth(value, name) != axis.isOppositeInURLs)
        case .number: .number(Double(value) ?? .nan)
        case .words, .name, .file, .language, .color, .timeZone, .panel: .text(value)
        }
    }

    private static func truth(_ value: String, _ name: String) throws(ServeError) -> Bool {
        switch value {
        case "", "1", "true": true
        case "0", "false": false
        default: throw wrong(name, "1 or 0", value)
        }
    }

    private static func wrong(_ axis: LookAxis, _ name: String, _ value: String) -> ServeError {
        let expected = axis.form.expected ?? "another value"
        // Without escaping, the number sign begins the fragment of a URL.
        return wrong(name, axis.form == .color ? expected + ", its # written %23" : expected, value)
    }

    private static func wrong(_ name: String, _ wanted: String, _ value: String) -> ServeError {
        ServeError(.badRequest, "\(name) takes \(wanted), not '\(value.oneLine(limit: 80))'")
    }
}
