import FoundationEssentials

/// The states of a limited number of zones.
struct MessageZones {
    private struct Zone {
        var merge = MessageMerge()
        let firstSeen: Int
        var lastSeen: Int
        /// True after subscribers were notified of the track's end.
        var isEndTold = false
    }

    private let maximum: Int
    /// The zones by name; nil for the zone without a name.
    private var zones: [String?: Zone] = [:]
    /// The number of messages so far.
    private var sequence = 0

    init(maximum: Int) {
        self.maximum = max(1, maximum)
    }

    /// The names of the zones in the messages, unordered.
    var names: [String?] { Array(zones.keys) }

    /// Merges messages.
    ///
    /// - Parameter watched: The zones with subscribers, which are replaced last.
    /// - Returns: The names of the zones that have changed, including those that were removed.
    mutating func merge(_ messages: [PlayerMessage], watched: Set<String?>) -> Set<String?> {
        var changed: Set<String?> = []
        // All messages of a zone at once, since late ones cost as much together as a single one.
        var gathered: [String?: [PlayerMessage]] = [:]
        for message in messages {
            sequence += 1
            if zones[message.zone] == nil {
                if zones.count >= maximum, let oldest = displaced(watched: watched) {
                    zones[oldest] = nil
                    gathered[oldest] = nil
                    // A subscriber to the zone without a name may now get another zone.
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

    /// The zone to replace: the one whose last message is oldest.
    private func displaced(watched: Set<String?>) -> String?? {
        let unwatched = zones.lazy.filter { !watched.contains($0.key) }
        return (unwatched.min { $0.value.lastSeen < $1.value.lastSeen } ?? zones.min { $0.value.lastSeen < $1.value.lastSeen }).map(\.key)
    }

    /// The name that messages use for a zone.
    ///
    /// If all messages name their zones, the zone without a name stands for the first of them: a client that subscribes before the first
    /// message cannot know its name.
    func subject(of name: String?) -> String? {
        guard name == nil, zones[name] == nil else { return name }
        return zones.min { $0.value.firstSeen < $1.value.firstSeen }?.key
    }

    /// True if a message has named the zone.
    func has(_ name: String?) -> Bool { zones[name] != nil }

    /// The merged state of a zone.
    func state(of name: String?) -> MessageState { zones[name]?.merge.state ?? MessageState() }

    /// The next time at which a playing track ends.
    var nextEnd: Date? { zones.values.lazy.filter { !$0.isEndTold }.compactMap(\.merge.state.end).min() }

    /// The zones whose track has ended by `now`; each is returned once.
    mutating func removeEnded(by now: Date) -> [String?] {
        let ended = zones.filter { !$0.value.isEndTold && ($0.value.merge.state.end ?? .distantFuture) <= now }.map(\.key)
        for name in ended { zones[name]?.isEndTold = true }
        return ended
    }
}
