/// How long a bridge may take, and how much it may send.
public struct BridgeLimits: Hashable, Sendable {
    /// For a connection; a bridge on a home network takes it within milliseconds.
    public var connectTimeout: Duration = .seconds(3)
    /// For what plays, the zones and the status: a bridge may have to wait for its own devices, and upstream's client gives it 10 s.
    public var stateTimeout: Duration = .seconds(10)
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

    /// Least time between two readings that events ask for: a bridge that sends them without end costs no more than a few a second.
    public var eventPause: Duration = .milliseconds(100)
    /// Bytes of events in a second that are looked at; more of them mean that everything may have changed.
    ///
    /// A position takes some 100, and 50 zones tell one each second.
    public var eventRate = 64 * 1024

    /// How long to wait before the stream of events is opened anew, at first and after many failures.
    public var reopening: ClosedRange<Duration> = .seconds(2) ... .seconds(60)

    /// The limits that suit a bridge at home.
    public init() {}
}
