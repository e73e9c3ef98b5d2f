import SubdialBasics
import SubdialDrawing
import SubdialEngine
import SubdialExpressions
import SubdialWidgets

/// The looks that a command line requests, of which `subdial render` draws one picture each.
struct RequestedLooks {
    /// The looks, in the order of their pictures.
    let looks: [WidgetLook]
    private let matrix: LookMatrix
    /// True if there may be several devices, whose pictures have folders of their own.
    private let devicesDiffer: Bool

    /// The axes of which several values may be requested.
    private static let axes: [LookAxis] = [.appearance, .mode, .theme, .typeSize]

    /// - Parameters:
    ///   - places: The families with their devices.
    ///   - several: The options of which several values may be requested.
    ///   - options: The other options.
    ///   - panel: The options of a panel; nil for none.
    ///   - theme: The configured theme; nil for the default one.
    /// - Throws: `CommandFailure` with the option and its valid values.
    init(
        _ places: RequestedPlaces, _ several: RenderLooks, _ options: LookOptions, panel: PanelChoice?, theme: String?,
        timeZones: TimeZones, _ resources: ResourceFolder, _ context: CommandContext
    ) throws {
        var matrix = LookMatrix()
        let choice = several.appearance ?? (places.isAll ? .both : .dark)
        matrix.set(.appearance, choice == .both ? [Appearance.dark, .light] : [choice == .light ? .light : .dark]) { $0.appearance = $1 }
        try matrix.set(.mode, list: several.mode)
        if let theme = several.theme ?? theme { matrix.set(.theme, try Self.themes(theme, resources)) { $0.theme = $1 } }
        if let sizes = several.typeSize { try matrix.set(.typeSize, list: sizes) }
        self.matrix = matrix
        devicesDiffer = places.devicesDiffer
        looks = try places.looks.flatMap { place in
            var look = place
            look.panel = panel
            look.timeZones = timeZones
            try look.set(.scale, several.scale.map { .number($0) })
            try look.set(.square, .flag(several.square))
            try options.apply(to: &look, in: context)
            // A panel is always light and in full colour, with the text size of its device.
            if look.family == .panel { look.appearance = .light }
            return matrix.looks(look, over: Self.axes(of: look.family))
        }
    }

    private static func axes(of family: WidgetFamily) -> [LookAxis] { family == .panel ? [.theme] : axes }

    /// The name of a picture without its extension: family and appearance, and what differs among the pictures.
    func name(of look: WidgetLook) -> String {
        var name = "\(look.family.rawValue)-\(look.appearance.rawValue)"
        for axis in Self.axes(of: look.family) where axis != .appearance && (matrix[axis]?.count ?? 0) > 1 {
            if case .text(let word)? = axis.value(in: look) { name += "-\(word)" }
        }
        return devicesDiffer ? "\(look.device ?? "")/\(name)" : name
    }

    private static func themes(_ text: String, _ resources: ResourceFolder) throws -> [String] {
        let known = resources.themeNames
        if text == "all" { return known }
        return try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard known.contains(String(name)) else { throw WidgetError.unknown("theme", String(name), among: known) }
            return String(name)
        }
    }
}

/// The families that a command line requests, with their devices.
struct RequestedPlaces {
    /// The default look of each family, with its device if one is named.
    let looks: [WidgetLook]
    /// True for every family.
    let isAll: Bool
    /// True if there may be several devices.
    let devicesDiffer: Bool

    /// - Parameters:
    ///   - family: The value of `--family`.
    ///   - isAll: True for `--all`.
    ///   - device: The value of `--device`.
    ///   - kind: The kind, of which `--all` draws each family that has a template; nil for a template file, which is drawn in all families.
    ///   - panel: The options of a panel, whose size implies the family; nil for none.
    init(
        family: String?, isAll: Bool, device: String?, kind: String?, panel: PanelChoice?, _ catalog: DeviceCatalog,
        _ resources: ResourceFolder
    ) throws {
        if family != nil, isAll { throw CommandFailure(.wrongUsage, "--family and --all exclude each other: give one of the two") }
        self.isAll = isAll
        devicesDiffer = device.map { $0 == "all" || $0.contains(",") } ?? false
        let families: [WidgetFamily]
        if let family {
            families = [try Word.parse(family, "--family")]
        } else if isAll {
            families = WidgetFamily.allCases.filter { family in kind.map { resources.text("\($0)/\(family.rawValue).yaml") != nil } ?? true
            }
        } else if panel?.size != nil {
            families = [.panel]
        } else {
            throw CommandFailure(.wrongUsage, "say which family to draw: --family NAME, or --all for every one")
        }
        if let device {
            let devices = try Self.devices(device, catalog)
            // Of several devices, those that have the family; a single device must have it.
            looks = devices.flatMap { device in families.filter { device.places[$0] != nil }.map { Self.look($0, device) } }
            if let family = families.first, looks.isEmpty, !isAll {
                throw WidgetError.noPlace(family: family, device: devices.map(\.id).joined(separator: ", "))
            }
        } else {
            looks = families.map { WidgetLook(family: $0) }
        }
        if panel?.size != nil, let other = looks.first(where: { $0.family != .panel }) {
            throw CommandFailure(.wrongUsage, "--size is for the family panel, and \(other.family.rawValue) has the size of its device")
        }
    }

    private static func look(_ family: WidgetFamily, _ device: Device) -> WidgetLook {
        var look = WidgetLook(family: family)
        look.device = device.id
        return look
    }

    private static func devices(_ text: String, _ catalog: DeviceCatalog) throws -> [Device] {
        if text == "all" { return catalog.devices }
        var devices: [Device] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let device = try catalog.device(String(part))
            if !devices.contains(device) { devices.append(device) }
        }
        return devices
    }
}

extension ResourceFolder {
    /// The names of all themes, both Subdial's and the user's.
    var themeNames: [String] {
        names(in: "themes").filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(".yaml".count)) }
    }
}
