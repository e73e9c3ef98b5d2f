import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialSystem

/// Bridge and zones in the format that phones and watches share: `{bridgeURL, allowedZoneIds, selectedZoneId}`.
package struct SyncConfiguration: Hashable, Sendable {
    /// The bridge's address.
    package var bridgeURL: String
    /// The ids of the permitted zones; nil for all.
    package var allowedZoneIDs: [ZoneID]?
    /// The id of the shown zone; nil if none has been chosen.
    package var selectedZoneID: ZoneID?

    /// Exports a configuration, with zone names resolved to ids.
    ///
    /// - Throws: `SourceError` if the bridge cannot be queried and there are names to resolve.
    package init(exporting configuration: Configuration, address: String, from hub: Hub) async throws(SourceError) {
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

    /// Parses the JSON.
    ///
    /// - Throws: `SyncConfigurationError` with the problem.
    package init(parsing text: String) throws(SyncConfigurationError) {
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

    /// The JSON text, with a newline at the end.
    package var json: String {
        JSONValue.object([
            JSONMember("bridgeURL", .string(bridgeURL)),
            JSONMember("allowedZoneIds", allowedZoneIDs.map { .array($0.map { .string($0.rawValue) }) } ?? .null),
            JSONMember("selectedZoneId", selectedZoneID.map { .string($0.rawValue) } ?? .null),
        ]).text(indented: true) + "\n"
    }
}

/// The error of shared settings that cannot be imported.
package struct SyncConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, on one line.
    package let description: String

    init(_ description: String) { self.description = description }
}

extension SyncConfiguration {
    /// Writes bridge and zones into a configuration file; comments and everything else are unchanged.
    ///
    /// A zone is written only if the file already sets one; otherwise ``Hub/remember(selection:at:)`` stores it.
    ///
    /// - Throws: `ConfigurationError` if the file is invalid, `WriteError` if it cannot be written.
    package func write(to path: String) throws {
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
        // The new text is parsed before it is written.
        let after = try ConfigurationFile(text: file.text, path: path)
        guard after.bridge == bridgeURL, after.zones.allowed.map(Set.init) == allowed.map(Set.init) else {
            throw ConfigurationError.wrong("\(path): bridge and zones could not be put in; write them by hand")
        }
        // A new file is for the user alone, because addresses can contain passwords; an existing one keeps its permissions.
        let bytes = Array(file.text.utf8)
        if try !PrivateFile(path).create(bytes) { try AtomicFile.write(bytes, to: path) }
    }
}

extension SyncConfigurationError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .badData }
}
