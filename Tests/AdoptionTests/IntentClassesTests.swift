import Foundation
import SubdialAdoption
import SubdialTestSupport
import Testing

/// The types that Xcode makes of definitions of intents.
@Suite struct IntentClassesTests {
    private func classes(_ text: String) throws -> IntentClasses {
        let fixture = ProjectFixture(emptyIn: try TemporaryFolder())
        try fixture.write("A.intentdefinition", text)
        var classes = IntentClasses()
        try classes.add(contentsOf: fixture.path("A.intentdefinition"))
        return classes
    }

    @Test func theSourceHasEnumerationsObjectsAndIntents() throws {
        let classes = try classes(Self.definition)
        #expect(classes.warnings.isEmpty)
        #expect(
            classes.source == """
                // Written by 'subdial widget': do not edit.
                import Foundation
                import Intents

                nonisolated public enum Band: Int, Sendable {
                    case unknown = 0, fm = 1, `default` = 2
                }

                nonisolated public class BandResolutionResult: NSObject {
                    public class func success(with value: Band) -> BandResolutionResult { BandResolutionResult() }
                    public class func disambiguation(with values: [Band]) -> BandResolutionResult { BandResolutionResult() }
                    public class func confirmationRequired(with value: Band?) -> BandResolutionResult { BandResolutionResult() }
                    public class func needsValue() -> BandResolutionResult { BandResolutionResult() }
                    public class func notRequired() -> BandResolutionResult { BandResolutionResult() }
                    public class func unsupported() -> BandResolutionResult { BandResolutionResult() }
                }

                nonisolated public class Station: INObject {
                    public var frequency: NSNumber?
                }

                nonisolated public class StationResolutionResult: NSObject {
                    public class func success(with value: Station) -> StationResolutionResult { StationResolutionResult() }
                    public class func disambiguation(with values: [Station]) -> StationResolutionResult { StationResolutionResult() }
                    public class func confirmationRequired(with value: Station?) -> StationResolutionResult { StationResolutionResult() }
                    public class func needsValue() -> StationResolutionResult { StationResolutionResult() }
                    public class func notRequired() -> StationResolutionResult { StationResolutionResult() }
                    public class func unsupported() -> StationResolutionResult { StationResolutionResult() }
                }

                nonisolated public class SelectStationIntent: INIntent {
                    public var station: Station?
                    public var band = Band.fm
                    public var other = Band.unknown
                    public var bands: [Band]?
                    public var showsLogo: NSNumber? = NSNumber(value: true)
                    public var count: NSNumber? = NSNumber(value: 3)
                    public var title: String? = "A \\"quoted\\" \\u{a}text"
                }

                nonisolated public protocol SelectStationIntentHandling: NSObjectProtocol {}

                nonisolated public enum SelectStationIntentResponseCode: Int, Sendable {
                    case unspecified, ready, continueInApp, inProgress, success, failure, failureRequiringAppLaunch, offAir = 100
                }

                nonisolated public class SelectStationIntentResponse: INIntentResponse {
                    public var code = SelectStationIntentResponseCode.unspecified
                    public var reason: String?

                    public convenience init(code: SelectStationIntentResponseCode, userActivity: NSUserActivity?) {
                        self.init()
                        self.code = code
                        self.userActivity = userActivity
                    }
                }

                """, "\(classes.source)")
    }

    @Test func aPrefixIsPartOfTheNameOfAClass() throws {
        let text = Self.plist(
            "<key>INIntents</key><array><dict><key>INIntentName</key><string>Skip</string>"
                + "<key>INIntentClassPrefix</key><string>SJ</string></dict></array>")
        #expect(try classes(text).names == ["SJSkipIntent", "SJSkipIntentHandling", "SJSkipIntentResponse", "SJSkipIntentResponseCode"])
    }

    @Test(
        "What cannot be written is a warning, and the others are there",
        arguments: [
            (
                "<key>INIntentParameterName</key><string>a b</string><key>INIntentParameterType</key><string>String</string>",
                "'a b' is no name"
            ),
            (
                "<key>INIntentParameterName</key><string>place</string><key>INIntentParameterType</key><string>Placemark</string>",
                "'place' has the type 'Placemark', which is not here"
            ),
        ])
    func warnings(_ parameter: String, warning: String) throws {
        let classes = try classes(
            Self.plist(
                "<key>INIntents</key><array><dict><key>INIntentName</key><string>Bad</string><key>INIntentParameters</key><array><dict>"
                    + parameter + "</dict></array></dict><dict><key>INIntentName</key><string>Good</string></dict></array>"))
        #expect(classes.names.contains("GoodIntent") && !classes.names.contains("BadIntent"))
        #expect(classes.warnings.count == 1 && classes.warnings[0].contains("BadIntent is left out: \(warning)"), "\(classes.warnings)")
    }

    @Test(arguments: ["", "text", "{ a = b; }", "<plist version=\"1.0\"><array/></plist>"])
    func otherFilesAreNone(_ text: String) throws {
        let error = #expect(throws: AdoptionError.self) { try classes(text) }
        #expect(error?.exitStatus == .badData && error?.message.contains("this is no definition of intents") == true)
    }

    static func plist(_ contents: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\(contents)</dict></plist>"
    }

    private static func parameter(_ name: String, _ type: String, _ more: String = "", start: String = "") -> String {
        "<dict><key>INIntentParameterName</key><string>\(name)</string><key>INIntentParameterType</key><string>\(type)</string>\(more)"
            + (start.isEmpty
                ? ""
                : "<key>INIntentParameterMetadata</key><dict><key>INIntentParameterMetadataDefaultValue</key>\(start)</dict>") + "</dict>"
    }

    static let definition = plist(
        """
        <key>INEnums</key><array><dict><key>INEnumName</key><string>Band</string><key>INEnumValues</key><array>
        <dict><key>INEnumValueName</key><string>unknown</string></dict>
        <dict><key>INEnumValueIndex</key><integer>1</integer><key>INEnumValueName</key><string>fm</string></dict>
        <dict><key>INEnumValueIndex</key><integer>2</integer><key>INEnumValueName</key><string>default</string></dict>
        </array></dict></array>
        <key>INTypes</key><array><dict><key>INTypeName</key><string>Station</string><key>INTypeProperties</key><array>
        <dict><key>INTypePropertyDefault</key><true/><key>INTypePropertyName</key><string>identifier</string>
        <key>INTypePropertyType</key><string>String</string></dict>
        <dict><key>INTypePropertyName</key><string>frequency</string><key>INTypePropertyType</key><string>Decimal</string></dict>
        </array></dict></array>
        <key>INIntents</key><array><dict><key>INIntentName</key><string>SelectStation</string><key>INIntentParameters</key><array>
        """
            + parameter("station", "Object", "<key>INIntentParameterObjectType</key><string>Station</string>")
            + parameter("band", "Integer", "<key>INIntentParameterEnumType</key><string>Band</string>", start: "<string>fm</string>")
            + parameter("other", "Integer", "<key>INIntentParameterEnumType</key><string>Band</string>")
            + parameter(
                "bands", "Integer",
                "<key>INIntentParameterEnumType</key><string>Band</string><key>INIntentParameterSupportsMultipleValues</key><true/>")
            + parameter("showsLogo", "Boolean", start: "<true/>") + parameter("count", "Integer", start: "<integer>3</integer>")
            + parameter("title", "String", start: "<string>A \"quoted\" \ntext</string>") + """
                </array><key>INIntentResponse</key><dict><key>INIntentResponseCodes</key><array>
                <dict><key>INIntentResponseCodeName</key><string>success</string></dict>
                <dict><key>INIntentResponseCodeName</key><string>offAir</string></dict></array>
                <key>INIntentResponseParameters</key><array><dict><key>INIntentResponseParameterName</key><string>reason</string>
                <key>INIntentResponseParameterType</key><string>String</string></dict></array></dict></dict>
                <dict><key>INIntentCategory</key><string>system</string><key>INIntentName</key><string>PlayMedia</string></dict></array>
                """)
}
