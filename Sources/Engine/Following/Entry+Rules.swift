import Playback
import Timeline

extension Entry {
    /// The entry as the user's rules let it be seen: of a locked zone its name alone.
    func seen(through rules: ZoneRules) -> Entry {
        guard let subject, rules.locks(Zone(id: ZoneID(subject.id), name: subject.name)) else { return self }
        var entry = self
        entry.subject?.isLocked = true
        return entry.disclosed
    }
}
