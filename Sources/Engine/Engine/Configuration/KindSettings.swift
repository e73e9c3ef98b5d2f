import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialFeeds
import SubdialKinds

/// An instance of a kind, from `config.yaml`.
package struct KindSettings: Sendable, Hashable {
    /// A parameter value or its origin.
    package enum InstanceSetting: Sendable, Hashable {
        case value(Value)
        /// The name of the environment variable that contains it.
        case environment(String)
        /// The path of the file that contains it.
        case file(String)
    }

    /// The kind's name.
    package var kind: String
    /// The id among the instances of the kind; nil for its only one.
    package var id: String?
    /// The values of its parameters.
    private var values: [String: InstanceSetting] = [:]
    /// The feed settings that take precedence over the kind's own.
    package var feed = FeedSettings()

    /// Settings of a kind without values.
    package init(kind: String, id: String? = nil) {
        self.kind = kind
        self.id = id
    }

    /// Parses a value such as `{ kind: weather, id: home, with: { latitude: 52.5, key: { env: WEATHER_KEY } } }`.
    init(_ node: SettingsNode) throws(SettingsProblem) {
        var parts: [String: SettingsNode] = [:]
        node.forEach(of: ["kind", "id", "with", "feed"], like: "kind: weather") { parts[$0.name] = $0.value }
        guard let kind = try parts["kind"]?.text() else { throw node.error("kinds: the kind is missing, like 'kind: weather'") }
        self.init(kind: kind, id: try parts["id"]?.text())
        for member in try parts["with"]?.anyMembers(like: "latitude: 52.5") ?? [] {
            guard member.value.isMap else {
                values[member.name] = .value(member.value.value)
                continue
            }
            let inner = try member.value.anyMembers(like: "env: NAME")
            guard inner.count == 1, let only = inner.first, ["env", "file"].contains(only.name) else {
                throw member.value.error("\(member.value.name) takes a value, { env: NAME } or { file: PATH }")
            }
            let text = try only.value.text()
            values[member.name] = only.name == "env" ? .environment(text) : .file(text)
        }
        if let feed = parts["feed"] { self.feed = FeedSettings(feed) }
    }

    /// The values, with those from environment variables and files resolved.
    ///
    /// - Throws: `KindError` if one is unavailable.
    package func resolved(environment: [String: String], folder: String) throws(KindError) -> [String: Value] {
        var resolved: [String: Value] = [:]
        for (name, given) in values {
            switch given {
            case .value(let value): resolved[name] = value
            case .environment(let variable):
                guard let text = environment[variable], !text.isEmpty else {
                    throw KindError(.parameters, at: name, "the variable \(variable) is not set")
                }
                resolved[name] = .string(text)
            case .file(let written):
                let path =
                    written.hasPrefix("~/")
                    ? (environment["HOME"] ?? "") + written.dropFirst() : written.hasPrefix("/") ? written : "\(folder)/\(written)"
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw KindError(.parameters, at: name, "the file \(path) cannot be read")
                }
                let text = String(decoding: data.prefix(64 << 10), as: UTF8.self)
                resolved[name] = .string(String(text.split(whereSeparator: \.isNewline).first ?? ""))
            }
        }
        return resolved
    }
}
