extension Entry {
    /// What of the entry anyone may see: of a locked zone its name and nothing of what it plays.
    public var disclosed: Entry {
        guard zone?.isLocked == true else { return self }
        return Entry(date: date, zone: zone, status: .stopped, connection: connection, lastContact: lastContact)
    }
}
