import SubdialSystem

extension FontLibrary {
    /// Loads the fonts of a file in the background, for the first ``prepared(configuration:requiring:onlyFolder:)`` with the same arguments.
    ///
    /// A program that draws one picture calls this at its start: the fonts are loaded while it reads its arguments and files. It calls
    /// ``endPreparation()`` before it exits.
    package static func prepare(configuration path: String, requiring family: String? = "Inter") {
        _ = WorkThread.detach {
            FontLock.lock()
            defer { FontLock.unlock() }
            // Too late if the fonts are loaded already.
            guard !Prepared.shared.isOver else { return }
            Prepared.shared.library = try? FontLibrary(configuration: path, requiring: family)
            Prepared.shared.arguments = (path, family)
        }
    }

    /// Waits for fonts that are being prepared: a process that ends while fontconfig writes a cache would leave it locked for minutes.
    package static func endPreparation() {
        FontLock.lock()
        defer { FontLock.unlock() }
        Prepared.shared.isOver = true
    }

    /// The fonts that have been prepared, or else newly loaded ones; the parameters and errors are those of the initializer.
    package static func prepared(
        configuration path: String, requiring family: String? = "Inter", onlyFolder folder: String? = nil
    ) throws(FontError) -> sending FontLibrary {
        let library = Prepared.shared.take(path, family)
        if folder == nil, let library { return library }
        return try FontLibrary(configuration: path, requiring: family, onlyFolder: folder)
    }

    /// The prepared fonts, guarded by ``FontLock``.
    private final class Prepared: @unchecked Sendable {
        static let shared = Prepared()

        var library: FontLibrary?
        var arguments: (path: String, family: String?)?
        /// True if fonts were needed, prepared or not.
        var isOver = false

        /// Removes the prepared fonts and returns them if they have these arguments; waits while they are loaded.
        func take(_ path: String, _ family: String?) -> sending FontLibrary? {
            FontLock.lock()
            defer { FontLock.unlock() }
            isOver = true
            guard let library = library.take(), let arguments, arguments == (path, family) else { return nil }
            return library
        }
    }
}
