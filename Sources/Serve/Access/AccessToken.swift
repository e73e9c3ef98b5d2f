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
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else {
                throw ServeError(.failed, "\(path): the token cannot be read: \(String(cString: strerror(errno)))")
            }
            let token = AccessToken()
            try AtomicFile.write(Array((token.text + "\n").utf8), to: path, isPrivate: true, isDurable: true)
            return (token, true)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw ServeError(.forbidden, "\(path): others may read this token: run 'chmod 600 \(path)', or remove it to get another")
        }
        let bytes: [UInt8]
        do {
            bytes = try InputFile.bytes(at: path, limit: 4096)
        } catch {
            throw ServeError(.failed, "\(path): the token cannot be read: \(error)")
        }
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.count >= leastLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ServeError(
                .badRequest, "\(path): a token has \(leastLength) letters and digits or more, without blanks; remove the file to get one")
        }
        return (AccessToken(text: text), false)
    }

    private init(text: String) { self.text = text }

    /// True where `given` is the token; the comparison takes as long for any text of the same length.
    func matches(_ given: String) -> Bool {
        let (own, other) = (Array(text.utf8), Array(given.utf8))
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
