import SubdialWidgets
import Testing

@testable import SubdialProcessSupport

/// The options of `subdial render` for the axes of a look.
@Suite struct LookOptionTests {
    /// The axes that the format of the file, the options of panels, the date or `subdial activity` decide.
    private static let others: [LookAxis] = [.presentation, .panel, .moment, .animated]

    /// `render` has every axis of a look.
    @Test func everyAxisIsAnOption() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let help = try sandbox.run("render", "--help").output
        for axis in LookAxis.all where !Self.others.contains(axis) {
            let option = try #require(axis.option, "\(axis.name)")
            #expect(help.contains("--\(option)"), "\(option)")
        }
        for key in PanelChoice.Key.allCases { #expect(help.contains("--\(key.rawValue)")) }
    }

    /// A wrong value is refused before anything is drawn, with the option and the nearest values.
    @Test(arguments: [
        (["--family", "systemMedum"], "--family does not know 'systemMedum'; did you mean 'systemMedium'?"),
        (["--placement", "standby"], "--placement does not know 'standby'; did you mean 'standBy'?"),
        (["--mode", "fullColor,vibrnt"], "--mode does not know 'vibrnt'; did you mean 'vibrant'?"),
        (["--type-size", "AX9"], "--type-size does not know 'AX9'; did you mean 'AX1'?"),
        (["--redacted", "none"], "--redacted does not know 'none'; there are placeholder, privacy"),
        (["--tint", "red"], "--tint takes a colour such as #FF9500, not 'red'"),
        (["--language", "../de"], "--language takes a tag such as de or pt-BR, not '../de'"),
        (["--scale", "0"], "--scale takes a number above 0 and up to 32, not 0.0"),
        (["--depth", "3"], "--depth takes 1, 2, 4 or 8, the bits of a pixel, not '3'"),
    ])
    func aWrongValueIsRefused(_ options: [String], _ message: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let family = options[0] == "--family" ? [] : ["--family", "systemSmall"]
        let outcome = try sandbox.run(["render", "-o", "x.png", "--entry", "missing.json"] + family + options)
        #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }
}
