import SubdialBasics
import SubdialLayout

/// The text of modifiers in a tree.
extension Modifier {
    /// The modifier in the notation of a template; empty for a layer, which is written below its node.
    var text: String {
        switch self {
        case .padding(let insets):
            "padding: \(insets.top.short) \(insets.leading.short) \(insets.bottom.short) \(insets.trailing.short)"
        case .frame(let width, let height, let alignment):
            "frame: \(width?.short ?? "–")×\(height?.short ?? "–") \(alignment.text)"
        case .flexibleFrame(let frame): "frame: \(frame.horizontal.text)×\(frame.vertical.text) \(frame.alignment.text)"
        case .fixedSize(let horizontal, let vertical):
            "fixedSize: " + (horizontal && vertical ? "both" : horizontal ? "horizontal" : "vertical")
        case .aspectRatio(let ratio, let mode): "aspectRatio: \(ratio?.short ?? "own") \(mode.rawValue)"
        case .layoutPriority(let priority): "layoutPriority: \(priority.short)"
        case .verticalGuide(let guide, let offset): "alignmentGuide: \(guide.rawValue) \(offset.short)"
        case .horizontalGuide(let guide, let offset): "alignmentGuide: \(guide.rawValue) \(offset.short)"
        case .computedVerticalGuide(let guide, _): "alignmentGuide: \(guide.rawValue) computed"
        case .computedHorizontalGuide(let guide, _): "alignmentGuide: \(guide.rawValue) computed"
        case .position(let x, let y): "position: \(x.short) \(y.short)"
        case .zIndex(let index): "zIndex: \(index.short)"
        case .background, .overlay, .mask: ""
        case .gridCellColumns(let count): "gridCellColumns: \(count)"
        case .gridColumnAlignment(let alignment): "gridColumnAlignment: \(alignment.rawValue)"
        case .belowIfTooWide: "belowIfTooWide"
        case .scalesTogether: "scalesTogether"
        case .layoutDirection(let direction): "layoutDirection: \(direction.rawValue)"
        case .containerShape(let shape): "containerShape: \(shape.text)"
        case .clip(let shape): "clip: \(shape.text)"
        case .border(_, let color, let width): "border: \(color) \(width.short)"
        case .opacity(let value): "opacity: \(value.short)"
        case .filter(let filter): filter.text
        case .blendMode(let mode): "blendMode: \(mode.rawValue)"
        case .compositingGroup: "compositingGroup"
        case .shadow(let color, let radius, let x, let y): "shadow: \(color) \(radius.short) \(x.short) \(y.short)"
        case .blur(let radius): "blur: \(radius.short)"
        case .offset(let x, let y): "offset: \(x.short) \(y.short)"
        case .rotation(let degrees, _): "rotation: \(degrees.short)"
        case .scale(let x, let y, _): "scale: \(x.short)" + (x == y ? "" : " \(y.short)")
        case .rotation3D(let rotation): "rotation3D: \(rotation.angle.short) \(rotation.axis.map(\.short).joined(separator: " "))"
        case .hidden: "hidden"
        case .intent(let intent): "intent: \(intent.name.quotedIfNeeded)" + (intent.slider?.text ?? "")
        case .privacySensitive: "privacySensitive"
        case .unredacted: "unredacted"
        case .redacted: "redacted"
        case .accessibility(let accessibility): "accessibility: \(accessibility.text)"
        case .accented: "accented"
        case .colorScheme(let scheme): "colorScheme: \(scheme.rawValue)"
        }
    }

    /// What ``text`` does not say; empty if that is all.
    var details: [String] {
        let center = Point(0.5, 0.5)
        switch self {
        case .border(let shape, _, _): return shape == .rectangle ? [] : ["border=[\(shape.text)]"] + shape.details
        case .clip(let shape): return shape.details.map { "clip.\($0)" }
        case .containerShape(let shape): return shape.details.map { "container.\($0)" }
        case .rotation(_, let anchor): return anchor == center ? [] : ["rotationAnchor=\(anchor.text)"]
        case .scale(_, _, let anchor): return anchor == center ? [] : ["scaleAnchor=\(anchor.text)"]
        case .rotation3D(let rotation):
            return [
                rotation.anchor == center ? nil : "rotation3DAnchor=\(rotation.anchor.text)",
                rotation.anchorZ == 0 ? nil : "anchorZ=\(rotation.anchorZ.exact)",
                rotation.perspective == 1 ? nil : "perspective=\(rotation.perspective.exact)",
            ].compactMap { $0 }
        default: return []
        }
    }
}

extension ColorFilter {
    fileprivate var text: String {
        switch self {
        case .dimming(let factor): "brightness: \(factor.short)"
        case .brightness(let change): "brightness: \(change < 0 ? "" : "+")\(change.short)"
        case .contrast(let factor): "contrast: \(factor.short)"
        case .saturation(let factor): "saturation: \(factor.short)"
        case .grayscale(let share): "grayscale: \(share.short)"
        case .hueRotation(let degrees): "hueRotation: \(degrees.short)"
        case .multiply(let color): "colorMultiply: \(color)"
        case .invert: "colorInvert"
        case .luminanceToAlpha: "luminanceToAlpha"
        }
    }
}

extension Accessibility {
    /// The parts that are set.
    fileprivate var text: String {
        [
            label.map { "label=\($0.quoted)" }, value.map { "value=\($0.quoted)" }, hint.map { "hint=\($0.quoted)" },
            traits.isEmpty ? nil : "traits=[\(traits.joined(separator: " "))]",
            removedTraits.isEmpty ? nil : "removedTraits=[\(removedTraits.joined(separator: " "))]", isHidden ? "hidden" : nil,
            sortPriority.map { "sortPriority=\($0.short)" }, children.map { "children=\($0)" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}

extension FlexibleFrame.Limits {
    /// The limits on one line.
    var text: String {
        "\(minimum?.short ?? "–")…\(ideal.map { "\($0.short)…" } ?? "")\(maximum.map { $0.isFinite ? $0.short : "∞" } ?? "–")"
    }
}

extension Alignment {
    /// The alignment along both axes.
    var text: String { "\(horizontal.rawValue)/\(vertical.rawValue)" }
}

extension Intent.Slider {
    fileprivate var text: String { " \(value.short), \(from.short) to \(to.short)" }
}
