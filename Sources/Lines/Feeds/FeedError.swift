import SubdialBasics
import SubdialExpressions

/// An invalid option of a feed.
package enum FeedError: Error, Hashable, Sendable {
    /// No format has that name.
    case unknownFormat(String)
    /// No setup is for a bar with that name.
    case unknownBar(String)
    /// No state has that name.
    case unknownState(String)
    /// The template of `option` (`text`, `tooltip`, `text-paused`, …) is invalid. The error's offset counts from its start.
    case template(option: String, ExpressionError)
    /// The width is out of range.
    case width(Int)
}

extension FeedError: CustomStringConvertible {
    /// The problem and its solution.
    package var description: String {
        switch self {
        case .unknownFormat(let name):
            Self.unknown("format", name, among: FeedFormat.names)
        case .unknownBar(let name):
            Self.unknown("bar", name, among: BarSetup.all.flatMap(\.names))
        case .unknownState(let name):
            Self.unknown("state", name, among: FeedState.allCases.map(\.rawValue))
        case .template(let option, let error):
            "\(option), \(error)"
        case .width(let width):
            "a width of \(width) columns is not possible; use 1 to \(FeedOptions.maximumWidth)"
        }
    }

    private static func unknown(_ what: String, _ name: String, among names: [String]) -> String {
        let hint = Suggestion.hint(for: name, among: names)
        return "there is no \(what) '\(name)'" + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)
    }
}

extension FeedError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        if case .template = self { .badData } else { .wrongUsage }
    }
}
