internal import Foundation
import SubdialBasics
package import SubdialLayout

/// A symbol of the user's: an SVG in the form of an exported SF Symbol, which has groups such as `Regular-M` and guides.
package struct SymbolTemplate: Hashable, Sendable {
    /// A weight of the symbol, as a picture.
    package struct Glyph: Hashable, Sendable {
        /// The picture, whose opacity alone counts.
        package let source: PictureContent.Source
        /// The size for a font of 1 point.
        package let size: Size
        /// The distance of the baseline from the top, for a font of 1 point.
        package let baseline: Double
    }

    /// The capital height of the font beside which a template is drawn, and that font's size, in the units of a template.
    private static let capHeight = 70.459
    private static let fontSize = 100.0
    /// What the size of a medium symbol is to that of a small one.
    private static let mediumToSmall = 1.28

    private struct Group: Hashable, Sendable {
        let markup: [UInt8]
        let box: PathBox
    }

    private var groups: [String: Group] = [:]
    /// The positions of the guides by their IDs: the height of a line across, else the distance from the left.
    private var guides: [String: Double] = [:]
    private let digest: String
    /// The picture if it is no template.
    private let whole: (source: PictureContent.Source, size: Size)?

    /// Reads an SVG; nil if it is none, or has no size.
    package init?(_ bytes: [UInt8]) {
        guard let header = SVGHeader(bytes) else { return nil }
        digest = WideHash(bytes).text
        var reader = GroupReader(bytes)
        reader.read()
        for (id, group) in reader.groups { groups[id] = Group(markup: group.markup, box: group.box) }
        guides = reader.guides
        whole = header.size.map { (PictureContent.Source(bytes, digest: WideHash(bytes).text), $0) }
        guard !groups.isEmpty || whole != nil else { return nil }
    }

    package static func == (first: Self, second: Self) -> Bool { first.digest == second.digest }

    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// The symbol in the weight of a text, or else in the regular one; a template has three to 27 of them.
    package func glyph(_ weight: FontWeight) -> Glyph? {
        let name = weight == .ultraLight ? "Ultralight" : weight.rawValue.prefix(1).uppercased() + weight.rawValue.dropFirst()
        for id in ["\(name)-M", "Regular-M", "\(name)-S", "Regular-S"] {
            guard let group = groups[id] else { continue }
            let factor = id.hasSuffix("-S") ? Self.mediumToSmall : 1
            return glyph(group, id, factor: factor)
        }
        if let (id, group) = groups.min(by: { $0.key < $1.key }) { return glyph(group, id, factor: 1) }
        guard let whole else { return nil }
        // A picture that is no template is as high as a symbol, centred on the capitals.
        let height = 1.25 * Self.capHeight / Self.fontSize
        return Glyph(
            source: whole.source, size: Size(height * whole.size.width / whole.size.height, height),
            baseline: height - 0.125 * Self.capHeight / Self.fontSize)
    }

    private func glyph(_ group: Group, _ id: String, factor: Double) -> Glyph? {
        let scale = String(id.suffix(1))
        // Without guides, the drawing itself is what is aligned.
        let baseline = guides["Baseline-\(scale)"] ?? (group.box.top + group.box.bottom + Self.capHeight) / 2
        let center = baseline - Self.capHeight / 2
        let half = max(0.625 * Self.capHeight, center - group.box.top, group.box.bottom - center)
        let left = guides["left-margin-\(id)"] ?? guides["left-margin"] ?? group.box.left
        let right = guides["right-margin-\(id)"] ?? guides["right-margin"] ?? group.box.right
        let (from, to) = right > left ? (min(left, group.box.left), max(right, group.box.right)) : (group.box.left, group.box.right)
        guard to > from, half > 0, [from, to, half, center].allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return nil }
        let (width, height) = (to - from, 2 * half)
        let head = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
            width="\(width)" height="\(height)" viewBox="\(from) \(center - half) \(width) \(height)">
            """
        let bytes = Array(head.utf8) + group.markup + Array("</svg>".utf8)
        return Glyph(
            source: PictureContent.Source(bytes, digest: WideHash(bytes).text),
            size: Size(width * factor / Self.fontSize, height * factor / Self.fontSize),
            baseline: (half + Self.capHeight / 2) * factor / Self.fontSize)
    }
}

/// Finds the groups and guides of a template.
private struct GroupReader {
    private(set) var groups: [String: (markup: [UInt8], box: PathBox)] = [:]
    private(set) var guides: [String: Double] = [:]
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() {
        var scanner = MarkupScanner(bytes)
        var open: (id: String, start: Int, depth: Int, transforms: [PathTransform], box: PathBox)?
        while let tag = scanner.nextTag() {
            let id = tag.attributes["id"] ?? ""
            if id.hasPrefix("left-margin") || id.hasPrefix("right-margin") {
                // A line, or in older templates a path or a rectangle.
                guides[id] =
                    tag.attributes["x1"].flatMap { Double($0) } ?? tag.attributes["x"].flatMap { Double($0) }
                    ?? tag.attributes["d"].flatMap { PathNumbers($0).first }
            }
            if id.hasPrefix("Baseline-") { guides[id] = tag.attributes["y1"].flatMap { Double($0) } }
            if var group = open {
                if tag.name == "g" {
                    if tag.isEnd {
                        group.depth -= 1
                        if group.depth > 0 { group.transforms.removeLast() }
                    } else if !tag.isEmpty {
                        group.depth += 1
                        group.transforms.append(group.transforms.last?.followed(by: tag.attributes["transform"]) ?? .identity)
                    }
                } else if !tag.isEnd {
                    let transform = group.transforms.last?.followed(by: tag.attributes["transform"]) ?? .identity
                    group.box.add(tag.name, tag.attributes, transform)
                }
                open = group
                if group.depth == 0 {
                    if !group.box.isEmpty { groups[group.id] = (Array(bytes[group.start..<tag.range.upperBound]), group.box) }
                    open = nil
                }
            } else if tag.name == "g", !tag.isEnd, !tag.isEmpty, Self.isGroup(id) {
                open = (id, tag.range.lowerBound, 1, [PathTransform.identity.followed(by: tag.attributes["transform"])], PathBox())
            }
        }
    }

    /// True for `Regular-M` and the like.
    private static func isGroup(_ id: String) -> Bool {
        let weights = ["Ultralight", "Thin", "Light", "Regular", "Medium", "Semibold", "Bold", "Heavy", "Black"]
        let parts = id.split(separator: "-")
        return parts.count == 2 && weights.contains(String(parts[0])) && ["S", "M", "L"].contains(parts[1])
    }
}
