import Foundation
import SubdialBasics
import SubdialShippedTemplates
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

/// Draws the widgets of a program with `@main`: `draw FOLDER` writes a picture of each widget in each of its families.
///
/// The program finds this type by its name, which must not change; see ``WidgetProgram``.
package enum ProgramDrawer: WidgetDrawer {
    private static let usage = """
        usage: draw FOLDER [--kind KIND] [--family FAMILY] [--appearance light|dark] [--device DEVICE] [--language LANGUAGE]
               list

        """

    package static func run(_ arguments: [String], _ widgets: [_WidgetDeclaration]) -> Int32 {
        if arguments.contains("--help") {
            print(usage, terminator: "")
            return ExitStatus.done.rawValue
        }
        let request: Request
        do throws(Problem) {
            request = try Request(arguments)
        } catch {
            complain("\(error)\n\(usage)")
            return ExitStatus.wrongUsage.rawValue
        }
        var (pictures, failures) = (0, 0)
        do throws(WidgetError) {
            let renderer = try WidgetRenderer(resources: ResourceFolder(path: ShippedTemplates.path))
            for widget in widgets where request.kind == nil || request.kind == widget.kind {
                for name in widget.families ?? _WidgetDeclaration.standardFamilies where request.family == nil || request.family == name {
                    pictures += 1
                    failures += draw(widget, name, request, renderer)
                }
            }
        } catch {
            complain("\(error)\n")
            return error.exitStatus.rawValue
        }
        guard pictures > 0 else {
            let hints = [
                request.kind.map { Suggestion.hint(for: $0, among: widgets.map(\.kind)) },
                request.family.map { Suggestion.hint(for: $0, among: _WidgetDeclaration.standardFamilies) },
            ]
            complain("no widget has this kind and family\(hints.compactMap { $0 }.joined()); 'list' tells which there are\n")
            return ExitStatus.wrongUsage.rawValue
        }
        return failures == 0 ? ExitStatus.done.rawValue : ExitStatus.badData.rawValue
    }

    /// Draws a widget in a family, and returns the number of failures.
    private static func draw(_ widget: _WidgetDeclaration, _ family: String, _ request: Request, _ renderer: WidgetRenderer) -> Int {
        let name = "\(widget.kind).\(family).\(request.appearance.rawValue)"
        do {
            guard var look = WidgetLook(named: family) else { throw Problem("there is no family '\(family)' here") }
            (look.appearance, look.device, look.language) = (request.appearance, request.device, request.language)
            let environment = try WidgetEnvironment(look, on: try look.device(in: renderer.catalog), at: Date())
            guard let provider = WidgetProviderRun(widget) else { throw Problem("the widget has no provider") }
            let timeline = try provider.timeline(in: TimelineProviderContext(environment))
            guard let entry = timeline.entry(at: environment.now), let content = ViewContent.entry(entry, of: widget) else {
                throw Problem("the widget has no view for its entry")
            }
            let prepared = try renderer.layOut(content, in: environment)
            for warning in prepared.warnings { complain("\(name): \(warning)\n") }
            let file = "\(request.folder)/\(name.replacing("/", with: "-")).png"
            try write(try renderer.draw(prepared.widget).png(), to: file)
            print(file)
            return 0
        } catch {
            complain("\(name): \(error)\n")
            return 1
        }
    }

    /// Writes a picture as a whole, and makes its folder.
    private static func write(_ png: [UInt8], to file: String) throws {
        let url = URL(filePath: file)
        do {
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(png).write(to: url, options: .atomic)
        } catch {
            throw Problem("cannot write '\(file)': \(error.localizedDescription)")
        }
    }

    private static func complain(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    private struct Problem: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// The arguments of `draw`.
    private struct Request {
        var folder = ""
        var kind: String?
        var family: String?
        var appearance = Appearance.light
        var device: String?
        var language: String?

        /// Parses the arguments.
        init(_ arguments: [String]) throws(Problem) {
            guard arguments.first == "draw" else { throw Problem("'\(arguments.first ?? "")' is no command") }
            guard arguments.count >= 2, !arguments[1].hasPrefix("-") else { throw Problem("'draw' needs a folder") }
            folder = arguments[1]
            var rest = arguments.dropFirst(2)
            while let option = rest.popFirst() {
                guard let value = rest.popFirst() else { throw Problem("'\(option)' needs a value") }
                switch option {
                case "--language": language = value
                case "--kind": kind = value
                case "--family": family = value
                case "--device": device = value
                case "--appearance":
                    guard let appearance = Appearance(rawValue: value) else {
                        throw Problem("'\(value)' is no appearance: it is light or dark")
                    }
                    self.appearance = appearance
                default: throw Problem("'\(option)' is no option")
                }
            }
        }
    }
}
