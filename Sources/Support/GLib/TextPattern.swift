import Glibc
import SubdialCGLib
import Synchronization

/// A regular expression with limits on the work: no pattern runs for ever on any text.
///
/// It has the syntax of PCRE2, in UTF-8, and is that of GLib (`GRegex`), which Pango requires anyway.
package final class TextPattern: Sendable {
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

    /// A match: the ranges of the whole and of its groups, in bytes; nil for a group that takes no part.
    package struct Match: Hashable, Sendable {
        /// The ranges by the numbers of the groups; the first is that of the whole match.
        package let groups: [Range<Int>?]
        /// The range of the whole match.
        package let range: Range<Int>
    }

    /// The maximum length of a pattern in bytes.
    package static let maximumPattern = 1000
    /// The maximum length in bytes of a title from which matches are removed; a longer one is returned as it is.
    package static let maximumTitle = 512
    /// The maximum length of a text in bytes.
    package static let maximumText = 16_384
    /// The limits of PCRE2 for one start of a match: calls, nested calls, and KiB of memory.
    ///
    /// At their worst, a title of the maximum length takes some tens of milliseconds, and a text of the maximum length some hundreds.
    private static let limits = "(*LIMIT_MATCH=1000)(*LIMIT_DEPTH=500)(*LIMIT_HEAP=1024)"
    /// The limits for the few starts of a match at which the others do not suffice, such as that of `.*` in a long line.
    private static let patientLimits = "(*LIMIT_MATCH=100000)(*LIMIT_DEPTH=20000)(*LIMIT_HEAP=16384)"
    /// The number of starts with these limits that take some tens of milliseconds.
    package static let standardPatience = 50

    /// An expression of GLib's, which permits its use in several threads.
    private final class Compiled: @unchecked Sendable {
        let expression: OpaquePointer

        init(_ pattern: String) throws(Refusal) {
            var error: UnsafeMutablePointer<GError>?
            defer { g_clear_error(&error) }
            guard let compiled = g_regex_new(pattern, GRegexCompileFlags(rawValue: 0), GRegexMatchFlags(rawValue: 0), &error) else {
                throw Refusal(error)
            }
            expression = compiled
        }

        deinit { g_regex_unref(expression) }

        /// The match at a position or behind it; nil for none.
        ///
        /// - Throws: ``Refusal`` beyond the limits.
        func match(
            in text: UnsafeBufferPointer<CChar>, from start: Int, isAnchored: Bool
        ) throws(Refusal) -> Match? {
            var error: UnsafeMutablePointer<GError>?
            var info: OpaquePointer?
            defer {
                g_clear_error(&error)
                if let info { g_match_info_free(info) }
            }
            let flags = isAnchored ? G_REGEX_MATCH_ANCHORED : GRegexMatchFlags(rawValue: 0)
            let isFound = g_regex_match_full(expression, text.baseAddress, gssize(text.count), gint(start), flags, &info, &error)
            if error != nil { throw Refusal(error) }
            guard isFound != 0, let info else { return nil }
            var groups: [Range<Int>?] = []
            for group in 0..<max(1, g_match_info_get_match_count(info)) {
                var (lower, upper): (gint, gint) = (-1, -1)
                let isThere = g_match_info_fetch_pos(info, group, &lower, &upper) != 0 && lower >= 0 && upper >= lower
                groups.append(isThere ? Int(lower)..<Int(upper) : nil)
            }
            // A match that ends before it begins, by \K in a lookahead, is none.
            return groups[0].map { Match(groups: groups, range: $0) }
        }
    }

    private let pattern: String
    private let compiled: Compiled
    /// The pattern with the patient limits, once it is needed.
    private let patient = Mutex<Compiled?>(nil)

    /// Compiles a pattern.
    ///
    /// - Throws: ``Refusal`` with the message of PCRE2, or if the pattern is too long, has a zero byte, or begins with an option.
    package init(_ pattern: String) throws(Refusal) {
        guard pattern.utf8.count <= Self.maximumPattern else { throw Refusal("it has more than \(Self.maximumPattern) bytes") }
        guard !pattern.utf8.contains(0) else { throw Refusal("it contains a zero byte") }
        // The last of several limits counts.
        guard !pattern.hasPrefix("(*") else { throw Refusal("options such as (*UTF) are not permitted; write '(?i)' to ignore case") }
        self.pattern = pattern
        compiled = try Compiled(Self.limits + pattern)
    }

    /// The number of groups.
    package var groupCount: Int { Int(max(0, g_regex_get_capture_count(compiled.expression))) }

    /// The number of a named group; nil if there is none.
    package func group(named name: String) -> Int? {
        let number = g_regex_get_string_number(compiled.expression, name)
        return number > 0 ? Int(number) : nil
    }

    /// The matches in a text from left to right, without overlaps.
    ///
    /// - Parameters:
    ///   - count: The maximum number of matches.
    ///   - patience: The number of starts of a match that may take more work, of which those that do are subtracted.
    /// - Throws: ``Refusal`` for a text of more than ``maximumText`` bytes or with a zero byte, and if finding them takes more work than the limits
    ///   permit.
    package func matches(in text: String, first count: Int = .max, patience: inout Int) throws(Refusal) -> [Match] {
        guard text.utf8.count <= Self.maximumText else { throw Refusal("the text has more than \(Self.maximumText) bytes") }
        guard !text.utf8.contains(0) else { throw Refusal("the text contains a zero byte") }
        let bytes = text.utf8.map { CChar(bitPattern: $0) }
        var matches: [Match] = []
        var start = 0
        while start <= bytes.count, matches.count < count {
            guard let match = try nextMatch(in: bytes, from: start, &patience) else { break }
            matches.append(match)
            start = max(match.range.upperBound, start)
            if match.range.isEmpty { start = Self.index(after: start, in: bytes) }
        }
        return matches
    }

    /// The next match; a start of a match at which the limits do not suffice is tried again with the patient ones.
    private func nextMatch(in bytes: [CChar], from start: Int, _ patience: inout Int) throws(Refusal) -> Match? {
        do {
            return try Self.match(compiled, in: bytes, from: start, isAnchored: false)
        } catch {
            guard patience > 0 else { throw error }
        }
        var start = start
        while start <= bytes.count {
            do {
                if let match = try Self.match(compiled, in: bytes, from: start, isAnchored: true) { return match }
            } catch {
                guard patience > 0 else { throw error }
                patience -= 1
                if let match = try Self.match(patientPattern(), in: bytes, from: start, isAnchored: true) { return match }
            }
            start = Self.index(after: start, in: bytes)
        }
        return nil
    }

    private static func match(_ compiled: Compiled, in bytes: [CChar], from start: Int, isAnchored: Bool) throws(Refusal) -> Match? {
        // GLib reads no byte of an empty text, but requires an address.
        let result = (bytes + [0]).withUnsafeBufferPointer { buffer in
            Result { () throws(Refusal) in
                try compiled.match(in: UnsafeBufferPointer(rebasing: buffer.dropLast()), from: start, isAnchored: isAnchored)
            }
        }
        return try result.get()
    }

    private func patientPattern() throws(Refusal) -> Compiled {
        if let known = patient.withLock({ $0 }) { return known }
        let made = try Compiled(Self.patientLimits + pattern)
        patient.withLock { $0 = made }
        return made
    }

    /// The position of the next character in UTF-8.
    private static func index(after start: Int, in bytes: [CChar]) -> Int {
        var next = start + 1
        while next < bytes.count, UInt8(bitPattern: bytes[next]) & 0xC0 == 0x80 { next += 1 }
        return next
    }

    /// Returns the text without the matches.
    ///
    /// - Throws: ``Refusal`` if finding them takes more work than the limits permit.
    package func removed(from text: String) throws(Refusal) -> String {
        guard text.utf8.count <= Self.maximumTitle, !text.utf8.contains(0) else { return text }
        let bytes = Array(text.utf8)
        var rest: [UInt8] = []
        var start = 0
        var patience = 0
        for match in try matches(in: text, patience: &patience) {
            rest += bytes[min(start, match.range.lowerBound)..<match.range.lowerBound]
            start = max(start, match.range.upperBound)
        }
        return String(decoding: rest + bytes[start...], as: UTF8.self)
    }
}
