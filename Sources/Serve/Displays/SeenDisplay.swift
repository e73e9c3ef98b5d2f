import FoundationEssentials

/// A display that has asked a server, as it is told to people.
public struct SeenDisplay: Hashable, Sendable {
    /// The display's own id, in upper case.
    public let id: String
    /// When it last asked; nil for never.
    public let seen: Date?
    /// How many seconds it was told to sleep then.
    public let sleep: Int
    /// The share of its battery that was left, 0 to 100; nil where it does not tell.
    public let charge: Double?

    /// The displays that a server's file tells of; none where it cannot be read.
    public static func all(in path: String) -> [SeenDisplay] {
        DisplayStore.records(in: path).map { record in
            SeenDisplay(
                id: record.id, seen: record.seen > 0 ? Date(timeIntervalSince1970: Double(record.seen)) : nil, sleep: record.sleep,
                charge: record.report.charge)
        }
    }
}
