import SubdialExpressions

/// The ready-made configuration with which a bar shows a feed.
///
/// `subdial doctor --bar NAME` prints it, and Documentation/bars.md contains it. ``all`` lists the setups; they are in the files of
/// ``Setups``.
package struct BarSetup: Sendable {
    /// The names of this setup, with the bar's own name first.
    package let names: [String]
    /// The file or dialog for the text; nil if the text is a shell command.
    package let place: String?
    /// The configuration, without a final newline.
    package let text: String

    init(_ names: String..., place: String? = nil, text: String) {
        self.names = names
        self.place = place
        self.text = text
    }

    /// All setups, in the order of the documentation.
    package static let all: [BarSetup] = bars + blocks + widgets + panels + prompts + files

    /// Returns the setup of a bar.
    ///
    /// - Parameter name: The name of the bar, or that of a format of ``FeedFormat``.
    /// - Throws: ``FeedError/unknownBar(_:)``.
    package static func named(_ name: String) throws(FeedError) -> BarSetup {
        guard let setup = all.first(where: { $0.names.contains(name) }) else { throw .unknownBar(name) }
        return setup
    }
}
