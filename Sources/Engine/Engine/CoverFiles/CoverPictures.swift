import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConcurrency
import SubdialDrawing
import SubdialSystem
import Synchronization

/// Makes square covers from sources' pictures for all feeds, on one thread, and caches them on disk.
///
/// Equal requests are one piece of work, and a picture that is requested in several sizes is decoded once. Work without waiters is cancelled.
actor CoverPictures {
    /// The covers of this process, which the feeds of an engine share.
    static let shared = CoverPictures()

    /// The minimum side length for decoding, so that sizes which are requested meanwhile can use the result too.
    private static let leastSide = ArtSettings.standardSide
    /// The maximum number of cached files; the least recently used are removed first.
    private static let limit = 200

    /// The central square of a picture, from which covers are made.
    private struct Square {
        /// The requested side length; the bitmap is smaller if the picture is.
        let side: Int
        let bitmap: Bitmap
        let losses: [ImageWarning]
    }

    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let decodes: @Sendable () -> Void
    private let work = SharedWork<CoverRequest, CoverPicture, ImageError>(cancelled: .cancelled)
    /// The requests whose work has started, and not ended.
    private let started = Mutex<[CoverRequest]>([])
    /// The squares of the pictures of other started requests.
    private var squares: [WideHash: Square] = [:]
    /// The errors of pictures that cannot be decoded.
    private var rejected = RecentCache<WideHash, ImageError>(capacity: 128)

    /// Makes covers.
    ///
    /// - Parameter decodes: Called on the thread before a picture is decoded.
    init(decodes: @escaping @Sendable () -> Void = {}) {
        self.decodes = decodes
    }

    /// The started requests that have waiters.
    nonisolated var requests: [CoverRequest] { started.withLock { $0 }.filter { work.waiting(for: $0) > 0 } }

    /// The requested cover.
    ///
    /// - Throws: `ImageError` for a picture that cannot be decoded, which is refused without another attempt from then on;
    ///   `ImageError.cancelled` at once if the caller is cancelled.
    nonisolated func picture(_ request: CoverRequest) async throws(ImageError) -> CoverPicture {
        try await work.value(for: request) {
            self.started.withLock { $0.append(request) }
            return await self.make(request)
        }
    }

    private func make(_ request: CoverRequest) -> Result<CoverPicture, ImageError> {
        defer { end(request) }
        guard !Task.isCancelled else { return .failure(.cancelled) }
        if let picture = cached(request) { return .success(picture) }
        if let error = rejected[request.digest] { return .failure(error) }
        do throws(ImageError) {
            let square = try square(for: request)
            guard !Task.isCancelled else { throw .cancelled }
            let png = try PNG.encode(square.bitmap.resized(width: request.side, height: request.side))
            var picture = cache(png, for: request)
            picture.losses = square.losses
            return .success(picture)
        } catch {
            switch error {
            // A lack of memory does not make the picture invalid.
            case .cancelled, .codec: break
            default: rejected[request.digest] = error
            }
            return .failure(error)
        }
    }

    private func square(for request: CoverRequest) throws(ImageError) -> Square {
        if let square = squares[request.digest], square.side >= request.side { return square }
        squares[request.digest] = nil
        let sizes = requests.filter { $0.digest == request.digest }
        let side = sizes.map(\.side).reduce(max(request.side, Self.leastSide), max)
        decodes()
        var losses: [ImageWarning] = []
        let bitmap = try ImageDecoder.square(
            request.bytes, side: side, isCancelled: { sizes.allSatisfy { work.waiting(for: $0) == 0 } },
            report: { losses.append($0) })
        let square = Square(side: side, bitmap: bitmap, losses: losses)
        squares[request.digest] = square
        return square
    }

    /// Ends the work for a request, and releases the squares that no other needs.
    private func end(_ request: CoverRequest) {
        started.withLock { started in
            if let index = started.firstIndex(of: request) { started.remove(at: index) }
        }
        let needed = Set(requests.map(\.digest))
        squares = squares.filter { needed.contains($0.key) }
    }

    /// The cached cover, if it exists and is complete; marks it as used now.
    private func cached(_ request: CoverRequest) -> CoverPicture? {
        let path = request.file.path
        // A file that was being written during a power failure may be empty.
        guard let bytes = InputFile.picture(at: path), ImageFormat.sniff(bytes) == .png else { return nil }
        utimensat(AT_FDCWD, path, nil, 0)
        return CoverPicture(png: bytes, file: path)
    }

    /// Caches a cover, if possible.
    private func cache(_ png: [UInt8], for request: CoverRequest) -> CoverPicture {
        do throws(WriteError) {
            try request.file.write(png)
        } catch {
            return CoverPicture(png: png, file: nil, problem: error)
        }
        trim(request.folder, keeping: request.file.path)
        return CoverPicture(png: png, file: request.file.path)
    }

    private func trim(_ folder: PrivateFolder, keeping newest: String) {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
            $0.hasSuffix(".png") && !$0.hasPrefix(".")
        }
        guard files.count > Self.limit else { return }
        let dated = files.map { file in
            let file = folder.file(file).path
            return (FileVersion(path: file)?.modified ?? .min, file)
        }
        for (_, file) in dated.sorted(by: { $0.0 < $1.0 }).dropLast(Self.limit) where file != newest {
            unlink(file)
        }
    }
}

/// A request for a square cover.
///
/// Requests are equal if their cached files are: an album's cover is decoded once for all tracks, and an overwritten file is another picture.
struct CoverRequest: Hashable, Sendable {
    /// The encoded picture of the source.
    let bytes: [UInt8]
    /// The hash of the picture's content.
    ///
    /// An attacker who finds another picture with it could only replace a cover by another one of their own.
    let digest: WideHash
    /// The side length of the square, in pixels.
    let side: Int
    /// The folder of the cached covers.
    let folder: PrivateFolder

    init(_ bytes: [UInt8], side: Int, folder: PrivateFolder) {
        self.bytes = bytes
        digest = WideHash(bytes)
        self.side = side
        self.folder = folder
    }

    /// The file for the cover, which need not exist.
    ///
    /// Different pictures and sizes have different files, and equal ones have the same file in every run.
    var file: PrivateFile { folder.file("\(digest.text)-\(side).png") }

    static func == (left: CoverRequest, right: CoverRequest) -> Bool { left.file == right.file }
    func hash(into hasher: inout Hasher) { hasher.combine(file) }
}

/// A cover as a square PNG.
struct CoverPicture: Hashable, Sendable {
    let png: [UInt8]
    /// The path of its cached file; nil if it could not be written.
    let file: String?
    /// The error of the cached file.
    var problem: WriteError?
    /// The losses of the decoding; empty for a cover from the cache.
    var losses: [ImageWarning] = []
}
