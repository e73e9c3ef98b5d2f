/// An endpoint of the bridge, to which faults can be limited.
enum Endpoint: String, Sendable, CaseIterable {
    case zones
    case nowPlaying = "now_playing"
    case image
    case control
    case status
    case events

    /// The endpoint of a path; nil if the dialect has none.
    ///
    /// The Rust bridge serves most of them under two paths: `/zones` is also `/knob/zones`. Only the Rust bridge has `/events`. The Node
    /// bridge ignores case, and a slash at the end.
    init?(path: String, dialect: Dialect) {
        var path = path[...]
        if dialect == .rust, path.hasPrefix("/knob/") {
            path = path.dropFirst("/knob".count)
            if path == "/status" || path == "/events" { return nil }
        }
        let lowercase = path.lowercased()
        if dialect == .node { path = lowercase.count > 1 && lowercase.hasSuffix("/") ? lowercase.dropLast() : lowercase[...] }
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
