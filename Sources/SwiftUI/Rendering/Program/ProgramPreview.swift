import Foundation
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

/// A preview of this program: a `#Preview`, or a view of a `PreviewProvider`.
@MainActor
package struct ProgramPreview {
    /// The unique name: `File/Name`, or for a `PreviewProvider` `Type/Name`.
    nonisolated package private(set) var name: String
    /// The place in the source: `Module/File.swift:12`, or the name of the `PreviewProvider`.
    nonisolated package let place: String
    private let content: Result<any PreviewContent, any Error>

    /// The date of a preview whose source names none: a fixed one, in a morning of the year.
    nonisolated package static let standardDate = Date(timeIntervalSince1970: 1_767_260_460)

    /// All previews of this process, in the order of their files and lines.
    package static var all: [ProgramPreview] { all { _ in } }

    /// All previews of this process.
    ///
    /// - Parameter willEvaluate: Receives the place of what makes its previews next.
    static func all(_ willEvaluate: (_ place: String) -> Void) -> [ProgramPreview] {
        HeldClock.at(standardDate) {
            let declared = ConformingTypes.all(of: (any PreviewRegistry).self).compactMap { $0 as? any PreviewRegistry.Type }
                .sorted { ($0.fileID, $0.line, $0.column) < ($1.fileID, $1.line, $1.column) }
                .map { type in
                    willEvaluate("\(type.fileID):\(type.line)")
                    return ProgramPreview(declaredBy: type)
                }
            let provided = ConformingTypes.all(of: (any PreviewProvider).self).compactMap { $0 as? any PreviewProvider.Type }
                .sorted { String(reflecting: $0) < String(reflecting: $1) }
                .flatMap { type in
                    willEvaluate(String(reflecting: type))
                    return previews(of: type)
                }
            return uniquelyNamed(declared + provided)
        }
    }

    private init(group: String, name: String?, place: String, content: Result<any PreviewContent, any Error>) {
        self.name = "\(Self.word(group))/\(Self.word(name ?? "preview"))"
        self.place = place
        self.content = content
    }

    private init(declaredBy type: any PreviewRegistry.Type) {
        let preview = Result { try type.makePreview() }
        let file = type.fileID.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
        self.init(
            group: file, name: try? preview.get().name, place: "\(type.fileID):\(type.line)", content: preview.map(\.content))
    }

    private static func previews<P: PreviewProvider>(of type: P.Type) -> [ProgramPreview] {
        var group = String(describing: type)
        for ending in ["_Previews", "_Preview", "Previews", "Preview"] where group.hasSuffix(ending) && group.count > ending.count {
            group.removeLast(ending.count)
            break
        }
        return PreviewTraits.previews(of: type.previews).map { traits, view in
            ProgramPreview(
                group: group, name: traits.name ?? traits.family, place: String(reflecting: type),
                content: .success(ProvidedPreview(traits: traits, view: view)))
        }
    }

    /// The previews with a number behind the second and further ones of a name.
    private static func uniquelyNamed(_ previews: [ProgramPreview]) -> [ProgramPreview] {
        var used: Set<String> = []
        return previews.map { preview in
            var preview = preview
            let name = preview.name
            var number = 1
            while !used.insert(preview.name).inserted {
                number += 1
                preview.name = "\(name) \(number)"
            }
            return preview
        }
    }

    /// A part of a name that is also the name of a file.
    private static func word(_ text: String) -> String {
        let word = String(
            text.map {
                $0 == "/" || $0 == "@" || $0 == ":" || $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "-" : $0
            })
        // The name of a file has at most 255 bytes, and one character may have dozens.
        var short = word
        while short.utf8.count > 120 { short.removeLast() }
        return ["", ".", ".."].contains(short) ? "-" : short
    }

    /// The pictures of the preview: one for each of its entries.
    ///
    /// The time of day is the standard date while the preview makes its views and entries.
    package func pictures(_ catalog: DeviceCatalog) async throws -> [ProgramPicture] {
        let content = try content.get()
        guard let content = content as? any DrawnPreviewContent else { throw PreviewError("a preview of this kind cannot be drawn") }
        let pictures = try await HeldClock.at(Self.standardDate) { try await content.pictures(catalog) }
        guard !pictures.isEmpty else { throw PreviewError("the preview has no entries") }
        guard pictures.count > 1 else { return pictures.map { ProgramPicture(name: name, $0) } }
        return pictures.enumerated().map { ProgramPicture(name: "\(name).\($0.offset + 1)", $0.element) }
    }
}

/// A preview that cannot be drawn.
struct PreviewError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
