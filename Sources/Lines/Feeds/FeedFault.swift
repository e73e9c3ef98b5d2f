import FoundationEssentials
import SubdialBasics
import SubdialTimeline

/// A fault for which a feed has no line: an invalid text, option or configuration, or no source.
///
/// The bar shows it, because a bar has no place for the messages of its programs.
package struct FeedFault: Hashable, Sendable {
    /// The width of the text in columns, if the feed has none.
    private static let width = 64
    /// The width of the short text in columns.
    private static let shortWidth = 20
    /// The status, the key for the user's icons, and the class.
    private static let status = "error"

    /// The problem, its place and the remedy, on one line.
    private let message: String

    /// Creates a fault with the message of an error.
    package init(_ message: String) {
        self.message = message.cleaned()
    }

    /// The problem without the remedy, and files without their folders.
    private var summary: String {
        let problem = message.firstRange(of: "; ").map { message[..<$0.lowerBound] } ?? message[...]
        let words = problem.split(separator: " ").map { word in
            word.hasPrefix("/") ? word.split(separator: "/").last ?? word : word
        }
        return "⚠ subdial: \(words.joined(separator: " "))"
    }

    /// The content of the line.
    ///
    /// - Parameter columns: The width of the feed; nil if it has none.
    func content(columns: Int?, details: FeedDetails) -> FeedContent {
        let summary = summary
        let tooltip = message.split(separator: "; ").map { String($0).truncated(columns: FeedOptions.maximumWidth) }
        return FeedContent(
            text: summary.truncated(columns: columns ?? Self.width),
            shortText: summary.truncated(columns: min(columns ?? Self.width, Self.shortWidth)),
            tooltip: tooltip.joined(separator: ";\n"), status: Self.status, classes: [Self.status], details: details)
    }
}

extension FeedFormat {
    /// Returns the line that shows a fault, without its final newline.
    ///
    /// - Parameter columns: The width of the feed; nil if it has none.
    package func line(for fault: FeedFault, columns: Int? = nil) -> String {
        let entry = Entry(date: .distantPast, schema: .nowPlaying, freshness: .offline)
        let details = LineSubjects.subject(of: entry, at: entry.date).details(percentage: 0, artPath: nil)
        return line(for: fault.content(columns: columns, details: details))
    }
}
