import Expressions

/// The configuration that makes a bar show a feed, ready to paste.
///
/// `subdial doctor --bar NAME` prints it, and Documentation/bars.md contains it. ``all`` lists the setups; each is a file of ``Setups``.
public struct BarSetup: Sendable {
    /// The names that find this setup, the bar's own first.
    public let names: [String]
    /// The file or dialog that the text belongs to; nil where the text is a command for a shell.
    public let place: String?
    /// The text to paste, without a newline at its end.
    public let text: String

    init(_ names: String..., place: String? = nil, text: String) {
        self.names = names
        self.place = place
        self.text = text
    }

    /// All setups, in the order of the documentation.
    public static let all: [BarSetup] = bars + blocks + widgets + panels + prompts + files

    /// The setup of a bar.
    ///
    /// - Parameter name: The bar's name, or that of a format of ``FeedFormat``.
    /// - Throws: ``FeedError/unknownBar(_:)``.
    public static func named(_ name: String) throws(FeedError) -> BarSetup {
        guard let setup = all.first(where: { $0.names.contains(name) }) else { throw .unknownBar(name) }
        return setup
    }
}
