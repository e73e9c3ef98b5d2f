import FoundationEssentials
import Glibc
import SubdialGLib
import SubdialSystem

/// The secret with which clients on other machines authenticate.
package struct AccessToken: Hashable, Sendable {
    /// At least 16 characters, without whitespace.
    package let text: String

    /// The minimum length of a token that a user wrote into a file, in characters.
    private static let leastLength = 16

    /// Makes a token of 256 random bits.
    package init() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var random = SystemRandomNumberGenerator()
        text = String((0..<43).map { _ in alphabet[Int(random.next() & 63)] })
    }

    /// Loads the token from a file, and creates a file that only its owner can read if there is none.
    ///
    /// - Returns: The token, and true if it was created now.
    /// - Throws: ``ServeError`` for a file that others may read or that holds no token, `WriteError` if the file cannot be created.
    package static func load(_ file: PrivateFile) throws -> (token: AccessToken, isNew: Bool) {
        let path = file.path
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw unreadable(path) }
            let token = AccessToken()
            // If several servers start at the same time, one creates the file and the others read it.
            if try file.create(Array((token.text + "\n").utf8), isDurable: true) { return (token, true) }
            guard stat(path, &status) == 0 else { throw unreadable(path) }
        }
        return (try read(path, status), false)
    }

    /// Loads the token from a file, and never creates one.
    ///
    /// - Returns: The token; nil if the file does not exist.
    /// - Throws: ``ServeError`` for a file that others may read or that holds no token.
    package static func existing(_ file: PrivateFile) throws(ServeError) -> AccessToken? {
        let path = file.path
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw unreadable(path)
        }
        return try read(path, status)
    }

    private static func unreadable(_ path: String) -> ServeError {
        ServeError(.failed, "\(path): the token cannot be read: \(SystemError.last)")
    }

    private static func read(_ path: String, _ status: stat) throws(ServeError) -> AccessToken {
        guard status.st_mode & 0o077 == 0 else {
            throw ServeError(.forbidden, "\(path): others may read this token: run 'chmod 600 \(path)', or remove it to get another")
        }
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try InputFile.bytes(at: path, limit: 4096)
        } catch {
            throw ServeError(.failed, "\(path): the token cannot be read: \(error.reason)")
        }
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.count >= leastLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ServeError(
                .badRequest, "\(path): a token has \(leastLength) letters and digits or more, without blanks; remove the file to get one")
        }
        return AccessToken(text: text)
    }

    private init(text: String) { self.text = text }

    /// True if `given` is the token; the comparison takes constant time for texts of the same length.
    func matches(_ given: String) -> Bool { Self.areSame(text, given) }

    /// The signature that permits access to one picture without the token, and does not reveal the token.
    ///
    /// - Parameters:
    ///   - kind: The kind as written in the URL.
    ///   - file: The family with its file extension.
    ///   - query: The decoded names and values of the URL's query; `v` and the signature itself are ignored.
    package func signature(kind: String, file: String, query: [(name: String, value: String)]) -> String {
        let items = query.filter { $0.name != "v" && $0.name != Self.signatureName }.map { [$0.name, $0.value] }
        // Each text is prefixed with its length, so that no two pictures have the same message.
        let texts = [[kind, file]] + items.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
        let message = texts.joined().map { "\($0.utf8.count):\($0)" }.joined()
        return SHA256.code(of: Array(message.utf8), key: Array(text.utf8), digits: 40)
    }

    /// The name of the signature parameter in a URL.
    static let signatureName = "sign"

    /// True if the query contains the valid signature of its picture.
    func signs(kind: String, file: String, query: [(name: String, value: String)]) -> Bool {
        guard let given = query.last(where: { $0.name == Self.signatureName })?.value else { return false }
        return Self.areSame(signature(kind: kind, file: file, query: query), given)
    }

    private static func areSame(_ one: String, _ another: String) -> Bool {
        let (own, other) = (Array(one.utf8), Array(another.utf8))
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
