import Concurrency
import FoundationEssentials
import Glibc
import Logging
import OperatingSystem
import Playback

/// Stores the last known state of each zone, for a start without a bridge, and the chosen zone.
struct StateStore: Sendable {
    /// The path of the folder, which the first write creates.
    let folder: String
    let logger: Logger
    /// The markers that detect files which end their readers.
    var markers = ReadingMarkers.shared
    /// The lane for writes; nil to write synchronously.
    ///
    /// With a lane, a slow disk does not block the caller. Reads meanwhile return the last written content.
    var lane: WorkLane?

    /// The maximum size of a file, in bytes.
    private static let maximumLength = 1 << 20

    private struct Selection: Codable {
        var zone: ZoneID?
        var name: String?
        /// True if the user chose the zone; false if the engine selected it by default.
        var isChosen: Bool?
    }

    private struct Kept: Codable {
        var address: String
        var state: PlaybackState
    }

    /// The last state of a zone; nil if there is none, or it cannot be read.
    func state(of zone: ZoneID, at address: String) -> PlaybackState? {
        guard let kept: Kept = content(of: file("zone", address, zone.rawValue), isShown: true), kept.state.zone == zone else { return nil }
        return kept.state
    }

    /// The zone that last had this name or id; nil if there is none.
    ///
    /// Of several with the name, the last seen one counts.
    func zone(named name: String, at address: String) -> Zone? {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasPrefix("zone-") && $0.hasSuffix(".json")
        }
        let kept: [Kept] = files.sorted().compactMap { content(of: "\(folder)/\($0)", isShown: false) }
        let zones = kept.filter { $0.address == address }.sorted { $0.state.lastContact > $1.state.lastContact }
            .map { Zone(id: $0.state.zone, name: $0.state.name.value) }
        return zones.first { $0.id.rawValue == name } ?? zones.first { $0.isMeant(by: name) }
    }

    /// The decoded content of a file; nil if there is none, or it cannot be decoded.
    private func content<Content: Decodable>(of path: String, isShown: Bool) -> Content? {
        markers.reading(path, isShown: isShown, logger: logger) {
            // Reading a special file would block, and a file of this size was not written by this program.
            var info = stat()
            guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= Self.maximumLength,
                let data = FileManager.default.contents(atPath: path)
            else { return nil }
            return try? JSONDecoder().decode(Content.self, from: data)
        }
    }

    func keep(_ state: PlaybackState, at address: String) {
        write(Kept(address: address, state: state), to: file("zone", address, state.zone.rawValue))
    }

    /// The default zone that was shown last, with its name at that time; nil if there was none.
    ///
    /// - Parameter isChosen: True to consider only a zone that the user chose.
    func selectedZone(at address: String, isChosen: Bool = false) -> Zone? {
        guard let selection: Selection = content(of: file("selection", address, ""), isShown: false), let zone = selection.zone,
            !isChosen || selection.isChosen == true
        else { return nil }
        let name = state(of: zone, at: address)?.name.value ?? selection.name
        return Zone(id: zone, name: name ?? zone.rawValue)
    }

    /// Stores the shown zone; nil for none.
    func select(_ zone: Zone?, isChosen: Bool = true, at address: String) {
        write(Selection(zone: zone?.id, name: zone?.name, isChosen: isChosen), to: file("selection", address, ""))
    }

    /// A failed write only affects the next start, so it is not an error for the caller.
    private func write(_ value: some Encodable, to path: String) {
        markers.forget(path)
        guard let bytes = try? [UInt8](JSONEncoder().encode(value)) else { return }
        let work: @Sendable () -> Void = { [logger] in
            do {
                try AtomicFile.write(bytes, to: path)
            } catch {
                logger.warning("\(error)")
            }
        }
        if lane?.add(work) != true { work() }
    }

    /// Waits until all pending writes are complete.
    func flush() async { _ = await lane?.value {} }

    /// The name is a hash, because addresses and ids contain characters that file names cannot.
    private func file(_ kind: String, _ address: String, _ zone: String) -> String {
        "\(folder)/\(kind)-\(String("\(address)\u{0}\(zone)".stableHash, radix: 16)).json"
    }
}
