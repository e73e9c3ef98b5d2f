import SubdialBasics

/// The error of a failed HTTP request.
package struct ServeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status of the response.
    package enum Status: Int, Hashable, Sendable {
        case badRequest = 400
        case unauthorized = 401
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case contentTooLarge = 413
        case unsupportedMediaType = 415
        case tooManyRequests = 429
        case failed = 500
        case unavailable = 503
        case insufficientStorage = 507
    }

    /// The HTTP status of the response.
    package let status: Status
    /// The reason and the remedy, on one line.
    package let description: String

    /// Makes an error.
    package init(_ status: Status, _ description: String) {
        self.status = status
        self.description = description
    }
}

extension ServeError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch status {
        case .badRequest, .methodNotAllowed, .contentTooLarge, .unsupportedMediaType: .wrongUsage
        case .unauthorized, .forbidden, .insufficientStorage: .refused
        case .notFound: .missingInput
        case .failed, .tooManyRequests, .unavailable: .unavailable
        }
    }
}
