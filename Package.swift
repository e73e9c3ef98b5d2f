// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// `.ci/run` sets this, so that warnings are errors. Otherwise they stay warnings, also in the CI of dependent packages, so that a newer
// compiler never breaks their builds.
let strict = Context.environment["SUBDIAL_STRICT"] != nil

let swift: [SwiftSetting] =
    [.enableUpcomingFeature("ExistentialAny")]
    + (strict ? [.treatAllWarnings(as: .error)] : [])

extension Target.Dependency {
    /// A product of a package that only the programs need.
    ///
    /// A package that depends only on the libraries, with `traits: []`, does not resolve it.
    static func program(_ product: String, _ package: String) -> Self {
        .product(name: product, package: package, condition: .when(traits: ["Command"]))
    }
}

// `make test` sets `SUBDIAL_OPTIMIZED`, so that the targets that compute most are optimized in the debug build too: the tests of modules then take less
// than half of the time. The checks of debug builds stay, such as those of the bounds of unsafe buffers. It cannot be the default, because SwiftPM
// accepts no package with such flags as a dependency.
let optimized: Set =
    Context.environment["SUBDIAL_OPTIMIZED"] == nil
    ? []
    : [
        "Consoles", "Drawing", "Expressions", "Feeds", "Ink", "JSON", "Kinds", "Layout", "Matches", "NowPlaying", "Numbers", "Settings",
        "Snapshots", "Templates", "Timeline", "Widgets", "YAML",
        "PictureSupport", "TestSupport",
        "CCompare", "CPNG", "CResampling",
    ]

let optimization: [SwiftSetting] = [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// A target of C that computes, in `Sources/<name>`.
func computing(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies,
        cSettings: optimized.contains(name) ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : [])
}

/// A module in `Sources/<name>`.
///
/// `embedded` files are embedded in the code.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], embedded: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, resources: embedded.map { .embedInCode($0) },
        swiftSettings: swift + (optimized.contains(name) ? optimization : []))
}

/// The tests of a module, in `Tests/<name>Tests`; all of them may use `TestSupport` and `Numbers`.
///
/// The tests read `files` in the source folder; `resources` are copied into the bundle of the tests.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], files: [String] = [], resources: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies + (name == "Numbers" ? [] : ["Numbers"]),
        exclude: files,
        resources: resources.map { .copy($0) },
        swiftSettings: swift
    )
}

/// A target with code that the tests of several modules share, in `Tests/<name>`.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/\(name)",
        swiftSettings: swift + (optimized.contains(name) ? optimization : []))
}

/// All resources in the folder `Templates`.
let templates = [
    "album-of-the-day", "clock", "console", "devices.yaml", "disk", "display", "fonts.conf", "match", "mixer",
    "most-played", "notice.yaml", "now-playing", "now-playing-art", "palettes.yaml", "playlist", "recently-played",
    "strings", "symbols", "system", "themes", "volume", "weather",
]

// The Swift runtime needs functions of the C++ library. Where there is an archive of them, they are linked into the engine, because loading the shared
// library takes a twentieth of the time of one picture. The folder has a linker script that stands for the shared library and names the archive.
let cxxArchive: [String] = {
    var found = glob_t()
    defer { globfree(&found) }
    let isThere = glob("/usr/lib/gcc/*-linux*/*/libstdc++.a", 0, nil, &found) == 0
    return isThere ? ["-L\(Context.packageDirectory)/Sources/subdial-engine/cxx-archive"] : []
}()

// Pango's pkg-config file has the flag -pthread, for which SwiftPM warns in every build. `headers.pc` has the same include paths without this
// flag, for the usual location of Pango.
let pango: String = {
    let headers = "\(Context.packageDirectory)/Sources/CPango/headers.pc"
    // A space would end the name.
    return access("/usr/include/pango-1.0/pango/pango.h", F_OK) == 0 && !headers.contains(" ") ? headers : "pangocairo"
}()

