import Foundation

/// What the app and its extensions share: the bridge's address, its rooms, and what each room played last.
struct BridgeSettings: Sendable {
    static let appGroup = "group.com.example.hifi"

    /// The name of the defaults.
    var suiteName = BridgeSettings.appGroup

    private var defaults: UserDefaults? { UserDefaults(suiteName: suiteName) }

    /// The address that the user has chosen in the app; nil before.
    var address: URL? {
        get { defaults?.string(forKey: "bridgeAddress").flatMap { URL(string: $0) } }
        nonmutating set { defaults?.set(newValue?.absoluteString, forKey: "bridgeAddress") }
    }

    var client: BridgeClient {
        get throws {
            guard let address else { throw BridgeError.unreachable }
            return BridgeClient(address: address)
        }
    }

    /// The rooms of the bridge's last answer.
    var zones: [Zone] {
        get { value([Zone].self, "zones") ?? [] }
        nonmutating set { set(newValue, "zones") }
    }

    /// The track that a room had when the bridge answered last.
    func lastTrack(in zoneID: Zone.ID) -> Track? { value(Track.self, "lastTrack.\(zoneID)") }

    func setLastTrack(_ track: Track?, in zoneID: Zone.ID) { set(track?.namesAlone, "lastTrack.\(zoneID)") }

    private func value<Value: Decodable>(_ type: Value.Type, _ key: String) -> Value? {
        defaults?.data(forKey: key).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }

    private func set(_ value: (some Encodable)?, _ key: String) {
        defaults?.set(value.flatMap { try? JSONEncoder().encode($0) }, forKey: key)
    }
}
