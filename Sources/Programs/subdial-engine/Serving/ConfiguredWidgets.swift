import FoundationEssentials
import SubdialConcurrency
import SubdialEngine
import SubdialFeeds
import SubdialPlayback
import SubdialServe
import SubdialTimeline
import SubdialWidgets

/// Supplies a server with the widgets of the user's configuration.
///
/// The configuration and the kinds are read again for each request.
actor ConfiguredWidgets: WidgetSupplier {
    private let executor = WorkExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let global: GlobalOptions
    private let resources: ResourceFolder
    private let context: CommandContext
    /// The displays of the last valid configuration.
    private var lastPlan: DisplayPlan?

    init(global: GlobalOptions, resources: ResourceFolder, context: CommandContext) {
        self.global = global
        self.resources = resources
        self.context = context
    }

    func listed() async throws -> [ListedWidget] {
        let configuration = try global.configuration(in: context)
        let playing = try players(configuration, zone: configuration.zone)
        let standard = WidgetRenderer.standardKind
        var widgets = [
            ListedWidget(
                kind: standard, title: "Now playing", families: families(of: standard),
                subjects: configuration.zone == nil ? await playing.choices(showing: nil) : [])
        ]
        for settings in configuration.kinds {
            let written = settings.id.map { "\(settings.kind):\($0)" } ?? settings.kind
            guard !widgets.contains(where: { $0.kind == written }) else { continue }
            let instance = try KindChoice(written, configuration, resources, in: context).instance
            widgets.append(
                ListedWidget(
                    kind: written, title: settings.id ?? instance?.kind.title ?? settings.kind, families: families(of: settings.kind)))
        }
        return widgets
    }

    func inputs(ofKind written: String, subject: String?) async throws -> WidgetInputs {
        let configuration = try global.configuration(in: context)
        let name = KindName(written)
        guard !families(of: name.name).isEmpty else {
            let known = WidgetRenderer.kinds(in: resources)
            throw ServeError(.notFound, CommandFailure(WidgetError.unknown("kind of widget", name.name, among: known)).message)
        }
        let choice = try KindChoice(written, configuration, resources, in: context)
        let entries: any EntrySource
        if let instance = choice.instance {
            guard subject == nil else {
                throw ServeError(.badRequest, "'\(written)' has no choice of subjects; name an instance as KIND:INSTANCE")
            }
            entries = context.hub.entries(of: .data(instance))
        } else {
            entries = try players(configuration, zone: subject ?? configuration.zone)
        }
        return WidgetInputs(
            kind: name.name, title: choice.instance.map { $0.subject.name } ?? "Now playing", entries: entries,
            folder: choice.instance?.folder, timeZones: configuration.timeZones(isLive: true), theme: configuration.theme ?? "default")
    }

    func displays() async throws -> DisplayPlan {
        let configuration: Configuration
        do {
            configuration = try global.configuration(in: context)
        } catch {
            // A configuration file with a temporary error must not remove the displays' pictures.
            guard let known = lastPlan else { throw error }
            return known
        }
        let plan = DisplayPlan(
            displays: configuration.displays, address: configuration.serve.url, zones: configuration.timeZones(isLive: true))
        lastPlan = plan
        return plan
    }

    nonisolated func failure(_ error: any Error) -> ServeError { CommandFailure(error).answer }

    private func players(_ configuration: Configuration, zone: String?) throws -> any EntrySource {
        context.hub.entries(
            of: .players(
                FollowedPlayers(
                    address: try global.address(configuration), zone: zone, zoneRules: configuration.zones,
                    volumeRules: configuration.volume)))
    }

    private func families(of kind: String) -> [String] {
        WidgetFamily.allCases.map(\.rawValue).filter { resources.text("\(kind)/\($0).yaml") != nil }
    }
}

extension CommandFailure {
    /// The HTTP error for this failure.
    var answer: ServeError {
        let status: ServeError.Status =
            switch self.status {
            case .wrongUsage: .badRequest
            case .missingInput: .notFound
            case .unavailable: .unavailable
            case .refused: .forbidden
            case .done, .differences, .badData, .cannotWrite: .failed
            }
        return ServeError(status, message)
    }
}
