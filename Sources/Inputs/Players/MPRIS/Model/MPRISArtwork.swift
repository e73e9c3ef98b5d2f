import FoundationEssentials
import SubdialBasics
import SubdialPlayback

/// The cover of a player's track.
struct MPRISArtwork: Hashable, Sendable {
    /// The location of the picture.
    enum Place: Hashable, Sendable {
        /// Embedded in a `data:` URL.
        case data(String)
        /// A file on this machine, by its path.
        case file(String)
        /// An `http:` or `https:` URL.
        case web(String)
    }

    /// The location of the picture.
    let place: Place
    /// The artwork as the playback modules identify it.
    let artwork: Artwork

    /// Makes the artwork from `mpris:artUrl`; nil if its form is not supported.
    ///
    /// - Parameter record: Texts that distinguish covers which a player writes to the same file.
    init?(_ location: String, record: [String] = []) {
        let scheme = location.prefix(8).lowercased()
        if scheme.hasPrefix("data:") {
            place = .data(location)
            artwork = Artwork(key: "data:" + WideHash(location).text)
        } else if scheme.hasPrefix("http://") || scheme == "https://" {
            let spotify = "https://open.spotify.com/image/"
            // Pages at the address that Spotify sends no longer exist.
            let address = location.hasPrefix(spotify) ? "https://i.scdn.co/image/" + location.dropFirst(spotify.count) : location
            guard address.utf8.count <= 8192 else { return nil }
            place = .web(address)
            artwork = Artwork(key: address, location: address)
        } else if let path = MediaAddress.path(of: location), path.utf8.count < 4096 {
            place = .file(path)
            artwork = Artwork(key: "file:\(WideHash(([path] + record).joined(separator: "\0")).text)", location: path)
        } else {
            return nil
        }
    }

    /// Decodes a `data:` URL; nil if it is invalid, empty, or has more than `limit` bytes.
    static func bytes(ofData address: String, limit: Int) -> [UInt8]? {
        guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let (head, body) = (address[..<comma].lowercased(), address[address.utf8.index(after: comma)...])
        var bytes: [UInt8]
        if head.hasSuffix(";base64") {
            guard body.utf8.count / 4 * 3 <= limit + 3 else { return nil }
            // Some players percent-encode the `+`, `/` and `=` of Base64, and some omit the padding.
            var encoded = body.utf8.contains(UInt8(ascii: "%")) ? MediaAddress.decodedBytes(body) : Array(body.utf8)
            encoded.removeAll { $0 <= 0x20 }
            while encoded.count % 4 != 0 { encoded.append(UInt8(ascii: "=")) }
            guard let data = Data(base64Encoded: Data(encoded)) else { return nil }
            bytes = Array(data)
        } else {
            guard body.utf8.count <= limit * 3 else { return nil }
            bytes = MediaAddress.decodedBytes(body)
        }
        return bytes.isEmpty || bytes.count > limit ? nil : bytes
    }
}
