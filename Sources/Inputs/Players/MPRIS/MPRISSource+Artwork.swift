import FoundationEssentials
import SubdialHTTP
import SubdialPlayback
import SubdialSystem

extension MPRISSource {
    /// The maximum size in bytes of a picture in the metadata or in a file.
    static let maximumPicture = 16 << 20
    /// The maximum size in bytes of a downloaded picture; larger than `maximumPicture`, since servers may send originals of any size.
    static let maximumDownload = 32 << 20

    /// Returns the JPEG, PNG or WebP picture of `artwork` from its `data:` URL, its file or the web.
    ///
    /// nil if there is no such picture, or if no player has this artwork any more.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        let place: MPRISArtwork.Place? = try await ask { watch, give in
            let shown = watch.players.values.lazy.compactMap(\.metadata.artwork)
            give(.success(shown.first { $0.artwork.key == artwork.key }?.place))
        }
        let bytes: [UInt8]? =
            switch place {
            case nil: nil
            case .data(let address): MPRISArtwork.bytes(ofData: address, limit: Self.maximumPicture)
            case .file(let path): await lane.value { Self.picture(ofFile: path) } ?? nil
            case .web(let address): try await bytes(at: address)
            }
        return bytes.flatMap { Self.isPicture($0) ? $0 : nil }
    }

    private func bytes(at address: String) async throws(SourceError) -> [UInt8]? {
        var request = HTTPRequest(url: address, timeout: .seconds(10))
        request.accept = "image/jpeg, image/png, image/webp"
        request.maximumBody = Self.maximumDownload
        do throws(HTTPError) {
            let response = try await client.send(request)
            return response.head.isSuccess ? response.body : nil
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .badURL(let reason): throw .badAddress(address, reason: reason)
            case .noLibrary: throw .noLibrary("\(error)")
            case .bodyTooLarge, .headersTooLarge, .notHTTP, .badRedirect: throw .badAnswer(address: address, reason: "\(error)")
            case .cannotResolve, .refused, .privateAddress, .timedOut, .reset, .truncated, .tls, .other:
                throw .unreachable(address: address, reason: "\(error)")
            }
        }
    }

    /// Returns the picture in a regular file; nil if it is another kind of file, cannot be read, or is too large.
    static func picture(ofFile path: String) -> [UInt8]? {
        guard let bytes = try? InputFile.bytes(at: path, limit: maximumPicture, accepting: .regular) else { return nil }
        return isPicture(bytes) ? bytes : nil
    }

    /// True if the bytes begin like a JPEG, PNG or WebP file, whatever the file name's extension.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }
}
