import Foundation

/// The parts of the address space that can be read.
struct ReadableMemory {
    /// The parts in their order, without any that touch; nil if the system does not list them.
    private let parts: [Range<UInt>]?

    /// Parts in any order.
    init(_ parts: [Range<UInt>]?) {
        self.parts = parts?.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, part in
            if let last = merged.last, last.upperBound >= part.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                merged.append(part)
            }
        }
    }

    /// That of this process now.
    ///
    /// Where `/proc` is missing, nothing is known, and everything counts as readable.
    static func ofProcess() -> ReadableMemory {
        // Each read of this file gives a page at most: a read of its size, as of other files, ends early.
        let file = FileHandle(forReadingAtPath: "/proc/self/maps")
        guard let data = try? file?.readToEnd(), !data.isEmpty else { return ReadableMemory(nil) }
        return ReadableMemory(maps: String(decoding: data, as: UTF8.self))
    }

    /// Parses the lines of `/proc/self/maps`, such as `7f0012340000-7f0012350000 r-xp …`.
    init(maps: String) {
        self.init(
            maps.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ", maxSplits: 2)
                let bounds = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
                guard words.count > 1, words[1].hasPrefix("r"), bounds.count == 2, bounds[0] < bounds[1] else { return nil }
                return bounds[0]..<bounds[1]
            })
    }

    /// True if all of some bytes can be read.
    func contains(_ address: UInt, _ count: UInt) -> Bool {
        let (end, isOver) = address.addingReportingOverflow(count)
        guard address != 0, !isOver else { return false }
        guard let parts else { return true }
        // The last part that begins at or before the address.
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].lowerBound <= address { low = middle + 1 } else { high = middle }
        }
        return low > 0 && end <= parts[low - 1].upperBound
    }

    /// The value at an address; nil if it cannot be read.
    func read<Value: BitwiseCopyable>(_ address: UInt) -> Value? {
        guard contains(address, UInt(MemoryLayout<Value>.size)) else { return nil }
        return UnsafeRawPointer(bitPattern: address)?.loadUnaligned(as: Value.self)
    }
}
