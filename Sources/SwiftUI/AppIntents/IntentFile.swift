public import Foundation

/// A file as the value of a parameter.
public struct IntentFile: Hashable, Sendable, _IntentValue {
    /// The name, with its suffix.
    public var filename: String
    /// The address; nil for data.
    public let fileURL: URL?
    private let content: Data

    /// The bytes; those of a file that cannot be read are empty.
    public var data: Data { fileURL.flatMap { try? Data(contentsOf: $0) } ?? content }

    public init(data: Data, filename: String) { (content, self.filename, fileURL) = (data, filename, nil) }

    public init(fileURL: URL, filename: String? = nil) {
        (content, self.filename, self.fileURL) = (Data(), filename ?? fileURL.lastPathComponent, fileURL)
    }

    public var _text: String? { filename }
}
