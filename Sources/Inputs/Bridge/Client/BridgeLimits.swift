import SubdialBasics

/// The time and size limits for a bridge.
package struct BridgeLimits: Hashable, Sendable {
    /// The timeout for a connection; a bridge on a home network accepts it within milliseconds.
    package var connectTimeout: Duration = .seconds(3)
    /// The timeout for the playback, the zones and the status: a bridge may wait for its own devices, and upstream's client waits 10 s.
    package var stateTimeout: Duration = .seconds(10)
    /// The timeout for a cover: the bridge may have to fetch it from its hi-fi, with a timeout of 10 s.
    package var artworkTimeout: Duration = .seconds(10)
    /// The timeout for a control: newer bridges wait up to 15 s for the hi-fi's confirmation.
    package var controlTimeout: Duration = .seconds(20)
    /// The maximum size of JSON in bytes.
    ///
    /// A zone has about 300 bytes.
    package var maximumState = 1 << 20
    /// The maximum size of a cover in bytes: some bridges send the original in any case.
    package var maximumArtwork = PictureLimit.bytes
    /// The maximum age of the bridge's status.
    package var statusAge: Duration = .seconds(10)
    /// The time for which a sent volume is valid although the zone does not report it yet.
    package var settlingTime: Duration = .milliseconds(1500)

    /// The minimum time between two readings after events, which limits the rate if the bridge sends events without pause.
    package var eventPause: Duration = .milliseconds(100)
    /// The time until a second reading, if the first one after an event has no change: some bridges report a change before they apply it.
    package var eventLag: Duration = .milliseconds(200)
    /// The maximum rate of events in bytes per second; more count as a change of everything.
    ///
    /// A position has about 100 bytes, and 50 zones report one each second.
    package var eventRate = 64 * 1024

    /// The delays before the event stream is opened again: the first, and the maximum after repeated failures.
    package var reopening: ClosedRange<Duration> = .seconds(2) ... .seconds(60)
    /// The same for a bridge that says that it has no events: it may be starting, or be replaced by a newer version.
    package var withoutEvents: ClosedRange<Duration> = .seconds(15) ... .seconds(300)

    /// Creates the limits for a bridge in a home network.
    package init() {}
}
