import SubdialCGlibc
import SubdialCPango
import SubdialSystem

/// A library of the system that is loaded when it is first needed.
///
/// Few pictures need such a library, and each loads further ones. The functions are declared where they are called, so that no headers are needed.
struct LoadedLibrary {
    /// The name of the library's file, with the version of its interface.
    let file: String
    /// The package that has it.
    let package: SystemPackage

    /// Opens the library; nil if it is not installed.
    ///
    /// The loader returns one that is open already.
    func open() -> UnsafeMutableRawPointer? {
        var reason = Self.noReason
        return subdial_loading_open(file, &reason)
    }

    /// Finds a function of the opened library, with its type in C; nil if the library is too old to have it.
    func find<Function>(_ name: String, in opened: UnsafeMutableRawPointer, as type: Function.Type) -> Function? {
        var reason = Self.noReason
        return subdial_loading_find(opened, name, &reason).map { unsafeBitCast($0, to: type) }
    }

    /// An empty text for reasons that nobody reads.
    private static var noReason: UnsafePointer<CChar> { UnsafePointer(g_intern_static_string("")) }
}
