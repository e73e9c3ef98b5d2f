import SubdialLayout

/// A form of panel with its own template files: `panel@large.yaml`, `panel@portrait.yaml`; all others use `panel.yaml`.
enum PanelForm: String, Hashable, CaseIterable {
    /// In landscape orientation, and with more content than is visible at a glance from across a room.
    case large
    /// In portrait orientation.
    case portrait

    /// The minimum size of a large panel, in points.
    private static let largeSize = Size(980, 700)

    /// The form of a panel of that size; nil for none.
    init?(_ size: Size) {
        if size.height > size.width {
            self = .portrait
        } else if size.width >= Self.largeSize.width, size.height >= Self.largeSize.height {
            self = .large
        } else {
            return nil
        }
    }
}
