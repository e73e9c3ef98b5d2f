import Layout

/// A form that panels' templates have a file of their own for: `panel@large.yaml`, `panel@portrait.yaml`; all others have `panel.yaml`.
enum PanelForm: String, Hashable, CaseIterable {
    /// Lying, and large enough for more than one look from across a room can take in.
    case large
    /// Higher than wide.
    case portrait

    /// The least size of a large one, in points.
    private static let largeSize = Size(980, 700)

    /// The form of a panel of that size; nil for none of these.
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
