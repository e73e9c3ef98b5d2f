import Files
import FoundationEssentials
import Glibc
import Logging
import Playback

/// The last known state of each zone on disk, so that a start without a bridge has something to show, and which zone was chosen.
struct StateStore: Sendable {
    /// The folder, made when something is first kept.
    let folder: String
    let logger: Logger
    /// Keeps a file that ends whoever reads it from doing so again.
    var markers = ReadingMarkers.shared
    /// Writes the files; nil for whoever keeps something.
    ///
    /// A disk that is slow keeps nobody waiting then. What is read meanwhile is what was written last.
    var lane: WorkLane?

    /// The most that a file may have to be read, in bytes.
    private static let maximumLength = 1 << 20

    private struct Selection: Codable {
        var zone: ZoneID?
        var name: String?
        /// True where somebody chose the zone, rather than the engine for want of a choice.
        var isChosen: Bool?
    }

    private struct Kept: Codable {
        var address: String
        var state: PlaybackState
    }

    /// The last state of a zone; nil where there is none, or none that can be read.
    func state(of zone: ZoneID, at address: String) -> PlaybackState? {
        guard let kept: Kept = content(of: file("zone", address, zone.rawValue), isShown: true), kept.state.zone == zone else { return nil }
        return kept.state
    }

    /// The zone that had this name or id when it was last seen; nil where none did.
    ///
    /// Of several that had the name the last one seen counts.
    func zone(named name: String, at address: String) -> Zone? {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasPrefix("zone-") && $0.hasSuffix(".json")
        }
        let kept: [Kept] = files.sorted().compactMap { content(of: "\(folder)/\($0)", isShown: false) }
        let zones = kept.filter { $0.address == address }.sorted { $0.state.lastContact > $1.state.lastContact }
            .map { Zone(id: $0.state.zone, name: $0.state.name.value) }
        return zones.first { $0.id.rawValue == name } ?? zones.first { $0.isMeant(by: name) }
    }

    /// What a file holds; nil where there is none, or nothing that can be read.
    private func content<Content: Decodable>(of path: String, isShown: Bool) -> Content? {
        markers.reading(path, isShown: isShown, logger: logger) {
            // What is no file would hold up whoever reads it, and what is this long is not from here.
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

    /// The zone that was shown last where nobody named one, as it was called then; nil where there was none.
    ///
    /// - Parameter isChosen: Whether only a zone counts that somebody chose.
    func selectedZone(at address: String, isChosen: Bool = false) -> Zone? {
        guard let selection: Selection = content(of: file("selection", address, ""), isShown: false), let zone = selection.zone,
            !isChosen || selection.isChosen == true
        else { return nil }
        let name = state(of: zone, at: address)?.name.value ?? selection.name
        return Zone(id: zone, name: name ?? zone.rawValue)
    }

    /// Keeps which zone is shown; nil for none in particular.
    func select(_ zone: Zone?, isChosen: Bool = true, at address: String) {
        write(Selection(zone: zone?.id, name: zone?.name, isChosen: isChosen), to: file("selection", address, ""))
    }

    /// What cannot be kept is missed at the next start only, so that it is no error for whoever looks now.
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

    /// Returns once all that is to be kept has been written.
    func flush() async { _ = await lane?.value {} }

    /// Addresses and ids hold characters that file names cannot: the name is a hash.
    private func file(_ kind: String, _ address: String, _ zone: String) -> String {
        "\(folder)/\(kind)-\(String("\(address)\u{0}\(zone)".stableHash, radix: 16)).json"
    }
}
