/// How long a Music Player Daemon may take, and how much it may send.
public struct MPDLimits: Hashable, Sendable {
    /// Until a connection stands and the daemon has greeted.
    public var connectTimeout: Duration = .seconds(3)
    /// For what plays; daemons answer within milliseconds.
    public var stateTimeout: Duration = .seconds(3)
    /// For a control: a seek returns when the decoder has got there, which takes seconds in a stream.
    public var controlTimeout: Duration = .seconds(10)
    /// For each piece of a cover.
    public var pictureTimeout: Duration = .seconds(10)
    /// Bytes of one line, without its end.
    public var maximumLine = 64 << 10
    /// Bytes of one answer.
    public var maximumAnswer = 1 << 20
    /// Bytes of a cover.
    public var maximumPicture = 16 << 20
    /// Bytes of a cover that are asked for at once, where the daemon can be told; 8 KiB where it cannot.
    public var pictureChunk = 256 << 10
    /// The least time from a reading to the next: skipping through a list brings a swarm of changes.
    public var gathering: Duration = .milliseconds(50)
    /// For how long the connection for commands is kept without one; daemons close theirs after 60 s.
    public var lingering: Duration = .seconds(20)
    /// How long to wait before a lost connection is made anew, at first and after many failures.
    public var reconnecting: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// How many of the tracks to come are told.
    public var queueLength = 10

    /// The limits that suit a daemon at home.
    public init() {}
}
