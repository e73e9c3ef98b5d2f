import Glibc
import SubdialMQTT
import SubdialSystem

/// The error of a login file that cannot be used.
package struct MQTTLoginError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, the reason and the remedy, on one line.
    package let description: String

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }
}

extension MQTTLogin {
    /// Reads a file with the user name on its first line and the password on its second, which only its owner may read.
    ///
    /// - Throws: ``MQTTLoginError``.
    package init(file path: String) throws(MQTTLoginError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o077 != 0 {
            throw MQTTLoginError(path, "others may read this login: chmod 600 \(path)")
        }
        let bytes: [UInt8]
        do throws(ReadError) {
            bytes = try InputFile.bytes(at: path, limit: 4096, accepting: .regular)
        } catch {
            switch error {
            case .missing: throw MQTTLoginError(path, "there is no login: put the name on its first line and the password on its second")
            case .unreadable(let reason), .wrongKind(let reason): throw MQTTLoginError(path, "this login cannot be read: \(reason)")
            case .tooLong: throw MQTTLoginError(path, "this is no login: it is longer than two lines")
            }
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
            String.init)
        guard let user = lines.first, !user.isEmpty else {
            throw MQTTLoginError(path, "there is no name on its first line; the password stands on its second")
        }
        self.init(user: user, password: lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil)
    }
}
