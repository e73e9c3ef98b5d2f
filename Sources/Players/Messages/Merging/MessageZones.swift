import FoundationEssentials

/// What messages have said of each zone, for a bounded number of zones.
struct MessageZones {
    private struct Zone {
        var merge = MessageMerge()
        let firstSeen: Int
        var lastSeen: Int
        /// True after readers were told that the track is at its end.
        var isEndTold = false
    }

    private let maximum: Int
    /// By the name that messages give the zone; nil for the one that needs none.
    private var zones: [String?: Zone] = [:]
    /// Counts the messages.
    private var sequence = 0

    init(maximum: Int) {
        self.maximum = max(1, maximum)
    }

    /// The zones of which messages have spoken, in no order.
    var names: [String?] { Array(zones.keys) }

    /// Takes messages.
    ///
    /// - Parameter watched: The zones that somebody follows: they make room for another one last.
    /// - Returns: The names of the zones that are others now, those that are gone among them.
    mutating func merge(_ messages: [PlayerMessage], watched: Set<String?>) -> Set<String?> {
        var changed: Set<String?> = []
        // Each zone's in one go: those that come late cost as much together as one alone.
        var gathered: [String?: [PlayerMessage]] = [:]
        for message in messages {
            sequence += 1
            if zones[message.zone] == nil {
                if zones.count >= maximum, let oldest = displaced(watched: watched) {
                    zones[oldest] = nil
                    gathered[oldest] = nil
                    // Who follows the zone without a name may see another one now.
                    changed.formUnion([oldest, nil])
                }
                zones[message.zone] = Zone(firstSeen: sequence, lastSeen: sequence)
            }
            zones[message.zone]?.lastSeen = sequence
            gathered[message.zone, default: []].append(message)
        }
        for (name, messages) in gathered where zones[name]?.merge.merge(messages) == true {
            zones[name]?.isEndTold = false
            changed.insert(name)
        }
        return changed
    }

    /// The zone that was silent for longest.
    private func displaced(watched: Set<String?>) -> String?? {
        let unwatched = zones.lazy.filter { !watched.contains($0.key) }
        return (unwatched.min { $0.value.lastSeen < $1.value.lastSeen } ?? zones.min { $0.value.lastSeen < $1.value.lastSeen }).map(\.key)
    }

    /// The name under which messages tell of a zone.
    ///
    /// The zone without a name stands for the first one that has a name where all messages name theirs: who follows a source before its
    /// first message cannot know that name.
    func subject(of name: String?) -> String? {
        guard name == nil, zones[name] == nil else { return name }
        return zones.min { $0.value.firstSeen < $1.value.firstSeen }?.key
    }

    /// True for a zone of which messages have spoken.
    func has(_ name: String?) -> Bool { zones[name] != nil }

    /// What messages about a zone add up to.
    func state(of name: String?) -> MessageState { zones[name]?.merge.state ?? MessageState() }

    /// The next moment at which a track that plays is at its end.
    var nextEnd: Date? { zones.values.lazy.filter { !$0.isEndTold }.compactMap(\.merge.state.end).min() }

    /// The zones whose track has come to its end by `now`, each told once.
    mutating func takeEnded(by now: Date) -> [String?] {
        let ended = zones.filter { !$0.value.isEndTold && ($0.value.merge.state.end ?? .distantFuture) <= now }.map(\.key)
        for name in ended { zones[name]?.isEndTold = true }
        return ended
    }
}
