import Expressions

extension Entry {
    /// The entry with fields that are set by hand: a text is read as what its field is; a name without a field counts for nothing.
    ///
    /// - Throws: The first field whose value does not fit.
    public func setting(_ fields: [(name: String, value: Value)]) throws(FieldMismatch) -> Entry {
        var entry = self
        for item in fields {
            guard let field = entry.schema.fields.first(where: { $0.name == item.name }) else { continue }
            entry.put(try FieldConversion(.lenient).value(item.value.asWritten, as: field.type, at: field.name), field)
        }
        return entry
    }
}

extension Value {
    /// `true` and `false` as what they look like.
    fileprivate var asWritten: Value {
        self == .string("true") ? .bool(true) : self == .string("false") ? .bool(false) : self
    }
}
