extension Shape {
    /// The element's name in a template.
    var name: String {
        switch self {
        case .rectangle: "Rectangle"
        case .roundedRectangle: "RoundedRectangle"
        case .unevenRoundedRectangle: "UnevenRoundedRectangle"
        case .circle: "Circle"
        case .ellipse: "Ellipse"
        case .capsule: "Capsule"
        case .container: "ContainerRelativeShape"
        case .path, .elements: "Path"
        case .inset(let shape, _): shape.name
        }
    }
}

extension Modifier {
    /// The modifier's name in a template.
    var name: String {
        switch self {
        case .padding: "padding"
        case .frame, .flexibleFrame: "frame"
        case .fixedSize: "fixedSize"
        case .aspectRatio: "aspectRatio"
        case .layoutPriority: "layoutPriority"
        case .verticalGuide, .horizontalGuide, .computedVerticalGuide, .computedHorizontalGuide: "alignmentGuide"
        case .background: "background"
        case .overlay: "overlay"
        case .mask: "mask"
        case .clip: "clip"
        case .border: "border"
        case .opacity: "opacity"
        case .filter(let filter): filter.name
        case .blendMode: "blendMode"
        case .compositingGroup: "compositingGroup"
        case .hidden: "hidden"
        case .redacted: "redacted"
        case .accessibility: "accessibility"
        case .rotation3D: "rotation3D"
        case .position: "position"
        case .zIndex: "zIndex"
        case .containerShape: "containerShape"
        case .offset: "offset"
        case .rotation: "rotation"
        case .scale: "scale"
        case .intent: "intent"
        case .privacySensitive: "privacySensitive"
        case .unredacted: "unredacted"
        case .accented: "accented"
        case .colorScheme: "colorScheme"
        case .shadow: "shadow"
        case .blur: "blur"
        case .gridCellColumns: "gridCellColumns"
        case .gridColumnAlignment: "gridColumnAlignment"
        case .belowIfTooWide: "belowIfTooWide"
        case .scalesTogether: "scalesTogether"
        case .layoutDirection: "layoutDirection"
        }
    }
}

extension ColorFilter {
    /// The modifier's name in a tree.
    var name: String {
        switch self {
        case .dimming: "brightness"
        case .brightness: "brightness"
        case .contrast: "contrast"
        case .saturation: "saturation"
        case .grayscale: "grayscale"
        case .hueRotation: "hueRotation"
        case .multiply: "colorMultiply"
        case .invert: "colorInvert"
        case .luminanceToAlpha: "luminanceToAlpha"
        }
    }
}
