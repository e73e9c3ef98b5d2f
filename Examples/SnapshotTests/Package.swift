// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Widgets",
    dependencies: [
        // In a package of your own, write the address and a version in place of the path. With `traits: []` only the libraries are resolved, and not
        // the programs with what they need.
        .package(name: "subdial", path: "../..", traits: [])
    ],
    targets: [
        .testTarget(
            name: "WidgetTests",
            dependencies: [.product(name: "SubdialTesting", package: "subdial")],
            exclude: ["__Snapshots__"],
            resources: [.copy("Resources")],
            // One import is enough, also where the compiler looks closely.
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InternalImportsByDefault")]
        )
    ]
)
