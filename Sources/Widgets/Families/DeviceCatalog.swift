import Expressions
import JSON
import Layout
import Templates

/// The devices of `devices.yaml`.
public struct DeviceCatalog: Sendable {
    /// In the order of the file.
    public let devices: [Device]

    /// Where nothing else is said.
    public static let standard = "iphone-15"
    /// The same for a family that only the Watch has.
    public static let standardWatch = "watch-45mm"
    /// The same for strips over a video picture.
    public static let standardStream = "stream-1080p"

    /// Reads the catalogue's text.
    ///
    /// - Throws: `WidgetError.resource` for what is not as it should be.
    public init(_ text: String, file: String) throws(WidgetError) {
        let json: JSONValue
        do {
            json = try YAMLDocument.json(text, file: file)
        } catch {
            throw .resource(file, reason: error.description)
        }
        guard case .object(let members)? = json["devices"] else { throw .resource(file, reason: "the key 'devices' is missing") }
        var devices: [Device] = []
        for member in members {
            guard let screenID = member.value["screen"]?.string, let screen = json["screens"]?[screenID],
                let device = Device(id: member.key, member.value, screen: screen)
            else { throw .resource(file, reason: "the device '\(member.key)' or its screen is not complete") }
            devices.append(device)
        }
        self.devices = devices
    }

    /// The device with that id.
    ///
    /// - Throws: `WidgetError.unknown` with the nearest one.
    public func device(_ id: String) throws(WidgetError) -> Device {
        guard let device = devices.first(where: { $0.id == id }) else {
            let hint = Suggestion.hint(for: id, among: devices.map(\.id))
            throw .unknown("device", id, hint: hint + (hint.isEmpty ? ";" : "") + " 'subdial render --list-devices' lists them all")
        }
        return device
    }

    /// The device for a family where nobody named one.
    public func standardDevice(for family: WidgetFamily) throws(WidgetError) -> Device {
        switch family {
        case .systemExtraLarge: try device("ipad-pro-11")
        case .overlay: try device(Self.standardStream)
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
    }
}

extension Size {
    fileprivate init?(_ json: JSONValue) {
        guard case .array(let numbers) = json, numbers.count == 2, let width = numbers[0].number, let height = numbers[1].number, width > 0,
            height > 0
        else { return nil }
        self.init(width, height)
    }
}
