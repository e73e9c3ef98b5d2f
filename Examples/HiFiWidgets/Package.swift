// swift-tools-version: 6.2
import PackageDescription

// The sources of the extension, as they are in an Xcode project, on Linux: `import SwiftUI` and so on mean Subdial's modules there.
let modules =
    ["ActivityKit", "AppIntents", "Charts", "Combine", "CoreGraphics", "Darwin", "Intents", "OSLog", "SwiftUI", "UIKit", "WidgetKit"].map {
        "\($0)=Subdial\($0)"
    } + ["os=SubdialOS"]
let aliases =
    modules.flatMap { ["-module-alias", $0] }
    // What Apple's Foundation has and Linux's lacks.
    + ["-Xfrontend", "-import-module", "-Xfrontend", "SubdialFoundation"]

let package = Package(
    name: "HiFiWidgets",
    defaultLocalization: "en",
    dependencies: [
        // In a package of your own, write the address and a version in place of the path.
        .package(name: "subdial", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "HiFiWidgets",
            dependencies: [.product(name: "SubdialSwiftUI", package: "subdial")],
            path: "HiFiWidgets",
            exclude: ["Info.plist"],
            resources: [.process("Assets.xcassets"), .process("Localizable.xcstrings")],
            swiftSettings: [
                .unsafeFlags(aliases),
                // As strict as Xcode can be: each file imports what it uses.
                .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("ExistentialAny"),
            ]),
        .testTarget(
            name: "HiFiWidgetsTests",
            dependencies: ["HiFiWidgets", .product(name: "SubdialTesting", package: "subdial")],
            exclude: ["__Snapshots__"],
            swiftSettings: [.unsafeFlags(aliases)]),
    ]
)
