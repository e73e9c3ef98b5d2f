import FoundationEssentials
import HTTP
import Timeline

/// The pictures of a kind's entries: files beside the kind's, or addresses.
struct DataPictures: EntryPictures {
    /// The largest picture, in bytes.
    static let maximum = 2 << 20

    let follower: DataFollower

    func bytes(of picture: EntryPicture, side: Int) async throws -> [UInt8]? {
        guard let location = picture.location else { return nil }
        guard location.hasPrefix("http://") || location.hasPrefix("https://") else {
            let path = location.hasPrefix("/") ? location : "\(follower.instance.folder)/\(location)"
            return try await FileReader.bytes(of: path, maximum: Self.maximum)
        }
        return try await follower.picture(at: location)
    }
}