let package = Package(
    name: "subdial",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "subdial", targets: ["subdial"]),
        .executable(name: "subdial-engine", targets: ["subdial-engine"]),
        .library(name: "subdial-tags", type: .dynamic, targets: ["TagReader"]),
        .library(name: "SubdialTesting", targets: ["SubdialTesting"]),
        .library(name: "Subdial", targets: ["Playback", "Timeline", "NowPlaying", "Expressions", "Layout", "Templates", "Widgets"]),
    ],
    traits: [
        .default(enabledTraits: ["Command"]),
        .trait(
            name: "Command",
            description: "The programs subdial and subdial-engine. Without it, the packages that only they need are not resolved."),
    ],
    dependencies: [
        // The command line of the engine: options, help, completions
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // The types of HTTP requests and responses in Hummingbird's interface
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        // The log, in which packages below also write
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // The connections to consoles, and the bytes and files of Hummingbird
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        // Signals, and the graceful shutdown of web servers
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // The web server of `subdial serve`, `preview` and `simulate`
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        // The commands of kinds and covers, and the processes that draw; Foundation's Process would bring in all of Foundation
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // C libraries
        // Drawing, and SVG and PDF files
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        // Text: shaping, line breaks, fonts from fontconfig
        .systemLibrary(name: "CPango", pkgConfig: pango, providers: [.apt(["libpango1.0-dev"])]),
        // SHA-256 and time zones; Pango needs GLib anyway
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        // Covers as PNG: a decoder that checks sizes and checksums
        .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        // Covers as WebP, and animations as WebP
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"])]),
        // Animations as GIF
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        // The compression of PNG files and reports, faster than zlib
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        // Templates, kinds and settings. The usual YAML package would add all of Foundation and ICU to a program: 45 MB.
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        // The element QRCode
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        // timerfd and the settings of the allocator, which Swift's Glibc module leaves out
        .systemLibrary(name: "CGlibc"),
        // The tags and covers of music files, a library of its own. TagLib's own C functions do not support pictures.
        .target(
            name: "TagReader", publicHeadersPath: ".",
            cxxSettings: [.headerSearchPath("../CTagLib/include"), .headerSearchPath("../CLoading/include")],
            linkerSettings: [
                .linkedLibrary("tag"),
                // Nothing of Swift: no start files, and of the runtime's archives nothing is needed.
                .unsafeFlags(
                    ["-use-ld=lld", "-static-stdlib", "-nostartfiles"], .when(platforms: [.linux], configuration: .release)),
            ]),
        // Covers as JPEG. libjpeg leaves by longjmp, which Swift must not.
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        // The segments of the program and its libraries, whose pages a quiet engine releases
        .target(name: "CLinkMap"),
        // Loads a library when it is first used: those below, and ISA-L. The build needs only their headers.
        .target(name: "CLoading"),
        // The library of TagReader
        .target(name: "CTagLib", dependencies: ["CLoading"]),
        // The listening history, and the databases of music libraries
        .target(name: "CSQLite", dependencies: ["CLoading"]),
        // D-Bus, for players with MPRIS
        .target(name: "CSystemd", dependencies: ["CLoading"]),
        // HTTP. curl_easy_setopt is variadic, which Swift cannot call.
        .target(name: "CCurl", dependencies: ["CLoading"]),
        // MQTT brokers, with TLS
        .target(name: "CMosquitto", dependencies: ["CLoading"]),
        // Bridges on the local network
        .target(name: "CAvahi", dependencies: ["CLoading"]),
        // PulseAudio and PipeWire
        .target(name: "CPulse", dependencies: ["CLoading"]),
        // Converts pixels to filtered rows and compresses them with vector instructions and ISA-L
        computing("CPNG", ["CDeflate", "CLoading"]),
        // Compares pixels with vector instructions.
        computing("CCompare"),
        // Resizes and blurs pictures with vector instructions.
        computing("CResampling"),
        // Keeps libdispatch from waking an idle engine each second.
        .target(name: "CWorkqueue"),

        // Pure modules: no C library, no clock, no I/O
        // Conversions of numbers that cannot trap
        module("Numbers"),
        module("PercentEncoding"),
        // The time zones of the system's tz database
        module("ZoneInfo", ["CGLib"]),
        module("Playback", ["Numbers"]),
        module("JSON", ["Numbers"]),
        module("Expressions", ["ZoneInfo", "JSON", "Numbers"]),
        module("Timeline", ["Expressions", "JSON", "Numbers"]),
        // The kind now-playing: its schema, its typed view, its live activity
        module("NowPlaying", ["Timeline", "Playback", "Expressions", "JSON", "Numbers"]),
        // Playlist files
        module("Playlists", ["Numbers"]),
        // The rules for listens, and their submission
        module("Listening", ["Playback", "JSON", "Numbers"]),
        // The mixer of a machine
        module("Mixers", ["Expressions", "Numbers"]),
        // A mixing console: its messages, its state, and its pending edits
        module("Consoles", ["Mixers", "Expressions", "JSON", "Numbers"]),
        // Devices that are published to a broker: their topics, states and commands, and their discovery by Home Assistant
        module("MQTTDevices", ["Timeline", "Expressions", "JSON", "Numbers"]),
        // Football matches: the rules, the log, and match files
        module("Matches", ["Timeline", "Expressions", "JSON", "Numbers"]),
        module("Layout", ["Numbers"]),
        // Pictures in the few colours of e-ink panels
        module("Ink", ["Expressions", "Numbers"]),
        module("Feeds", ["NowPlaying", "Timeline", "Expressions", "Playback", "JSON", "Numbers"]),

        // Threads, wake-ups, error messages and files of the operating system; POSIX only, because the static front contains it
        module("OperatingSystem"),
        // Broadcasts, queues for blocking work, and owners of tasks
        module("Concurrency", ["OperatingSystem"]),

        // YAML values with positions
        module("YAML", ["CYAML"]),
        // Settings files, with the positions of errors
        module("Settings", ["YAML", "Expressions", "Numbers"]),
        // Kinds that users define: from documents to entries
        module("Kinds", ["PercentEncoding", "Settings", "Feeds", "Matches", "Timeline", "Expressions", "JSON", "Numbers"]),

        // System and network
        // SHA-256
        module("Digests", ["CGLib"]),
        // The current time on a monotonic time line
        module("Clocks", ["Numbers"]),

        // The databases of a music library and of the listening history
        module("Library", ["CSQLite", "CTagLib", "OperatingSystem", "Listening", "Playback", "JSON", "Numbers"]),
        // PulseAudio, and PipeWire through the same protocol
        module("Pulse", ["CPulse", "Mixers", "Numbers"]),
        module("HTTP", ["CCurl", "OperatingSystem", "Numbers"]),
        // MQTT brokers
        module("MQTT", ["CMosquitto", "Concurrency", "OperatingSystem", "Numbers"]),
        module(
            "Bridge",
            [
                "PercentEncoding", "HTTP", "Concurrency", "OperatingSystem", "Clocks", "Playback", "JSON", "Numbers",
                .program("Logging", "swift-log"),
            ]),
        module(
            "Players",
            [
                "PercentEncoding", "HTTP", "Concurrency", "OperatingSystem", "Clocks", "Playback", "JSON", "Numbers", "CSystemd",
                .program("Logging", "swift-log"),
            ]),
        module(
            "Discovery", ["CAvahi", "Bridge", "HTTP", "Playback", "Expressions", "JSON", .program("Logging", "swift-log")]),

        // Pictures
        module(
            "Drawing",
            [
                "OperatingSystem", "Numbers", "CGlibc", "CCairo", "CPango", "CSpng", "CPNG", "CResampling", "CWebP", "CGIF", "CDeflate",
                "CJPEG",
                "CQREncode",
            ]),
        module("Templates", ["YAML", "Layout", "Expressions", "JSON", "Numbers"]),
        module(
            "Widgets", ["Timeline", "Templates", "Layout", "Drawing", "Ink", "Expressions", "OperatingSystem", "JSON", "Numbers"]),
        module(
            "Snapshots",
            [
                "Digests", "Feeds", "OperatingSystem", "Ink", "Kinds", "NowPlaying", "Numbers", "Widgets", "Templates", "Timeline",
                "Layout",
                "Expressions", "Drawing", "JSON", "CCompare", "CDeflate",
            ],
            embedded: ["report.html", "report.css", "report.js"].map { "Report/Page/\($0)" }),

        // The start and the shutdown of a web server
        module(
            "WebServing",
            [
                .program("ServiceLifecycle", "swift-service-lifecycle"),
                .program("Logging", "swift-log"),
            ]),
        module(
            "Simulator",
            [
                "PercentEncoding", "Digests", "OperatingSystem", "WebServing", "YAML", "JSON", "Expressions", "Numbers",
                .program("Hummingbird", "hummingbird"),
                .program("HTTPTypes", "swift-http-types"),
                .program("NIOCore", "swift-nio"),
                .program("Logging", "swift-log"),
            ]
        ),

        // The engine
        module("EngineWire", ["OperatingSystem"]),
        module(
            "Engine",
            [
                "Concurrency", "PercentEncoding", "ZoneInfo", "EngineWire", "CGlibc", "CLinkMap", "Consoles", "Feeds", "OperatingSystem",
                "Clocks", "HTTP", "Bridge",
                "Players",
                "Kinds",
                "Library",
                "Listening",
                "Matches",
                "Mixers", "MQTT", "MQTTDevices",
                "Playlists", "Pulse", "Settings", "Drawing",
                "Timeline", "NowPlaying", "Playback",
                "JSON", "Expressions", "Numbers",
                .program("NIOCore", "swift-nio"),
                .program("NIOPosix", "swift-nio"),
                .program("NIOHTTP1", "swift-nio"),
                .program("NIOWebSocket", "swift-nio"),
                .program("Logging", "swift-log"),
                .program("Subprocess", "swift-subprocess"),
            ]
        ),
        // Widgets over HTTP: pictures, the page, events, actions
        module(
            "Serve",
            [
                "Concurrency", "PercentEncoding", "Engine", "EngineWire", "OperatingSystem", "Digests", "Widgets", "Templates", "Drawing",
                "Ink", "Layout",
                "Timeline", "NowPlaying",
                "Feeds", "Expressions", "JSON", "WebServing", "Numbers",
                .program("Hummingbird", "hummingbird"),
                .program("HTTPTypes", "swift-http-types"),
                .program("NIOCore", "swift-nio"),
                .program("NIOPosix", "swift-nio"),
                .program("Logging", "swift-log"),
            ],
            embedded: [
                "index.html", "page.css", "page.js", "manifest.webmanifest", "service-worker.js", "icon.svg", "icon-192.png",
                "icon-512.png",
                "icon-maskable-512.png",
            ].map { "Page/\($0)" } + ["preview.html", "preview.css", "preview.js"].map { "Preview/Page/\($0)" }),
        // A local folder that mirrors such a server
        module("Mirrors", ["PercentEncoding", "EngineWire", "Concurrency", "OperatingSystem", "Digests", "HTTP", "JSON", "Numbers"]),
        .executableTarget(
            name: "subdial-engine",
            dependencies: [
                "CWorkqueue",
                "Concurrency", "Consoles", "Engine", "EngineWire", "Feeds", "OperatingSystem", "Kinds", "Library", "Listening", "Matches",
                "Mirrors",
                "Mixers",
                "MQTT",
                "Playlists", "Pulse",
                "Serve", "Simulator",
                "Snapshots",
                "Widgets", "Templates",
                "Drawing", "Ink",
                "Layout", "Bridge",
                "Discovery", "HTTP", "Timeline", "NowPlaying", "Playback", "Expressions", "JSON", "Numbers",
                .program("ArgumentParser", "swift-argument-parser"),
                .program("Logging", "swift-log"),
                .program("UnixSignals", "swift-service-lifecycle"),
                .program("Subprocess", "swift-subprocess"),
            ],
            exclude: ["cxx-archive", "engine.ld", "engine.order"],
            swiftSettings: swift,
            // Without the table of exported names the engine is 3.4 MB smaller, with packed relocations another 2.3 MB, and without the tables
            // for unwinding, which Swift does not use, 5.9 MB. With the functions that are called placed next to each other, 10 MB less are in memory:
            // Scripts/order-functions writes their order.
            linkerSettings: [
                .unsafeFlags(
                    cxxArchive + [
                        "-use-ld=lld", "-Xlinker", "--no-export-dynamic",
                        "-Xlinker", "-T", "-Xlinker", "\(Context.packageDirectory)/Sources/subdial-engine/engine.ld",
                        "-Xlinker", "--symbol-ordering-file", "-Xlinker", "\(Context.packageDirectory)/Sources/subdial-engine/engine.order",
                        "-Xlinker", "--no-warn-symbol-ordering",
                        "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                        "-Xlinker", "--wrap=dispatch_source_set_timer",
                    ],
                    .when(platforms: [.linux], configuration: .release))
            ]
        ),
        .executableTarget(
            name: "subdial",
            dependencies: ["EngineWire", "OperatingSystem"],
            swiftSettings: swift,
            // Fully static: about 1 ms and 3.6 MB for one line; a dynamic libc needs half as much time again.
            linkerSettings: [.unsafeFlags(["-static-executable"], .when(configuration: .release))]
        ),
        .executableTarget(
            name: "subdial-bench",
            dependencies: [
                "CCairo", "CPNG", "Clocks", "Drawing", "Engine", "Expressions", "Feeds", "Ink", "Kinds", "Library", "Listening",
                "NowPlaying",
                "Numbers", "Playback", "Snapshots", "Timeline", "Widgets",
                .program("Logging", "swift-log"),
            ],
            path: "Benchmarks",
            exclude: ["Templates", "results.tsv", "growth.tsv"],
            swiftSettings: swift
        ),

        // The library for tests of other people's widgets
        .target(
            name: "SubdialTesting",
            dependencies: [
                "Snapshots", "Feeds", "Kinds", "Drawing", "Widgets", "Templates", "Layout", "Timeline", "NowPlaying", "Expressions",
                "EngineWire", "OperatingSystem", "JSON", "Numbers", "ShippedTemplates",
            ],
            swiftSettings: swift),
        .target(
            name: "ShippedTemplates", path: "Templates", sources: ["ShippedTemplates.swift"],
            // `.copy` preserves the name of a folder, so that each member is named.
            resources: templates.map { .copy($0) },
            swiftSettings: swift),

        // Tests
        support("TestSupport"),
        // Sample pictures, a second PNG reader, and checks of the pixels of pictures.
        support("PictureSupport", ["TestSupport", "Drawing", "CCairo"]),
        // Players and a message bus for tests.
        .target(
            name: "DesktopSupport", dependencies: ["TestSupport", "Players", "CSystemd", "Numbers"], path: "Tests/DesktopSupport",
            swiftSettings: swift, linkerSettings: [.linkedLibrary("systemd")]),
        // A real MQTT broker.
        support("MQTTSupport", ["ProcessSupport", "TestSupport", "MQTT", "Numbers"]),
        // A web server with scripted responses.
        support("HTTPSupport", ["HTTP", "OperatingSystem", "Numbers"]),
        tests("Numbers"),
        tests("Concurrency"),
        tests("OperatingSystem"),
        tests("Clocks"),
        tests("PercentEncoding"),
        tests("ZoneInfo"),
        tests("JSON"),
        tests("YAML"),
        tests("Playback"),
        tests("Expressions", ["JSON"]),
        tests("Timeline", ["Expressions"]),
        tests("NowPlaying", ["Timeline", "Playback", "Expressions", "JSON"]),
        tests("Playlists"),
        tests("Listening", ["Playback"]),
        tests("Library", ["Listening", "Playback", "JSON"]),
        tests("Mixers", ["Expressions"]),
        tests("Consoles", ["Mixers", "Expressions", "JSON"]),
        tests("MQTT", ["MQTTSupport", "ProcessSupport"]),
        tests("MQTTDevices", ["NowPlaying", "Timeline", "JSON"], files: ["validate-discovery.py"]),
        tests("Matches", ["Expressions", "JSON"]),
        tests("Layout"),
        tests("Ink"),
        tests("Kinds", ["Feeds", "Timeline", "Expressions", "JSON"]),
        tests("Feeds", ["NowPlaying", "Timeline", "Expressions", "Playback", "JSON"]),
        tests("Bridge", ["HTTPSupport", "HTTP", "Simulator", "Playback", "JSON"]),
        tests("Players", ["DesktopSupport", "HTTP", "OperatingSystem", "Playback", "JSON", .program("Logging", "swift-log")]),
        tests("Discovery", ["Bridge", "Playback"]),
        tests("Drawing", ["PictureSupport", "CCairo", "CDeflate", "CJPEG", "CPNG"], files: ["Fixtures"]),
        tests("Templates", ["Layout", "Expressions"]),
        tests(
            "Widgets",
            [
                "PictureSupport", "Snapshots", "Kinds", "NowPlaying", "Timeline", "Drawing", "Ink", "Templates", "Layout", "Expressions",
                "JSON",
            ],
            files: ["References"]
        ),
        tests("Snapshots", ["Widgets", "Drawing", "JSON", "CDeflate"]),
        tests(
            "SubdialTesting", ["Snapshots", "Feeds", "Widgets", "Templates", "Drawing", "Timeline", "JSON"],
            files: ["__Snapshots__", "Documented/__Snapshots__", "Documented/entries", "Documented/card"],
            resources: ["Documented/Templates"]),
        tests("Simulator", ["PercentEncoding", "JSON"]),
        tests("Digests"),
        tests("Mirrors"),
        tests("EngineWire"),
        tests(
            "Engine",
            [
                "Clocks", "EngineWire", "Expressions", "Concurrency", "OperatingSystem", "HTTPSupport", "MQTT", "MQTTDevices",
                "MQTTSupport", "Kinds",
                "Library",
                "Listening",
                "Simulator", "Bridge", "HTTP",
                "Playback", "NowPlaying",
                "Timeline", "Feeds",
                "Widgets", "Drawing", "Players", "JSON",
                .program("Logging", "swift-log"),
            ]),
        tests(
            "Serve",
            ["Engine", "Expressions", "NowPlaying", "Timeline", "Widgets", "JSON", .program("Logging", "swift-log")]),
        // The real executables as processes; `swift test` builds them next to the tests.
        support("ProcessSupport", ["TestSupport"]),
        // A real browser, controlled through its own protocol.
        support("BrowserSupport", ["ProcessSupport", "TestSupport", "JSON"]),
        // The page of `subdial serve` in the browser.
        .testTarget(name: "PageTests", dependencies: ["BrowserSupport", "ProcessSupport", "TestSupport", "JSON"], swiftSettings: swift),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "ProcessSupport", "DesktopSupport", "HTTPSupport", "MQTTSupport", "MQTT", "HTTP", "TestSupport", "Drawing", "JSON",
                "Numbers",
            ],
            exclude: ["run-ci.py", "validate-ci.py"],
            swiftSettings: swift
        ),
        .testTarget(
            name: "HostileTests",
            dependencies: ["ProcessSupport", "DesktopSupport", "TestSupport", "Players", "Feeds", "JSON", "Numbers"],
            path: "Tests/Hostile", exclude: ["ClickedBar.py", "HostileBridge.py", "wallclock.c"], swiftSettings: swift),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Only for `Scripts/make-docs`, which sets this: no target uses it.
if Context.environment["SUBDIAL_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// Only for `Scripts/fuzz`, which sets this: libFuzzer provides the entry point of the program, which cannot be linked without it.
if Context.environment["SUBDIAL_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "subdial-fuzz",
            dependencies: [
                "JSON", "Expressions", "Layout", "Templates", "Widgets", "Drawing", "Timeline", "NowPlaying", "Playback", "Feeds",
                "EngineWire", "Engine", "Serve", "Ink", "MQTT", "MQTTDevices",
                "Players", "Bridge", "HTTP", "Numbers", "PercentEncoding",
            ],
            path: "Fuzz",
            exclude: ["README.md", "Dictionaries", "Seeds"],
            swiftSettings: swift
        ))
}
