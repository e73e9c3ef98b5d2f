extension M3U {
    /// The absolute path or the URL of an item.
    ///
    /// Relative paths are resolved against the playlist's folder. `file:` URLs become paths, other URLs are kept. Backslashes are
    /// separators if the path contains no slash, as in playlists from Windows.
    ///
    /// - Parameter folder: The absolute path of the playlist's folder.
    package static func absolute(_ location: String, in folder: String) -> String {
        if let path = location.pathOfFileAddress { return path }
        if location.isAddress { return location }
        var path = location
        if !path.contains("/"), path.contains("\\") { path = String(path.map { $0 == "\\" ? "/" : $0 }) }
        return normal(path.hasPrefix("/") ? path : "\(folder)/\(path)")
    }

    /// The location of a path in a playlist in `folder`: relative if the file is in that folder or below it.
    package static func relative(_ path: String, to folder: String) -> String {
        let (path, folder) = (path.isAddress ? path : normal(path), normal(folder))
        guard path.hasPrefix(folder + "/") else { return path }
        let rest = String(path.dropFirst(folder.count + 1))
        // A name that looks like a URL or a comment is unambiguous with its folder before it.
        return rest.isAddress || rest.hasPrefix("#") ? "./\(rest)" : rest
    }

    /// The path without `.`, `..` and repeated slashes.
    private static func normal(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}

extension String {
    /// True for URLs such as `http://…`: a scheme of at least two letters before `://`.
    fileprivate var isAddress: Bool {
        guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else { return false }
        let scheme = self[..<colon]
        return scheme.count > 1 && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// The path of a `file:` URL; nil for anything else.
    fileprivate var pathOfFileAddress: String? {
        guard lowercased().hasPrefix("file://") else { return nil }
        let rest = dropFirst(7)
        let path = rest.hasPrefix("/") ? rest : rest.drop { $0 != "/" }
        var bytes: [UInt8] = []
        var units = Array(path.utf8)[...]
        while let byte = units.popFirst() {
            if byte == UInt8(ascii: "%"), units.count >= 2, let value = UInt8(String(decoding: units.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                units = units.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
