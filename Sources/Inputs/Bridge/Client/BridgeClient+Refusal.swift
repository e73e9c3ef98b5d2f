import SubdialPlayback

extension BridgeClient {
    /// Returns the reason if this bridge or this source of the zone does not support `control`; nil otherwise.
    package func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        ZoneAbilities(zone: zone, status: await knownStatus()).refusal(of: control)
    }
}
