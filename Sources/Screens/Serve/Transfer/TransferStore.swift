import Glibc
import SubdialConcurrency
import SubdialGLib
import SubdialSystem

/// A file that a manifest lists.
struct TransferItem: Hashable, Sendable {
    /// The SHA-256 of its bytes, in hexadecimal digits.
    let address: String
    /// The size in bytes.
    let size: Int
}

/// The files that manifests have listed, by the SHA-256 of their bytes.
///
/// Clients never send paths: an address that no manifest has listed does not exist.
actor TransferStore {
    /// The location of an address's bytes.
    enum Content: Sendable {
        case bytes([UInt8])
        /// A file on disk, valid while its version is the same.
        case file(path: String, FileVersion)
    }

    /// The maximum number of addresses, and the maximum size in bytes of the contents in memory.
    private static let (maximumCount, maximumBytes) = (40_000, 64 << 20)
    /// The maximum size of a file, in bytes.
    private static let maximumFile = 512 << 20
    /// The resolution of the file system's clock in nanoseconds; two writes within one tick have the same date.
    private static let clockTick = 20_000_000

    private struct CachedFile {
        let identity: FileVersion
        let item: TransferItem
    }

    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private var known: [String: CachedFile] = [:]
    private var contents: [String: (content: Content, use: Int)] = [:]
    private var useCount = 0
    private var byteCount = 0

    /// The content of an address; nil if no recent manifest listed it.
    func content(of address: String) -> Content? { contents[address]?.content }

    /// Removes an address whose file has changed.
    func forget(_ address: String) {
        if case .file(let path, _)? = contents[address]?.content { known[path] = nil }
        remove(address)
    }

    /// Adds bytes.
    func add(_ bytes: [UInt8]) -> TransferItem {
        let item = TransferItem(address: SHA256.hex(bytes), size: bytes.count)
        store(.bytes(bytes), item)
        return item
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - roots: The folders, without symbolic links in their paths, one of which must contain the resolved file; nil for any.
    ///   - isTaken: Decides by the first bytes if the file may be transferred.
    /// - Returns: nil if it is not a regular file, is outside of the folders, cannot be read, or is refused.
    func add(
        file path: String, within roots: [String]?, limit: Int = TransferStore.maximumFile, where isTaken: ([UInt8]) -> Bool = { _ in true }
    ) -> TransferItem? {
        if let known = known[path], FileVersion(path: path) == known.identity, known.item.size <= limit {
            store(.file(path: path, known.identity), known.item)
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
            // The file was written meanwhile.
            guard FileVersion(descriptor: descriptor) == identity else { continue }
            let item = TransferItem(address: address, size: identity.size)
            if known.count >= Self.maximumCount { known = [:] }
            known[path] = CachedFile(identity: identity, item: item)
            store(.file(path: path, identity), item)
            return item
        }
        return nil
    }

    /// The resolved path of an open file.
    private static func place(of descriptor: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        return count > 0 && count < buffer.count ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Waits until another write would change the file's dates.
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

    private func store(_ content: Content, _ item: TransferItem) {
        useCount += 1
        remove(item.address)
        if case .bytes(let bytes) = content { byteCount += bytes.count }
        contents[item.address] = (content, useCount)
        guard contents.count > Self.maximumCount || byteCount > Self.maximumBytes else { return }
        // Removes the oldest quarter of the entries in one pass, so that this happens rarely.
        for (address, _) in contents.sorted(by: { $0.value.use < $1.value.use }).prefix(contents.count / 4) where address != item.address {
            remove(address)
        }
    }

    private func remove(_ address: String) {
        if case .bytes(let bytes)? = contents.removeValue(forKey: address)?.content { byteCount -= bytes.count }
    }
}
