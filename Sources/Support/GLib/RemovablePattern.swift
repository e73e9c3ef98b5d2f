import Glibc
import SubdialCGLib

/// A regular expression whose matches are removed from texts, with limits on the work: no pattern runs for ever on any text.
///
/// It has the syntax of PCRE2, in UTF-8, and is that of GLib (`GRegex`), which Pango requires anyway.
package final class RemovablePattern: Sendable {
    /// The reason why a pattern, or its use on a text, is refused.
    package struct Refusal: Error, Hashable, CustomStringConvertible {
        package let description: String

        fileprivate init(_ description: String) { self.description = description }

        /// The end of a message of GLib's, which begins with the pattern and its limits.
        fileprivate init(_ error: UnsafeMutablePointer<GError>?) {
            let message = error?.pointee.message.map { String(cString: $0) } ?? "it is no pattern"
            self.init(message.ranges(of: ": ").last.map { String(message[$0.upperBound...]) } ?? message)
        }
    }

    /// The maximum length of a pattern in bytes.
    package static let maximumPattern = 1000
    /// The maximum length of a text in bytes; a longer one is returned as it is.
    package static let maximumText = 512
    /// The limits of PCRE2 for one start of a match: calls, nested calls, and KiB of memory.
    ///
    /// At their worst, a text of the maximum length takes some tens of milliseconds.
    private static let limits = "(*LIMIT_MATCH=1000)(*LIMIT_DEPTH=500)(*LIMIT_HEAP=1024)"

    // GLib permits the use of one expression in several threads.
    nonisolated(unsafe) private let expression: OpaquePointer

    /// Compiles a pattern.
    ///
    /// - Throws: ``Refusal`` with the message of PCRE2, or if the pattern is too long, has a zero byte, or begins with an option.
    package init(_ pattern: String) throws(Refusal) {
        guard pattern.utf8.count <= Self.maximumPattern else { throw Refusal("it has more than \(Self.maximumPattern) bytes") }
        guard !pattern.utf8.contains(0) else { throw Refusal("it contains a zero byte") }
        // The last of several limits counts.
        guard !pattern.hasPrefix("(*") else { throw Refusal("options such as (*UTF) are not permitted; write '(?i)' to ignore case") }
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        guard let compiled = g_regex_new(Self.limits + pattern, GRegexCompileFlags(rawValue: 0), GRegexMatchFlags(rawValue: 0), &error)
        else { throw Refusal(error) }
        expression = compiled
    }

    deinit { g_regex_unref(expression) }

    /// Returns the text without the matches.
    ///
    /// - Throws: ``Refusal`` if finding them takes more work than the limits permit.
    package func removed(from text: String) throws(Refusal) -> String {
        guard text.utf8.count <= Self.maximumText, !text.utf8.contains(0) else { return text }
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        guard let result = g_regex_replace_literal(expression, text, -1, 0, "", GRegexMatchFlags(rawValue: 0), &error) else {
            throw Refusal(error)
        }
        defer { g_free(result) }
        return String(cString: result)
    }
}
