import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// The published state of a device.
package struct MQTTDeviceState: Hashable, Sendable {
    /// The tolerance in seconds within which two clocks count as equal.
    private static let tolerance = 2.0

    private let members: [JSONMember]
    private let clocks: [String: EntryClock]
    private let date: Date
    /// True while the source answers, or its last answer is still shown.
    package let isAvailable: Bool

    /// The state of a device for an entry.
    ///
    /// - Parameter now: The present, on the entry's timeline.
    package init(_ entry: Entry, of device: MQTTDevice, at now: Date) {
        let entry = entry.disclosed
        let fields = entry.fields
        isAvailable = entry.freshness == .live || entry.freshness == .stale
        date = now
        let scope = EntryScope(entry, at: now, palette: .missing)
        var members = [JSONMember("kind", .string(entry.kind))]
        func add(_ name: String, _ value: Value?) { members.append(JSONMember(name, (value ?? .missing).json)) }
        for name in ["subject", "subject_id", "connection", "problem"] { add(name, scope.value(of: name)) }
        if device.isPlayer {
            add("status", fields.values["status"])
            for name in ["title", "artist", "album", "length", "zone", "zone_id", "muted"] { add(name, scope.value(of: name)) }
            let ratio = scope.value(of: "volume_ratio")?.number
            add("volume", ratio.map { .integer(Int64(saturating: ($0 * 100).rounded())) })
            add("volume_text", scope.value(of: "volume_text"))
            clocks = fields.clocks
        } else {
            var kept: [String: EntryClock] = [:]
            for field in device.fields {
                if let clock = fields.clocks[field.name] { kept[field.name] = clock } else { add(field.name, fields.values[field.name]) }
            }
            clocks = kept
        }
        self.members = members
    }

    /// True if this state adds nothing to the other one; clocks that have only continued to run count as equal.
    package func isSame(as other: MQTTDeviceState) -> Bool {
        guard members == other.members, clocks.keys == other.clocks.keys else { return false }
        return clocks.allSatisfy { name, clock in
            guard let before = other.clocks[name] else { return false }
            return clock.isRunning(at: date) == before.isRunning(at: date)
                && abs(clock.value(at: date) - before.value(at: date)) < Self.tolerance
        }
    }

    /// The state on one line, with the values of clocks at `date`.
    package var json: JSONValue {
        let running = clocks.sorted { $0.key < $1.key }.map { name, clock in
            JSONMember(name, .double((clock.value(at: date) * 1000).rounded() / 1000))
        }
        return .object(members + running + [JSONMember("date", .string(date.iso8601))])
    }
}
