/// The type that `#Preview` declares, by which a program finds the preview while it runs.
struct PreviewExpansion {
    /// The arguments and closures, as they stand in the source.
    private let arguments: Substring
    private let fileID: String
    private let line: String
    private let column: String
    private let discriminator: String

    /// Reads the syntax of a macro's use; nil if it has no source.
    init?(_ syntax: JSON?, discriminator: String) {
        let source = syntax?["source"]?.string ?? ""
        // Comments and attributes may stand before the name.
        let tokens = SwiftTokens.tokens(of: source)
        guard let name = tokens.indices.dropFirst().first(where: { tokens[$0].text == "Preview" && tokens[$0 - 1].text == "#" }) else {
            return nil
        }
        arguments = source[tokens[name].text.endIndex...]
        let place = syntax?["location"]
        fileID = place?["fileID"]?.string ?? ""
        // The compiler's place is that of the empty lines and comments before.
        let before = source[..<tokens[name - 1].text.startIndex]
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        line = String((Int(place?["line"]?.string ?? "") ?? 0) + lines.count - 1)
        let start = lines.count > 1 ? 1 : Int(place?["column"]?.string ?? "") ?? 1
        column = String(start + (lines.last?.utf8.count ?? 0))
        self.discriminator = discriminator
    }

    /// The declaration.
    ///
    /// Its name has the form of the compiler's unique names, which macros may declare anywhere.
    var code: String {
        """
        struct \(discriminator)7PreviewfMu_: __PreviewRegistry {
            static var fileID: Swift.String { \(fileID.json) }
            static var line: Swift.Int { \(line) }
            static var column: Swift.Int { \(column) }
            static func makePreview() throws -> __Preview {
                __Preview\(arguments)
            }
        }
        """
    }
}
