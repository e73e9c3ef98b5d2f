import Widgets

/// The look in which a widget is drawn.
struct SnapshotLook: Hashable {
    let family: WidgetFamily
    let device: String?
    let appearance: String
    let mode: String
    let theme: String

    /// The words of the look that stand in names.
    var words: [String] {
        [family.rawValue, device, appearance, mode == "fullColor" ? nil : mode, theme == "default" ? nil : theme].compactMap { $0 }
    }
}
