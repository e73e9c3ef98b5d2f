import Foundation
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

/// A widget of this program.
@MainActor
package struct ProgramWidget {
    /// The kind.
    nonisolated package let kind: String
    /// The names of the families.
    nonisolated package let families: [String]
    /// True for a control.
    nonisolated package let isControl: Bool
    private let declaration: _WidgetDeclaration

    /// The widgets that have a provider.
    package static var all: [ProgramWidget] { declarations.filter { $0.content is WidgetEntrySource }.map(ProgramWidget.init) }

    /// True if the program has no widget at all, also none of an activity.
    package static var hasNone: Bool { declarations.isEmpty }

    /// What all widgets of this process say, also those of no bundle.
    static var everyDeclaration: [_WidgetDeclaration] { types((any SubdialSwiftUI.Widget).self).flatMap(declarations) }

    /// The names of the types of widgets and controls, by their kinds.
    static var typeNames: [String: String] {
        (types((any SubdialSwiftUI.Widget).self) + types((any ControlWidget).self)).reduce(into: [:]) { names, type in
            for declaration in declarations(type) { names[declaration.kind] = String(reflecting: type) }
        }
    }

    /// What the widgets of all bundles of this process say, or without a bundle all of its widgets.
    private static var declarations: [_WidgetDeclaration] {
        let bundles = types((any WidgetBundle).self).compactMap { $0 as? any WidgetBundle.Type }.flatMap { $0._declarations }
        return bundles.isEmpty ? everyDeclaration : bundles
    }

    private init(_ declaration: _WidgetDeclaration) {
        kind = declaration.kind
        families = declaration.families ?? _WidgetDeclaration.standardFamilies
        isControl = declaration.isControl
        self.declaration = declaration
    }

    /// The types of a protocol in the order of their names, without those of the modules that declare the protocols.
    private static func types(_ existential: Any.Type) -> [Any.Type] {
        ConformingTypes.all(of: existential).map { (String(reflecting: $0), $0) }
            .filter { !$0.0.hasPrefix("SubdialSwiftUI.") && !$0.0.hasPrefix("SubdialWidgetKit.") }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func declarations(_ type: Any.Type) -> [_WidgetDeclaration] {
        func declarations<W: SubdialSwiftUI.Widget>(_ type: W.Type) -> [_WidgetDeclaration] { W._declarations(of: W()) }
        func declaration<C: ControlWidget>(_ type: C.Type) -> _WidgetDeclaration { C._declaration(of: C()) }
        if let type = type as? any SubdialSwiftUI.Widget.Type { return declarations(type) }
        return (type as? any ControlWidget.Type).map { [declaration($0)] } ?? []
    }

    /// The picture of a family with the entry of the gallery.
    package func picture(_ family: String, _ catalog: DeviceCatalog) async throws -> ProgramPicture {
        guard let look = WidgetLook(declared: family) else { throw PreviewError("there is no family '\(family)' here") }
        let environment = try WidgetEnvironment(look, on: try look.device(in: catalog), at: ProgramPreview.standardDate)
        guard var provider = WidgetProviderRun(declaration) else { throw PreviewError("the widget has no provider") }
        provider.timeOfDay = ProgramPreview.standardDate
        let entry = try await provider.snapshot(in: TimelineProviderContext(environment, isPreview: true))
        guard let content = ViewContent.entry(entry, of: declaration) else { throw PreviewError("the widget has no view for its entry") }
        return ProgramPicture(name: "\(kind)/\(family)", ProgramPicture(content, look, entry.date))
    }
}
