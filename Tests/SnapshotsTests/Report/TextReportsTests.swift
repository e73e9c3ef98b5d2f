import Foundation
import SubdialSnapshots
import SubdialTestSupport
import Testing

@Suite struct TextReportsTests {
    @Test func junit() {
        #expect(
            JUnitReport.text(.sample) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="Widgets &amp; &lt;more&gt;" tests="7" failures="2" errors="1" time="3.725">
                  <testsuite name="Widgets &amp; &lt;more&gt;" tests="7" failures="2" errors="1" time="3.725" skipped="1" \
                timestamp="2026-05-04T10:20:30">
                    <properties>
                      <property name="platform" value="linux-x86_64"/>
                    </properties>
                    <testcase classname="playing" name="small-dark" time="0.021"/>
                    <testcase classname="playing" name="small-light" time="0.000">
                      <failure message="12 pixels differ, 1 more than the 11 allowed" type="difference">12 pixels differ, 1 more than the \
                11 allowed
                ~ title: x 4 → 7
                - badge
                Inter is 4.0
                cases/playing.yaml:3</failure>
                    </testcase>
                    <testcase classname="Widgets &amp; &lt;more&gt;" name="first" time="0.000"/>
                    <testcase classname="Widgets &amp; &lt;more&gt;" name="absent" time="0.000">
                      <failure message="there is no reference" type="missing">there is no reference</failure>
                    </testcase>
                    <testcase classname="Widgets &amp; &lt;more&gt;" name="old" time="0.000">
                      <skipped message="no case has this name"/>
                    </testcase>
                    <testcase classname="Widgets &amp; &lt;more&gt;" name="again" time="0.000">
                      <system-out>written anew</system-out>
                    </testcase>
                    <testcase classname="&lt;b&gt;hostile&lt;/b&gt;, a:b" name="&lt;/script&gt;&lt;img src=x onerror=&quot;document.title=\
                'tag'&quot;&gt;" time="0.000">
                      <error message="line one&#13;&#10;line [31mtwo ]]&gt; {{script}} &lt;!-- &lt;\u{338}script&gt; 100%">line one&#13;
                line [31mtwo ]]&gt; {{script}} &lt;!-- &lt;\u{338}script&gt; 100%</error>
                    </testcase>
                    <system-err>a font, not locked: 100%</system-err>
                  </testsuite>
                </testsuites>

