internal import Foundation

/// What draws the widgets of a program; the module `SubdialRendering` has the one type that conforms.
@MainActor
package protocol WidgetDrawer {
    /// Runs a command other than `list`, and returns the exit code.
    static func run(_ arguments: [String], _ widgets: [_WidgetDeclaration]) -> Int32
}

/// The program of an extension: what `@main` of a widget or a bundle runs.
///
/// Without arguments, or with `list`, it prints each widget with its families. Everything else goes to the drawer, which is found by its name
/// while the program runs, because this module knows nothing of drawing: a program that links `SubdialRendering` has it.
@MainActor
package enum WidgetProgram {
    /// The mangled name of the type that draws.
    private static let drawerName = "16SubdialRendering13ProgramDrawerO"
    private static let usage: Int32 = 64

    static func main(_ widgets: [_WidgetDeclaration]) {
        let arguments = Array(ProcessInfo.processInfo.arguments.dropFirst())
        guard let command = arguments.first, command != "list" else {
            print(list(widgets), terminator: "")
            return
        }
        guard let drawer else {
            let message = "no '\(command)': this program only lists its widgets, because it is not linked with SubdialRendering\n"
            FileHandle.standardError.write(Data(message.utf8))
            exit(usage)
        }
        exit(drawer.run(arguments, widgets))
    }

    /// The type that draws; nil in a program without it.
    package static var drawer: (any WidgetDrawer.Type)? { _typeByName(drawerName) as? any WidgetDrawer.Type }

    /// The text of `list`: for each widget its kind and its families, separated by tabs, with its name in the gallery.
    package static func list(_ widgets: [_WidgetDeclaration]) -> String {
        let environment = EnvironmentValues()
        return widgets.map { widget in
            let families = (widget.families ?? _WidgetDeclaration.standardFamilies).joined(separator: ",")
            let name = widget.displayName?.string(in: environment) ?? ""
            return "\(widget.kind)\t\(families)\t\(name)\n"
        }.joined()
    }
}

extension _WidgetDeclaration {
    /// The families of a configuration that names none: those of a home screen.
    package static let standardFamilies = ["systemSmall", "systemMedium", "systemLarge", "systemExtraLarge"]
}
