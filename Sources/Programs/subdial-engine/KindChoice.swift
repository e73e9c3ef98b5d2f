import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialKinds
import SubdialMixers
import SubdialTimeline
import SubdialWidgets

/// A kind from the command line: `NAME`, `NAME:INSTANCE`, or the path of its folder, which has a `/`.
struct KindName {
    let name: String
    fileprivate let instance: String?

    init(_ written: String) {
        let parts = written.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts.first?.split(separator: "/").last ?? parts.first ?? "")
        instance = parts.count > 1 ? String(parts[1]) : nil
    }

    /// True if a folder of kinds may have one of this name.
    static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }
}

extension Configuration {
    /// The configuration for a kind as a command line names it: the folder around a kind's folder is that of the templates.
    ///
    /// - Throws: ``CommandFailure`` if there is no such folder.
    func locating(_ kind: String?, in context: CommandContext) throws(CommandFailure) -> Configuration {
        guard let kind, kind.contains("/") else { return self }
        let folder = context.path(String(kind.prefix { $0 != ":" })).split(separator: "/")
        let path = "/" + folder.joined(separator: "/")
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder, folder.count > 1 else {
            throw CommandFailure(.missingInput, "\(kind): there is no such folder of a kind")
        }
        var configuration = self
        configuration.templates = "/" + folder.dropLast().joined(separator: "/")
        return configuration
    }
}

/// The option for temporary values.
struct SetOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("A temporary value of a parameter or a field, such as latitude=52.5; repeatable.", valueName: "NAME=VALUE"))
    var set: [String] = []
}

extension KindChoice {
    /// The parsed names and values of `NAME=VALUE`.
    private static func values(_ set: [String]) throws(CommandFailure) -> [(name: String, value: Value)] {
        var values: [(name: String, value: Value)] = []
        for item in set {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { throw CommandFailure(.wrongUsage, "--set takes NAME=VALUE, not '\(item)'") }
            values.append((String(parts[0]), .string(String(parts[1]))))
        }
        return values
    }
}

/// The data that a command shows: playback, or an instance of a kind, with temporary values.
struct KindChoice {
    /// The instance; nil for playback.
    let instance: KindInstance?
    private let fields: [(name: String, value: Value)]

    /// - Parameter hasDocument: True if a document takes the place of the sources' answers, for which nothing is requested.
    /// - Throws: ``CommandFailure`` if the kind or instance does not exist, or a name is none of its parameters or fields.
    init(
        _ written: String, set: [String] = [], _ configuration: Configuration, _ resources: ResourceFolder,
        in context: CommandContext, hasDocument: Bool = false
    ) throws {
        let name = KindName(written)
        let given = try Self.values(set)
        guard let kind = try resources.kinds.kind(name.name) else {
            try WidgetRenderer.check(kind: name.name, in: resources)
            if let first = given.first {
                throw CommandFailure(.wrongUsage, "--set \(first.name): '\(name.name)' shows the playback, which has no parameters")
            }
            if name.instance != nil { throw CommandFailure(.wrongUsage, "'\(name.name)' has no instances: it shows the playback") }
            (instance, fields) = (nil, [])
            return
        }
        for warning in kind.warnings { context.warn(warning) }
        let settings = try Self.settings(of: name, configuration)
        var values = try settings.resolved(environment: context.environment, folder: configuration.workingFolder)
        let parameters = Set(kind.parameters.map(\.name))
        for item in given where parameters.contains(item.name) { values[item.name] = item.value }
        fields = given.filter { !parameters.contains($0.name) }
        let known = kind.schema.fields.map(\.name)
        for field in fields where !known.contains(field.name) {
            throw CommandFailure(
                .wrongUsage,
                "--set \(field.name): '\(kind.name)' has no parameter or field of this name\(Suggestion.hint(for: field.name, among: known + parameters))"
            )
        }
        let checked = try KindValues(values, of: kind)
        if !hasDocument { try checked.checkRequests(of: kind) }
        instance = KindInstance(
            kind, checked, id: settings.id, feed: settings.feed, timeZones: configuration.timeZones(isLive: true),
            surroundings: KindSurroundings(
                library: configuration.library, soundServer: SoundServer.address(context.environment),
                console: context.environment["SUBDIAL_CONSOLE"], broker: configuration.mqtt),
            isShipped: kind.file.hasPrefix(resources.path + "/"))
    }

    /// The settings of the specified instance, or of the kind's first one.
    private static func settings(of name: KindName, _ configuration: Configuration) throws(CommandFailure) -> KindSettings {
        let instances = configuration.kinds.filter { $0.kind == name.name }
        guard let wanted = name.instance else { return instances.first ?? KindSettings(kind: name.name) }
        guard let settings = instances.first(where: { $0.id == wanted }) else {
            let ids = instances.compactMap(\.id)
            let hint = Suggestion.hint(for: wanted, among: ids)
            throw CommandFailure(
                .wrongUsage,
                "the configuration has no '\(name.name)' with the id '\(wanted)'"
                    + (hint.isEmpty && !ids.isEmpty ? "; there are \(ids.joined(separator: ", "))" : hint))
        }
        return settings
    }

    /// The entry with the temporary field values.
    func with(_ entry: Entry) throws -> Entry {
        do throws(FieldMismatch) {
            return try entry.setting(fields)
        } catch {
            throw CommandFailure(.wrongUsage, "--set \(error.path): \(error.reason)")
        }
    }

    /// The timeline with the temporary field values in each entry.
    func with(_ timeline: Timeline) throws -> Timeline {
        guard !fields.isEmpty else { return timeline }
        return Timeline(entries: try timeline.entries.map(with), policy: timeline.policy)
    }
}

extension GlobalOptions {
    /// The entries of a choice: of a kind, or of the followed players.
    func entries(of choice: KindChoice, _ configuration: Configuration, in context: CommandContext) throws -> any EntrySource {
        guard let instance = choice.instance else { return try entries(configuration, in: context) }
        return context.hub.entries(of: .data(instance))
    }
}
