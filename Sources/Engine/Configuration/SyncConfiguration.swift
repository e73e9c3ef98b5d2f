import Files
import FoundationEssentials
import JSON
import Playback

/// Bridge and zones in the form in which phones and watches share them: `{bridgeURL, allowedZoneIds, selectedZoneId}`.
public struct SyncConfiguration: Hashable, Sendable {
    /// The bridge's address.
    public var bridgeURL: String
    /// The zones that may be shown, by id; nil where all may.
    public var allowedZoneIDs: [ZoneID]?
    /// The zone that is shown; nil where none has been chosen.
    public var selectedZoneID: ZoneID?

    /// What a configuration comes to, names made ids.
    ///
    /// - Throws: Why the bridge could not be asked, where there are names.
    public init(exporting configuration: Configuration, address: String, from hub: Hub) async throws(SourceError) {
        bridgeURL = try await hub.text(ofAddress: address)
        let names = configuration.zones.allowed
        let zones = names == nil && configuration.zone == nil ? [] : try await hub.zones(at: address)
        if names != nil { allowedZoneIDs = zones.filter(configuration.zones.allows).map(\.id) }
        if let named = configuration.zone {
            guard let zone = try zones.named(named) else { throw .zoneMissing(named, known: zones.map(\.name)) }
            selectedZoneID = zone.id
        } else {
            selectedZoneID = await hub.knownZone(nil, at: address, rules: configuration.zones)?.id
        }
    }

    /// Reads the JSON.
    ///
    /// - Throws: `SyncConfigurationError` with what is wrong.
    public init(parsing text: String) throws(SyncConfigurationError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: text)
        } catch {
            throw SyncConfigurationError("\(error)")
        }
        guard let url = json["bridgeURL"]?.string, !url.isEmpty else {
            throw SyncConfigurationError("'bridgeURL' should be a text, like \"http://nas.local:8088\"")
        }
        bridgeURL = url
        switch json["allowedZoneIds"] {
        case nil, .null?: allowedZoneIDs = nil
        case .array(let values)?:
            let ids = values.compactMap(\.string)
            guard ids.count == values.count else { throw SyncConfigurationError("'allowedZoneIds' should hold nothing but texts") }
            allowedZoneIDs = ids.isEmpty ? nil : ids.map { ZoneID($0) }
        default: throw SyncConfigurationError("'allowedZoneIds' should be a list of texts, or null")
        }
        switch json["selectedZoneId"] {
        case nil, .null?: selectedZoneID = nil
        case .string(let id)?: selectedZoneID = ZoneID(id)
        default: throw SyncConfigurationError("'selectedZoneId' should be a text, or null")
        }
    }

    /// The JSON, with its newline.
    public var json: String {
        JSONValue.object([
            JSONMember("bridgeURL", .string(bridgeURL)),
            JSONMember("allowedZoneIds", allowedZoneIDs.map { .array($0.map { .string($0.rawValue) }) } ?? .null),
            JSONMember("selectedZoneId", selectedZoneID.map { .string($0.rawValue) } ?? .null),
        ]).text(indented: true) + "\n"
    }
}

/// Why shared settings cannot be taken over.
public struct SyncConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, on one line.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension SyncConfiguration {
    /// Puts bridge and zones into a configuration file; comments and all else stay as they are.
    ///
    /// A zone is written where the file names one already; elsewhere it is for ``Hub/remember(selection:at:)``.
    ///
    /// - Throws: `ConfigurationError` where the file cannot be used as it is, `WriteError` where it cannot be written.
    public func write(to path: String) throws {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let before = try ConfigurationFile(text: text, path: path)
        var file = YAMLLines(text)
        if before.bridge != bridgeURL { file.set("bridge", to: .text(bridgeURL)) }
        if before.zone != nil, before.zone != selectedZoneID?.rawValue { file.set("zone", to: selectedZoneID.map { .text($0.rawValue) }) }
        let allowed = allowedZoneIDs.map { $0.map(\.rawValue) }
        if before.zones.allowed.map(Set.init) != allowed.map(Set.init) {
            let locked = before.zones.locked
            file.set("zones", toMap: [("allowed", allowed.map { .list($0) }), ("locked", locked.isEmpty ? nil : .list(locked))])
        }
        // What cannot be read back is not written.
        let after = try ConfigurationFile(text: file.text, path: path)
        guard after.bridge == bridgeURL, after.zones.allowed.map(Set.init) == allowed.map(Set.init) else {
            throw ConfigurationError.wrong("\(path): bridge and zones could not be put in; write them by hand")
        }
        try AtomicFile.write(Array(file.text.utf8), to: path)
    }
}
