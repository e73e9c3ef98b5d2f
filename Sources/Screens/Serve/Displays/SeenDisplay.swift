import FoundationEssentials
import SubdialSystem

/// A display that has contacted a server, for output to users.
package struct SeenDisplay: Hashable, Sendable {
    /// The display's own id, in upper case.
    package let id: String
    /// The time of its last request; nil for never.
    package let seen: Date?
    /// The sleep time that was sent to it then, in seconds.
    package let sleep: Int
    /// The charge of its battery, 0 to 100; nil if it does not report it.
    package let charge: Double?

    /// The displays in a server's file; empty if it cannot be read.
    package static func all(in file: PrivateFile) -> [SeenDisplay] {
        DisplayStore.records(in: file).map { record in
            SeenDisplay(
                id: record.id, seen: record.seen > 0 ? Date(timeIntervalSince1970: Double(record.seen)) : nil, sleep: record.sleep,
                charge: record.report.charge)
        }
    }
}
