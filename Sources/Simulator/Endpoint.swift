/// What a client can ask the bridge for, and what a fault can be tied to.
enum Endpoint: String, Sendable, CaseIterable {
    case zones
    case nowPlaying = "now_playing"
    case image
    case control
    case status
    case events

    /// The endpoint at a path, or nil where this dialect has none.
    ///
    /// The Rust bridge has most of them twice: `/zones` is also `/knob/zones`. `/events` it has alone.
    init?(path: String, dialect: Dialect) {
        var path = path[...]
        if dialect == .rust, path.hasPrefix("/knob/") {
            path = path.dropFirst("/knob".count)
            if path == "/status" || path == "/events" { return nil }
        }
        switch path {
        case "/zones": self = .zones
        case "/now_playing": self = .nowPlaying
        case "/now_playing/image": self = .image
        case "/control": self = .control
        case "/status": self = .status
        case "/events" where dialect == .rust: self = .events
        default: return nil
        }
    }
}
