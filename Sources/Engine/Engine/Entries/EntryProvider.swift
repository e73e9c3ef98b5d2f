import FoundationEssentials
import SubdialConcurrency
import SubdialTimeline

/// The timeline provider of a source, as WidgetKit's: its timelines and pictures, from the engine's data.
package struct EntryProvider: Sendable {
    /// The side length at which pictures are fetched, in pixels: enough for the largest widget at three pixels per point.
    private static let pictureSide = 1024

    /// The known entries and pictures at a moment.
    package struct Scene: Sendable {
        /// The entries from now on.
        package let timeline: Timeline
        /// The error of the last reading; nil if it succeeded.
        package let error: (any Error)?
        fileprivate let pictures: (any EntryPictures)?

        /// The picture that determines the colours of `entry`, with its key; nil if there is none, or it is unavailable.
        package func cover(of entry: Entry) async -> (key: String, bytes: [UInt8])? {
            guard let picture = entry.disclosed.cover?.picture,
                let bytes = try? await pictures?.bytes(of: picture, side: EntryProvider.pictureSide)
            else { return nil }
            return (picture.key, bytes)
        }
    }

    private let source: any EntrySource

    /// The provider for a source.
    ///
    /// - Throws: An error if the source's subject cannot be found.
    package init(_ source: any EntrySource) async throws {
        self.source = source
        try await source.prepare()
    }

    /// The provider for a source, even if its subject cannot be found; its entries then show that.
    package init(following source: any EntrySource) { self.source = source }

    /// The current scene, after the source has answered or failed.
    package func scene() async -> Scene {
        let (frame, error) = await source.current()
        return Scene(timeline: frame.timeline, error: error, pictures: frame.pictures)
    }

    /// Reads the source now, and returns after it has answered or failed.
    package func refresh() async { await source.refresh() }

    /// A scene for each news of the source, the first immediately, and after each change of the wall clock.
    ///
    /// After a change of the subject, the previous scene stays until there is one of the new subject.
    package func scenes() -> AsyncStream<Scene> {
        let (stream, continuation) = AsyncStream<Scene>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task { [source] in
            await source.follow { news in
                if case .frame(let frame) = news { continuation.yield(Self.scene(frame)) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private static func scene(_ frame: EntryFrame) -> Scene {
        Scene(timeline: frame.timeline, error: nil, pictures: frame.pictures)
    }
}
