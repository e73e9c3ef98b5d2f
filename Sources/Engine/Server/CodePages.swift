import CGlibc
import Glibc

/// The pages of code and constants of the process and its libraries, which the kernel can read again from their files.
public enum CodePages {
    /// Removes the pages from the memory of the process; those that are needed are mapped again at the next access.
    ///
    /// The start of an engine and the requests of commands run code that following does not need. As long as its pages are mapped, they
    /// count as used, and the kernel prefers to keep them. They stay in the page cache until the kernel needs their memory.
    public static func release() {
        _ = dl_iterate_phdr(
            { object, _, _ in
                guard let object = object?.pointee, let first = object.dlpi_phdr else { return 0 }
                let segments = UnsafeBufferPointer(start: first, count: Int(object.dlpi_phnum))
                guard !CodePages.isRelocated(segments, at: object.dlpi_addr) else { return 0 }
                let page = UInt(getpagesize())
                for segment in segments where segment.p_type == UInt32(PT_LOAD) && segment.p_flags & UInt32(PF_W) == 0 {
                    let start = UInt(object.dlpi_addr &+ segment.p_vaddr)
                    let (first, end) = (start & ~(page - 1), (start + UInt(segment.p_memsz)) & ~(page - 1))
                    guard first < end else { continue }
                    madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
                }
                return 0
            }, nil)
    }

    /// True if the loader has written addresses into the code of an object, which would be lost.
    private static func isRelocated(_ segments: UnsafeBufferPointer<Elf64_Phdr>, at address: Elf64_Addr) -> Bool {
        guard let dynamic = segments.first(where: { $0.p_type == UInt32(PT_DYNAMIC) }),
            var entry = UnsafePointer<Elf64_Dyn>(bitPattern: UInt(address &+ dynamic.p_vaddr))
        else { return false }
        while entry.pointee.d_tag != Int64(DT_NULL) {
            switch entry.pointee.d_tag {
            case Int64(DT_TEXTREL): return true
            case Int64(DT_FLAGS) where entry.pointee.d_un.d_val & UInt64(DF_TEXTREL) != 0: return true
            default: entry += 1
            }
        }
        return false
    }
}
