import SubdialBasics
import SubdialHTTP
import SubdialPlayback

/// The address of a bridge: `http://nas.local:8088`, with a path if the bridge is behind another server.
///
/// Requests contain the login of the address, messages do not.
package struct BridgeAddress: Hashable, Sendable {
    /// The default port of a bridge.
    private static let defaultPort = 8088

    /// Scheme, host, port and path, without a final slash and without the login.
    ///
    /// Messages contain this text.
    package let text: String
    /// ``text`` with the login.
    private let base: String

    /// Parses user input: an address, a host, or a host and a port.
    ///
    /// Without a scheme, the scheme is http. If the port is missing too, it is ``defaultPort``.
    ///
    /// - Throws: ``SourceError/badAddress(_:reason:)``, with the correct form, or ``SourceError/noLibrary(_:)``.
    package init(_ text: String) throws(SourceError) {
        let written = text.trimmed()
        let url = try Self.parse(written)
        let port = url.port.map { ":\($0)" } ?? ""
        var path = url.path[...]
        while path.last == "/" { path.removeLast() }
        let login = url.user.map { user in user + (url.password.map { ":\($0)" } ?? "") + "@" } ?? ""
        self.text = "\(url.scheme)://\(url.host)\(port)\(path)"
        base = "\(url.scheme)://\(login)\(url.host)\(port)\(path)"
    }

    /// Returns the URL of a resource of the bridge, with the login.
    ///
    /// - Parameters:
    ///   - path: The path, with a leading slash.
    ///   - query: The keys and values, which are percent-encoded here.
    func url(_ path: String, query: [(String, String)] = []) -> String {
        let pairs = query.map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }
        return base + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    private static func parse(_ written: String) throws(SourceError) -> WebURL {
        let shown = withoutLogin(written)
        func bad(_ reason: String) -> SourceError { .badAddress(shown.oneLine(limit: 100), reason: reason) }

        guard !written.isEmpty else { throw bad("it is empty; write the bridge's address, such as http://nas.local:\(defaultPort)") }
        guard written.utf8.count <= 2000 else { throw bad("it is far too long") }
        guard written.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw bad("it holds a blank or a control character")
        }
        if isBareIPv6(written) { throw bad("an IPv6 address stands in brackets; write http://[\(written)]:\(defaultPort)") }

        let scheme = scheme(of: written)
        if let scheme, scheme != "http", scheme != "https" {
            throw bad("a bridge is reached by http or https, not by '\(scheme)'; write http://HOST:\(defaultPort)")
        }
        if let scheme, !written.dropFirst(scheme.count).hasPrefix("://") {
            throw bad("two slashes are missing behind '\(scheme):'; write \(scheme)://HOST:\(defaultPort)")
        }
        let url: WebURL
        do {
            url = try WebURL(parsing: scheme == nil ? "http://\(written)" : written)
        } catch {
            if case .noLibrary = error { throw .noLibrary("\(error)") }
            throw bad("\(error); write http://HOST:\(defaultPort)")
        }
        guard !url.hasQuery, !url.hasFragment else {
            throw bad("leave out what follows the '\(url.hasQuery ? "?" : "#")'; the bridge's address alone is needed")
        }
        guard scheme == nil, url.port == nil else { return url }
        return url.with(port: defaultPort)
    }

    /// Returns the scheme in lower case; nil if `text` begins with a host.
    ///
    /// `nas:8088` begins with a host, `file:/etc` does not.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let word = text[..<colon]
        let rest = text[text.index(after: colon)...]
        guard let first = word.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic,
            word.unicodeScalars.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0)) })
        else { return nil }
        if rest.hasPrefix("//") { return word.lowercased() }
        // A colon can also precede a port or a password.
        let port = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if port.allSatisfy(\.isNumber) && !port.isEmpty || rest.contains("@") { return nil }
        return rest.isEmpty ? nil : word.lowercased()
    }

    private static func isBareIPv6(_ text: String) -> Bool {
        text.count { $0 == ":" } > 1 && text.unicodeScalars.allSatisfy { "0123456789abcdefABCDEF:.".unicodeScalars.contains($0) }
    }

    private static func withoutLogin(_ text: String) -> String {
        let start = text.indexBehindSlashes ?? text.startIndex
        let end = text[start...].firstIndex(of: "/") ?? text.endIndex
        guard let at = text[start..<end].lastIndex(of: "@") else { return text }
        return String(text[..<start] + text[text.index(after: at)...])
    }
}

extension BridgeAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without its login.
    package var description: String { text }
    /// The address without its login.
    package var debugDescription: String { text }
    /// The address without its login, so that no dump contains it.
    package var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}

extension String {
    /// The index after the first `//`.
    fileprivate var indexBehindSlashes: Index? {
        var index = startIndex
        while let slash = self[index...].firstIndex(of: "/") {
            let next = self.index(after: slash)
            if next < endIndex, self[next] == "/" { return self.index(after: next) }
            index = next
        }
        return nil
    }
}
