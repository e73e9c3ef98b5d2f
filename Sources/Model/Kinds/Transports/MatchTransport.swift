import SubdialDocuments

/// A match file, or a list of matches, which is watched for changes; the running match, or the user's schedule, if the path is empty.
package struct MatchTransport: KindTransport {
    package static let key = "match"
    package static let keys = ["list"]
    package static let maximumBytes = 16 << 20
    /// The only list.
    private static let list = "scheduled"

    private let path: KindExpression
    /// True for the matches that are still to be played.
    private let isSchedule: Bool

    package init(_ parts: TransportParts) throws(SettingsProblem) {
        try parts.checkFormat(Self.key, "whose files have forms of their own")
        path = try parts.expression(parts.node)
        isSchedule = parts["list"] != nil
        if let node = parts["list"] {
            let word = try node.text()
            guard word == Self.list else { throw node.error("a match has no list '\(word)'; there is \(Self.list)") }
        }
    }

    package var names: Set<String> { Set(path.names) }
    package var isLocal: Bool { true }
    package var followsFiles: Bool { true }

    package func request(in scope: RequestScope) throws(KindError) -> Request {
        Request(path: try scope.text(path), isSchedule: isSchedule)
    }

    /// A match, or the schedule, with its values.
    package struct Request: ResolvedRequest, Hashable {
        /// The path as written; empty for the running match, or the user's schedule.
        package var path: String
        /// True for the matches that are still to be played.
        package var isSchedule = false

        package var explanation: [String] {
            let name = isSchedule ? "the scheduled matches" : "the running match"
            return [path.isEmpty ? name : isSchedule ? "\(name) of \(path)" : path]
        }
    }
}
