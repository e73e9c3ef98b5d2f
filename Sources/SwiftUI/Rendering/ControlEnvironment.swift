import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

extension WidgetEnvironment {
    /// The environment of a control in the Control Center, which is always dark.
    package func control(_ form: ControlForm) -> WidgetEnvironment {
        var environment = self
        environment.device = device.placing(family, form.size)
        environment.appearance = .dark
        environment.showsContainerBackground = false
        return environment
    }
}

extension _WidgetDeclaration {
    /// The declaration with settings that a test gives.
    ///
    /// - Throws: `SettingsError` if the configuration has none, or of another type.
    @MainActor
    package func with(settings intent: Any) throws(SettingsError) -> _WidgetDeclaration {
        guard let source = content as? WidgetEntrySource, let settings = source.settings else { throw SettingsError(kind, intent, nil) }
        guard let bound = settings.source(intent) else { throw SettingsError(kind, intent, settings.name) }
        var declaration = self
        declaration.content = bound
        return declaration
    }
}

/// Settings that a widget does not have.
package struct SettingsError: Error, CustomStringConvertible {
    package let description: String

    fileprivate init(_ kind: String, _ intent: Any, _ wanted: String?) {
        let has = wanted.map { "has settings of the type \($0)" } ?? "has no settings"
        description = "the widget '\(kind)' \(has), and not \(type(of: intent))"
    }
}
