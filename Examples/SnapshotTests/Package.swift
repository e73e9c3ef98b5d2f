// swift-tools-version: 6.2
import PackageDescription

// On Linux, the widget's `import SwiftUI`, `import WidgetKit` and so on mean Subdial's modules; on Apple's platforms they are Apple's, and nothing of
// Subdial is there. A package that another one depends on cannot have such flags: keep widgets and their tests in a package of their own.
#if os(Linux)
    let dependencies: [Package.Dependency] = [
        // In a package of your own, write the address and a version in place of the path. With `traits: []` only the libraries are resolved, and not
        // the programs with what they need.
        .package(name: "subdial", path: "../..", traits: [])
    ]
    let drawing: [Target.Dependency] = [.product(name: "SubdialSwiftUI", package: "subdial")]
    let modules =
        [
            "ActivityKit", "AppIntents", "Charts", "Combine", "CoreGraphics", "Darwin", "Intents", "OSLog", "SwiftUI", "UIKit", "WidgetKit",
        ].map { "\($0)=Subdial\($0)" } + ["os=SubdialOS"]
    let aliases =
        modules.flatMap { ["-module-alias", $0] }
        // What Apple's Foundation has and Linux's lacks.
        + ["-Xfrontend", "-import-module", "-Xfrontend", "SubdialFoundation"]
    let tests: [Target] = [
        .testTarget(
            name: "WidgetTests",
            dependencies: ["RadioWidget", .product(name: "SubdialTesting", package: "subdial")],
            exclude: ["__Snapshots__"],
            resources: [.copy("Resources")],
            swiftSettings: [
                .unsafeFlags(aliases),
                // The imports of the tests are enough, also where the compiler looks closely.
                .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ]
#else
    let dependencies: [Package.Dependency] = []
    let drawing: [Target.Dependency] = []
    let aliases: [String] = []
    let tests: [Target] = []
#endif

let package = Package(
    name: "Widgets",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: dependencies,
    targets: tests + [
        // The widget's own sources, as they are in the app's extension.
        .executableTarget(
            name: "RadioWidget", dependencies: drawing, swiftSettings: aliases.isEmpty ? [] : [.unsafeFlags(aliases)])
    ]
)
