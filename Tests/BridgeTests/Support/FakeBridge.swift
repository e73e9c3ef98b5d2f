import SubdialDocuments
import SubdialPlayback
import Synchronization

@testable import SubdialBridge
@testable import SubdialHTTP
@testable import SubdialHTTPSupport

/// A minimal bridge with one zone in a state that the test sets; it records the controls.
final class FakeBridge: Sendable {
    struct State {
        var status = "{\"service\":\"unified-hifi-control\",\"version\":\"3.3.0\",\"uptime_secs\":9,\"roon_connected\":true}"
        var zone = "roon:1"
        var title = "Low Water"
        var isPlaying = true
        var imageKey = "k1"
        /// The volume fields as JSON.
        var volume = "\"volume\":-23.5,\"volume_type\":\"db\",\"volume_min\":-64.0,\"volume_max\":0.0,\"volume_step\":0.5"
        /// Responses that replace the usual ones, by path, each used once.
        var answers: [String: [(status: Int, body: String)]] = [:]
        var picture: [UInt8] = FakeBridge.jpeg
        /// Changes the state after a picture was sent.
        var afterPicture: @Sendable (inout State) -> Void = { _ in }
        /// The bodies of requests to `/control`.
        var controls: [String] = []
        var paths: [String] = []

        var nowPlaying: String {
            """
            {"zone_id":"\(zone)","line1":"\(title)","line2":"Marin Holt","line3":"Phases","is_playing":\(isPlaying),\(volume),
             "seek_position":100,"length":358,"image_key":"\(imageKey)",
             "zones":[{"zone_id":"\(zone)","zone_name":"Salon","state":"\(isPlaying ? "playing" : "paused")"}]}
            """
        }
    }

    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a picture".utf8)
    static let newer =
        "{\"service\":\"unified-hifi-control\",\"version\":\"3.7.0-alpha.9\",\"uptime_secs\":9,\"roon_connected\":true}"
    static let node = "{\"service\":\"unified-hifi-control\",\"version\":\"2.7.1-rc.1\",\"uptime\":9}"

    let state: Mutex<State>

    init(_ change: (inout State) -> Void = { _ in }) {
        var initial = State()
        change(&initial)
        state = Mutex(initial)
    }

    /// The received actions with their values: `vol_abs -20`.
    var actions: [String] {
        state.withLock { $0.controls }.map { body in
            let json = try? JSONValue(parsing: body)
            return (json?["action"]?.string ?? "?") + (json?["value"].map { " \($0.text())" } ?? "")
        }
    }

    func count(of path: String) -> Int { state.withLock { state in state.paths.count { $0 == path } } }

    /// Sends the response of the bridge.
    func answer(_ request: ScriptedServer.Request, _ peer: Peer) throws {
        let (special, picture, text): ((status: Int, body: String)?, [UInt8]?, String) = state.withLock { state in
            state.paths.append(request.path)
            if request.path == "/control" { state.controls.append(request.body) }
            var special: (status: Int, body: String)?
            if state.answers[request.path]?.isEmpty == false { special = state.answers[request.path]?.removeFirst() }
            switch request.path {
            case "/status": return (special, nil, state.status)
            case "/zones": return (special, nil, "{\"zones\":[{\"zone_id\":\"\(state.zone)\",\"zone_name\":\"Salon\"}]}")
            case "/now_playing": return (special, nil, state.nowPlaying)
            case "/now_playing/image":
                defer { state.afterPicture(&state) }
                return (special, state.picture, "")
            default: return (special, nil, "{\"ok\":true}")
            }
        }
        if let special { return try peer.answer(special.body, status: special.status) }
        if let picture { return try peer.answer(picture, type: "image/jpeg") }
        try peer.answer(text)
    }

    /// Runs `body` with a client of this bridge.
    @discardableResult
    func serve<Value>(
        limits: BridgeLimits = BridgeLimits(), artwork: ArtworkCache? = nil, _ body: (BridgeClient) async throws -> Value
    ) async throws -> Value {
        try await withServer {
            try self.answer($0, $1)
        } _: { server in
            try await body(BridgeClient(address: try BridgeAddress(server.url), http: HTTPClient(), artwork: artwork, limits: limits))
        }
    }
}
