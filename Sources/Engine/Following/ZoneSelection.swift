import Clocks
import FoundationEssentials
import Playback
import Synchronization

/// Which zone is shown at an address where nobody names one.
///
/// The chosen zone is, for as long as it lives. A room of a bridge stays chosen whatever becomes of it: another room must not be controlled by
/// mistake. A player gives way when it exits, and while it cannot be reached. Without a choice the active zone of all sources is shown.
final class ZoneSelection: Sendable {
    /// The entry for whichever zone is active, where several sources are followed.
    static let active = Zone(id: ZoneID("active"), name: "Active player")
    /// The name of the desktop's own active player beside it.
    static let desktopName = "Active desktop player"

    /// The zones that may be shown.
    struct Candidates: Hashable, Sendable {
        /// The chosen zone; nil where none is, or its player cannot be reached now.
        var chosen: Zone?
        /// The zones that count without a choice, the active one first; empty until the sources have been asked.
        var active: [Zone] = []

        /// The zone that is shown to whom `rules` apply.
        func shown(through rules: ZoneRules, isChoiceIgnored: Bool = false) -> Zone? {
            if !isChoiceIgnored, let chosen, rules.admits(chosen) { return chosen }
            return active.first(where: rules.admits)
        }
    }

    private struct State {
        var choice: Zone?
        var isAway = false
        var ranking = ActiveRanking()
        /// The room of a bridge that counts beside players; it is kept, as rooms are.
        var room: ZoneID?
        var watchers = 0
    }

    let address: SourceAddress
    private let state: Mutex<State>
    private let choices: Broadcast<Zone?>
    private let candidates: Broadcast<Candidates>

    init(address: SourceAddress, choice: Zone?) {
        self.address = address
        state = Mutex(State(choice: choice))
        choices = Broadcast(choice)
        candidates = Broadcast(Candidates(chosen: choice))
    }

    /// The zone that somebody has chosen, be it there or not.
    var choice: Zone? { state.withLock { $0.choice } }

    /// True where the active zone of several sources is shown without a choice.
    var isAutomatic: Bool { address.parts.count > 1 }

    /// The choice now and each other one.
    func allChoices() -> AsyncStream<Zone?> { choices.values() }

    /// The candidates now and each time that they change.
    func allCandidates() -> AsyncStream<Candidates> { candidates.values() }

    /// The zone to show where `rules` apply; nil where only asking the sources can tell.
    ///
    /// The ranking of players counts only while somebody watches them.
    func shown(through rules: ZoneRules, isChoiceIgnored: Bool = false) -> Zone? {
        var known = candidates.value
        if !isWatched { known.active = [] }
        return known.shown(through: rules, isChoiceIgnored: isChoiceIgnored)
    }

    /// The choice where nobody watches it, so that it has to be asked whether it is there; nil where somebody does, or none is.
    func unwatchedChoice(through rules: ZoneRules) -> Zone? {
        state.withLock { $0.watchers > 0 ? nil : $0.choice }.flatMap { rules.admits($0) ? $0 : nil }
    }

    /// Makes a zone the chosen one; nil for whichever is active.
    func choose(_ zone: Zone?) {
        change { state in
            state.choice = zone
            state.isAway = false
        }
        choices.send(zone)
    }

    /// Takes note that the chosen player can be reached, or cannot.
    func note(_ zone: ZoneID, isAway: Bool) {
        change { if $0.choice?.id == zone { $0.isAway = isAway } }
    }

    /// Takes note of what all sources have listed.
    ///
    /// - Returns: The zones that count without a choice, the active one first.
    @discardableResult
    func note(listed zones: [Zone], at now: Date = .steady) -> [Zone] {
        change { state in
            for (place, part) in address.parts.enumerated() {
                if let player = part.playerZone {
                    guard let zone = zones.first(where: { $0.id == player }) else {
                        state.ranking.lose(player)
                        continue
                    }
                    state.ranking.note(zone, place: place, at: now)
                } else {
                    let rooms = zones.filter { !address.isPlayer($0.id) }
                    let room = rooms.first { $0.id == state.room } ?? rooms.first { $0.status == .playing } ?? rooms.first
                    guard let room, state.room == nil || state.room == room.id else {
                        if let room = state.room { state.ranking.lose(room) }
                        continue
                    }
                    state.room = room.id
                    state.ranking.note(room, place: place, at: now)
                }
            }
        }
        return state.withLock { $0.ranking.zones }
    }

    /// Takes note of what one of the zones is doing.
    func note(_ zone: Zone, isReachable: Bool, at now: Date = .steady) {
        let place = address.parts.firstIndex { $0.has(zone.id) } ?? address.parts.count
        change { state in
            if isReachable { state.ranking.note(zone, place: place, at: now) } else { state.ranking.lose(zone.id) }
        }
    }

    /// The room of a bridge that counts beside players; nil until the bridge has listed its rooms.
    var room: ZoneID? { state.withLock { $0.room } }

    /// True while somebody watches the zones.
    var isWatched: Bool { state.withLock { $0.watchers > 0 } }

    /// Counts who watches the zones.
    func watch(isBeginning: Bool) { state.withLock { $0.watchers += isBeginning ? 1 : -1 } }

    private func change(_ change: (inout State) -> Void) {
        // Told under the lock, so that the last to be told is the last that was.
        state.withLock { state in
            change(&state)
            let new = Candidates(chosen: state.isAway ? nil : state.choice, active: state.ranking.zones)
            if candidates.value != new { candidates.send(new) }
        }
    }
}
