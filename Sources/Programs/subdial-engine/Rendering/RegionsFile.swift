import SubdialBasics
import SubdialDocuments

/// The file with the tap regions of pictures, for programs that show them, such as eww or a web page.
enum RegionsFile {
    /// The JSON text: for each picture its size in points, its scale in pixels per point, and a rectangle per intent.
    static func text(_ pictures: [(name: String, report: PictureReport)]) -> String {
        let list = pictures.map { name, report in
            JSONValue.object([
                JSONMember("file", .string(name)), JSONMember("width", number(report.width)), JSONMember("height", number(report.height)),
                JSONMember("scale", number(report.scale)),
                JSONMember(
                    "regions",
                    .array(
                        report.regions.map { region in
                            .object([
                                JSONMember("intent", .string(region.intent)), JSONMember("x", number(region.x)),
                                JSONMember("y", number(region.y)), JSONMember("width", number(region.width)),
                                JSONMember("height", number(region.height)),
                            ])
                        })),
            ])
        }
        return JSONValue.object([JSONMember("pictures", .array(list))]).text() + "\n"
    }

    private static func number(_ value: Double) -> JSONValue {
        value == value.rounded() && value.magnitude < 1e15 ? .integer(Int64(saturating: value)) : .double(value)
    }
}
