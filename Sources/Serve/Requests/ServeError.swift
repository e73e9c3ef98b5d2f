/// Why a request over HTTP is not answered with what it asks for.
public struct ServeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of the answer.
    public enum Status: Int, Hashable, Sendable {
        case badRequest = 400
        case unauthorized = 401
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case contentTooLarge = 413
        case unsupportedMediaType = 415
        case failed = 500
        case unavailable = 503
        case insufficientStorage = 507
    }

    /// The status of the answer.
    public let status: Status
    /// The reason and what to do about it, on one line.
    public let description: String

    /// Makes an error.
    public init(_ status: Status, _ description: String) {
        self.status = status
        self.description = description
    }
}
