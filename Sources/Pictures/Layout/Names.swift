extension Shape {
    /// The element's name in a template.
    var name: String {
        switch self {
        case .rectangle: "Rectangle"
        case .roundedRectangle: "RoundedRectangle"
        case .circle: "Circle"
        case .capsule: "Capsule"
        case .path: "Path"
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
        case .verticalGuide, .horizontalGuide: "alignmentGuide"
        case .background: "background"
        case .overlay: "overlay"
        case .mask: "mask"
        case .clip: "clip"
        case .border: "border"
        case .opacity: "opacity"
        case .brightness: "brightness"
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
        case .layoutDirection: "layoutDirection"
        }
    }
}
