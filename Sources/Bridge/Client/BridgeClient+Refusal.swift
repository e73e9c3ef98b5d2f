import Playback

extension BridgeClient {
    /// What this bridge and this kind of zone are known not to do.
    public func refusal(of control: PlaybackControl, in zone: ZoneID) async -> String? {
        ZoneAbilities(zone: zone, status: await knownStatus()).refusal(of: control)
    }
}
