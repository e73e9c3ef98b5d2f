public import Foundation

/// What Markdown says of a part of a text.
public struct InlinePresentationIntent: OptionSet, Hashable, Codable, Sendable {
    public var rawValue: UInt

    public static let emphasized = InlinePresentationIntent(rawValue: 1 << 0)
    public static let stronglyEmphasized = InlinePresentationIntent(rawValue: 1 << 1)
    public static let code = InlinePresentationIntent(rawValue: 1 << 2)
    public static let strikethrough = InlinePresentationIntent(rawValue: 1 << 5)
    public static let softBreak = InlinePresentationIntent(rawValue: 1 << 6)
    public static let lineBreak = InlinePresentationIntent(rawValue: 1 << 7)
    public static let inlineHTML = InlinePresentationIntent(rawValue: 1 << 8)
    public static let blockHTML = InlinePresentationIntent(rawValue: 1 << 9)

    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension AttributeScopes.FoundationAttributes {
    /// The attribute of Markdown's intents.
    public enum InlinePresentationIntentAttribute: CodableAttributedStringKey {
        public typealias Value = InlinePresentationIntent
        public static let name = "NSInlinePresentationIntent"
    }
}

extension AttributedString {
    /// How Markdown is read.
    public struct MarkdownParsingOptions: Sendable {
        /// What of the syntax applies.
        public enum InterpretedSyntax: Int, Sendable, Hashable { case full, inlineOnly, inlineOnlyPreservingWhitespace }

        /// What happens to a text with mistakes, of which there are none here.
        public enum FailurePolicy: Int, Sendable, Hashable { case throwError, returnPartiallyParsedIfPossible }

        public var allowsExtendedAttributes: Bool
        public var interpretedSyntax: InterpretedSyntax
        public var failurePolicy: FailurePolicy
        public var languageCode: String?
        public var appliesSourcePositionAttributes = false

        public init(
            allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full,
            failurePolicy: FailurePolicy = .throwError,
            languageCode: String? = nil
        ) {
            self.allowsExtendedAttributes = allowsExtendedAttributes
            self.interpretedSyntax = interpretedSyntax
            self.failurePolicy = failurePolicy
            self.languageCode = languageCode
        }
    }

    /// Reads Markdown; blocks follow each other without a break, as SwiftUI's texts show them.
    ///
    /// Block intents are not set: a text shows none of them.
    public init(markdown: String, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil) throws {
        let parts =
            switch options.interpretedSyntax {
            case .full: Markdown.document(markdown)
            case .inlineOnly: Markdown.inline(markdown.replacing(/[ \t]*\n[ \t]*/, with: " "))
            case .inlineOnlyPreservingWhitespace: Markdown.inline(markdown)
            }
        self = parts.reduce(into: AttributedString()) { result, part in
            var piece = part.attributed()
            if let baseURL, let link = part.link { piece.link = URL(string: link, relativeTo: baseURL) }
            result += piece
        }
    }

    public init(markdown: Data, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil) throws {
        try self.init(markdown: String(decoding: markdown, as: UTF8.self), options: options, baseURL: baseURL)
    }

    public init(contentsOf url: URL, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil) throws {
        try self.init(markdown: Data(contentsOf: url), options: options, baseURL: baseURL)
    }
}
