/// A picture of an entry, by the key under which its source gives it.
public struct EntryPicture: Hashable, Sendable {
    /// Opaque; another key means another picture.
    public var key: String
    /// A path, absolute or relative to the entry's file, or an address; nil where only the source has the picture.
    public var location: String?

    /// Makes a picture that only its source can give, or with `location` one that anybody can fetch.
    public init(key: String, location: String? = nil) {
        self.key = key
        self.location = location
    }

    /// Makes the picture at a path or an address.
    public init(location: String) {
        self.init(key: location, location: location)
    }
}

/// The picture that gives a widget its colours, and what stands in its place where it cannot be had.
public struct EntryCover: Hashable, Sendable {
    /// The picture; nil where there is none.
    public var picture: EntryPicture?
    /// The text that decides the hues of the placeholder: equal seeds look the same.
    public var seed: String

    /// Makes the cover of something called `seed`.
    public init(_ picture: EntryPicture?, seed: String) {
        self.picture = picture
        self.seed = seed
    }

    /// The seed of a work: its artist with its album, or with its title where it is on none.
    public static func seed(title: String, artist: String, album: String) -> String {
        "\(artist)\u{1F}\(album.isEmpty ? title : album)"
    }
}
