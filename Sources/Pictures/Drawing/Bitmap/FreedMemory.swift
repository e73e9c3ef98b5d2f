import SubdialCGlibc

/// The memory that a process has freed, and that its allocator keeps for later allocations.
package enum FreedMemory {
    /// Makes the allocator keep freed memory, instead of returning it to the system after each picture.
    ///
    /// A process that draws pictures needs the same few megabytes for each. With glibc's default thresholds the system takes them back and
    /// must clear them anew, which takes a third of the time of a picture.
    ///
    /// - Parameter limit: The number of bytes that may be kept, and the size from which an allocation is returned when it is freed.
    package static func retain(upTo limit: Int32 = 16 << 20) {
        mallopt(M_MMAP_THRESHOLD, limit)
        mallopt(M_TRIM_THRESHOLD, limit)
    }
}
