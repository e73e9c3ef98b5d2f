import Expressions

/// Why a feed cannot be made as asked.
public enum FeedError: Error, Hashable, Sendable {
    /// There is no format of that name.
    case unknownFormat(String)
    /// There is no setup for a bar of that name.
    case unknownBar(String)
    /// There is no state of that name to give a text for.
    case unknownState(String)
    /// The template given as `option` (`text`, `tooltip`, `text-paused`, …) cannot be used. The error's offset counts from its start.
    case template(option: String, ExpressionError)
    /// The width is not one that a line can have.
    case width(Int)
}

extension FeedError: CustomStringConvertible {
    /// What is wrong, and what to write instead.
    public var description: String {
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
