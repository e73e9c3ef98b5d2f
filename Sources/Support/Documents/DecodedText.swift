import SubdialBasics
import SubdialGLib

/// The text of a document of any character set.
package enum DecodedText {
    /// The reason why a document is no text, with what to do.
    package struct Failure: Error, Hashable, Sendable {
        /// The reason on one line.
        package let reason: String
    }

    /// The bytes of an XML declaration, at most.
    private static let declarationLength = 200

    /// The text of bytes, in UTF-8 if nothing says otherwise.
    ///
    /// - Parameters:
    ///   - written: The character set that the user has written, which precedes all else.
    ///   - announced: The character set that the server has announced, which a byte order mark precedes.
    ///   - isXML: True if an XML declaration may say the character set.
    package static func text(
        of bytes: [UInt8], written: String? = nil, announced: String? = nil, isXML: Bool = false
    ) throws(Failure) -> String {
        let mark = mark(of: bytes)
        guard let charset = written ?? mark?.charset ?? announced ?? (isXML ? declared(in: bytes) : nil), !isUTF8(charset) else {
            return String(decoding: mark?.charset == "UTF-8" ? bytes[3...] : bytes[...], as: UTF8.self)
        }
        do throws(TextConversion.Failure) {
            let rest = mark.map { isAnyUTF16(charset) && $0.charset != "UTF-8" ? Array(bytes[$0.length...]) : bytes } ?? bytes
            // Without a byte order mark, UTF-16 is read in the order of networks (RFC 2781).
            let name = isUTF16(charset) ? mark?.charset ?? "UTF-16BE" : charset
            return String(decoding: try TextConversion.utf8(rest, from: name), as: UTF8.self)
        } catch .unknownCharset {
            throw Failure(
                reason:
                    "there is no character set '\(charset.oneLine(limit: 40))'; write the one of the document, like 'charset: iso-8859-1'")
        } catch {
            throw Failure(
                reason: "the document is not in \(charset.oneLine(limit: 40)); write the character set that it has, like 'charset: utf-8'")
        }
    }

    /// True for a known character set.
    package static func isKnown(_ charset: String) -> Bool {
        isUTF8(charset) || (try? TextConversion.utf8([], from: charset)) != nil
    }

    private static func isUTF8(_ charset: String) -> Bool { ["utf-8", "utf8", "us-ascii", "ascii"].contains(charset.lowercased()) }

    private static func isUTF16(_ charset: String) -> Bool { ["utf-16", "utf16"].contains(charset.lowercased()) }

    /// True for UTF-16 of any byte order.
    private static func isAnyUTF16(_ charset: String) -> Bool {
        isUTF16(charset) || ["utf-16le", "utf-16be"].contains(charset.lowercased())
    }

    /// The character set of a byte order mark, and the length of the mark.
    private static func mark(of bytes: [UInt8]) -> (charset: String, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return ("UTF-8", 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return ("UTF-16LE", 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return ("UTF-16BE", 2) }
        return nil
    }

    /// The character set in the XML declaration of a document.
    private static func declared(in bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.prefix(declarationLength), as: UTF8.self)
        guard start.hasPrefix("<?xml"), let end = start.firstIndex(of: ">") else { return nil }
        let words = start[..<end].split { $0 == "=" || $0.isWhitespace || $0 == "?" }
        guard let index = words.firstIndex(of: "encoding"), words.indices.contains(index + 1) else { return nil }
        return String(words[index + 1].filter { $0 != "\"" && $0 != "'" })
    }
}
