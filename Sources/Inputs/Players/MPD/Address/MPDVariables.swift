import SubdialBasics
import SubdialPlayback

/// The variables in which other clients of a Music Player Daemon read its address: `MPD_HOST`, `MPD_PORT` and `MPD_TIMEOUT`.
///
/// They are those of the caller, and reach the engine as a part of the address.
package struct MPDVariables: Hashable, Sendable {
    /// `[PASSWORD@]HOST`, `[PASSWORD@]/PATH` or `[PASSWORD@]@NAME`; nil if it is not set.
    package var host: String?
    /// The port; nil if it is not set.
    package var port: String?
    /// Seconds; nil if it is not set.
    package var timeout: String?

    /// Makes variables that are not set.
    init() {}

    /// Reads the variables; an empty one counts as not set.
    ///
    /// The path of a socket may begin with `~/`, also behind a password.
    package init(_ environment: [String: String]) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        host = variable("MPD_HOST").map { Self.expanded($0, home: variable("HOME")) }
        port = variable("MPD_PORT")
        timeout = variable("MPD_TIMEOUT")
    }

    private static func expanded(_ host: String, home: String?) -> String {
        guard let home else { return host }
        if host.hasPrefix("~/") { return home + host.dropFirst() }
        // Other clients end the password at the first at sign.
        guard let at = host.firstIndex(of: "@"), at > host.startIndex, host[at...].hasPrefix("@~/") else { return host }
        return host[...at] + home + host[at...].dropFirst(2)
    }

    /// The address that they mean.
    ///
    /// - Throws: `SourceError.badAddress` for a host, a port or a timeout that cannot be one.
    func address() throws(SourceError) -> MPDAddress { try MPDAddress(host: host, port: port, timeout: timeout) }

    /// The address as text, with the password: `mpd:`, or `mpd:?host=nas&port=6601` in percent encoding.
    ///
    /// - Throws: `SourceError.badAddress`, with the name of the variable that is wrong.
    package func text() throws(SourceError) -> String {
        let parts = [("host", host), ("port", port), ("timeout", timeout)]
        for (name, value) in parts {
            guard let value else { continue }
            do throws(SourceError) {
                _ = try MPDAddress(
                    host: name == "host" ? value : nil, port: name == "port" ? value : nil, timeout: name == "timeout" ? value : nil)
            } catch {
                guard case .badAddress(let shown, let reason) = error else { throw error }
                throw .badAddress(name == "host" ? shown : value.oneLine(limit: 100), reason: "MPD_\(name.uppercased()): \(reason)")
            }
        }
        let query = parts.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }.joined(separator: "&")
        return query.isEmpty ? "mpd:" : "mpd:?\(query)"
    }
}
