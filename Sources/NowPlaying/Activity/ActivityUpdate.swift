import Expressions
import FoundationEssentials
import JSON
import Playback
import Timeline

/// The input of an ``ActivityLifecycle``: the known state of its subject at a moment.
public struct ActivityUpdate: Sendable {
    /// What it means for the activity.
    public let signal: ActivitySignal
    /// Whose activity it is.
    public let attributes: ActivityAttributes
    /// What is to be shown; nil to go on with what is shown.
    public let state: ActivityContentState?
    /// When the source last answered; nil for one whose word holds until its next.
    public let lastContact: Date?

    /// Makes the update of a zone.
    ///
    /// - Parameter now: The moment at which it was heard.
    public init(_ entry: NowPlaying, at now: Date) {
        signal = ActivitySignal(entry)
        attributes = ActivityAttributes(entry)
        lastContact = entry.lastContact ?? entry.date
        switch signal {
        case .playing, .paused: state = ActivityContentState(entry, at: now)
        case .stopped, .waiting, .unconfirmed, .absent: state = nil
        }
    }

    /// Makes the update of an entry of any kind.
    ///
    /// - Parameters:
    ///   - isActive: True while its activity goes on.
    ///   - isRunning: True while it is more than a break: it comes before others then.
    ///   - alert: Another text than before has the Dynamic Island show the activity expanded for a while.
    public init(_ entry: Entry, isActive: Bool, isRunning: Bool, alert: String) {
        let subject = entry.subject
        attributes = ActivityAttributes(
            zoneID: ZoneID(subject?.id ?? entry.kind),
            zoneName: (subject?.name ?? entry.kind).shortened(toJSONBytes: ActivityAttributes.nameLimit))
        lastContact = nil
        switch entry.freshness {
        case .missing: (signal, state) = (.absent, nil)
        case .stale, .offline: (signal, state) = (.unconfirmed, nil)
        case .live:
            signal = isActive ? .playing : .stopped
            state = ActivityContentState(
                line1: alert.shortened(toJSONBytes: ActivityContentState.line1Limit), isPlaying: isActive && isRunning,
                entry: entry.json(limit: ActivityContentState.entryLimit))
        }
    }
}

extension Entry {
    /// The entry as its file has it, its lists and then its texts shortened until all takes no more than `limit` bytes.
    fileprivate func json(limit: Int) -> JSONValue {
        var entry = self
        // Each round halves the list that takes the most.
        while entry.json.text(within: limit) == nil {
            let lists = entry.values.compactMap { name, value -> (name: String, elements: [Value], size: Int)? in
                guard case .list(let elements) = value, !elements.isEmpty else { return nil }
                return (name, elements, value.json.text().utf8.count)
            }
            guard let largest = lists.max(by: { $0.size < $1.size }) else { break }
            entry.values[largest.name] = .list(Array(largest.elements.prefix(largest.elements.count / 2)))
        }
        var bytes = 512
        while entry.json.text(within: limit) == nil, bytes >= 32 {
            for (name, value) in entry.values { entry.values[name] = value.shortened(toBytes: bytes) }
            let name = entry.subject?.name ?? ""
            entry.subject?.name = name.shortened(toJSONBytes: bytes)
            bytes /= 2
        }
        return entry.json
    }
}

extension Value {
    /// The value with each of its texts no longer than `bytes` in JSON.
    fileprivate func shortened(toBytes bytes: Int) -> Value {
        switch self {
        case .string(let text): .string(text.shortened(toJSONBytes: bytes))
        case .list(let values): .list(values.map { $0.shortened(toBytes: bytes) })
        case .map(let members): .map(members.mapValues { $0.shortened(toBytes: bytes) })
        default: self
        }
    }
}
