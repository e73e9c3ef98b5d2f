import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback
import Synchronization

/// Determines the zone that is shown at an address when no zone is named.
///
/// This is the chosen zone while it exists. A room of a bridge stays chosen whatever happens to it, because another room must not be controlled by
/// mistake. A player is no longer chosen after it exits, and with several sources it is passed over while it cannot be reached. Without a choice, the
/// active zone of all sources is shown, and of a single source of players its active player.
final class ZoneSelection: Sendable {
    /// The entry for the active zone, if several sources are followed.
    static let active = Zone(id: ZoneID("active"), name: "Active player")
    /// The name of the desktop's own active player in the same list.
    static let desktopName = "Active desktop player"

    /// The zones of which one is shown.
    struct Candidates: Hashable, Sendable {
        /// The chosen zone; nil if there is none, or its player cannot be reached now.
        var chosen: Zone?
        /// The zones that are shown without a choice, the active one first; empty until the sources have been polled.
        var active: [Zone] = []

        /// Returns the zone to show under `rules`.
        func zone(through rules: ZoneRules, isChoiceIgnored: Bool = false) -> Zone? {
            if !isChoiceIgnored, let chosen, rules.admits(chosen) { return chosen }
            return active.first(where: rules.admits)
        }
    }

    private struct State {
        var choice: Zone?
        var isAway = false
        /// The zone that is shown by default until the engine ends.
        var settled: ZoneID?
        var ranking = ActiveRanking()
        /// The room of each bridge that is ranked with the players, by the bridge's place in the address; once set, it never changes.
        var rooms: [Int: ZoneID] = [:]
        var watchers = 0
    }

    let address: SourceAddress
    /// The zone that a single source of players shows without a choice: the active player; nil for other addresses.
    let standing: Zone?
    private let state: EffectLock<State>
    private let choices: Broadcast<Zone?>
    private let candidates: Broadcast<Candidates>

    init(address: SourceAddress, choice: Zone?) {
        self.address = address
        standing = address.standingZone
        state = EffectLock(State(choice: choice))
        choices = Broadcast(choice)
        candidates = Broadcast(Candidates(chosen: choice, active: standing.map { [$0] } ?? []))
    }

    /// The chosen zone, whether it is available or not.
    var choice: Zone? { state.withLock { $0.choice } }

    /// True if the active zone of several sources is shown when no zone is chosen.
    var isAutomatic: Bool { address.parts.count > 1 }

    /// The zone that is shown by default until the engine ends, because it was shown before: of a source whose active player is not known, or may not
    /// be shown.
    var settled: ZoneID? { state.withLock { $0.settled } }

    /// Records the zone that is shown by default.
    func settle(on zone: ZoneID) { state.withLock { $0.settled = zone } }

    /// A stream of the current choice and each later one.
    func allChoices() -> AsyncStream<Zone?> { choices.values() }

    /// A stream of the current candidates and each later change.
    func allCandidates() -> AsyncStream<Candidates> { candidates.values() }

    /// Returns the zone to show under `rules`; nil if the sources must be polled to determine it.
    ///
    /// The ranking of the zones is used only while they are watched.
    func zone(through rules: ZoneRules, isChoiceIgnored: Bool = false) -> Zone? {
        var known = candidates.value
        if !isWatched, standing == nil { known.active = [] }
        return known.zone(through: rules, isChoiceIgnored: isChoiceIgnored)
    }

    /// Returns the chosen zone if the zones are not watched, so that its presence must be checked; nil if they are, or no permitted zone is chosen.
    func unwatchedChoice(through rules: ZoneRules) -> Zone? {
        state.withLock { $0.watchers > 0 ? nil : $0.choice }.flatMap { rules.admits($0) ? $0 : nil }
    }

    /// Chooses a zone; nil for the active one.
    func choose(_ zone: Zone?) {
        change { state in
            state.choice = zone
            state.isAway = false
            state.settled = nil
        }
        choices.send(zone)
    }

    /// Records if the chosen player can be reached.
    func recordAway(_ zone: ZoneID, isAway: Bool) {
        change { if $0.choice?.id == zone { $0.isAway = isAway } }
    }

