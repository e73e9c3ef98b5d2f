/// Snapshots of one status and one cause, about which readers decide together.
package struct SnapshotRow {
    /// The first snapshot, which stands for all.
    package let first: SnapshotCase
    /// The others; empty for a cause of its own.
    package fileprivate(set) var others: [SnapshotCase] = []

    /// All snapshots of the row.
    package var all: [SnapshotCase] { [first] + others }

    /// A row for each of its snapshots.
    package var singles: [SnapshotRow] { all.map { SnapshotRow(first: $0) } }

    /// The number of the others with some of their names; empty if there are none.
    package var rest: String {
        guard !others.isEmpty else { return "" }
        let names = others.prefix(Self.limit).map(\.id) + (others.count > Self.limit ? ["…"] : [])
        return "and \(others.count) more for the same cause: \(names.joined(separator: ", "))"
    }

    /// The maximum number of names.
    private static let limit = 3

    fileprivate init(first: SnapshotCase) { self.first = first }
}

/// What the snapshots of a row share.
private struct RowKey: Hashable {
    let status: SnapshotStatus
    let cause: String
}

extension Sequence<SnapshotCase> {
    /// The rows in the order of their first snapshots.
    package var rows: [SnapshotRow] {
        var rows: [SnapshotRow] = []
        var known: [RowKey: Int] = [:]
        for item in self {
            guard item.status.isFailure, let cause = item.cause else {
                rows.append(SnapshotRow(first: item))
                continue
            }
            let key = RowKey(status: item.status, cause: cause)
            if let index = known[key] {
                rows[index].others.append(item)
            } else {
                known[key] = rows.count
                rows.append(SnapshotRow(first: item))
            }
        }
        return rows
    }
}
