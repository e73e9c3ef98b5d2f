import Digests
import Files
import Glibc

/// A file that a manifest names.
struct TransferItem: Hashable, Sendable {
    /// The SHA-256 of its bytes, in hexadecimal digits.
    let address: String
    /// Bytes.
    let size: Int
}

/// The files that manifests have named, by the SHA-256 of their bytes.
///
/// No path ever comes from a client: an address that no manifest has named is not there.
actor TransferShelf {
    /// Where the bytes of an address are.
    enum Content: Sendable {
        case bytes([UInt8])
        /// A file, as long as it is this very one.
        case file(path: String, FileVersion)
    }

    /// The most addresses that are kept, and the most bytes of those that are no files.
    private static let (maximumCount, maximumBytes) = (40_000, 64 << 20)
    /// The largest file.
    static let maximumFile = 512 << 20
    /// A file may be written to again within the same tick of the file system's clock, in nanoseconds.
    private static let clockTick = 20_000_000

    private struct Known {
        let identity: FileVersion
        let item: TransferItem
    }

    private let executor = DrawingExecutor("subdial.transfer")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var known: [String: Known] = [:]
    private var contents: [String: (content: Content, use: Int)] = [:]
    private var useCount = 0
    private var byteCount = 0

    /// The bytes of an address; nil for one that no manifest has named lately.
    func content(of address: String) -> Content? { contents[address]?.content }

    /// Forgets an address whose file is another one now.
    func forget(_ address: String) {
        if case .file(let path, _)? = contents[address]?.content { known[path] = nil }
        remove(address)
    }

    /// Puts bytes there.
    func put(_ bytes: [UInt8]) -> TransferItem {
        let item = TransferItem(address: SHA256.hex(bytes), size: bytes.count)
        keep(.bytes(bytes), item)
        return item
    }

    /// Puts a file there.
    ///
    /// - Parameters:
    ///   - roots: The folders, without links in their paths, one of which it must be in behind all links; nil for any.
    ///   - isTaken: Tells by its first bytes whether the file may be given away.
    /// - Returns: nil where it is no regular file, is elsewhere, cannot be read, or is not taken.
    func put(
        file path: String, within roots: [String]?, limit: Int = TransferShelf.maximumFile, where isTaken: ([UInt8]) -> Bool = { _ in true }
    ) -> TransferItem? {
        if let known = known[path], FileVersion(path: path) == known.identity, known.item.size <= limit {
            keep(.file(path: path, known.identity), known.item)
            return known.item
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if let roots {
            guard let place = Self.place(of: descriptor), roots.contains(where: { place.hasPrefix($0 + "/") }) else { return nil }
        }
        for _ in 0..<3 {
            guard let identity = FileVersion(descriptor: descriptor), identity.size <= limit else { return nil }
            Self.letTheClockTick(since: identity)
            guard let address = Self.address(of: descriptor, where: isTaken) else { return nil }
            // Written to meanwhile.
            guard FileVersion(descriptor: descriptor) == identity else { continue }
            let item = TransferItem(address: address, size: identity.size)
            if known.count >= Self.maximumCount { known = [:] }
            known[path] = Known(identity: identity, item: item)
            keep(.file(path: path, identity), item)
            return item
        }
        return nil
    }

    /// The path of an open file behind all links.
    private static func place(of descriptor: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        return count > 0 && count < buffer.count ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Waits until a further write would change the file's dates.
    private static func letTheClockTick(since identity: FileVersion) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec) &- identity.changed
        if age >= 0, age < Int64(clockTick) { usleep(UInt32(clockTick / 1000)) }
    }

    private static func address(of descriptor: Int32, where isTaken: ([UInt8]) -> Bool) -> String? {
        var start = [UInt8](repeating: 0, count: 4096)
        var count = -1
        repeat { count = pread(descriptor, &start, start.count, 0) } while count < 0 && errno == EINTR
        guard count >= 0, isTaken(Array(start.prefix(count))) else { return nil }
        return SHA256(ofFile: descriptor)?.hex()
    }

    private func keep(_ content: Content, _ item: TransferItem) {
        useCount += 1
        remove(item.address)
        if case .bytes(let bytes) = content { byteCount += bytes.count }
        contents[item.address] = (content, useCount)
        guard contents.count > Self.maximumCount || byteCount > Self.maximumBytes else { return }
        // A quarter of the entries goes at once, the oldest first, so that this happens seldom.
        for (address, _) in contents.sorted(by: { $0.value.use < $1.value.use }).prefix(contents.count / 4) where address != item.address {
            remove(address)
        }
    }

    private func remove(_ address: String) {
        if case .bytes(let bytes)? = contents.removeValue(forKey: address)?.content { byteCount -= bytes.count }
    }
}
