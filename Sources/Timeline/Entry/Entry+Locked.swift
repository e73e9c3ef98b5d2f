extension Entry {
    /// The part of the entry that anyone may see: of a locked subject its name and nothing of its content.
    public var disclosed: Entry {
        guard subject?.isLocked == true else { return self }
        return Entry(
            date: date, schema: schema, subject: subject, freshness: freshness, lastContact: lastContact, values: schema.lockedValues)
    }
}
