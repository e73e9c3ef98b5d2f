import Foundation
import SubdialTestSupport

/// A folder with an Xcode project of two extensions, an app, and a folder that Xcode keeps in step with the disk.
struct ProjectFixture {
    let folder: TemporaryFolder

    /// A folder without a project.
    init(emptyIn folder: TemporaryFolder) { self.folder = folder }

    init() throws {
        folder = try TemporaryFolder()
        try write("App.xcodeproj/project.pbxproj", Self.project)
        try write("Config/Base.xcconfig", "#include \"More.xcconfig\"\nSWIFT_VERSION = 6.0 // mode\n")
        try write("Config/More.xcconfig", "EXTRA = FROM_FILE\n#include \"Base.xcconfig\"\n")
        try write("Widget/Widget.swift", "import WidgetKit\nimport SwiftUI\n@main struct Clock: Widget {}\n")
        try write("Widget/Views/Face.swift", "import SwiftUI\nstruct Face: View {}\n")
        try write("Widget/Info.plist", "<plist/>")
        try write("Widget/Assets.xcassets/hero.imageset/Contents.json", "{}")
        try write("Widget/en.lproj/Localizable.strings", "\"a\" = \"b\";")
        try write("Widget/AppOnly.swift", "import Nowhere\n")
        try write("Shared/Model.swift", "import Foundation\nstruct Model {}\n")
        try write("Shared/Store.swift", "import RealmSwift\nstruct Store {}\n")
        try write("Other/Other.swift", "import WidgetKit\nstruct Other: Widget {}\n")
        try write("Notes/Notes.swift", "import UserNotifications\n")
    }

    func path(_ name: String) -> String { folder.path(name) }

    func write(_ name: String, _ text: String) throws {
        let path = folder.path(name)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    static let project = """
        // !$*UTF8*$!
        { archiveVersion = 1; objectVersion = 77; rootObject = P; objects = {
        P /* Project object */ = { isa = PBXProject; buildConfigurationList = PL; developmentRegion = de; mainGroup = G; projectDirPath = "";
            targets = ( APP, W, O, N, ); };
        PL = { isa = XCConfigurationList; buildConfigurations = (PR, PD); };
        PR = { isa = XCBuildConfiguration; name = Release; buildSettings = { SWIFT_VERSION = 4.2; }; };
        PD = { isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = XC;
            buildSettings = { SWIFT_ACTIVE_COMPILATION_CONDITIONS = ("DEBUG", "$(EXTRA)"); }; };
        XC = { isa = PBXFileReference; path = Config/Base.xcconfig; sourceTree = SOURCE_ROOT; };
        G = { isa = PBXGroup; children = ( WG, SG, OG, NG, LOOP, ); sourceTree = "<group>"; };
        LOOP = { isa = PBXGroup; children = ( LOOP, LF, ); sourceTree = "<group>"; };
        LF = { isa = PBXFileReference; path = Loop.swift; sourceTree = "<group>"; };
        WG /* Widget */ = { isa = PBXFileSystemSynchronizedRootGroup; exceptions = ( WX, AX, ); path = Widget; sourceTree = "<group>"; };
        WX = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = ( AppOnly.swift, Info.plist, ); target = W; };
        AX = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = ( AppOnly.swift, ); target = APP; };
        SG = { isa = PBXGroup; children = ( MF, SF, ); path = Shared; sourceTree = "<group>"; };
        MF = { isa = PBXFileReference; path = Model.swift; sourceTree = "<group>"; };
        SF = { isa = PBXFileReference; path = Store.swift; sourceTree = "<group>"; };
        OG = { isa = PBXGroup; children = ( OF, ); path = Other; sourceTree = "<group>"; };
        OF = { isa = PBXFileReference; path = Other.swift; sourceTree = "<group>"; };
        NG = { isa = PBXGroup; children = ( NF, ); path = Notes; sourceTree = "<group>"; };
        NF = { isa = PBXFileReference; path = Notes.swift; sourceTree = "<group>"; };
        APP = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; buildPhases = ( ); };
        W = { isa = PBXNativeTarget; name = "Clock-Widget"; productType = "com.apple.product-type.app-extension"; buildConfigurationList = WL;
            buildPhases = ( WS, ); fileSystemSynchronizedGroups = ( WG, ); };
        WS = { isa = PBXSourcesBuildPhase; files = ( WB1, WB2, WB3, MISSING, ); };
        WB1 = { isa = PBXBuildFile; fileRef = MF; };
        WB2 = { isa = PBXBuildFile; fileRef = SF; };
        WB3 = { isa = PBXBuildFile; fileRef = LF; };
        WL = { isa = XCConfigurationList; buildConfigurations = ( WD, ); };
        WD = { isa = XCBuildConfiguration; name = Debug; buildSettings = { PRODUCT_NAME = "$(TARGET_NAME)"; SWIFT_APPROACHABLE_CONCURRENCY = NO;
            SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor; SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY = YES;
            SWIFT_ACTIVE_COMPILATION_CONDITIONS = "$(inherited) WIDGET"; }; };
        O = { isa = PBXNativeTarget; name = Other; productType = "com.apple.product-type.app-extension"; buildPhases = ( OS, ); };
        OS = { isa = PBXSourcesBuildPhase; files = ( OB, ); };
        OB = { isa = PBXBuildFile; fileRef = OF; };
        N = { isa = PBXNativeTarget; name = Notes; productType = "com.apple.product-type.app-extension"; buildPhases = ( NS, ); };
        NS = { isa = PBXSourcesBuildPhase; files = ( NB, ); };
        NB = { isa = PBXBuildFile; fileRef = NF; };
        }; }
        """
}
