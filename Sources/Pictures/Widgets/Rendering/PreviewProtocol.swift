import SubdialBasics
import SubdialDocuments

/// The requests of `subdial preview` to the program of a Swift package, and the program's answers: a line of JSON each.
///
/// | request | answer |
/// |---|---|
/// | `{"do":"list","places":{TYPE:[FILE,LINE,COLUMN]}}` | `protocol`, and `pictures` with `name`, `kind`, `family`, `place` |
/// | `{"do":"entries","name":PREVIEW}` | `pictures` of a preview, one for each of its entries |
/// | `{"do":"draw","name":NAME,"index":ENTRY,"look":{PARAMETER:VALUE},"file":PATH}` | `width`, `height`, `scale`, `device`, `label`, `warnings`; the file has the PNG |
/// | `{"do":"tree",…}`, as before | the file has the nodes as JSON, in the form of ``PreviewTree`` |
///
/// Pictures and trees are files, because programs are not optimized, and write long texts slowly.
/// `place` is `Module/File.swift:LINE`, or the name of a type. The places of types are for the nodes of trees. An answer has `ok`, and if it is false,
/// `error`.
package enum PreviewProtocol {
    /// The version of the lines; a program of another one is not asked.
    package static let number = 1

    /// The maximum time of a picture, in seconds; a provider has ten of them.
    package static let patience = 20

    /// The axes that apply to the pictures of a program; families and presentations are those of its widgets and previews.
    package static let axes: [LookAxis] = [
        .appearance, .device, .mode, .typeSize, .language, .direction, .redaction, .tint, .scale,
    ]
}

extension PreviewTree.Place {
    /// The member of a request with places of types.
    package static func json(_ places: [String: PreviewTree.Place]) -> JSONValue {
        .object(
            places.sorted { $0.key < $1.key }.map {
                JSONMember(
                    $0.key, .array([.string($0.value.file), .integer(Int64($0.value.line)), .integer(Int64($0.value.column))]))
            })
    }

    /// The places of types in a request.
    package static func places(_ value: JSONValue?) -> [String: PreviewTree.Place] {
        guard case .object(let members)? = value else { return [:] }
        return members.reduce(into: [:]) { places, member in
            guard case .array(let parts) = member.value, parts.count == 3, let file = parts[0].string else { return }
            let (line, column) = (Int(saturating: parts[1].number ?? 0), Int(saturating: parts[2].number ?? 0))
            places[member.key] = PreviewTree.Place(file: file, line: line, column: column)
        }
    }
}
