import Foundation

/// Asks the bridge, and sends it commands.
struct BridgeClient: Sendable {
    enum Command: String, Sendable {
        case play, pause
        case playPause = "play_pause"
        case next, previous
    }

    /// A cover above this size would be the original of a library: a widget has not the memory for it.
    private static let largestCover = 2_000_000

    let address: URL
    private let session: URLSession

    init(address: URL, timeout: TimeInterval = 8) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        self.address = address
        session = URLSession(configuration: configuration)
    }

    func zones() async throws -> [Zone] {
        struct List: Decodable { let zones: [Zone] }
        return try await get(List.self, "zones").zones.sortedByName
    }

    func nowPlaying(in zoneID: Zone.ID) async throws -> NowPlaying {
        try await get(NowPlaying.self, "now_playing", [URLQueryItem(name: "zone_id", value: zoneID)])
    }

    /// The cover of what the zone plays now; nil if it has none, or one that a widget cannot show.
    func cover(of zoneID: Zone.ID, key: String, side: Int) async throws -> Data? {
        let query = [
            URLQueryItem(name: "zone_id", value: zoneID), URLQueryItem(name: "width", value: "\(side)"),
            URLQueryItem(name: "height", value: "\(side)"), URLQueryItem(name: "k", value: key),
        ]
        let (data, response) = try await answer(to: URLRequest(url: try url("now_playing/image", query)))
        // A bridge answers with a drawing of its own where it has no cover.
        guard response.statusCode == 200, ["image/jpeg", "image/png"].contains(response.mimeType), data.count < Self.largestCover
        else { return nil }
        return data
    }

    func send(_ command: Command, to zoneID: Zone.ID) async throws {
        struct Body: Encodable {
            let zoneID: String
            let action: String

            enum CodingKeys: String, CodingKey {
                case zoneID = "zone_id"
                case action
            }
        }
        var request = URLRequest(url: try url("control"))
        request.httpMethod = "POST"
        // Some bridges answer only when the player has confirmed the command.
        request.timeoutInterval = 20
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(Body(zoneID: zoneID, action: command.rawValue))
        let (data, response) = try await answer(to: request)
        try check(data, response)
    }

    /// Plays what is paused, and pauses what plays.
    func togglePlayback(of zoneID: Zone.ID) async throws {
        // These players pause at `play_pause`, also when they are paused.
        guard zoneID.hasPrefix("openhome:") || zoneID.hasPrefix("upnp:") else { return try await send(.playPause, to: zoneID) }
        try await send(try await nowPlaying(in: zoneID).isPlaying ? .pause : .play, to: zoneID)
    }

    private func get<Answer: Decodable>(_ type: Answer.Type, _ path: String, _ query: [URLQueryItem] = []) async throws -> Answer {
        let (data, response) = try await answer(to: URLRequest(url: try url(path, query)))
        try check(data, response)
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw BridgeError.notABridge
        }
    }

    private func answer(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        do {
            let (data, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw BridgeError.notABridge }
            return (data, response)
        } catch let error as URLError where error.code == .cancelled {
            throw CancellationError()
        } catch is URLError {
            throw BridgeError.unreachable
        }
    }

    private func check(_ data: Data, _ response: HTTPURLResponse) throws {
        struct Failure: Decodable {
            let error: String
            let code: String?

            enum CodingKeys: String, CodingKey {
                case error
                case code = "error_code"
            }
        }
        let failure = try? JSONDecoder().decode(Failure.self, from: data)
        if failure?.code == "ZONE_NOT_FOUND" { throw BridgeError.zoneNotFound }
        if let failure { throw BridgeError.refused(failure.error) }
        guard (200..<300).contains(response.statusCode) else { throw BridgeError.notABridge }
    }

    private func url(_ path: String, _ query: [URLQueryItem] = []) throws -> URL {
        guard var components = URLComponents(url: address.appending(path: path), resolvingAgainstBaseURL: false) else {
            throw BridgeError.unreachable
        }
        if !query.isEmpty {
            components.queryItems = query
            // A plus sign in a query is a space for most servers.
            components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        }
        guard let url = components.url else { throw BridgeError.unreachable }
        return url
    }
}
