// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

// `.ci/run` sets this, so that warnings are errors. Otherwise they stay warnings, also in the CI of dependent packages, so that a newer
// compiler never breaks their builds.
let strict = Context.environment["SUBDIAL_STRICT"] != nil

// `make test` sets this, so that the targets that compute most are optimized in the debug build too: the tests of modules then take less than half of
// the time. The checks of debug builds stay. It cannot be the default, because SwiftPM accepts no package with such flags as a dependency.
let optimizes = Context.environment["SUBDIAL_OPTIMIZED"] != nil
let computing: Set = [
    "Basics", "Consoles", "Documents", "Drawing", "Expressions", "Feeds", "Kinds", "Layout", "Library", "Matches", "Playback", "Snapshots",
    "SwiftUI", "Templates", "Timeline", "Widgets", "PictureSupport", "TestSupport", "CPixels",
]

/// The packages of the programs, and below them those that they bring in, each with its exact version: a build of any day gets the same code.
///
/// `Scripts/update-packages` raises the versions. A package that depends only on the libraries, with `traits: []`, resolves none of them.
let packages: [(url: String, version: String, products: [String])] = [
    // The command line of the engine: options, help, completions
    ("https://github.com/apple/swift-argument-parser", "1.8.2", ["ArgumentParser"]),
    // The types of HTTP requests and responses in Hummingbird's interface
    ("https://github.com/apple/swift-http-types", "1.8.0", ["HTTPTypes"]),
    // The log, in which packages below also write
    ("https://github.com/apple/swift-log", "1.16.2", ["Logging"]),
    // The connections to MPD and to consoles, and the bytes in Hummingbird's interface
    ("https://github.com/apple/swift-nio", "2.101.2", ["NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket"]),
    // Signals, and the graceful shutdown of web servers
    ("https://github.com/swift-server/swift-service-lifecycle", "2.13.0", ["ServiceLifecycle", "UnixSignals"]),
    // The web server of `subdial serve`, `preview` and `simulate`
    ("https://github.com/hummingbird-project/hummingbird", "2.28.1", ["HummingbirdCore"]),
    // The commands of kinds and covers, and the processes that draw; Foundation's Process would bring in all of Foundation
    ("https://github.com/swiftlang/swift-subprocess", "1.0.2", ["Subprocess"]),
]

/// The packages below those, with a product of each.
let pins: [(url: String, version: String, product: String)] = [
    ("https://github.com/apple/swift-algorithms", "1.2.1", "Algorithms"),
    ("https://github.com/apple/swift-asn1", "1.7.4", "SwiftASN1"),
    ("https://github.com/apple/swift-async-algorithms", "1.1.4", "AsyncAlgorithms"),
    ("https://github.com/apple/swift-atomics", "1.3.0", "Atomics"),
    ("https://github.com/apple/swift-certificates", "1.21.1", "X509"),
    ("https://github.com/apple/swift-collections", "1.6.0", "Collections"),
    ("https://github.com/apple/swift-configuration", "1.4.0", "Configuration"),
    ("https://github.com/apple/swift-crypto", "4.5.2", "Crypto"),
    ("https://github.com/apple/swift-distributed-tracing", "1.7.3", "Tracing"),
    ("https://github.com/apple/swift-http-structured-headers", "1.7.0", "StructuredFieldValues"),
    ("https://github.com/apple/swift-metrics", "2.13.0", "Metrics"),
    ("https://github.com/apple/swift-nio-extras", "1.35.2", "NIOExtras"),
    ("https://github.com/apple/swift-nio-http2", "1.46.0", "NIOHTTP2"),
    ("https://github.com/apple/swift-nio-ssl", "2.37.6", "NIOSSL"),
    ("https://github.com/apple/swift-nio-transport-services", "1.28.0", "NIOTransportServices"),
    ("https://github.com/apple/swift-numerics", "1.1.1", "Numerics"),
    ("https://github.com/apple/swift-service-context", "1.5.1", "ServiceContextModule"),
    ("https://github.com/apple/swift-system", "1.8.1", "SystemPackage"),
    ("https://github.com/swift-server/async-http-client", "1.37.0", "AsyncHTTPClient"),
]

