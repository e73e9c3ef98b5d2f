import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// The input of an ``ActivityLifecycle``: the known state of its subject at a time.
public struct ActivityUpdate: Sendable {
    /// The effect on the activity.
    public let signal: ActivitySignal
    /// The attributes of the activity.
    public let attributes: ActivityAttributes
    /// The new state; nil to keep the current one.
    public let state: ActivityContentState?
    /// The time of the source's last response; nil for data that stay valid until the next update.
    public let lastContact: Date?

    /// Creates the update of a zone.
    ///
    /// - Parameter now: The time of receipt.
    public init(_ entry: NowPlaying, at now: Date) {
        signal = ActivitySignal(entry)
        attributes = ActivityAttributes(entry)
        lastContact = entry.lastContact ?? entry.date
        switch signal {
        case .playing, .paused: state = ActivityContentState(entry, at: now)
        case .stopped, .waiting, .unconfirmed, .absent: state = nil
        }
    }

    /// Creates the update of an entry of any kind.
    ///
    /// - Parameters:
    ///   - isActive: True while its activity continues.
    ///   - isRunning: False during a break, which lowers the relevance.
    ///   - alert: The alert text; a changed text expands the Dynamic Island for a while.
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
    /// The entry as in its file, with its lists and then its texts shortened until the JSON takes at most `limit` bytes.
    fileprivate func json(limit: Int) -> JSONValue {
        var entry = self
        var fields = fields
        entry.content = fields
        // Each iteration halves the largest list.
        while entry.json.text(within: limit) == nil {
            let lists = fields.values.compactMap { name, value -> (name: String, elements: [Value], size: Int)? in
                guard case .list(let elements) = value, !elements.isEmpty else { return nil }
                return (name, elements, value.json.text().utf8.count)
            }
            guard let largest = lists.max(by: { $0.size < $1.size }) else { break }
            fields.values[largest.name] = .list(Array(largest.elements.prefix(largest.elements.count / 2)))
            entry.content = fields
        }
        var bytes = 512
        while entry.json.text(within: limit) == nil, bytes >= 32 {
            fields.values = fields.values.mapValues { $0.shortened(toBytes: bytes) }
            entry.content = fields
            let name = entry.subject?.name ?? ""
            entry.subject?.name = name.shortened(toJSONBytes: bytes)
            bytes /= 2
        }
        return entry.json
    }
}

extension Value {
    /// The value with each of its texts shortened to `bytes` in JSON.
    fileprivate func shortened(toBytes bytes: Int) -> Value {
        switch self {
        case .string(let text): .string(text.shortened(toJSONBytes: bytes))
        case .list(let values): .list(values.map { $0.shortened(toBytes: bytes) })
        case .map(let members): .map(members.mapValues { $0.shortened(toBytes: bytes) })
        default: self
        }
    }
}
