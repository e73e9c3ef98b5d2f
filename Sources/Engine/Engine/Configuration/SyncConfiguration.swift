import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialPlayback
import SubdialSystem

/// Bridge and zones in the format that phones and watches share: `{bridgeURL, allowedZoneIds, selectedZoneId}`, which is also read as
/// `{bridge_url, allowed_zone_ids, selected_zone_id}`.
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
        let rules = configuration.zones
        let isLimited = rules.allowed != nil || rules.only != nil
        let zones = isLimited || configuration.zone != nil ? try await hub.zones(at: address) : []
        // The format has no locked zones: where all others are locked, the open one alone is allowed.
        if isLimited { allowedZoneIDs = zones.filter(rules.only == nil ? rules.allows : rules.admits).map(\.id) }
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
        let url = try Key.bridge.value(in: json)
        guard let text = url.value?.string, !text.isEmpty else {
            throw SyncConfigurationError("'\(url.name)' should be a text, like \"http://nas.local:8088\"")
        }
        bridgeURL = text
        let allowed = try Key.allowed.value(in: json)
        switch allowed.value {
        case nil: allowedZoneIDs = nil
        case .array(let values)?:
            let ids = values.compactMap(\.string)
            guard ids.count == values.count else { throw SyncConfigurationError("'\(allowed.name)' should hold nothing but texts") }
            allowedZoneIDs = ids.isEmpty ? nil : ids.map { ZoneID($0) }
        default: throw SyncConfigurationError("'\(allowed.name)' should be a list of texts, or null")
        }
        let selected = try Key.selected.value(in: json)
        switch selected.value {
        case nil: selectedZoneID = nil
        case .string(let id)?: selectedZoneID = ZoneID(id)
        default: throw SyncConfigurationError("'\(selected.name)' should be a text, or null")
        }
    }

    /// A key in its two spellings: that of the phone's and watch's settings, and that of their messages to each other.
    private struct Key {
        static let bridge = Key(name: "bridgeURL", message: "bridge_url")
        static let allowed = Key(name: "allowedZoneIds", message: "allowed_zone_ids")
        static let selected = Key(name: "selectedZoneId", message: "selected_zone_id")

        let name: String
        let message: String

        /// Returns the value with the spelling of its key; nil for null or none.
        func value(in json: JSONValue) throws(SyncConfigurationError) -> (name: String, value: JSONValue?) {
            let found = [name, message].compactMap { spelling in
                json[spelling].flatMap { $0 == .null ? nil : (name: spelling, value: $0) }
            }
            guard let first = found.first else { return (name, nil) }
            guard found.allSatisfy({ $0.value == first.value }) else {
                throw SyncConfigurationError(
                    "'\(name)' and '\(message)' are two spellings of one key, with different values; leave one of them out")
            }
            return first
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
            file.set(
                "zones",
                toMap: [
                    ("allowed", allowed.map { .list($0) }), ("locked", locked.isEmpty ? nil : .list(locked)),
                    ("only", before.zones.only.map { .text($0) }),
                ])
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
