import SubdialExpressions

extension EntryFields {
    /// The key that templates read as a picture in any map.
    private static let pictureKey = "artwork"

    /// The locations of all pictures, also those in lists and maps, in the order of the schema's fields.
    package func pictureLocations(_ schema: EntrySchema) -> [String] {
        var found: [String] = []
        _ = replacingPictures(schema) { location in
            found.append(location)
            return location
        }
        return found
    }

    /// The content with other locations of its pictures, also of those in lists and maps.
    ///
    /// - Parameter replace: Returns the new location; nil to remove the picture of a field. One in a list or map keeps its location then, so that
    ///   a template draws a placeholder for it, and not the cover of the widget.
    package func replacingPictures(_ schema: EntrySchema, _ replace: (String) -> String?) -> EntryFields {
        var content = self
        for field in schema.fields {
            if let picture = content.pictures[field.name], let location = picture.location {
                let new = replace(location)
                if new != location { content.pictures[field.name] = new.map { EntryPicture(location: $0) } }
            }
            if let value = content.values[field.name] {
                content.values[field.name] = Self.replacing(value, field.type, isPicture: field.name == Self.pictureKey, replace)
            }
        }
        return content
    }

    private static func replacing(_ value: Value, _ type: FieldType?, isPicture: Bool, _ replace: (String) -> String?) -> Value {
        switch value {
        case .string(let location):
            guard isPicture || type == .image, !location.isEmpty else { return value }
            return replace(location).map(Value.string) ?? value
        case .list(let values):
            var element: FieldType?
            if case .list(let inner)? = type { element = inner }
            return .list(values.map { replacing($0, element, isPicture: isPicture, replace) })
        case .map(let members):
            var fields: [EntryField] = []
            if case .map(let inner)? = type { fields = inner }
            return .map(
                // In a fixed order, because the number of pictures is limited.
                Dictionary(
                    uniqueKeysWithValues: members.sorted { $0.key < $1.key }.map { key, value in
                        let inner = fields.first { $0.name == key }?.type
                        return (key, replacing(value, inner, isPicture: key == pictureKey, replace))
                    }))
        default: return value
        }
    }
}
