/// A picture of an entry, by the key of its source.
public struct EntryPicture: Hashable, Sendable {
    /// An opaque key; different keys are different pictures.
    public var key: String
    /// A path, absolute or relative to the entry's file, or a URL; nil if only the source can provide the picture.
    public var location: String?

    /// Creates a picture that only its source can provide, or with `location` one that any client can fetch.
    public init(key: String, location: String? = nil) {
        self.key = key
        self.location = location
    }

    /// Creates the picture at a path or a URL.
    public init(location: String) {
        self.init(key: location, location: location)
    }
}

/// The picture that defines the colours of a widget, and the data of its placeholder.
public struct EntryCover: Hashable, Sendable {
    /// The picture; nil for none.
    public var picture: EntryPicture?
    /// The string from which the hues of the placeholder are derived; equal seeds have equal hues.
    public var seed: String

    /// Creates a cover with the placeholder of `seed`.
    public init(_ picture: EntryPicture?, seed: String) {
        self.picture = picture
        self.seed = seed
    }

    /// The seed of a work: its artist with its album, or with its title if it has no album.
    public static func seed(title: String, artist: String, album: String) -> String {
        "\(artist)\u{1F}\(album.isEmpty ? title : album)"
    }
}
