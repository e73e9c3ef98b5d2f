import SubdialKinds

/// The engine's part of a transport: it answers the requests that the transport makes.
protocol TransportReader: ResolvedRequest {
    /// The host of a web server, whose pictures are the kind's own; nil for none.
    var host: String? { get }
    /// True if documents arrive many times a second, so that they are followed only while somebody needs them.
    var isMetered: Bool { get }

    /// Reads the document once.
    ///
    /// - Parameter known: The previous document, for a server that reports it as unchanged.
    /// - Throws: `KindError`, or `DataReading.Failure` with the time until the next request.
    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document

    /// Follows what the source pushes until the task is cancelled; returns immediately if it pushes nothing.
    ///
    /// - Parameter changed: Requests a new reading of a file.
    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async

    /// Performs an action.
    ///
    /// - Returns: A message for the user; nil for none.
    func perform(for follower: DataFollower, in hub: Hub) async throws -> String?
}

extension TransportReader {
    var host: String? { nil }
    var isMetered: Bool { false }
    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {}
    func perform(for follower: DataFollower, in hub: Hub) async throws -> String? { nil }
}
