/// A simulated fault between the bridge and its client.
struct Fault: Sendable, Equatable {
    let kind: Kind
    let endpoints: Set<Endpoint>
    /// The start and the end, on the scenario's clock.
    let from: Duration
    let until: Duration?
    /// The maximum number of occurrences.
    let count: Int?
    /// Strikes the first of every this many requests.
    let every: Int

    enum Kind: Sendable, Equatable {
        /// The correct response, delayed in real time, whatever the scenario's speed.
        case latency(Duration)
        /// No response; the connection stays open.
        case timeout
        /// A connection reset, with a TCP RST.
        case reset
        /// An error status with a JSON error body.
        case status(Int)
        /// A Content-Length of the whole body, half of the body, then the end of the connection.
        case truncated
        /// Half of a JSON text, with a matching Content-Length.
        case invalidJSON
        case wrongTypes(WrongTypes)
        /// A streamed body of this many bytes.
        case hugeBody(Int)
        /// Single bytes at this interval.
        case slowDrip(Duration)
        /// A picture with a JPEG header followed by noise.
        case corruptJPEG
        /// The correct body with this media type.
        case contentType(String)
        /// Header fields of this many bytes in total.
        case hugeHeaders(Int)
    }

    /// The kind of type error.
    enum WrongTypes: String, Sendable, CaseIterable {
        /// `"volume": "-23.5"`, `"is_playing": "true"`
        case strings
        /// `"zones": {"0": …}`
        case objects
        /// Null for everything except the outermost object.
        case nulls
    }

    /// The names of the kinds in a scenario file.
    static let kinds = [
        "latency", "timeout", "reset", "status", "truncated", "invalid-json", "wrong-types", "huge-body", "slow-drip", "corrupt-jpeg",
        "content-type", "huge-headers",
    ]
}
