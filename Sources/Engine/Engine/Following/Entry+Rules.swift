import SubdialPlayback
import SubdialTimeline

extension Entry {
    /// The entry as the user's rules permit: of a locked zone only its name.
    func seen(through rules: ZoneRules) -> Entry {
        guard let subject, rules.locks(Zone(id: ZoneID(subject.id), name: subject.name)) else { return self }
        var entry = self
        entry.subject?.isLocked = true
        return entry.disclosed
    }
}
