/// How long a VLC may take, and how much it may send.
public struct VLCLimits: Hashable, Sendable {
    /// Until a connection stands.
    public var connectTimeout: Duration = .seconds(2)
    /// For what plays, and for a control.
    public var timeout: Duration = .seconds(4)
    /// For a cover, which VLC may have to convert first.
    public var pictureTimeout: Duration = .seconds(10)
    /// Bytes of an answer; a playlist that is longer tells no tracks to come.
    public var maximumAnswer = 2 << 20
    /// Bytes of a cover.
    public var maximumPicture = 16 << 20
    /// How many of the tracks to come are told.
    public var queueLength = 10

    /// The limits that suit a VLC at home.
    public init() {}
}
