import Foundation
import SubdialActivityKit
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

/// What a preview shows, as pictures without names.
@MainActor
protocol DrawnPreviewContent: PreviewContent {
    func pictures(_ catalog: DeviceCatalog) async throws -> [ProgramPicture]
}

/// A view of a `PreviewProvider`.
struct ProvidedPreview: DrawnPreviewContent {
    let traits: PreviewTraits
    let view: AnyView

    func pictures(_ catalog: DeviceCatalog) async throws -> [ProgramPicture] {
        if let activity = traits.subject as? ActivityPreview {
            let contents = ProgramWidget.everyDeclaration.lazy.compactMap { ViewContent(activity.sample, of: $0) }
            guard let content = contents.first else {
                throw PreviewError("no widget of this program has an activity with these attributes")
            }
            return [try ProgramPicture(content, activity.viewKind)]
        }
        var look = try traits.family.map { try WidgetLook(previewed: $0) } ?? WidgetLook(alone: traits.layout)
        look.device = traits.device.flatMap { catalog.id(ofXcodeDevice: $0) }
        return [ProgramPicture(ViewContent(view), look, ProgramPreview.standardDate)]
    }
}

extension ViewPreview: DrawnPreviewContent {
    func pictures(_ catalog: DeviceCatalog) async throws -> [ProgramPicture] {
        [ProgramPicture(ViewContent(try await view()), WidgetLook(alone: layout), ProgramPreview.standardDate)]
    }
}

extension WidgetPreview: DrawnPreviewContent {
    func pictures(_ catalog: DeviceCatalog) async throws -> [ProgramPicture] {
        let declaration = try _WidgetDeclaration(only: widget())
        let look = try WidgetLook(previewed: family.name)
        return try await entries(of: declaration, look, catalog).map { entry in
            guard let content = ViewContent.entry(entry, of: declaration) else {
                throw PreviewError("the widget '\(declaration.kind)' has no view for an entry of the type \(type(of: entry.value))")
            }
            return ProgramPicture(content, look, entry.date)
        }
    }

    @MainActor private func entries(of declaration: _WidgetDeclaration, _ look: WidgetLook, _ catalog: DeviceCatalog) async throws
        -> [WidgetEntry]
    {
        switch entries {
        case .given(let entries): return await entries().map(WidgetEntry.init)
        case .provider(let source):
            let environment = try WidgetEnvironment(look, on: try look.device(in: catalog), at: ProgramPreview.standardDate)
            var provider = WidgetProviderRun(kind: declaration.kind, source())
            provider.timeOfDay = ProgramPreview.standardDate
            return try await provider.timeline(in: TimelineProviderContext(environment, isPreview: true)).entries
        }
    }
}

extension ActivityStatesPreview: DrawnPreviewContent {
    func pictures(_ catalog: DeviceCatalog) async throws -> [ProgramPicture] {
        let declaration = try _WidgetDeclaration(only: widget())
        return try await samples().map { sample in
            guard let content = ViewContent(sample, of: declaration) else {
                throw PreviewError("the widget has no activity with attributes of the type \(type(of: sample.attributes))")
            }
            return try ProgramPicture(content, viewKind)
        }
    }
}

extension ProgramPicture {
    /// An activity in a presentation.
    fileprivate init(_ content: ViewContent, _ viewKind: ActivityPreviewViewKind) throws {
        self.init(content, try WidgetLook(previewed: viewKind.presentation), ProgramPreview.standardDate)
    }
}

extension _WidgetDeclaration {
    /// The only configuration of a widget.
    @MainActor
    fileprivate init<W: SubdialSwiftUI.Widget>(only widget: W) throws {
        let declarations = W._declarations(of: widget)
        guard declarations.count == 1, let first = declarations.first else {
            throw PreviewError("\(W.self) has \(declarations.count) configurations, and not one")
        }
        self = first
    }
}

extension WidgetLook {
    /// The look of a widget in the light, as Xcode's canvas has it.
    fileprivate init(previewed family: String) throws {
        guard let look = WidgetLook(declared: family) else { throw PreviewError("there is no family '\(family)' here") }
        self = look
        appearance = .light
    }

    /// The look of a view alone: as large as the view unless the source says otherwise.
    fileprivate init(alone layout: PreviewLayout?) {
        self.init(family: .systemMedium)
        appearance = .light
        frame =
            switch layout {
            case .device?: .screen
            case .fixed(let width, let height)?: .fixed(width: Double(width), height: Double(height))
            case .sizeThatFits?, nil: .fits
            }
    }
}

extension DeviceCatalog {
    /// The device with a name of Xcode's, such as `iPhone 15 Pro` or `Apple Watch Series 9 (45mm)`; nil for one that is not here.
    fileprivate func id(ofXcodeDevice name: String) -> String? {
        if let device = devices.first(where: { $0.name == name }) { return device.id }
        guard name.hasPrefix("Apple Watch"), let millimetres = name.firstMatch(of: /(\d\d) ?mm/)?.1 else { return nil }
        return devices.first { $0.id == "watch-\(millimetres)mm" }?.id
    }
}
