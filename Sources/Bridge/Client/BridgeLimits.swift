/// How long a bridge may take, and how much it may send.
public struct BridgeLimits: Hashable, Sendable {
    /// For what plays, the zones and the status.
    ///
    /// Bridges on a home network answer within milliseconds.
    public var stateTimeout: Duration = .seconds(3)
    /// For a cover: the bridge may have to fetch it itself, for which it gives its hi-fi 10 s.
    public var artworkTimeout: Duration = .seconds(10)
    /// For a control: newer bridges wait up to 15 s for the hi-fi to confirm it.
    public var controlTimeout: Duration = .seconds(20)
    /// Bytes of JSON.
    ///
    /// A zone takes some 300.
    public var maximumState = 1 << 20
    /// Bytes of a cover: some bridges hand originals on, whatever size was asked for.
    public var maximumArtwork = 32 << 20
    /// How old the bridge's word on its connection to Roon may be.
    public var statusAge: Duration = .seconds(10)
    /// For how long a volume that was set counts although the zone does not tell it yet.
    public var settlingTime: Duration = .milliseconds(1500)

    /// How long to wait before the stream of events is opened anew, at first and after many failures.
    public var reopening: ClosedRange<Duration> = .seconds(2) ... .seconds(60)

    /// The limits that suit a bridge at home.
    public init() {}
}
