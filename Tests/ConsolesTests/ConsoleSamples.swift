import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import Testing

@testable import SubdialConsoles

/// A plausible wall clock time in nanoseconds, plus a number of seconds.
func moment(_ seconds: Double) -> Int64 { 1_800_000_000_000_000_000 + Int64(saturating: seconds * 1e9) }

extension ConsoleState {
    /// Processes a message as received.
    mutating func take(_ text: String, at seconds: Double = 0) throws {
        guard case .report(let report) = try ConsoleMessage(Array(text.utf8)) else { return }
        apply(report, received: moment(seconds), seconds: seconds)
    }

    /// Creates the state after messages that arrive one second apart.
    init(_ texts: String...) throws {
        self.init()
        for (index, text) in texts.enumerated() { try take(text, at: Double(index)) }
    }

    /// The ids of the channels.
    var ids: [String] { channels.map(\.id) }

    /// Returns a setting of a channel; -99 if there is no such channel.
    func value(_ id: String, _ field: ConsoleField) -> Double { self[id]?[field].value ?? -99 }
}

/// Returns a member of a document by a path with dots between names and numbers.
func member(_ path: String, of value: Value) -> Value {
    path.split(separator: ".").reduce(value) { value, name in
        switch value {
        case .map(let members): members[String(name)] ?? .missing
        case .list(let values): Int(name).flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .missing
        default: .missing
        }
    }
}

/// The records as lines of a file.
func lines(_ records: [ConsoleRecord]) -> [UInt8] { records.flatMap { $0.bytes + [UInt8(ascii: "\n")] } }
