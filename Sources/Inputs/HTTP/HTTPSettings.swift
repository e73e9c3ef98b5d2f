import SubdialSystem
import Synchronization

/// The settings of all HTTP clients of this process.
package final class HTTPSettings: Sendable {
    /// The settings.
    package static let shared = HTTPSettings()

    /// The maximum size of a file with certificates, in bytes.
    private static let maximumLength = 1 << 20

    private struct State {
        var userAgent = "subdial"
        /// The certificates of the user's own authorities, by the path of their file.
        var authorities: [String: [UInt8]] = [:]
    }

    private let state = Mutex(State())

    private init() {}

    /// The `User-Agent` field of all requests: the name and version of the program, as in `subdial/1.0`.
    package var userAgent: String {
        get { state.withLock { $0.userAgent } }
        set { state.withLock { $0.userAgent = newValue } }
    }

    /// Trusts the authorities in the files at `paths` besides those of the system, until the process ends.
    ///
    /// - Returns: The problem of each file that cannot be used.
    package func trust(authoritiesAt paths: [String]) -> [String] {
        paths.compactMap { path -> String? in
            do throws(ReadError) {
                let certificates = try InputFile.bytes(at: path, limit: Self.maximumLength, accepting: .regular)
                guard String(decoding: certificates, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
                    return "\(path): there is no certificate in PEM form in it"
                }
                state.withLock { $0.authorities[path] = certificates }
                return nil
            } catch {
                return "\(path): \(error.reason)"
            }
        }
    }

    /// The certificates of the user's own authorities in PEM form; nil if only those of the system are trusted.
    var authorities: [UInt8]? {
        state.withLock { $0.authorities.isEmpty ? nil : Array($0.authorities.values.joined(separator: [UInt8(ascii: "\n")])) }
    }
}
