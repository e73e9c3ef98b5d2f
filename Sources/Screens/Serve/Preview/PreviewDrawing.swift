import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialLayout

/// A picture of a preview.
struct PreviewDrawing: Sendable {
    let bytes: [UInt8]
    /// The strong entity tag, with its quotes.
    let tag: String
    /// The size in points of the screen.
    let size: Size
    let scale: Double
    let device: String
    let theme: String
    /// The text alternative of the picture, for screen readers.
    let label: String
    let warnings: [PreviewProblem]
    /// The time at which the picture changes without a new entry; nil for never.
    var nextChange: Date?
    /// The shown moment; nil for a picture without a timeline.
    var shown: Date?
    /// The drawing time in milliseconds.
    let milliseconds: Double
    /// The path of the template file.
    var template: String?

    /// The picture's size, tree and warnings, as JSON.
    func json(revision: Int) -> JSONValue {
        func number(_ value: Double) -> JSONValue { value == value.rounded() ? .integer(Int64(saturating: value)) : .double(value) }
        return .object([
            JSONMember("ok", .bool(true)), JSONMember("revision", .integer(Int64(revision))), JSONMember("etag", .string(tag)),
            JSONMember("width", number(size.width)), JSONMember("height", number(size.height)), JSONMember("scale", number(scale)),
            JSONMember("pixels", .array([(size.width * scale).rounded(), (size.height * scale).rounded()].map(number))),
            JSONMember("device", .string(device)), JSONMember("theme", .string(theme)), JSONMember("label", .string(label)),
            JSONMember("template", template.map { .string($0) } ?? .null), JSONMember("shown", shown.map { .string($0.iso8601) } ?? .null),
            JSONMember("nextChange", nextChange.map { .string($0.iso8601) } ?? .null),
            JSONMember("milliseconds", .double((milliseconds * 10).rounded() / 10)),
            JSONMember("problems", .array(warnings.map(\.json))),
        ])
    }

    /// The JSON answer if the picture cannot be drawn.
    static func json(_ problems: [PreviewProblem], revision: Int) -> JSONValue {
        .object([
            JSONMember("ok", .bool(false)), JSONMember("revision", .integer(Int64(revision))),
            JSONMember("problems", .array(problems.map(\.json))),
        ])
    }
}

/// The tree of a picture's nodes.
struct PreviewNodes: Sendable {
    /// The tag of the picture.
    let tag: String
    /// The nodes as JSON in the form of ``PreviewTree``: the tree of a Swift view can be deeper than a parser accepts.
    let text: String

    /// The answer to `tree.json`.
    func answer(revision: Int) -> String {
        let members: JSONValue = ["ok": true, "revision": .integer(Int64(revision)), "etag": .string(tag)]
        return "\(members.text().dropLast()),\"tree\":\(text)}"
    }
}

/// The problems that prevent a drawing.
struct PreviewFailure: Error {
    let problems: [PreviewProblem]
}
