import Digests
import Files
import FoundationEssentials
import Glibc

/// The secret that clients of other machines show.
public struct AccessToken: Hashable, Sendable {
    /// 16 characters at least, without blanks.
    public let text: String

    /// The least length of a token that somebody wrote into a file, in characters.
    private static let leastLength = 16

    /// Makes a token of 256 random bits.
    public init() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var random = SystemRandomNumberGenerator()
        text = String((0..<43).map { _ in alphabet[Int(random.next() & 63)] })
    }

    /// The token in a file, which is made where it is missing, for its owner alone.
    ///
    /// - Returns: The token, and true where it was just made.
    /// - Throws: ``ServeError`` for a file that others may read or that holds no token, `WriteError` where it cannot be made.
    public static func load(_ path: String) throws -> (token: AccessToken, isNew: Bool) {
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw unreadable(path) }
            let token = AccessToken()
            // Of several servers that start at once one makes it, and the others take that one.
            if try AtomicFile.create(Array((token.text + "\n").utf8), at: path, isPrivate: true, isDurable: true) { return (token, true) }
            guard stat(path, &status) == 0 else { throw unreadable(path) }
        }
        return (try read(path, status), false)
    }

    /// Tells whether the token of a file can be used, and makes none.
    ///
    /// - Returns: False where there is no such file.
    /// - Throws: ``ServeError`` for a file that others may read or that holds no token.
    public static func check(_ path: String) throws(ServeError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw unreadable(path)
        }
        _ = try read(path, status)
        return true
    }

    private static func unreadable(_ path: String) -> ServeError {
        ServeError(.failed, "\(path): the token cannot be read: \(String(cString: strerror(errno)))")
    }

    private static func read(_ path: String, _ status: stat) throws(ServeError) -> AccessToken {
        guard status.st_mode & 0o077 == 0 else {
            throw ServeError(.forbidden, "\(path): others may read this token: run 'chmod 600 \(path)', or remove it to get another")
        }
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try InputFile.bytes(at: path, limit: 4096)
        } catch {
            throw ServeError(.failed, "\(path): the token cannot be read: \(error)")
        }
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.count >= leastLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ServeError(
                .badRequest, "\(path): a token has \(leastLength) letters and digits or more, without blanks; remove the file to get one")
        }
        return AccessToken(text: text)
    }

    private init(text: String) { self.text = text }

    /// True where `given` is the token; the comparison takes as long for any text of the same length.
    func matches(_ given: String) -> Bool { Self.areSame(text, given) }

    /// The word by which one picture may be fetched without the token, which it does not tell.
    ///
    /// - Parameters:
    ///   - kind: The kind as an address has it.
    ///   - file: The family with its ending.
    ///   - query: The names and values of the address's query, decoded; `v`, which counts for nothing, is no part of it.
    public func signature(kind: String, file: String, query: [(name: String, value: String)]) -> String {
        let items = query.filter { $0.name != "v" && $0.name != Self.signatureName }.map { [$0.name, $0.value] }
        // Each text with its length: no two pictures have the same message.
        let texts = [[kind, file]] + items.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
        let message = texts.joined().map { "\($0.utf8.count):\($0)" }.joined()
        return SHA256.code(of: Array(message.utf8), key: Array(text.utf8), digits: 40)
    }

    /// The name of the signature in an address.
    static let signatureName = "sign"

    /// True where an address has the signature of its picture.
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
