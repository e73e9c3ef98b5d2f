public import Foundation

// The folders that Apple's platforms name, which Foundation on Linux finds by `FileManager` alone.
extension URL {
    public static var applicationDirectory: URL { folder(.applicationDirectory) }
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
    public static var cachesDirectory: URL { folder(.cachesDirectory) }
    public static var desktopDirectory: URL { folder(.desktopDirectory) }
    public static var documentsDirectory: URL { folder(.documentDirectory) }
    public static var downloadsDirectory: URL { folder(.downloadsDirectory) }
    public static var libraryDirectory: URL { folder(.libraryDirectory) }
    public static var moviesDirectory: URL { folder(.moviesDirectory) }
    public static var musicDirectory: URL { folder(.musicDirectory) }
    public static var picturesDirectory: URL { folder(.picturesDirectory) }
    public static var sharedPublicDirectory: URL { folder(.sharedPublicDirectory) }
    public static var userDirectory: URL { folder(.userDirectory) }

    /// The user's folder of a kind, or the home folder where the system has none.
    private static func folder(_ kind: FileManager.SearchPathDirectory) -> URL {
        FileManager.default.urls(for: kind, in: .userDomainMask).first ?? URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)
    }
}
