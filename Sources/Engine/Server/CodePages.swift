import CLinkMap

/// The pages of code and constants of the process and its libraries, which the kernel can read again from their files.
public enum CodePages {
    /// Removes the pages from the memory of the process; those that are needed are mapped again at the next access.
    ///
    /// The start of an engine and the requests of commands run code that following does not need. As long as its pages are mapped, they
    /// count as used, and the kernel prefers to keep them. They stay in the page cache until the kernel needs their memory.
    public static func release() { subdial_release_code() }
}
