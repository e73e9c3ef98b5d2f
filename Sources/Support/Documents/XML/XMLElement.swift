import SubdialBasics

/// An element of an XML document, with its names as written, prefixes included.
package struct XMLElement: Hashable, Sendable {
    /// The name, such as `item` or `media:thumbnail`.
    package let name: String
    /// The attributes by name.
    package let attributes: [String: String]
    /// The elements in it, in order.
    package internal(set) var children: [XMLElement] = []
    /// The text in it, without that of the elements in it.
    package internal(set) var text = ""
    /// The length of ``text`` before each of the elements, in UTF-8 code units.
    var places: [Int] = []

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// The first element of one of these names.
    package func child(_ names: String...) -> XMLElement? {
        for name in names {
            if let child = children.first(where: { $0.name == name }) { return child }
        }
        return nil
    }

    /// The text of the first element of one of these names that has one, without white space around it; nil without one.
    package func text(of names: String...) -> String? {
        for name in names {
            for child in children where child.name == name {
                let text = child.text.trimmed()
                if !text.isEmpty { return text }
            }
        }
        return nil
    }

    /// The texts and elements in it as HTML, in the order of the document, without the prefixes of names.
    var innerHTML: String {
        var (result, start) = ("", text.utf8.startIndex)
        for (child, place) in zip(children, places) {
            let end = text.utf8.index(text.utf8.startIndex, offsetBy: place)
            result += Self.escaped(text[start..<end]) + child.outerHTML
            start = end
        }
        return result + Self.escaped(text[start...])
    }

    private var outerHTML: String {
        let name = name.split(separator: ":").last ?? ""
        let attributes = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(Self.escaped($0.value[...]))\"" }.joined()
        let isEmpty = children.isEmpty && text.isEmpty
        return isEmpty ? "<\(name)\(attributes)/>" : "<\(name)\(attributes)>\(innerHTML)</\(name)>"
    }

    private static func escaped(_ text: Substring) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }

    /// The element as a value: its text, or an object if it has attributes or elements in it.
    ///
    /// The object has the attributes and the elements by their names, and the text as `text`. Elements with the same name are a list.
    ///
    /// - Parameter lists: The names of elements that are lists even if there is only one.
    package func json(lists: Set<String>) -> JSONValue {
        let text = text.trimmed()
        guard !attributes.isEmpty || !children.isEmpty else { return .string(text) }
        var members: [JSONMember] = []
        var groups: [(name: String, elements: [XMLElement])] = []
        var places: [String: Int] = [:]
        for child in children {
            if let place = places[child.name] {
                groups[place].elements.append(child)
            } else {
                places[child.name] = groups.count
                groups.append((child.name, [child]))
            }
        }
        for attribute in attributes.sorted(by: { $0.key < $1.key }) {
            members.append(JSONMember((places[attribute.key] == nil ? "" : "@") + attribute.key, .string(attribute.value)))
        }
        for group in groups {
            let values = group.elements.map { $0.json(lists: lists) }
            members.append(JSONMember(group.name, values.count > 1 || lists.contains(group.name) ? .array(values) : values[0]))
        }
        if !text.isEmpty, places["text"] == nil, attributes["text"] == nil { members.append(JSONMember("text", .string(text))) }
        return .object(members)
    }
}
