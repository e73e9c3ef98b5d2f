import Logging
import SubdialConcurrency
import SubdialPlayback

/// Stores the last known state of each zone, for a start without a bridge, and the chosen zone.
///
/// All files are read and written one after the other on a lane: a slow disk blocks no caller, and a read sees all earlier writes.
struct StateStore: Sendable {
    private let files: StateFiles
    private let lane: WorkLane

    /// Makes a store in a folder, which the first write creates.
    init(folder: String, logger: Logger, lane: WorkLane) {
        files = StateFiles(folder: folder, logger: logger)
        self.lane = lane
    }

    /// The last state of a zone; nil if there is none, or it cannot be read.
    func state(of zone: ZoneID, at address: String) async -> PlaybackState? {
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
    func keep(_ state: PlaybackState, at address: String) { write { [files] in files.keep(state, at: address) } }

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
