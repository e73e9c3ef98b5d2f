/// Something that goes wrong between the bridge and its client.
struct Fault: Sendable, Equatable {
    let kind: Kind
    let endpoints: Set<Endpoint>
    /// When it begins and ends, on the scenario's clock.
    let from: Duration
    let until: Duration?
    /// How often it strikes at most.
    let count: Int?
    /// It strikes the first of so many requests, then the first of the next so many.
    let every: Int

    enum Kind: Sendable, Equatable {
        /// The right answer, late. Real time, whatever the scenario's speed.
        case latency(Duration)
        /// No answer ever; the connection stays open.
        case timeout
        /// The connection is reset, with a TCP RST.
        case reset
        /// An error status with a JSON error body.
        case status(Int)
        /// A Content-Length for all of the body, half of it, then the end of the connection.
        case truncated
        /// Half of a JSON text, properly framed.
        case invalidJSON
        case wrongTypes(WrongTypes)
        /// So many bytes, streamed.
        case hugeBody(Int)
        /// One byte at a time, so far apart.
        case slowDrip(Duration)
        /// A picture that begins as a JPEG does and goes on as noise.
        case corruptJPEG
        /// The right body under a wrong name.
        case contentType(String)
        /// So many bytes of header fields.
        case hugeHeaders(Int)
    }

    /// Which types are wrong.
    enum WrongTypes: String, Sendable, CaseIterable {
        /// `"volume": "-23.5"`, `"is_playing": "true"`
        case strings
        /// `"zones": {"0": …}`
        case objects
        /// Null for everything but the outermost object.
        case nulls
    }

    /// The names of the kinds in a scenario file.
    static let kinds = [
        "latency", "timeout", "reset", "status", "truncated", "invalid-json", "wrong-types", "huge-body", "slow-drip", "corrupt-jpeg",
        "content-type", "huge-headers",
    ]
}
