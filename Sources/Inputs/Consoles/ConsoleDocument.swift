import SubdialExpressions
import SubdialMixers

extension ConsoleState {
    /// The document for entries of the kind `console`.
    ///
    /// Levels are rounded to half a decibel, so that noise near silence does not cause updates.
    ///
    /// - Parameters:
    ///   - isConnected: True while the console is connected.
    ///   - waiting: Unconfirmed edits; they are shown as if they had been applied.
    ///   - address: The console's address, for the commands of clicks.
    package func document(isConnected: Bool, waiting: [ConsoleEdit] = [], address: String = "") -> Value {
        let shown = showing(waiting)
        let anySolo = shown.channels.contains(where: \.isSolo)
        let master = shown.master.value(anySolo: false, isConnected: isConnected)
        return [
            "connected": .bool(isConnected), "address": .string(address),
            "master": master, "outputs": [master],
            "any_solo": .bool(anySolo),
            "selected": selected.isEmpty ? .missing : .string(selected), "waiting": .integer(Int64(waiting.count)),
            "channels": .list(shown.channels.map { $0.value(anySolo: anySolo, isConnected: isConnected) }),
            "levels": .list(
                shown.channels.map { channel in
                    let isHeard = isConnected && !channel.isMuted && (channel.isSolo || !anySolo)
                    return .double(isHeard ? Self.half(channel.level ?? MeterBallistics.floor) : MeterBallistics.floor)
                }),
        ]
    }

    fileprivate static func half(_ decibels: Double) -> Double { (decibels * 2).rounded() / 2 }
}

extension ConsoleChannel {
    fileprivate func value(anySolo: Bool, isConnected: Bool) -> Value {
        func fine(_ number: Double) -> Value { .double((number * 10_000).rounded() / 10_000) }
        // The level of a disconnected console is unknown.
        let level = isConnected ? level.map(ConsoleState.half) : nil
        return [
            "id": .string(id), "name": .string(name), "type": .string(type), "fader": fine(self[.fader].value),
            "pan": fine(self[.pan].value), "muted": .bool(isMuted), "solo": .bool(isSolo),
            "audible": .bool(!isMuted && (isSolo || !anySolo)), "level": level.map(Value.double) ?? .missing,
            "peak": (isConnected ? peak : nil).map { .double(ConsoleState.half($0)) } ?? .missing,
            "zone": level.map { .string(ConsoleZone(decibels: $0).rawValue) } ?? .missing, "pending": .bool(isPending),
        ]
    }
}

/// The colour zone of a level on the console's meters.
package enum ConsoleZone: String, Hashable, Sendable, CaseIterable {
    /// From −6 dB.
    case red
    /// From −12 dB.
    case orange
    /// From −18 dB.
    case yellow
    /// Below −18 dB.
    case green

    /// The zone of a level in dB; the lower bounds are inclusive.
    package init(decibels: Double) {
        self =
            switch decibels {
            case (-6)...: .red
            case (-12)...: .orange
            case (-18)...: .yellow
            default: .green
            }
    }
}
