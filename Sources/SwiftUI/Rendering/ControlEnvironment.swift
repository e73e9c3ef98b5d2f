import SubdialLayout
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

extension WidgetLook {
    /// The look of a family, or of a size of a control, as a declaration names it; nil for a name that is not here.
    package init?(declared name: String) {
        if let form = ControlForm(rawValue: name) {
            self.init(control: form)
        } else {
            self.init(named: name)
        }
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
