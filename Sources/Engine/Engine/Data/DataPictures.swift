import FoundationEssentials
import SubdialTimeline

/// The pictures of a kind's entries as files; those with URLs have been fetched with the data.
struct DataPictures: EntryPictures {
    /// The folder of the kind, to which relative paths refer.
    let folder: String
    private let files = FileReader()

    init(folder: String) {
        self.folder = folder
    }

    func bytes(of picture: EntryPicture, side: Int) async throws -> [UInt8]? {
        guard let location = picture.location, !location.split(separator: "/").contains("..") else { return nil }
        return try await files.bytes(
            of: location.hasPrefix("/") ? location : "\(folder)/\(location)", maximum: PictureFetcher.maximum)
    }
}
