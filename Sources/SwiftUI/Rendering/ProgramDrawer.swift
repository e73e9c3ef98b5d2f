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
        usage: draw FOLDER [--kind KIND] [--family FAMILY] [--limit SECONDS] [LOOK]
               draw FOLDER --previews [--name NAME] [--limit SECONDS] [LOOK]
               list
               previews
               answer
        LOOK:  [--appearance light|dark] [--device DEVICE] [--mode fullColor|accented|vibrant] [--type-size SIZE] [--language LANGUAGE]
               [--direction leftToRight|rightToLeft] [--redacted placeholder|privacy] [--tint COLOUR] [--scale SCALE]
        A picture that is not drawn within SECONDS (20) is an error, and the next one is drawn.
        'answer' is for 'subdial preview': it reads a request in JSON from each line, and answers each with a line.
        '--resume COUNT' is for 'draw' itself, which starts again behind a picture without an end: COUNT pictures are done.

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
        if arguments == ["answer"] { return ProgramAnswers.run() }
        let request: Request
        do throws(PreviewError) {
            request = try Request(arguments)
        } catch {
            complain("\(error)\n\(usage)")
            return ExitStatus.wrongUsage.rawValue
        }
        var (pictures, failures) = (0, request.done > 0 ? 1 : 0)
        let watch = DrawingWatch(limit: request.limit, arguments)
        do throws(WidgetError) {
            let renderer = try WidgetRenderer(resources: ResourceFolder(path: ShippedTemplates.path))
            if request.isOfPreviews { return drawPreviews(request, renderer, watch) }
            let types = ProgramWidget.typeNames
            for widget in widgets where request.kind == nil || request.kind == widget.kind {
                guard !(widget.content is ActivitySource) else {
                    complain("\(widget.kind): an activity has no provider; draw its previews with --previews\n")
                    continue
                }
                for name in widget.families ?? _WidgetDeclaration.standardFamilies where request.family == nil || request.family == name {
                    pictures += 1
                    guard pictures > request.done else { continue }
                    failures += watch.run("\(widget.kind)/\(name)", types[widget.kind], done: pictures) {
                        draw(widget, name, request, renderer)
                    }
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
    private static func drawPreviews(_ request: Request, _ renderer: WidgetRenderer, _ watch: DrawingWatch) -> Int32 {
        let previews = ProgramPreview.all { watch.begin("a preview", $0, done: nil) }
        watch.end()
        let chosen = previews.filter { request.name == nil || request.name == $0.name }
        guard !chosen.isEmpty else {
            let hint = request.name.map { Suggestion.hint(for: $0, among: previews.map(\.name)) } ?? ""
            complain("no preview has this name\(hint); 'previews' tells which there are\n")
            return ExitStatus.wrongUsage.rawValue
        }
        var failures = request.done > 0 ? 1 : 0
        for (index, preview) in chosen.enumerated().dropFirst(request.done) {
            do {
                try watch.run(preview.name, preview.place, done: index + 1) {
                    for picture in try waitOnMainThread({ try await preview.pictures(renderer.catalog) }) {
                        let prepared = try picture.layOut(request.values, renderer)
                        try draw(prepared, "\(picture.name).\(request.appearance.rawValue)", request, renderer)
                    }
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
        reports.report(renderer.pictureFindings(of: prepared.widget))
        print(file)
    }

    /// Draws a widget in a family, and returns the number of failures.
    private static func draw(_ widget: _WidgetDeclaration, _ family: String, _ request: Request, _ renderer: WidgetRenderer) -> Int {
        let name = "\(widget.kind).\(family).\(request.appearance.rawValue)"
        do {
            guard var look = WidgetLook(declared: family) else { throw PreviewError("there is no family '\(family)' here") }
            for value in request.values { value.set(in: &look) }
            let environment = try WidgetEnvironment(look, on: try look.device(in: renderer.catalog), at: Date())
            guard let provider = WidgetProviderRun(widget) else { throw PreviewError("the widget has no provider") }
            let timeline = try provider.timeline(in: TimelineProviderContext(environment))
            guard let entry = timeline.entry(at: environment.now), let content = ViewContent.entry(entry, of: widget) else {
                throw PreviewError("the widget has no view for its entry")
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
            throw PreviewError("cannot write '\(file)': \(error.localizedDescription)")
        }
    }

    /// The messages about unusable pictures, each once for all pictures that show it.
    private static let reports = PictureReports { complain("\($0)\n") }

    private nonisolated static func complain(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    /// The arguments of `draw`.
    private struct Request {
        var folder = ""
        var kind: String?
        var family: String?
        /// True for previews in place of widgets.
        var isOfPreviews = false
        /// The name of the only preview; nil for all.
        var name: String?
        /// The maximum seconds of a picture.
        var limit = Double(PreviewProtocol.patience)
        /// The number of pictures or previews that are done, the last of which had no end.
        var done = 0
        /// The appearance in the names of files.
        var appearance = Appearance.light
        /// The chosen values of the look; light unless another appearance is given.
        var values: [ChosenValue] = []

        /// Parses the arguments.
        init(_ arguments: [String]) throws(PreviewError) {
            guard arguments.first == "draw" else { throw PreviewError("'\(arguments.first ?? "")' is no command") }
            guard arguments.count >= 2, !arguments[1].hasPrefix("-") else { throw PreviewError("'draw' needs a folder") }
            folder = arguments[1]
            var rest = arguments.dropFirst(2)
            while let option = rest.popFirst() {
                if option == "--previews" {
                    isOfPreviews = true
                    continue
                }
                guard let value = rest.popFirst() else { throw PreviewError("'\(option)' needs a value") }
                switch option {
                case "--kind": kind = value
                case "--name": name = value
                case "--family": family = value
                case "--limit":
                    guard let seconds = Double(value), seconds > 0, seconds <= 86_400 else {
                        throw PreviewError("'--limit' takes a number of seconds, at most 86400, not '\(value)'")
                    }
                    limit = seconds
                case "--resume":
                    guard let count = Int(value), count > 0 else { throw PreviewError("'--resume' takes a number of pictures") }
                    done = count
                default:
                    guard let axis = PreviewProtocol.axes.first(where: { "--\($0.option ?? "")" == option }) else {
                        throw PreviewError("'\(option)' is no option")
                    }
                    values.append(try ChosenValue(axis, value))
                    if axis == .appearance { appearance = Appearance(rawValue: value) ?? appearance }
                }
            }
            values.insert(try ChosenValue(.appearance, appearance.rawValue), at: 0)
            if name != nil, !isOfPreviews { throw PreviewError("'--name' is for '--previews'") }
            if kind != nil || family != nil, isOfPreviews { throw PreviewError("'--kind' and '--family' are for widgets") }
        }
    }
}
