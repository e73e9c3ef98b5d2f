import Dispatch
import Foundation
import SubdialDrawing
import SubdialPlayback
import SubdialSystem
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine

/// A source with the pictures that a test adds.
final class CoverTestSource: PlaybackSource {
    private struct State {
        var pictures: [String: [UInt8]] = [:]
        var asked: [String] = []
        /// The waiters for a picture that is held back.
        var held: [String: [CheckedContinuation<Void, Never>]] = [:]
        var answered: [String] = []
    }

    private let state = Mutex(State())
    static let zone = ZoneID("test:1")

    /// The keys of the requested pictures, in order.
    var asked: [String] { state.withLock { $0.asked } }
    /// The keys of the delivered pictures, in order.
    var answered: [String] { state.withLock { $0.answered } }

    /// Adds `picture` for `key`.
    func give(_ picture: [UInt8], for key: String) {
        state.withLock { $0.pictures[key] = picture }
    }

    /// Holds the picture of `key` back until it is released.
    func hold(_ key: String) { state.withLock { $0.held[key] = [] } }

    func release(_ key: String) {
        for waiter in state.withLock({ $0.held.removeValue(forKey: key) }) ?? [] { waiter.resume() }
    }

    func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.asked.append(artwork.key)
                guard state.held[artwork.key] != nil else { return false }
                state.held[artwork.key]?.append(continuation)
                return true
            }
            if !isHeld { continuation.resume() }
        }
        defer { state.withLock { $0.answered.append(artwork.key) } }
        if let path = artwork.location { return InputFile.picture(at: path) }
        return state.withLock { $0.pictures[artwork.key] }
    }

    func zones() async throws(SourceError) -> [Zone] { [Zone(id: Self.zone, name: "Test")] }
    func read(_ zone: ZoneID) async throws(SourceError) -> Reading { throw .zoneMissing(zone.rawValue, known: []) }
    func perform(_ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?) async throws(SourceError) {}
}

/// Covers whose decodings are counted.
final class CoverBench: Sendable {
    let covers: CoverPictures
    private let events: CoverEvents

    /// - Parameter begins: Called on the thread before each decoding.
    init(begins: @escaping @Sendable () -> Void = {}) {
        let events = CoverEvents()
        self.events = events
        covers = CoverPictures {
            events.add("decoding")
            begins()
        }
    }

    var decodings: Int { events.all.count }
}

/// Blocks the thread of covers until it is opened.
final class CoverGate: Sendable {
    private let semaphore: DispatchSemaphore

    /// Returns when the thread is blocked.
    init(on covers: CoverPictures) async {
        let semaphore = DispatchSemaphore(value: 0)
        self.semaphore = semaphore
        let (blocks, block) = AsyncStream<Void>.makeStream()
        Task {
            await covers.wait(for: semaphore) { block.finish() }
        }
        for await _ in blocks {}
    }

    func open() { semaphore.signal() }
}

extension CoverPictures {
    fileprivate func wait(for semaphore: DispatchSemaphore, begins: @Sendable () -> Void) {
        begins()
        semaphore.wait()
    }
}

extension Color {
    /// An encoded picture of this colour.
    func picture(side: Int = 64) throws -> [UInt8] { try PNG.encode(Bitmap(width: side, height: side, color: self)) }
}

/// The recorded events, in order.
final class CoverEvents: Sendable {
    private let content = Mutex<[String]>([])

    var all: [String] { content.withLock { $0 } }
    func add(_ event: String) { content.withLock { $0.append(event) } }
}

/// Waits until a condition is true.
func eventually(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(180)
    while ContinuousClock.now < deadline {
        if try await isSo() { return }
        try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("waited in vain: \(what)", sourceLocation: sourceLocation)
}

extension CoverRequest {
    /// A request for a cover of `Fixtures/artwork`.
    static func sample(_ name: String, side: Int, in folder: TemporaryFolder) throws -> CoverRequest {
        CoverRequest(try Repository.fixtureBytes("artwork/\(name)"), side: side, folder: PrivateFolder(folder.path + "/covers"))
    }
}
