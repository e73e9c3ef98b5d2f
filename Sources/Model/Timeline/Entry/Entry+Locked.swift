extension Entry {
    /// The public part of the entry: for a locked subject, its name without any content.
    public var disclosed: Entry {
        guard subject?.isLocked == true else { return self }
        return Entry(
            date: date, schema: schema, subject: subject, freshness: freshness, lastContact: lastContact, values: schema.lockedValues)
    }
}
