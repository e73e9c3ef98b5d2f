import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialTemplates

/// The devices of `devices.yaml`.
public struct DeviceCatalog: Sendable {
    /// The devices in file order; those of additional files follow.
    public private(set) var devices: [Device] = []
    private var screens: [String: JSONValue] = [:]

    /// The default device.
    public static let standard = "iphone-15"
    /// The default device for families that only the Watch has.
    public static let standardWatch = "watch-45mm"
    /// The default device for strips over a video picture.
    public static let standardStream = "stream-1080p"
    /// The default device for e-ink panels.
    public static let standardPanel = "trmnl-og"

    /// Reads the text of a catalog.
    ///
    /// - Parameter palettes: The palettes available to panels.
    /// - Throws: `WidgetError.resource` for invalid content.
    package init(_ text: String, file: String, palettes: InkPalettes = .grays) throws(WidgetError) {
        try add(text, file: file, palettes: palettes)
    }

    /// Adds the devices of another file.
    ///
    /// They may refer to known screens. A device with a known ID replaces the existing one.
    ///
    /// - Throws: `WidgetError.resource` for invalid content; nothing is added then.
    package mutating func add(_ text: String, file: String, palettes: InkPalettes = .grays) throws(WidgetError) {
        let json: JSONValue
        do {
            json = try YAMLDocument.json(text, file: file)
        } catch {
            throw .resource(file, reason: error.description)
        }
        guard json["devices"] != nil || json["panels"] != nil else { throw .resource(file, reason: "the key 'devices' is missing") }
        var screens = self.screens
        for member in json["screens"]?.members ?? [] { screens[member.key] = member.value }
        var found: [Device] = []
        for member in json["devices"]?.members ?? [] {
            guard let screenID = member.value["screen"]?.string, let screen = screens[screenID],
                let device = Device(id: member.key, member.value, screen: screen)
            else { throw .resource(file, reason: "the device '\(member.key)' or its screen is not complete") }
            found.append(device)
        }
        for member in json["panels"]?.members ?? [] {
            do throws(InkError) {
                found.append(try Device(panel: member.key, member.value, palettes))
            } catch {
                throw .resource(file, reason: "the panel '\(member.key)': \(error.description)")
            }
        }
        self.screens = screens
        for device in found {
            if let index = devices.firstIndex(where: { $0.id == device.id }) { devices[index] = device } else { devices.append(device) }
        }
    }

    /// The device with that ID.
    ///
    /// - Throws: `WidgetError.unknown` with the most similar ID.
    public func device(_ id: String) throws(WidgetError) -> Device {
        guard let device = devices.first(where: { $0.id == id }) else {
            let hint = Suggestion.hint(for: id, among: devices.map(\.id))
            throw .unknown("device", id, hint: hint + (hint.isEmpty ? ";" : "") + " 'subdial render --list-devices' lists them all")
        }
        return device
    }

    /// The default device for a family.
    public func standardDevice(for family: WidgetFamily) throws(WidgetError) -> Device {
        switch family {
        case .systemExtraLarge: try device("ipad-pro-11")
        case .overlay: try device(Self.standardStream)
        case .panel: try device(Self.standardPanel)
        default: try device(family.isWatchOnly ? Self.standardWatch : Self.standard)
        }
    }
}

extension Device {
    fileprivate init?(id: String, _ json: JSONValue, screen: JSONValue) {
        guard let name = json["name"]?.string, let scale = json["scale"]?.number, let size = screen["screen"].flatMap(Size.init),
            let typography = screen["typography"]?.string.flatMap(Typography.init), case .object(let families)? = screen["families"]
        else { return nil }
        self.id = id
        self.name = name
        self.scale = scale
        self.screen = size
        self.typography = typography
        typeSize = screen["typeSize"]?.string.flatMap(TypeSize.init) ?? .large
        var places: [WidgetFamily: Place] = [:]
        for member in families {
            guard let family = WidgetFamily(rawValue: member.key), let size = member.value["size"].flatMap(Size.init),
                let provenance = member.value["provenance"]?.string.flatMap(Provenance.init)
            else { return nil }
            places[family] = Place(size: size, canvas: member.value["canvas"].flatMap(Size.init) ?? size, provenance: provenance)
        }
        self.places = places
        panel = nil
    }
}

extension JSONValue {
    /// The members of a map; empty for other values.
    fileprivate var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }
}

extension Size {
    fileprivate init?(_ json: JSONValue) {
        guard case .array(let numbers) = json, numbers.count == 2, let width = numbers[0].number, let height = numbers[1].number, width > 0,
            height > 0
        else { return nil }
        self.init(width, height)
    }
}
