import SubdialBasics
import SubdialDocuments
import SubdialExpressions

/// The body of a request.
enum RequestBody: Sendable {
    case text(KindInput)
    /// A map or list, which is sent as JSON.
    case json(Tree)
    /// Names and values, which are sent as those of a form.
    case form([(name: String, value: KindInput)])

    /// A value with expressions anywhere in it.
    indirect enum Tree: Sendable {
        case value(KindInput)
        case list([Tree])
        case map([(name: String, value: Tree)])

        init(_ node: SettingsNode, _ parts: TransportParts) throws(SettingsProblem) {
            if node.isList {
                var elements: [Tree] = []
                for element in node.elements { elements.append(try Tree(element, parts)) }
                self = .list(elements)
            } else if node.isMap, !parts.isSecret(node) {
                var members: [(name: String, value: Tree)] = []
                for member in try node.anyMembers(like: "name: value") { members.append((member.name, try Tree(member.value, parts))) }
                self = .map(members)
            } else {
                self = .value(try parts.input(node))
            }
        }

        /// The values in it.
        var inputs: [KindInput] {
            switch self {
            case .value(let input): [input]
            case .list(let elements): elements.flatMap(\.inputs)
            case .map(let members): members.flatMap(\.value.inputs)
            }
        }

        func json(in scope: RequestScope, at place: String) throws(KindError) -> JSONValue {
            switch self {
            case .value(let input): return try scope.value(of: input, at: place).value.json
            case .list(let elements):
                var values: [JSONValue] = []
                for (index, element) in elements.enumerated() { values.append(try element.json(in: scope, at: "\(place)[\(index)]")) }
                return .array(values)
            case .map(let members):
                var values: [JSONMember] = []
                for member in members {
                    values.append(JSONMember(member.name, try member.value.json(in: scope, at: "\(place).\(member.name)")))
                }
                return .object(values)
            }
        }
    }

    /// Parses `body` or `form`; nil without them.
    init?(_ parts: TransportParts) throws(SettingsProblem) {
        if let form = parts["form"] {
            guard parts["body"] == nil else { throw form.error("\(form.name): a request has 'form' or 'body', not both") }
            self = .form(try parts.inputs(of: "form", repeats: true))
        } else if let body = parts["body"] {
            self = try body.isList || body.isMap && !parts.isSecret(body) ? .json(Tree(body, parts)) : .text(parts.input(body))
        } else {
            return nil
        }
    }

    /// The values in it.
    var inputs: [KindInput] {
        switch self {
        case .text(let input): [input]
        case .json(let tree): tree.inputs
        case .form(let items): items.map(\.value)
        }
    }

    /// The media type, unless a header field says another one.
    var mediaType: String { if case .form = self { "application/x-www-form-urlencoded" } else { "application/json" } }

    /// The text of the body.
    func text(in scope: RequestScope) throws(KindError) -> String {
        switch self {
        case .text(let input): return try scope.value(of: input, at: "body").text
        case .json(let tree): return try tree.json(in: scope, at: "body").text()
        case .form(let items):
            var pairs: [String] = []
            for item in items {
                let value = try scope.value(of: item.value, at: "form.\(item.name)")
                if !value.isLeftOut { pairs.append("\(item.name.percentEncoded)=\(value.text.percentEncoded)") }
            }
            return pairs.joined(separator: "&")
        }
    }
}
