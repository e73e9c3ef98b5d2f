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
               draw FOLDER --previews [--name NAME] [--appearance light|dark] [--device DEVICE] [--language LANGUAGE]
               list
               previews

        """

    package static func run(_ arguments: [String], _ widgets: [_WidgetDeclaration]) -> Int32 {
        if arguments.contains("--help") {
            print(usage, terminator: "")
            return ExitStatus.done.rawValue
        }
        if arguments == ["previews"] {
            for preview in ProgramPreview.all { print("\(preview.name)\t\(preview.place)") }
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
            if request.isOfPreviews { return drawPreviews(request, renderer) }
            for widget in widgets where request.kind == nil || request.kind == widget.kind {
                guard !(widget.content is ActivitySource) else {
                    complain("\(widget.kind): an activity has no provider; draw its previews with --previews\n")
                    continue
                }
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
                request.family.map {
                    Suggestion.hint(for: $0, among: widgets.flatMap { $0.families ?? _WidgetDeclaration.standardFamilies })
                },
            ]
            complain("no widget has this kind and family\(hints.compactMap { $0 }.joined()); 'list' tells which there are\n")
            return ExitStatus.wrongUsage.rawValue
        }
        return failures == 0 ? ExitStatus.done.rawValue : ExitStatus.badData.rawValue
    }

    /// Draws the previews, and returns the exit code.
    private static func drawPreviews(_ request: Request, _ renderer: WidgetRenderer) -> Int32 {
        let previews = ProgramPreview.all
        let chosen = previews.filter { request.name == nil || request.name == $0.name }
        guard !chosen.isEmpty else {
            let hint = request.name.map { Suggestion.hint(for: $0, among: previews.map(\.name)) } ?? ""
            complain("no preview has this name\(hint); 'previews' tells which there are\n")
            return ExitStatus.wrongUsage.rawValue
        }
        var failures = 0
        for preview in chosen {
            do {
                for picture in try waitOnMainThread({ try await preview.pictures(renderer.catalog) }) {
                    var look = picture.look
                    (look.appearance, look.language) = (request.appearance, request.language)
                    look.device = request.device ?? look.device
                    let prepared = try renderer.layOut(picture.content, look: look, at: picture.date)
                    try draw(prepared, "\(picture.name).\(request.appearance.rawValue)", request, renderer)
                }
            } catch {
                complain("\(preview.name) (\(preview.place)): \(error)\n")
                failures += 1
            }
        }
        return failures == 0 ? ExitStatus.done.rawValue : ExitStatus.badData.rawValue
    }

    /// Writes the picture of a view, and prints the file's name.
    private static func draw(_ prepared: PreparedView, _ name: String, _ request: Request, _ renderer: WidgetRenderer) throws {
        for warning in prepared.warnings { complain("\(name): \(warning)\n") }
        let file = "\(request.folder)/\(name.replacing("/", with: "-")).png"
        try write(try renderer.draw(prepared.widget).png(), to: file)
        print(file)
    }

    /// Draws a widget in a family, and returns the number of failures.
    private static func draw(_ widget: _WidgetDeclaration, _ family: String, _ request: Request, _ renderer: WidgetRenderer) -> Int {
        let name = "\(widget.kind).\(family).\(request.appearance.rawValue)"
        do {
            let form = ControlForm(rawValue: family)
            guard var look = form == nil ? WidgetLook(named: family) : WidgetLook(family: .systemSmall) else {
                throw Problem("there is no family '\(family)' here")
            }
            (look.appearance, look.device, look.language) = (request.appearance, request.device, request.language)
            var environment = try WidgetEnvironment(look, on: try look.device(in: renderer.catalog), at: Date())
            if let form { environment = environment.control(form) }
            guard let provider = WidgetProviderRun(widget) else { throw Problem("the widget has no provider") }
            let timeline = try provider.timeline(in: TimelineProviderContext(environment))
            guard let entry = timeline.entry(at: environment.now), let content = ViewContent.entry(entry, of: widget) else {
                throw Problem("the widget has no view for its entry")
            }
            try draw(try renderer.layOut(content, in: environment), name, request, renderer)
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
        /// True for previews in place of widgets.
        var isOfPreviews = false
        /// The name of the only preview; nil for all.
        var name: String?
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
                if option == "--previews" {
                    isOfPreviews = true
                    continue
                }
                guard let value = rest.popFirst() else { throw Problem("'\(option)' needs a value") }
                switch option {
                case "--language": language = value
                case "--kind": kind = value
                case "--name": name = value
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
            if name != nil, !isOfPreviews { throw Problem("'--name' is for '--previews'") }
            if kind != nil || family != nil, isOfPreviews { throw Problem("'--kind' and '--family' are for widgets") }
        }
    }
}