    /// Records the zone lists of several sources.
    ///
    /// - Returns: The zones that are shown without a choice, the active one first.
    @discardableResult
    func recordListed(listed zones: [Zone], at now: SteadyDate = .now) -> [Zone] {
        change { state in
            for (place, part) in address.parts.enumerated() {
                if let player = part.playerZone {
                    guard let zone = zones.first(where: { $0.id == player }) else {
                        state.ranking.lose(player)
                        continue
                    }
                    state.ranking.record(zone, place: place, at: now)
                } else {
                    let rooms = zones.filter { address.place(of: $0.id) == place }
                    let known = state.rooms[place]
                    let room = rooms.first { $0.id == known } ?? rooms.first { $0.status == .playing } ?? rooms.first
                    guard let room, known == nil || known == room.id else {
                        if let known { state.ranking.lose(known) }
                        continue
                    }
                    state.rooms[place] = room.id
                    state.ranking.record(room, place: place, at: now)
                }
            }
        }
        return state.withLock { $0.ranking.zones }
    }

    /// Records the names of the zones in a list, which may have changed since the zones were chosen or ranked.
    func recordNames(of zones: [Zone]) {
        let names = Dictionary(zones.map { ($0.id, $0.name) }) { first, _ in first }
        change { state in
            if let id = state.choice?.id, let name = names[id] { state.choice?.name = name }
            state.ranking.rename(names)
        }
    }

    /// Records the status of one zone.
    func record(_ zone: Zone, isReachable: Bool, at now: SteadyDate = .now) {
        let place = address.place(of: zone.id) ?? address.parts.count
        change { state in
            if isReachable { state.ranking.record(zone, place: place, at: now) } else { state.ranking.lose(zone.id) }
        }
    }

    /// The room, of the bridge at a place in the address, that is ranked with the players; nil until the bridge has listed its rooms.
    func room(at place: Int) -> ZoneID? { state.withLock { $0.rooms[place] } }

    /// True while the zones are watched.
    var isWatched: Bool { state.withLock { $0.watchers > 0 } }

    /// Counts the watchers of the zones.
    func watch(isBeginning: Bool) { state.withLock { $0.watchers += isBeginning ? 1 : -1 } }

    private func change(_ change: (inout State) -> Void) {
        state.change { state, effects in
            change(&state)
            let active = standing.map { [$0] } ?? state.ranking.zones
            let new = Candidates(chosen: state.isAway ? nil : state.choice, active: active)
            effects.add { [candidates] in
                if candidates.value != new { candidates.send(new) }
            }
        }
    }
}

/// Ranks zones by activity, to determine the active one.
///
/// A playing zone precedes a paused one, and that precedes a stopped one; zones without a track come after those that have something to show
/// (``PlaybackStatus/activityRank(hasTrack:)``). Of equal zones, the one whose status changed last comes first, then the one whose source is named
/// first. A new track does not count as a change: otherwise two playing zones would swap places with each song.
struct ActiveRanking: Hashable, Sendable {
    private struct Candidate: Hashable {
        var zone: Zone
        var isReachable: Bool
        var changed: SteadyDate
        var place: Int
    }

    private var candidates: [ZoneID: Candidate] = [:]

    /// Records a zone's status at `now`.
    ///
    /// - Parameter place: The index of its source in the given order, from 0.
    mutating func record(_ zone: Zone, place: Int, at now: SteadyDate) {
        let known = candidates[zone.id]
        let changed = known.map { $0.zone.status == zone.status ? $0.changed : now } ?? .distantPast
        candidates[zone.id] = Candidate(zone: zone, isReachable: true, changed: changed, place: place)
    }

    /// Records the zones' names.
    mutating func rename(_ names: [ZoneID: String]) {
        for (zone, name) in names { candidates[zone]?.zone.name = name }
    }

    /// Records that the source does not answer for a zone, which then ranks last until it does.
    mutating func lose(_ zone: ZoneID) { candidates[zone]?.isReachable = false }

    /// The zones, the active one first.
    var zones: [Zone] {
        candidates.values.sorted { left, right in
            let (first, second) = (Self.rank(left), Self.rank(right))
            if first != second { return first < second }
            if left.changed != right.changed { return left.changed > right.changed }
            return (left.place, left.zone.id.rawValue) < (right.place, right.zone.id.rawValue)
        }.map(\.zone)
    }

    private static func rank(_ candidate: Candidate) -> Int {
        candidate.isReachable ? candidate.zone.activityRank : PlaybackStatus.unreachableRank
    }
}
