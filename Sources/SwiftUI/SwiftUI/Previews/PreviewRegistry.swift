/// A type that `#Preview` declares: where the preview stands in the source, and how it is made.
@MainActor
public protocol PreviewRegistry {
    /// The module and the name of the file.
    static var fileID: String { get }
    /// The line, from 1.
    static var line: Int { get }
    /// The column, from 1.
    static var column: Int { get }

    /// Makes the preview.
    static func makePreview() throws -> Preview
}

/// The name of `PreviewRegistry` in the code of macros, which no declaration of a source hides.
public typealias __PreviewRegistry = PreviewRegistry

/// The name of `Preview` in the code of macros.
public typealias __Preview = Preview