extension Target.Dependency {
    /// A target of this package without its prefix, or a product of one of the ``packages``.
    init(name: String) {
        if let package = packages.first(where: { $0.products.contains(name) }) {
            self = .product(name: name, package: identity(package.url), condition: .when(traits: ["Command"]))
        } else {
            self = .target(name: prefixed(name))
        }
    }
}

/// The last part of a path or an address.
func identity(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

/// Every target but the programs has the prefix, because the names of targets must be unique in all packages of a program.
func prefixed(_ name: String) -> String { name.lowercased().hasPrefix("subdial") ? name : "Subdial\(name)" }

/// The folder of the packages in an archive of the sources, which builds without a network; a checkout has none.
let vendor = "\(Context.packageDirectory)/Vendor"
let isVendored = FileManager.default.fileExists(atPath: vendor)

/// A package in its exact version.
func dependency(_ url: String, _ version: String) -> Package.Dependency {
    let name = identity(url)
    let traits: Set<Package.Dependency.Trait> = ["hummingbird", "swift-subprocess"].contains(name) ? [] : [.defaults]
    return isVendored
        ? .package(path: "\(vendor)/\(name)", traits: traits) : .package(url: url, exact: Version(stringLiteral: version), traits: traits)
}

let swift: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")] + (strict ? [.treatAllWarnings(as: .error)] : [])

func settings(_ name: String) -> [SwiftSetting] {
    swift + (optimizes && computing.contains(name) ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : [])
}

/// A Swift module, in the folder `Sources/<path>`; `pages` are folders in it that the module `CPages` embeds.
func module(_ path: String, _ dependencies: [String] = [], pages: [String] = []) -> Target {
    let name = identity(path)
    return .target(
        name: prefixed(name), dependencies: dependencies.map { .init(name: $0) }, path: "Sources/\(path)", exclude: pages,
        swiftSettings: settings(name))
}

/// C code, in the folder `Sources/C/<name>`.
func code(_ name: String, _ dependencies: [String] = [], links: [String] = []) -> Target {
    .target(
        name: "SubdialC\(name)", dependencies: dependencies.map { .init(name: $0) }, path: "Sources/C/\(name)",
        cSettings: optimizes && computing.contains("C\(name)") ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : [],
        linkerSettings: links.map { .linkedLibrary($0) })
}

/// A library of the system, with its module map in `Sources/C/<name>`.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: "SubdialC\(name)", path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A program without Swift code needs no runtime of Swift, which is several megabytes.
let withoutRuntime: LinkerSetting = .unsafeFlags(["-nostartfiles"], .when(configuration: .release))

/// The tests of a module, in `Tests/<name>Tests`.
///
/// They read `files` in the source folder; `resources` are copied into their bundle.
func tests(_ name: String, _ dependencies: [String], files: [String] = [], resources: [String] = []) -> Target {
    .testTarget(
        name: "\(prefixed(name))Tests", dependencies: ([name] + dependencies).map { .init(name: $0) }, path: "Tests/\(name)Tests",
        exclude: files, resources: resources.map { .copy($0) }, swiftSettings: swift)
}

/// Tests of the programs, in `Tests/<name>Tests`.
func programTests(_ name: String, _ dependencies: [String], files: [String] = []) -> Target {
    .testTarget(
        name: "Subdial\(name)Tests", dependencies: dependencies.map { .init(name: $0) }, path: "Tests/\(name)Tests", exclude: files,
        swiftSettings: swift)
}

/// Code that the tests of several modules share, in `Tests/<name>`.
func support(_ name: String, _ dependencies: [String] = [], links: [String] = []) -> Target {
    .target(
        name: prefixed(name), dependencies: dependencies.map { .init(name: $0) }, path: "Tests/\(name)", swiftSettings: settings(name),
        linkerSettings: links.map { .linkedLibrary($0) })
}

// Pango's pkg-config file has the flag -pthread, for which SwiftPM warns in every build. `headers.pc` has the same include paths without this
// flag, for the usual location of Pango.
let pango: String = {
    let headers = "\(Context.packageDirectory)/Sources/C/Pango/headers.pc"
    // A space would end the name.
    return FileManager.default.fileExists(atPath: "/usr/include/pango-1.0/pango/pango.h") && !headers.contains(" ") ? headers : "pangocairo"
}()

let package = Package(
    name: "subdial",
    products: [
        .executable(name: "subdial", targets: ["subdial"]),
        .executable(name: "subdial-engine", targets: ["subdial-engine"]),
        .executable(name: "subdial-tags", targets: ["subdial-tags"]),
        .executable(name: "subdial-pictures", targets: ["subdial-pictures"]),
        .library(name: "SubdialTesting", targets: ["SubdialTesting"]),
        .library(
            name: "SubdialSwiftUI",
            targets: [
                "SubdialActivityKit", "SubdialAppIntents", "SubdialCharts", "SubdialCombine", "SubdialCoreGraphics", "SubdialDarwin",
                "SubdialFoundation", "SubdialIntents", "SubdialOS", "SubdialOSLog", "SubdialRendering", "SubdialSwiftUI", "SubdialUIKit",
                "SubdialWidgetKit",
            ]),
        .library(
            name: "Subdial",
            targets: ["SubdialExpressions", "SubdialLayout", "SubdialPlayback", "SubdialTemplates", "SubdialTimeline", "SubdialWidgets"]),
    ],
    traits: [
        .default(enabledTraits: ["Command"]),
        .trait(
            name: "Command",
            description: "The programs subdial and subdial-engine. Without it, the packages that only they need are not resolved."),
    ],
    dependencies: packages.map { dependency($0.url, $0.version) } + pins.map { dependency($0.url, $0.version) },
    targets: [
        // MARK: C
        // Drawing, and SVG and PDF files
        library("Cairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
        // The compression of PNG files and reports, faster than zlib
        library("Deflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
        // XML; fontconfig needs Expat anyway, while libxml2 would load ICU
        library("Expat", pkgConfig: "expat", apt: "libexpat1-dev"),
        // Animations as GIF
        library("GIF", pkgConfig: "libgif", apt: "libgif-dev"),
        // SHA-256 and time zones; Pango needs GLib anyway
        library("GLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
        // Text: shaping, line breaks, fonts from fontconfig
        library("Pango", pkgConfig: pango, apt: "libpango1.0-dev"),
        // The element QRCode
        library("QREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
        // Covers as PNG: a decoder that checks sizes and checksums
        library("Spng", pkgConfig: "spng", apt: "libspng-dev"),
        // Covers and animations as WebP
        library("WebP", pkgConfig: "libwebpmux", apt: "libwebp-dev"),
        // Templates, kinds and settings. The usual YAML package would add all of Foundation and ICU to a program: 45 MB.
        library("YAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        // The time of day, which tests of views hold
        code("Clock"),
        // Parts of glibc that Swift's module leaves out, and the loading of libraries when they are first used
        code("Glibc"),
        // The loaded libraries: curl, mosquitto, Avahi, PulseAudio, systemd and SQLite. The build needs only their headers.
        code("Libraries", ["CGlibc"]),
        // The files of web pages
        code("Pages"),
        // Pixels, with vector instructions: rows of PNG, comparison, resizing; JPEG, which Swift cannot read because libjpeg leaves by longjmp
        code("Pixels", ["CDeflate", "CGlibc"], links: ["jpeg"]),

        // MARK: Support
        module("Support/Archives", ["CDeflate", "System"]),
        module("Support/Basics"),
        module("Support/Concurrency", ["Basics", "CGlibc", "System"]),
        module("Support/Documents", ["Basics", "CExpat", "CYAML", "GLib"]),
        module("Support/GLib", ["CGLib"]),
        module("Support/System"),
        module(
            "Support/WebServer", ["HTTPTypes", "HummingbirdCore", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "ServiceLifecycle"]),

        // MARK: Model
        module("Model/Expressions", ["Basics", "Documents", "GLib"]),
        module("Model/Kinds", ["Basics", "Documents", "Expressions", "Timeline"]),
        module("Model/Playback", ["Basics", "Documents", "Expressions", "GLib", "Timeline"]),
        module("Model/Timeline", ["Basics", "Documents", "Expressions"]),

        // MARK: Inputs
        module(
            "Inputs/Bridge",
            ["Basics", "CLibraries", "Concurrency", "Documents", "Expressions", "HTTP", "Logging", "Playback", "System"]),
        module(
            "Inputs/Consoles",
            [
                "Basics", "Concurrency", "Documents", "Expressions", "HTTP", "Mixers", "NIOCore", "NIOHTTP1", "NIOWebSocket", "Sockets",
                "System",
            ]),
        module("Inputs/HTTP", ["Basics", "CLibraries", "System"]),
        module(
            "Inputs/Library",
            [
                "Basics", "CLibraries", "Concurrency", "Documents", "Expressions", "HTTP", "Kinds", "Logging", "Playback", "System",
                "Timeline",
            ]),
        module("Inputs/MQTT", ["Basics", "CLibraries", "Concurrency", "Documents", "Expressions", "System", "Timeline"]),
        module("Inputs/Matches", ["Basics", "Documents", "Expressions", "Kinds", "System", "Timeline"]),
        module("Inputs/Mixers", ["Basics", "CLibraries", "Expressions", "System"]),
        module("Inputs/Players", ["Basics", "CLibraries", "Concurrency", "Documents", "HTTP", "Logging", "Playback", "Sockets", "System"]),
        module("Inputs/Sockets", ["Concurrency", "NIOCore", "NIOPosix", "System"]),

        // MARK: Lines
        module("Lines/Feeds", ["Basics", "Documents", "Expressions", "Kinds", "Playback", "Timeline"]),

        // MARK: Pictures
        module(
            "Pictures/Drawing",
            [
                "Basics", "CCairo", "CDeflate", "CGIF", "CGlibc", "CPango", "CPixels", "CQREncode", "CSpng", "CWebP", "Layout", "System",
            ]),
        module("Pictures/Layout", ["Basics"]),
        module("Pictures/Templates", ["Basics", "Documents", "Expressions", "Layout"]),
        module("Pictures/Widgets", ["Basics", "Documents", "Drawing", "Expressions", "GLib", "Layout", "System", "Templates", "Timeline"]),

        // MARK: SwiftUI
        // Modules of Apple's names: an alias of the compiler shows them to a widget's target without the prefix.
        module("SwiftUI/ActivityKit", ["Concurrency", "SwiftUI"]),
        module("SwiftUI/AppIntents", ["Basics", "Layout", "SwiftUI"]),
        module("SwiftUI/Charts", ["Basics", "Layout", "SwiftUI"]),
        module("SwiftUI/Combine"),
        module("SwiftUI/CoreGraphics"),
        module("SwiftUI/Darwin"),
        // What files that import Foundation alone find there on Apple's platforms.
        module("SwiftUI/Foundation", ["Darwin", "SwiftUI"]),
        module("SwiftUI/Intents"),
        module("SwiftUI/OS"),
        module("SwiftUI/OSLog", ["OS"]),
        module(
            "SwiftUI/Rendering",
            [
                "ActivityKit", "AppIntents", "Basics", "Documents", "Expressions", "Intents", "Layout", "ShippedTemplates", "SwiftUI",
                "Templates", "Timeline", "WidgetKit", "Widgets",
            ]),
        // Answers the compiler's questions about @Entry and #Preview, without swift-syntax.
        .macro(name: "SubdialSwiftUIMacros", path: "Sources/SwiftUI/Macros", swiftSettings: swift),
        module("SwiftUI/SwiftUI", ["Basics", "CClock", "Combine", "CoreGraphics", "Layout", "SwiftUIMacros", "UIKit"]),
        module("SwiftUI/UIKit", ["Basics", "CoreGraphics", "Layout"]),
        module("SwiftUI/WidgetKit", ["ActivityKit", "AppIntents", "Basics", "Intents", "Layout", "SwiftUI"]),

        // MARK: Engine
        module(
            "Engine/Engine",
            [
                "Archives", "Basics", "Bridge", "CGlibc", "Concurrency", "Consoles", "Documents", "Drawing", "EngineWire", "Expressions",
                "Feeds", "GLib", "HTTP", "Kinds", "Library", "Logging", "MQTT", "Matches", "Mixers", "Playback", "Players", "Subprocess",
                "System", "Timeline",
            ]),
        module("Engine/EngineWire", ["System"]),

        // MARK: Screens
        module(
            "Screens/Serve",
            [
                "Adoption", "Basics", "CPages", "Concurrency", "Documents", "Drawing", "Engine", "EngineWire", "Expressions", "Feeds",
                "GLib", "HTTP", "HTTPTypes", "HummingbirdCore", "Kinds", "Layout", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "Playback",
                "Subprocess", "System", "Templates", "Timeline", "WebServer", "Widgets",
            ],
            pages: ["Page", "Preview/Page"]),

        // MARK: Testing
        // Packages of widget extensions, from Xcode's projects
        module("Testing/Adoption", ["Basics", "Documents", "System"]),
        module(
            "Testing/Snapshots",
            [
                "Basics", "CDeflate", "CPages", "CPixels", "Documents", "Drawing", "Expressions", "Feeds", "GLib", "Kinds", "Layout",
                "Matches", "Playback", "System", "Templates", "Timeline", "Widgets",
            ],
            pages: ["Report/Page"]),
        module(
            "Testing/SubdialTesting",
            [
                "ActivityKit", "AppIntents", "Basics", "Drawing", "Expressions", "Feeds", "Intents", "Kinds", "Layout", "Playback",
                "Rendering",
                "ShippedTemplates", "Snapshots", "SwiftUI", "System", "Templates", "Timeline", "WidgetKit", "Widgets",
            ]),
        .target(
            name: "SubdialShippedTemplates", path: "Templates", sources: ["ShippedTemplates.swift"],
            // `.copy` preserves the name of a folder, so that each member is named.
            resources: [
                "album-of-the-day", "calendar", "clock", "console", "countdown", "departures", "devices.yaml", "disk", "display",
                "feed", "fonts.conf", "home-assistant", "match", "matches", "mixer", "most-played", "notice.yaml", "now-playing",
                "now-playing-art", "now-playing-remote", "palettes.yaml", "piano-roll", "playlist", "prometheus", "pull-requests",
                "recently-played", "shared", "strings", "symbols", "system", "themes", "todo", "volume", "weather",
            ].map { .copy($0) },
            swiftSettings: swift),

        // MARK: Programs
        module(
            "Programs/Simulator",
            ["Basics", "Documents", "GLib", "HTTPTypes", "HummingbirdCore", "Logging", "NIOCore", "System", "WebServer"]),
        .executableTarget(
            name: "subdial", dependencies: ["SubdialEngineWire", "SubdialSystem"], path: "Sources/Programs/subdial", swiftSettings: swift,
            // Fully static: about 1 ms and 3.6 MB for one line; a dynamic libc needs half as much time again.
            linkerSettings: [.unsafeFlags(["-static-executable", "-use-ld=lld"], .when(configuration: .release))]),
        .executableTarget(
            name: "subdial-engine",
            dependencies: [
                "Adoption", "Archives", "ArgumentParser", "Basics", "Bridge", "Concurrency", "Consoles", "Documents", "Drawing", "Engine",
                "EngineWire", "Expressions", "Feeds", "GLib", "HTTP", "Kinds", "Layout", "Library", "Logging", "MQTT", "Matches",
                "Mixers", "Playback", "Serve",
                "Simulator", "Snapshots", "Subprocess", "System", "Templates", "Timeline", "UnixSignals", "Widgets",
            ].map { .init(name: $0) }
                // A version of a package counts only where one of its products is used: these are, on a platform that Subdial is not built for.
                + pins.map {
                    .product(
                        name: $0.product, package: identity($0.url), condition: .when(platforms: [.wasi], traits: ["Command"]))
                },
            path: "Sources/Programs/subdial-engine",
            // The commands parse, call and print: their optimization is a tenth of the build, and nobody would see it.
            swiftSettings: swift + [.unsafeFlags(["-Onone"], .when(configuration: .release))],
            // Without the table of exported names the engine is 3.4 MB smaller.
            linkerSettings: [
                .unsafeFlags(
                    ["-use-ld=lld", "-Xlinker", "--no-export-dynamic"],
                    .when(platforms: [.linux], configuration: .release))
            ]),
        // Reads music files for the engine in a process with limits, with TagLib, which is C++
        .executableTarget(
            name: "subdial-tags", path: "Sources/Programs/subdial-tags", linkerSettings: [.linkedLibrary("tag"), withoutRuntime]),
        // Decodes AVIF and HEIC for the engine in a process with limits, with libheif, which it loads
        .executableTarget(name: "subdial-pictures", path: "Sources/Programs/subdial-pictures", linkerSettings: [withoutRuntime]),
        .executableTarget(
            name: "subdial-bench",
            dependencies: [
                "Basics", "CCairo", "CPixels", "Concurrency", "Drawing", "Engine", "Expressions", "Feeds", "Kinds", "Library", "Logging",
                "Playback", "Rendering", "Snapshots", "SwiftUI", "System", "Timeline", "WidgetKit", "Widgets",
            ].map { .init(name: $0) },
            path: "Benchmarks", exclude: ["Templates", "results.tsv", "growth.tsv"], swiftSettings: swift),

        // MARK: Tests
        // Players and a message bus for tests
        support("DesktopSupport", ["Basics", "CLibraries", "Players", "TestSupport"], links: ["systemd"]),
        // A real browser, controlled through its own protocol
        support("BrowserSupport", ["Documents", "ProcessSupport", "TestSupport"]),
        // A program that tests preview and draw, as a package of an author has it
        .executableTarget(
            name: "SubdialPreviewedProgram", dependencies: ["AppIntents", "Rendering", "SwiftUI", "WidgetKit"].map { .init(name: $0) },
            path: "Tests/PreviewedProgram", swiftSettings: swift),
        // What `make fuzz` feeds with inputs that break parsers; tests run its seeds
        .target(
            name: "SubdialFuzzing",
            dependencies: [
                "Adoption", "Archives", "Basics", "Bridge", "Documents", "Drawing", "Engine", "EngineWire", "Expressions", "Feeds", "HTTP",
                "Kinds", "Layout", "Library", "MQTT", "NIOCore", "Playback", "Players", "Serve", "Snapshots", "Sockets", "System",
                "Templates", "Timeline",
                "Widgets",
            ].map { .init(name: $0) },
            path: "Fuzz", exclude: ["README.md", "Dictionaries", "EntryPoint", "Seeds"], swiftSettings: swift),
        // A web server with scripted responses
        support("HTTPSupport", ["Basics", "HTTP", "System"]),
        // A real MQTT broker
        support("MQTTSupport", ["MQTT", "ProcessSupport", "TestSupport"]),
        // Sample pictures, a second PNG reader, and checks of the pixels of pictures
        support("PictureSupport", ["CCairo", "Drawing", "TestSupport"]),
        // The real executables as processes; `swift test` builds them next to the tests
        support("ProcessSupport", ["TestSupport"]),
        support("TestSupport"),

        tests("Archives", ["CDeflate", "System", "TestSupport"]),
        tests("Adoption", ["Documents", "System", "TestSupport"]),
        tests("Basics", ["TestSupport"]),
        tests("Bridge", ["Basics", "Concurrency", "Documents", "HTTP", "HTTPSupport", "Playback", "Simulator", "System", "TestSupport"]),
        tests("Concurrency", ["Basics", "System", "TestSupport"]),
        tests("Consoles", ["Basics", "Documents", "Expressions", "HTTPSupport", "Mixers", "System", "TestSupport"]),
        tests("Documents", ["TestSupport"]),
        tests("Drawing", ["Basics", "CDeflate", "CPixels", "Layout", "PictureSupport", "TestSupport"], files: ["Fixtures"]),
        tests(
            "Engine",
            [
                "Basics", "Bridge", "Concurrency", "Documents", "Drawing", "EngineWire", "Expressions", "Feeds", "HTTP",
                "HTTPSupport", "Kinds", "Library", "Logging", "MQTT", "MQTTSupport", "Playback", "Players", "Simulator", "System",
                "TestSupport", "Timeline", "Widgets",
            ]),
        tests("EngineWire", ["System", "TestSupport"]),
        tests("Expressions", ["Basics", "Documents", "TestSupport"]),
        tests("Feeds", ["Basics", "Documents", "Expressions", "Kinds", "Playback", "TestSupport", "Timeline"]),
        tests("GLib", []),
        tests("HTTP", ["CLibraries", "HTTPSupport", "TestSupport"]),
        tests("Kinds", ["Basics", "Documents", "Expressions", "Timeline"]),
        tests("Layout", ["Basics", "TestSupport"]),
        tests("Library", ["Basics", "Documents", "Playback", "System", "TestSupport"]),
        tests(
            "MQTT", ["Documents", "MQTTSupport", "Playback", "ProcessSupport", "TestSupport", "Timeline"], files: ["validate-discovery.py"]),
        tests("Matches", ["Documents", "Expressions", "TestSupport"]),
        tests("Mixers", ["Expressions"]),
        tests("Playback", ["Basics", "Documents", "Expressions", "TestSupport", "Timeline"]),
        tests("Players", ["Basics", "Concurrency", "DesktopSupport", "Documents", "HTTP", "Logging", "Playback", "System", "TestSupport"]),
        tests(
            "Serve",
            [
                "Documents", "Engine", "Expressions", "HTTPSupport", "Logging", "Playback", "System", "TestSupport", "Timeline", "Widgets",
            ]),
        tests("Simulator", ["Basics", "Documents"]),
        tests("Snapshots", ["CDeflate", "Documents", "Drawing", "Layout", "TestSupport", "Widgets"]),
        tests(
            "SubdialTesting",
            [
                "ActivityKit", "AppIntents", "Charts", "Drawing", "Feeds", "Intents", "Snapshots", "SwiftUI", "TestSupport", "WidgetKit",
                "Widgets",
            ],
            files: ["Charts/__Snapshots__", "__Snapshots__", "Documented/__Snapshots__", "Documented/entries", "Documented/card"],
            resources: ["Documented/Templates"]),
        tests("Sockets", ["NIOCore", "System", "TestSupport"]),
        tests("System", []),
        tests("Templates", ["Basics", "Expressions", "Layout", "TestSupport"]),
        tests(
            "Rendering",
            [
                "ActivityKit", "AppIntents", "Documents", "Drawing", "Expressions", "Intents", "Kinds", "Layout", "Playback",
                "PreviewedProgram", "ProcessSupport", "ShippedTemplates", "SwiftUI", "Templates", "TestSupport", "Timeline", "WidgetKit",
                "Widgets",
            ]),
        tests("SwiftUI", ["ActivityKit", "AppIntents", "Charts", "Combine", "CoreGraphics", "Intents", "Layout", "UIKit", "WidgetKit"]),
        tests("Timeline", ["Basics", "Expressions", "TestSupport"]),
        tests("WebServer", ["HTTP", "HummingbirdCore", "Logging", "NIOCore"]),
        tests(
            "Widgets",
            [
                "Basics", "Documents", "Drawing", "Expressions", "Kinds", "Layout", "PictureSupport", "Playback", "Snapshots", "Templates",
                "TestSupport", "Timeline",
            ],
            files: ["References"]),
        programTests(
            "Command",
            [
                "Basics", "DesktopSupport", "Documents", "Drawing", "HTTP", "HTTPSupport", "Logging", "MQTT", "MQTTSupport",
                "ProcessSupport", "TestSupport", "Widgets", "subdial-engine",
            ],
            files: ["run-ci.py", "validate-ci.py"]),
        programTests("Fuzz", ["Fuzzing", "TestSupport"]),
        programTests(
            "Hostile",
            ["DesktopSupport", "Documents", "Feeds", "GLib", "HTTP", "HTTPSupport", "Players", "ProcessSupport", "TestSupport"],
            files: ["ClickedBar.py", "HostileBridge.py", "crash.c", "wallclock.c"]),
        programTests("Page", ["BrowserSupport", "Documents", "PreviewedProgram", "ProcessSupport", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Only for `Scripts/make-docs`, which sets this: no target uses it.
if Context.environment["SUBDIAL_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

// Only for `Scripts/fuzz`, which sets this: libFuzzer provides the entry point of the program, which cannot be linked without it.
if Context.environment["SUBDIAL_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(name: "subdial-fuzz", dependencies: ["SubdialFuzzing"], path: "Fuzz/EntryPoint", swiftSettings: swift))
}
