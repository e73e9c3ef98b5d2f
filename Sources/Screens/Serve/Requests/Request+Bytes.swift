import HummingbirdCore
import NIOCore

extension Request {
    /// Receives the body.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - message: The error of a larger body.
    /// - Throws: ``ServeError`` for a body that is too large, or that ends early.
    func bytes(upTo limit: Int, else message: @autoclosure () -> String) async throws(ServeError) -> [UInt8] {
        do {
            return Array(try await body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw ServeError(.contentTooLarge, message())
        } catch {
            throw ServeError(.badRequest, "the body of the request is not complete, or not encoded as its header says")
        }
    }
}
