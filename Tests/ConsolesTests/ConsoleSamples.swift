import Expressions
import JSON
import Testing

@testable import Consoles

/// Nanoseconds of a moment that a wall clock may tell, and seconds after it.
func moment(_ seconds: Double) -> Int64 { 1_800_000_000_000_000_000 + Int64(saturating: seconds * 1e9) }

extension ConsoleState {
    /// Takes a message as it comes over the wire.
    mutating func take(_ text: String, at seconds: Double = 0) throws {
        guard case .report(let report) = try ConsoleMessage(Array(text.utf8)) else { return }
        take(report, received: moment(seconds), seconds: seconds)
    }

    /// The console after messages that come one second after the other.
    init(_ texts: String...) throws {
        self.init()
        for (index, text) in texts.enumerated() { try take(text, at: Double(index)) }
    }

    /// The ids of the channels.
    var ids: [String] { channels.map(\.id) }

    /// A setting of a channel; -99 where there is no such channel.
    func value(_ id: String, _ field: ConsoleField) -> Double { self[id]?[field].value ?? -99 }
}

/// A member of a document, with points between names and numbers.
func member(_ path: String, of value: Value) -> Value {
    path.split(separator: ".").reduce(value) { value, name in
        switch value {
        case .map(let members): members[String(name)] ?? .missing
        case .list(let values): Int(name).flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .missing
        default: .missing
        }
    }
}
