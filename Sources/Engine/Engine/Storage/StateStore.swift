import FoundationEssentials
import Glibc
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback
import SubdialSystem

/// Stores the last known state of each zone, for a start without a bridge, and the chosen zone.
///
/// All files are read and written one after the other on a lane: a slow disk blocks no caller, and a read sees all earlier writes.
struct StateStore: Sendable {
    private let files: StateFiles
    private let lane: WorkLane

    /// Makes a store in a folder, which the first write creates.
    init(folder: PrivateFolder, logger: Logger, lane: WorkLane) {
        files = StateFiles(folder: folder, logger: logger)
        self.lane = lane
    }

    /// The last state of a zone; nil if there is none, or it cannot be read.
    func state(of zone: ZoneID, at address: String) async -> StoredPlayback? {
        await lane.value { [files] in files.state(of: zone, at: address) } ?? nil
    }

    /// The zone that last had this name or id; nil if there is none.
    func zone(named name: String, at address: String) async -> Zone? {
        await lane.value { [files] in files.zone(named: name, at: address) } ?? nil
    }

    /// The default zone that was shown last, with its name at that time; nil if there was none.
    ///
    /// - Parameter isChosen: True to consider only a zone that the user chose.
    func selectedZone(at address: String, isChosen: Bool = false) async -> Zone? {
        await lane.value { [files] in files.selectedZone(at: address, isChosen: isChosen) } ?? nil
    }

    /// Stores the state of a zone.
    func store(_ state: StoredPlayback, at address: String) { write { [files] in files.store(state, at: address) } }

    /// Stores the shown zone; nil for none.
    func select(_ zone: Zone?, isChosen: Bool = true, at address: String) {
        write { [files] in files.select(zone, isChosen: isChosen, at: address) }
    }

    /// Waits until all pending writes are complete.
    func flush() async { _ = await lane.value {} }

    private func write(_ work: @escaping @Sendable () -> Void) {
        if !lane.add(work) { work() }
    }
}

/// The files with the last known state of each zone, and with the chosen zones; its calls block.
///
/// However many zones there are, a zone is found with a few file reads: by its id in its own file, and by its name in a file that contains the
/// id. Other processes can change the files at any time.
struct StateFiles: Sendable {
    /// The folder, which the first write creates.
    let folder: PrivateFolder
    let logger: Logger
    /// The markers that detect files which end their readers.
    var markers = ReadingMarkers.shared

    /// The maximum size of a file, in bytes.
    private static let maximumLength = 1 << 20

    private struct Selection: Codable {
        var zone: ZoneID?
        var name: String?
        /// True if the user chose the zone; false if the engine selected it by default.
        var isChosen: Bool?
    }

    private struct StoredState: Codable {
        var address: String
        var state: StoredPlayback
    }

    /// The zone that was stored last under a name.
    private struct Named: Codable {
        var zone: ZoneID
    }

    // MARK: Reading

    /// The last state of a zone, which is about to be shown; nil if there is none, or it cannot be read.
    func state(of zone: ZoneID, at address: String) -> StoredPlayback? { state(of: zone, at: address, isShown: true) }

    /// The zone that last had this name or id; nil if there is none.
    ///
    /// Of several with the name, the one that was stored last counts.
    func zone(named text: String, at address: String) -> Zone? {
        if let zone = zone(ZoneID(text), at: address) { return zone }
        for alias in [text.lowercased(), text] {
            guard let named: Named = content(of: file("name", address, alias), isShown: false), let zone = zone(named.zone, at: address),
                // The zone may have another name since then.
                zone.isMeant(by: text)
            else { continue }
            return zone
        }
        return zone(ZoneID("mpris:\(text)"), at: address)
    }

    /// The default zone that was shown last, with its name at that time; nil if there was none.
    ///
    /// - Parameter isChosen: True to consider only a zone that the user chose.
    func selectedZone(at address: String, isChosen: Bool = false) -> Zone? {
        guard let selection: Selection = content(of: file("selection", address, ""), isShown: false), let zone = selection.zone,
            !isChosen || selection.isChosen != false
        else { return nil }
        let name = state(of: zone, at: address)?.displayName ?? selection.name
        return Zone(id: zone, name: name ?? zone.rawValue)
    }

    private func zone(_ id: ZoneID, at address: String) -> Zone? {
        state(of: id, at: address, isShown: false).map { Zone(id: id, name: $0.displayName) }
    }

    private func state(of zone: ZoneID, at address: String, isShown: Bool) -> StoredPlayback? {
        guard let kept: StoredState = content(of: file("zone", address, zone.rawValue), isShown: isShown), kept.state.zone == zone else {
            return nil
        }
        return kept.state
    }

    /// The decoded content of a file; nil if there is none, or it cannot be decoded.
    private func content<Content: Decodable>(of file: PrivateFile, isShown: Bool) -> Content? {
        markers.reading(file, isShown: isShown, logger: logger) {
            // Reading a special file would block, and a file of this size was not written by this program.
            guard let bytes = try? file.bytes(limit: Self.maximumLength) else { return nil }
            return try? JSONDecoder().decode(Content.self, from: Data(bytes))
        }
    }

    // MARK: Writing

    /// Stores the state of a zone.
    func store(_ state: StoredPlayback, at address: String) {
        let zone = Zone(id: state.zone, name: state.displayName)
        write(StoredState(address: address, state: state), to: file("zone", address, zone.id.rawValue))
        for alias in zone.aliases { write(Named(zone: zone.id), to: file("name", address, alias)) }
    }

    /// Stores the shown zone; nil for none.
    func select(_ zone: Zone?, isChosen: Bool = true, at address: String) {
        write(Selection(zone: zone?.id, name: zone?.name, isChosen: isChosen), to: file("selection", address, ""))
    }

    /// A failed write only affects the next start, so it is not an error for the caller.
    private func write(_ value: some Encodable, to file: PrivateFile) {
        markers.forget(file)
        guard let bytes = try? [UInt8](JSONEncoder().encode(value)) else { return }
        do {
            try file.write(bytes)
        } catch {
            logger.warning("\(error)")
        }
    }

    /// The name is a hash, because addresses, ids and names contain characters that file names cannot.
    private func file(_ kind: String, _ address: String, _ text: String) -> PrivateFile {
        folder.file("\(kind)-\(String("\(address)\u{0}\(text)".stableHash, radix: 16)).json")
    }
}
