/// A picture that is refused, or drawn with losses.
package struct PictureFinding: Hashable, Sendable, Codable {
    /// The origin of the picture: a path, an address, or words such as `the cover of 'So What'`.
    package var place: String
    /// The digest of the picture's bytes or the version of its file; empty if there is none.
    package var version: String
    /// The reason, or the loss.
    package var problem: String
    /// What stands in the place of a refused picture; empty for one that is drawn.
    package var standIn: String

    /// Makes a finding.
    package init(_ place: String, version: String = "", _ problem: String, standIn: String = "") {
        self.place = place
        self.version = version
        self.problem = problem
        self.standIn = standIn
    }

    /// The message on one line, without secrets of an address.
    package var message: String { "\(Self.shown(place)): \(problem)" + (standIn.isEmpty ? "" : "; \(standIn)") }

    /// A place as messages show it: an address without its login, query and fragment, and only the beginning of a long text.
    package static func shown(_ place: String) -> String {
        if place.prefix(5).lowercased() == "data:" { return "a data: address" }
        guard let colon = place.firstRange(of: "://"), !place.hasPrefix("/") else { return place.limited(to: 200) }
        let rest = place[colon.upperBound...]
        let end = rest.firstIndex { "?#".contains($0) } ?? rest.endIndex
        let slash = rest[..<end].firstIndex(of: "/") ?? end
        let host = rest[..<slash].lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex
        let shown = "\(place[..<colon.upperBound])\(rest[host..<end])\(end < rest.endIndex && rest[end] == "?" ? "?…" : "")"
        return shown.limited(to: 200)
    }
}
