import FoundationEssentials
import Playback

/// The cover of a player's track.
struct MPRISArtwork: Hashable, Sendable {
    /// Where the picture is.
    enum Place: Hashable, Sendable {
        /// In the address itself, which is a `data:` URL.
        case data(String)
        /// In a file of this machine.
        case file(String)
        /// At an `http:` or `https:` address.
        case web(String)
    }

    /// Where the picture is.
    let place: Place
    /// How the layers above know it.
    let artwork: Artwork

    /// - Parameter record: What tells covers apart that a player keeps in one and the same file.
    init?(_ location: String, record: [String] = []) {
        let scheme = location.prefix(8).lowercased()
        if scheme.hasPrefix("data:") {
            place = .data(location)
            artwork = Artwork(key: "data:" + Self.digest(of: location))
        } else if scheme.hasPrefix("http://") || scheme == "https://" {
            let spotify = "https://open.spotify.com/image/"
            // The player's own address leads to a page that is gone.
            let address = location.hasPrefix(spotify) ? "https://i.scdn.co/image/" + location.dropFirst(spotify.count) : location
            guard address.utf8.count <= 8192 else { return nil }
            place = .web(address)
            artwork = Artwork(key: address, location: address)
        } else if let path = MediaAddress.path(of: location), path.utf8.count < 4096 {
            place = .file(path)
            artwork = Artwork(key: "file:\(Self.digest(of: ([path] + record).joined(separator: "\0")))", location: path)
        } else {
            return nil
        }
    }

    /// The bytes of a `data:` URL; nil where it holds none, or more than `limit`.
    static func bytes(ofData address: String, limit: Int) -> [UInt8]? {
        guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let (head, body) = (address[..<comma].lowercased(), address[address.utf8.index(after: comma)...])
        var bytes: [UInt8]
        if head.hasSuffix(";base64") {
            guard body.utf8.count / 4 * 3 <= limit + 3 else { return nil }
            // Some escape the `+`, `/` and `=` of base 64, and some leave the padding out.
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

    /// 32 hexadecimal digits that stand for `text`: two rounds of multiply and fold over its words, as locations may have millions of bytes.
    static func digest(of text: String) -> String {
        var text = text
        var (first, second): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
        text.withUTF8 { bytes in
            func take(_ word: UInt64) {
                first = (first ^ word) &* 0x0000_0100_0000_01B3
                first ^= first >> 29
                second = (second &+ word) &* 0xBF58_476D_1CE4_E5B9
                second ^= second >> 32
            }
            let raw = UnsafeRawBufferPointer(bytes)
            let whole = raw.count / 8 * 8
            for offset in stride(from: 0, to: whole, by: 8) { take(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
            for byte in raw[whole...] { take(UInt64(byte)) }
            take(UInt64(raw.count))
            take(0)
        }
        return [first, second].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