                """)
    }

    /// An independent parser validates the XML and reads its content.
    @Test(.enabled(if: Tool.has("python3"), "needs python3")) func junitIsXML() throws {
        let script = """
            import sys, xml.etree.ElementTree as tree
            root = tree.parse(sys.stdin.buffer).getroot()
            cases = root.findall('./testsuite/testcase')
            print(len(cases), *[cases[6].get('name'), cases[6].find('error').get('message')], sep='|', end='')
            """
        let output = try Program.python.run(["-c", script], input: JUnitReport.text(.sample))
        let message = "line one\r\nline [31mtwo ]]> {{script}} <!-- <\u{338}script> 100%"
        #expect(output == "7|</script><img src=x onerror=\"document.title='tag'\">|\(message)")
    }

    @Test func annotations() {
        #expect(
            GitHubAnnotations.text(.sample) == """
                ::error file=cases/playing.yaml,line=3,title=playing%3A small-light looks different::12 pixels differ, 1 more than the 11 \
                allowed%0A~ title: x 4 → 7%0A- badge
                ::error file=actual/absent.png,title=absent has no reference::there is no reference
                ::error title=<b>hostile</b>%2C a%3Ab%3A </script><img src=x onerror="document.title='tag'"> could not be compared\
                ::line one%0D%0Aline \u{1B}[31mtwo\u{0} ]]> {{script}} <!-- <\u{338}script> \u{FFFE}100%25
                ::warning file=expected/old.png,title=old belongs to no case::no case has this name
                ::warning title=Widgets & <more>::a font, not locked: 100%25
                ::notice file=actual/first.png,title=first is new::first is new
                ::notice file=expected/again.png,title=again was updated::written anew

                """)
    }

    /// GitHub shows ten annotations of a kind per step.
    @Test func manyAnnotationsAreCounted() {
        var report = SnapshotReport.sample
        report.warnings = []
        report.cases = (1...494).map { SnapshotCase(id: "case-\($0)", status: .failed, message: "3 pixels differ") }
        let lines = GitHubAnnotations.text(report).split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.first == "::error title=case-1 looks different::3 pixels differ")
        #expect(lines.last == "::error title=and 485 more::485 more like this; the report in index.html has all of them")
    }

    @Test func regJSON() {
        let report = RegReport(actualFolder: "actual", expectedFolder: "expected/", differenceFolder: "difference")
        #expect(
            report.text(.sample) == """
                {
                  "failedItems": [
                    "small-light.png",
                    "</script><img src=x onerror=\\"document.title='tag'\\">.png"
                  ],
                  "newItems": [
                    "first.png",
                    "absent.png"
                  ],
                  "deletedItems": [
                    "old.png"
                  ],
                  "passedItems": [
                    "small-dark.png",
                    "again.png"
                  ],
                  "expectedItems": [
                    "small-dark.png",
                    "small-light.png",
                    "old.png",
                    "again.png"
                  ],
                  "actualItems": [
                    "small-dark.png",
                    "small-light.png",
                    "first.png",
                    "absent.png",
                    "again.png"
                  ],
                  "diffItems": [
                    "small-light.png"
                  ],
                  "actualDir": "actual",
                  "expectedDir": "expected/",
                  "diffDir": "difference"
                }

                """)
    }

    @Test func json() throws {
        var report = SnapshotReport.sample
        let text = try JSONReport.text(report)
        #expect(try JSONReport.report(Array(text.utf8)) == report)
        report.cases = [report.cases[1]]
        report.warnings = []
        #expect(
            try JSONReport.text(report) == """
                {
                  "cases" : [
                    {
                      "actual" : "actual/small-light.png",
                      "counts" : {
                        "compared" : 64,
                        "densestWindow" : {
                          "count" : 12,
                          "place" : {
                            "height" : 4,
                            "width" : 4,
                            "x" : 1,
                            "y" : 2
                          }
                        },
                        "different" : 12,
                        "masked" : 4,
                        "maximumDelta" : 0.75,
                        "regions" : [
                          {
                            "height" : 4,
                            "width" : 3,
                            "x" : 1,
                            "y" : 2
                          }
                        ],
                        "smoothed" : 3
                      },
                      "difference" : "difference/small-light.png",
                      "duration" : 0,
                      "expected" : "expected/small-light.png",
                      "fontWarnings" : [
                        "Inter is 4.0"
                      ],
                      "group" : "playing",
                      "id" : "small-light",
                      "limits" : {
                        "densestWindow" : {
                          "limit" : 16,
                          "size" : 4
                        },
                        "maxDifferentPixels" : 11,
                        "maxDifferentRatio" : 0.5
                      },
                      "line" : 3,
                      "message" : "12 pixels differ, 1 more than the 11 allowed",
                      "nodeChanges" : [
                        "~ title: x 4 → 7",
                        "- badge"
                      ],
                      "source" : "cases/playing.yaml",
                      "status" : "failed"
                    }
                  ],
                  "date" : "2026-05-04T10:20:30Z",
                  "duration" : 3.7254,
                  "platform" : "linux-x86_64",
                  "suite" : "Widgets & <more>",
                  "warnings" : [

                  ]
                }

                """)
    }

    /// A runner of GitHub obeys lines that begin with two colons, and an older form anywhere; a text of others must not have either.
    @Test(arguments: [
        ("::add-mask::x", "\\::add-mask::x"), ("a\n  \t::stop-commands::x", "a\n\\  \t::stop-commands::x"),
        ("a ##[error]x", "a # #[error]x"), ("::\u{301}debug::", "\\::\u{301}debug::"), ("`title` is ::x", "`title` is ::x"), ("", ""),
    ])
    func aLogHasNoCommandsOfOthers(_ text: String, _ plain: String) {
        #expect(GitHubAnnotations.plain(text) == plain)
    }

    @Test func whatIsNoReport() {
        #expect(throws: ReportError.self) { try JSONReport.report(Array("{}".utf8)) }
        var report = SnapshotReport.sample
        report.duration = .infinity
        #expect(throws: ReportError.self) { try JSONReport.text(report) }
        #expect(JUnitReport.text(report).contains("time=\"0.000\""))
    }

    @Test func verdict() {
        var report = SnapshotReport.sample
        #expect(!report.passed && report.count(of: .failed) == 1)
        report.cases.removeAll { $0.status.isFailure }
        #expect(report.passed && report.cases.map(\.status) == [.passed, .new, .obsolete, .updated])
    }
}
