import SubdialExpressions

extension Entry {
    /// The entry with the given fields set; texts are converted to the types of the fields, and unknown names are ignored.
    ///
    /// - Throws: `FieldMismatch` for the first value that does not fit.
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
    /// The value with the texts `true` and `false` converted to Booleans.
    fileprivate var asWritten: Value {
        self == .string("true") ? .bool(true) : self == .string("false") ? .bool(false) : self
    }
}
