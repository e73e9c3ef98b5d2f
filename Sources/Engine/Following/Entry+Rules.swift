import Playback
import Timeline

extension Entry {
    /// The entry as the user's rules let it be seen: of a locked zone its name alone.
    func seen(through rules: ZoneRules) -> Entry {
        guard let zone, rules.locks(Zone(id: ZoneID(zone.id), name: zone.name)) else { return self }
        var entry = self
        entry.zone?.isLocked = true
        return entry.disclosed
    }
}
