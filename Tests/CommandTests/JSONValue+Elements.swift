import SubdialDocuments

extension JSONValue {
    /// The elements of an array; nil for other values.
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
