/// The modules that a widget's source can import on Linux.
package enum AppleModules {
    /// Apple's modules with those of Subdial that stand for them.
    package static let aliases: [(name: String, module: String)] =
        [
            "ActivityKit", "AppIntents", "Charts", "Combine", "CoreGraphics", "Darwin", "Intents", "OSLog", "SwiftUI", "UIKit", "WidgetKit",
        ].map { ($0, "Subdial\($0)") } + [("os", "SubdialOS")]

    /// The module that is imported into every file: what Apple's Foundation has and Linux's lacks.
    package static let implicit = "SubdialFoundation"

    /// The modules of the compiler and of Linux's Foundation.
    private static let own: Set = [
        "Dispatch", "Distributed", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML",
        "Glibc", "Observation", "RegexBuilder", "Swift", "Synchronization", "_Concurrency", "_Differentiation", "_StringProcessing",
        "_Volatile",
    ]
    private static let aliased = Set(aliases.map(\.name))

    /// True if a source can import the module.
    package static func has(_ name: String) -> Bool { aliased.contains(name) || own.contains(name) }

    /// True if Subdial has a module of that name.
    static func isAliased(_ name: String) -> Bool { aliased.contains(name) }

    /// The compiler's flags that show the modules by Apple's names.
    package static var flags: [String] {
        aliases.flatMap { ["-module-alias", "\($0.name)=\($0.module)"] } + ["-Xfrontend", "-import-module", "-Xfrontend", implicit]
    }
}
