import Foundation
import SubdialBasics
import SubdialDocuments
import SubdialShippedTemplates
import SubdialSwiftUI
import SubdialWidgets

/// Answers the requests of `subdial preview`, a line of JSON each: which pictures the program has, and each of them in a look.
///
/// One process answers until its input ends. So a picture in another look needs no new process, and a crash belongs to one picture.
/// ``PreviewProtocol`` describes the lines.
@MainActor
final class ProgramAnswers {
    private let renderer: WidgetRenderer
    private let widgets = ProgramWidget.all
    private let previews = ProgramPreview.all
    /// The pictures that were asked for, whose evaluated views serve further looks.
    private var known: [String: [ProgramPicture]] = [:]
    /// The places of types in the sources, by their names.
    private var places: [String: PreviewTree.Place] = [:]

    init() throws { renderer = try WidgetRenderer(resources: ResourceFolder(path: ShippedTemplates.path)) }

    /// Answers until the input ends, and returns the exit code.
    static func run() -> Int32 {
        // What the views print goes to the standard error stream: it must not be among the answers.
        let output = dup(STDOUT_FILENO)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        let answers: ProgramAnswers
        do {
            answers = try ProgramAnswers()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return ((error as? any ExitCoded)?.exitStatus ?? .badData).rawValue
        }
        let handle = FileHandle(fileDescriptor: output)
        while let line = readLine() {
            let answer: JSONValue
            do {
                answer = try waitOnMainThread { try await answers.answer(JSONValue(parsing: line)) }
            } catch {
                answer = ["ok": false, "error": .string("\(error)")]
            }
            do {
                try handle.write(contentsOf: Data((answer.text() + "\n").utf8))
            } catch {
                return ExitStatus.cannotWrite.rawValue
            }
        }
        return ExitStatus.done.rawValue
    }

    func answer(_ request: JSONValue) async throws -> JSONValue {
        let name = request["name"]?.string ?? ""
        switch request["do"]?.string {
        case "list":
            places = PreviewTree.Place.places(request["places"])
            return list
        case "entries": return ["ok": true, "pictures": .array(try await pictures(name).map { described($0) })]
        case "draw": return try await draw(request, name)
        case "tree":
            let (view, _) = try await layOut(request, name)
            return try write(Data(PreviewTree.json(view.widget) { self.place(of: $0) }.text().utf8), request)
        default: throw PreviewError("this is no request of a preview: \(request.text().prefix(80))")
        }
    }

    /// The families of the widgets, and the previews, whose entries are not known yet.
    private var list: JSONValue {
        let types = ProgramWidget.typeNames
        let ofWidgets = widgets.flatMap { widget in
            widget.families.map { family in
                JSONValue.object([
                    JSONMember("name", .string("\(widget.kind)/\(family)")), JSONMember("kind", widget.isControl ? "control" : "widget"),
                    JSONMember("family", .string(family)), JSONMember("place", .string(types[widget.kind] ?? "")),
                ])
            }
        }
        let ofPreviews = previews.map { preview in
            JSONValue.object([
                JSONMember("name", .string(preview.name)), JSONMember("kind", "preview"), JSONMember("place", .string(preview.place)),
            ])
        }
        return [
            "ok": true, "protocol": .integer(Int64(PreviewProtocol.number)), "pictures": .array(ofWidgets + ofPreviews),
        ]
    }

    private func described(_ picture: ProgramPicture) -> JSONValue {
        [
            "name": .string(picture.name), "kind": .string(picture.subject),
            "family": picture.subject == "widget" ? .string(picture.look.family.rawValue) : .null,
        ]
    }

    /// The pictures of a preview, or of a widget in a family.
    private func pictures(_ name: String) async throws -> [ProgramPicture] {
        if let pictures = known[name] { return pictures }
        let catalog = renderer.catalog
        let pictures: [ProgramPicture]
        if let preview = previews.first(where: { $0.name == name }) {
            pictures = try await preview.pictures(catalog)
        } else {
            let found = widgets.lazy.flatMap { widget in widget.families.map { (widget, $0) } }.first { "\($0.kind)/\($1)" == name }
            guard let (widget, family) = found else { throw PreviewError("there is no picture '\(name)'") }
            pictures = [try await widget.picture(family, catalog)]
        }
        known[name] = pictures
        return pictures
    }

    /// Lays out the picture of a request, and returns its name too.
    private func layOut(_ request: JSONValue, _ name: String) async throws -> (PreparedView, name: String) {
        let (pictures, index) = (try await pictures(name), Int(saturating: request["index"]?.number ?? 0))
        guard pictures.indices.contains(index) else { throw PreviewError("the preview has \(pictures.count) entries") }
        guard case .object(let members)? = request["look"] else { throw PreviewError("a picture needs a look") }
        let values = try members.compactMap { member -> ChosenValue? in
            guard let axis = PreviewProtocol.axes.first(where: { $0.parameter == member.key }) else {
                throw PreviewError("a picture of a program has no \(member.key)")
            }
            return try ChosenValue(axis, member.value.string ?? "")
        }
        return (try pictures[index].layOut(values, renderer), pictures[index].name)
    }

    private func draw(_ request: JSONValue, _ name: String) async throws -> JSONValue {
        let start = ContinuousClock.now
        let (prepared, name) = try await layOut(request, name)
        let picture = try renderer.draw(prepared.widget)
        _ = try write(Data(try picture.png()), request)
        let warnings = prepared.warnings + renderer.unusablePictures(of: prepared.widget)
        return .object([
            JSONMember("ok", .bool(true)), JSONMember("width", .double(picture.size.width)),
            JSONMember("height", .double(picture.size.height)), JSONMember("scale", .double(prepared.widget.scale)),
            JSONMember("device", .string(prepared.widget.deviceID)),
            JSONMember("label", .string(([name] + picture.layout.texts).joined(separator: ", "))),
            JSONMember("warnings", .array(warnings.map { .string($0) })),
            JSONMember("milliseconds", .double(start.duration(to: .now) / .milliseconds(1))),
        ])
    }

    /// Writes the file that a request names.
    private func write(_ data: Data, _ request: JSONValue) throws -> JSONValue {
        guard let file = request["file"]?.string else { throw PreviewError("a picture needs a file") }
        do {
            try data.write(to: URL(filePath: file))
        } catch {
            throw PreviewError("cannot write '\(file)': \(error.localizedDescription)")
        }
        return ["ok": true]
    }

    /// The place of the innermost type in a node's path that the package declares: views have no place of their own.
    private func place(of path: String) -> PreviewTree.Place {
        let names = path.split { ".[]".contains($0) }
        return names.reversed().lazy.compactMap { self.places[String($0)] }.first ?? PreviewTree.Place()
    }
}
