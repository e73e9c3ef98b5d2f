extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    /// Makes a ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an ``integer(_:)``.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Makes a ``double(_:)``.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Makes a ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Makes a ``list(_:)``.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
    /// Makes a ``map(_:)``.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .map(Dictionary(elements) { $1 }) }
}
