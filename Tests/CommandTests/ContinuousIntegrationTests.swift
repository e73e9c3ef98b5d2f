import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The result of a run of a CI service's file by `run-ci.py`.
private struct CIRun {
    let json: JSONValue

    var jobs: [JSONValue] { json["jobs"]?.elements ?? [] }
    var results: [String] { jobs.map { "\($0["name"]?.string ?? ""): \($0["result"]?.string ?? "")" } }
    var artifacts: [String] {
        guard case .object(let members)? = json["artifacts"] else { return [] }
        return members.map(\.key).sorted()
    }
    func files(_ artifact: String) -> [String] { json["artifacts"]?[artifact]?.elements?.compactMap(\.string) ?? [] }
}

private let example = Repository.root.appending(path: "Examples/SnapshotTests")
private let action = Repository.root.appending(path: "action.yml").path
private let workflow = example.appending(path: ".github/workflows/widgets.yml").path
private let recording = example.appending(path: ".github/workflows/record.yml").path
private let pipeline = example.appending(path: ".gitlab-ci.yml").path
private let data =
    ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? "\(ProcessInfo.processInfo.environment["HOME"] ?? "")/.local/share"
private let schemas = "\(data)/subdial-tests/check_jsonschema/builtin_schemas/vendor"

/// The files for CI services, run step by step as a runner does, and validated by the services' schemas.
@Suite(.serialized) struct ContinuousIntegrationTests {
    @Test func theActionPassesWhereNothingDiffers() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        let run = try place.run("action", action, place.repository, "{}")
        #expect(run.results == ["job: success"])
        #expect(run.jobs.first?["summary"]?.string?.hasSuffix(": 4 snapshots: 4 passed\n") == true)
        #expect(run.files("snapshot-report").contains("junit.xml"))
    }

    @Test func theActionFailsAndKeepsTheReportWhereAWidgetDiffers() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        try place.change()
        let run = try place.run("action", action, place.repository, #"{"upload": "widgets"}"#)
        #expect(run.results == ["job: failure"])
        let job = try #require(run.jobs.first)
        #expect(job["steps"]?["action/Check snapshots"]?.string == "failure")
        #expect(job["steps"]?["action/Upload the report"]?.string == "success")
        #expect(job["output"]?.string?.contains("::error file=") == true)
        let summary = job["summary"]?.string ?? ""
        #expect(summary.contains("4 snapshots: 4 failed"))
        #expect(summary.hasSuffix("open its <code>index.html</code>.\n"))
        #expect(summary.contains("\n\nThe artifact [widgets](https://example.invalid/widgets) has the report"))
        #expect(run.files("widgets").contains("difference/systemSmall/playing.systemSmall.iphone-15.dark.png"))
    }

    /// A missing suite fails, and the report contains it; text of a workflow is never run as a script.
    @Test(arguments: ["absent.yaml", "$(touch pwned).yaml", "\"; touch pwned; \".yaml"]) func theActionRunsNoWordOfItsInputs(
        _ suite: String
    ) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        let inputs = JSONValue.object([JSONMember("suite", .string(suite)), JSONMember("args", .string("--filter $(touch${IFS}pwned)"))])
        let run = try place.run("action", action, place.repository, inputs.text())
        #expect(run.results == ["job: failure"])
        #expect(!FileManager.default.fileExists(atPath: place.sandbox.path("ci/job/workspace/pwned")))
        #expect(run.jobs.first?["summary"]?.string?.contains("| error |") == true)
    }

    /// A report that an earlier job has left on the machine is not that of a run that could not take place.
    @Test(arguments: [
        #"{"args": "--no-such-option"}"#, #"{"args": "-o elsewhere"}"#, #"{"merge": "no-such-folder"}"#, #"{"shard": "3/2"}"#,
    ])
    func theActionLeavesNoReportOfAnEarlierRun(_ inputs: String) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        #expect(try place.status("cd '\(place.repository)' && subdial snapshot check") == 0)
        let junit = try String(contentsOfFile: "\(place.repository)/snapshot-report/junit.xml", encoding: .utf8)
        #expect(junit.contains(#"failures="0" errors="0""#))
        let run = try place.run("action", action, place.repository, inputs)
        #expect(run.results == ["job: failure"])
        let job = try #require(run.jobs.first)
        #expect(job["summary"]?.string?.hasPrefix("❌") == true && job["output"]?.string?.contains("::error") == true, "\(job)")
        let left = try? String(contentsOfFile: place.sandbox.path("ci/job/workspace/snapshot-report/junit.xml"), encoding: .utf8)
        #expect(left?.contains(#"errors="0""#) != true)
    }

    /// A command that ends without a check is a failure, also if it is none of its own.
    @Test(arguments: ["--help", "--version"]) func theActionFailsWhereNothingIsChecked(_ word: String) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        #expect(try place.status("cd '\(place.repository)' && subdial snapshot check") == 0)
        let run = try place.run("action", action, place.repository, #"{"args": "\#(word)"}"#)
        #expect(run.results == ["job: failure"])
        #expect(run.jobs.first?["summary"]?.string?.hasPrefix("❌ Nothing was checked: ") == true)
    }

    /// What an earlier run has left in the workspace, also one of an earlier version, one that was killed, or one that the action has begun.
    @Test(
        arguments: [
            "", "rm snapshot-report/run.json", "rm -f snapshot-report/*.*",
            "rm snapshot-report/subdial-files.txt snapshot-report/report.json",
            "rm -r snapshot-report/actual && ln -s /nowhere snapshot-report/actual",
        ])
    func theActionChecksInAUsedWorkspace(_ change: String) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        try place.change()
        #expect(try place.status("cd '\(place.repository)' && subdial snapshot check") == 1)
        try place.shell("cd '\(place.repository)' && \(change.isEmpty ? "true" : change)")
        let run = try place.run("action", action, place.repository, "{}")
        let job = try #require(run.jobs.first)
        #expect(run.results == ["job: failure"] && job["summary"]?.string?.contains("4 snapshots: 4 failed") == true, "\(job)")
        #expect(run.files("snapshot-report").contains("difference/systemSmall/playing.systemSmall.iphone-15.dark.png"))
    }

    /// A job that fails, and is tried again in the same workspace.
    @Test func theActionChecksAgain() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        try place.change()
        let mend = "sed -i 's/font: title/font: headline/' Widgets/systemSmall.yaml"
        let run = try place.run("action", action, place.repository, #"[{}, {"attempt": 2}, {"attempt": 3, "before": "\#(mend)"}]"#)
        let job = try #require(run.jobs.first)
        let summary = job["summary"]?.string ?? ""
        #expect(summary.components(separatedBy: "4 snapshots: 4 failed").count == 3, "\(job)")
        #expect(summary.hasSuffix(": 4 snapshots: 4 passed\n"), "\(job)")
        #expect(job["steps"]?["action 3/Upload the report"]?.string == "success")
        #expect(run.files("snapshot-report").contains("report.json") && !run.files("snapshot-report").contains { $0.hasPrefix("actual/") })
    }

    /// Two suites of a folder, and one of another folder, have a report and an artifact each.
    @Test func eachSuiteOfTheActionHasItsOwnReport() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        try place.shell("cp '\(place.repository)/snapshots.yaml' '\(place.repository)/widgets.yaml'")
        let suites = ["snapshots.yaml", "widgets.yaml", "./absent.yaml"]
        let inputs = suites.map { #"{"suite": "\#($0)"}"# } + [#"{"suite": "more/none.yaml", "shard": "1/2"}"#]
        let run = try place.run("action", action, place.repository, "[\(inputs.joined(separator: ", "))]")
        #expect(run.results == ["job: failure"])
        for (artifact, isComplete) in [
            ("snapshot-report", true), ("snapshot-report-widgets", true), ("snapshot-report-absent", false),
            ("snapshot-report-more--none-1-of-2", false),
        ] {
            let junit = try #require(
                try? String(contentsOfFile: place.sandbox.path("ci/artifacts/\(artifact)/junit.xml"), encoding: .utf8), "\(artifact)")
            #expect(junit.contains(isComplete ? #"tests="4" failures="0" errors="0""# : #"errors="1""#), "\(artifact): \(junit)")
        }
    }

    /// The default names of artifacts differ by suite, shard, job of a matrix, and use in a job.
    @Test(
        arguments: [
            ("{}, {}", ["snapshot-report", "snapshot-report-use-2"]),
            (
                #"{"job": {"job-index": 0, "job-total": 4}, "shard": "1/2"}, {"job": {"job-index": 2, "job-total": 4}, "shard": "1/2"}"#,
                ["snapshot-report-1-of-2-job-1", "snapshot-report-1-of-2-job-3"]
            ),
            (#"{"suite": "a/b.yaml"}, {"suite": "a--b.yaml"}"#, ["snapshot-report-a--b", "snapshot-report-a--b-f3d09095"]),
            (#"{"suite": "a.yaml"}, {"suite": "a"}"#, ["snapshot-report-a", "snapshot-report-a-ca978112"]),
            (#"{"shard": "1/2"}, {"suite": "1-of-2.yaml"}"#, ["snapshot-report-1-of-2", "snapshot-report-1-of-2-32d23bfb"]),
        ])
    func everyReportOfTheActionHasItsOwnName(_ uses: String, _ names: [String]) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        #expect(try place.run("action", action, place.repository, "[\(uses)]").artifacts == names)
    }

    /// Only a retry replaces an artifact: of two jobs with the same suite, the second one fails.
    @Test(arguments: [(#"{"job": {"job-index": 0, "job-total": 1}}"#, "failure"), (#"{"attempt": 2}"#, "success")])
    func theReportOfAnotherJobIsNotReplaced(_ second: String, _ result: String) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        let run = try place.run("action", action, place.repository, "[{}, \(second)]")
        let job = try #require(run.jobs.first)
        #expect(run.results == ["job: \(result)"] && run.artifacts == ["snapshot-report"], "\(job)")
        #expect(job["steps"]?["action 2/Upload the report"]?.string == result, "\(job)")
    }

    /// A link that came with the repository does not lead the action to a folder of the machine.
    @Test func theActionFollowsNoLink() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        try place.shell("mkdir '\(place.sandbox.path("site"))' && echo mine >'\(place.sandbox.path("site/index.html"))'")
        let link = "ln -s '\(place.sandbox.path("site"))' snapshot-report"
        let run = try place.run("action", action, place.repository, #"{"before": "\#(link)"}"#)
        #expect(run.results == ["job: failure"])
        #expect(run.jobs.first?["summary"]?.string?.contains("is a link") == true)
        #expect(try String(contentsOfFile: place.sandbox.path("site/index.html"), encoding: .utf8) == "mine\n")
    }

    /// A shard that an earlier run has left on the machine does not stand for one of this run.
    @Test func theMergeTakesNoShardOfAnEarlierRun() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        let check = { (shard: Int, run: Int) in
            "GITHUB_RUN_ID=\(run) subdial snapshot check --shard \(shard)/2 -o shards/\(shard)"
        }
        let merge = { (run: Int) in "GITHUB_RUN_ID=\(run) subdial snapshot merge shards/1 shards/2 -o merged" }
        #expect(try place.status("cd '\(place.repository)' && \(check(1, 1)) && \(check(2, 2)); ! \(merge(2))") == 0)
        #expect(try place.status("cd '\(place.repository)' && \(check(1, 2)) && \(merge(2))") == 0)
        // A workflow that another one starts.
        #expect(try place.status("cd '\(place.repository)' && \(merge(3))") == 0)
    }

    @Test func theActionTakesAPackage() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        let root = Repository.root.path
        try place.shell(
            """
            mkdir '\(place.sandbox.path("empty"))'
            BUILD='\(Sandbox.build.path)' PREFIX='\(place.sandbox.path("installed"))' '\(root)/Scripts/install' >/dev/null
            tar -c -f '\(place.sandbox.path("subdial.tar"))' -C '\(place.sandbox.path("installed"))' .
            """)
        let run = try place.run(
            "action", action, place.repository, #"{"package": "\#(place.sandbox.path("subdial.tar"))"}"#, withProgram: false)
        #expect(run.results == ["job: success"], "\(run.jobs.first?["output"]?.string ?? "")")
        #expect(run.jobs.first?["steps"]?["action/Install Subdial"]?.string == "success")
    }

    @Test(arguments: [("success", 0, true), ("failure", 4, false)])
    func shardsAreMergedOnGitHub(_ result: String, _ failed: Int, _ isSame: Bool) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        if !isSame { try place.change() }
        let run = try place.run("github", action, place.repository, workflow)
        #expect(run.results == ["snapshots 1", "snapshots 2", "report"].map { "\($0): \(result)" })
        #expect(run.jobs.last?["summary"]?.string?.contains("4 snapshots: 4 \(isSame ? "passed" : "failed")\n") == true)
        #expect(run.files("snapshots").count { $0.hasPrefix("difference/") } == failed)
    }

    @Test(arguments: [("success", 0, true), ("failure", 4, false)])
    func shardsAreMergedOnGitLab(_ result: String, _ failed: Int, _ isSame: Bool) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        if !isSame { try place.change() }
        let run = try place.run("gitlab", place.repository, pipeline)
        #expect(run.results == ["snapshots 1", "snapshots 2", "report 1"].map { "\($0): \(result)" })
        #expect(run.files("report 1").count { $0.hasPrefix("snapshot-report/difference/") } == failed)
    }

    @Test func aPlainScriptTellsByItsExitCode() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        let script = "cd '\(place.repository)' && ./check-snapshots"
        #expect(try place.status(script) == 0)
        try place.change()
        #expect(try place.status(script) == 1)
        #expect(FileManager.default.fileExists(atPath: "\(place.repository)/snapshot-report/index.html"))
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: schemas), "needs the schemas of CI services: Scripts/install-dependencies --test"),
        arguments: [("github-actions", action), ("github-workflows", workflow), ("github-workflows", recording), ("gitlab-ci", pipeline)])
    func theServicesSchemasAgree(_ schema: String, _ file: String) throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        let validator = Repository.root.appending(path: "Tests/CommandTests/validate-ci.py").path
        let errors = try place.shell("/usr/bin/python3 '\(validator)' '\(schemas)' \(schema) '\(file)'")
        #expect(errors.isEmpty, "\(errors)")
    }

    /// The documentation shows the files that are tested.
    @Test(arguments: [".github/workflows/widgets.yml", ".github/workflows/record.yml", ".gitlab-ci.yml", "check-snapshots"])
    func theDocumentationShowsTheFile(
        _ name: String
    ) throws {
        let text = try String(contentsOf: example.appending(path: name), encoding: .utf8)
        let page = try String(contentsOf: Repository.root.appending(path: "Documentation/snapshots.md"), encoding: .utf8)
        #expect(page.contains("\n\(text)```\n"), "Documentation/snapshots.md has another \(name) than Examples/SnapshotTests")
    }

    @Test func theDocumentationListsTheInputs() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "Documentation/snapshots.md"), encoding: .utf8)
        let text = try String(contentsOfFile: action, encoding: .utf8)
        let inputs = text.split(separator: "outputs:")[0].split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        #expect(inputs.count >= 6)
        for input in inputs {
            #expect(page.contains("| `\(input.trimmingCharacters(in: CharacterSet(charactersIn: " :")))` |"), "\(input)")
        }
    }

    @Test(.enabled(if: Tool.has("readelf") && Tool.has("dpkg"), "needs readelf and dpkg"))
    func thePackagesOfTheProgramsAreListed() throws {
        let place = try Place()
        defer { place.sandbox.clean() }
        let engine = Sandbox.build.appending(path: "subdial-engine").path
        // Libraries that are loaded when they are first used are not linked.
        let names = "s/^SUBDIAL_DEFINE_LIBRARY(.*\"\\(.*\\)\").*/\\1/p"
        let loaded = try place.shell(
            "find '\(Repository.root.path)/Sources/C' -name '*.c' -exec sed -n '\(names)' {} +"
        ).split(separator: "\n")
        let linked = try place.shell("readelf -d '\(engine)' | sed -n 's/.*NEEDED.*\\[\\(.*\\)\\]/\\1/p'").split(separator: "\n")
        #expect(loaded.contains("libcurl.so.4") && Set(loaded).isDisjoint(with: linked))
        // The libraries of the Swift toolchain belong to no package.
        let packages = try place.shell(
            """
            (dpkg -S \((linked + loaded).map { "'*/\($0)'" }.joined(separator: " ")) 2>/dev/null || true) | grep -v ' /opt/' |
              awk '{ name = $NF; sub(".*/", "", name); if (!known[name]++) print $1 }' | cut -d: -f1 | sort -u
            """
        ).split(separator: "\n").map { String($0).replacing("-vanilla", with: "") }
        #expect(packages.count > 15)
        let list = try String(contentsOf: Repository.root.appending(path: "Packaging/runtime-packages"), encoding: .utf8)
        let listed = Set(list.split(separator: "\n").filter { !$0.hasPrefix("#") }.flatMap { $0.split(separator: " ").map(String.init) })
        // Every Debian has the C library, and only the mixer needs libpulse; other checks cover programs that cannot load the C library there.
        let unlisted = packages.filter { !listed.contains($0) && !["libc6", "libgcc-s1", "libpulse0"].contains($0) }
        #expect(unlisted == [])
    }
}

/// A copy of the example, and runners for it.
private struct Place {
    let sandbox: Sandbox
    var repository: String { sandbox.path("repository") }

    init() throws {
        sandbox = try Sandbox()
        try shell(
            """
            cp -R '\(example.path)' '\(repository)'
            rm -rf '\(repository)/.build' '\(repository)/snapshot-report'
            """)
    }

    /// Changes the look of the widget.
    func change() throws {
        let template = "\(repository)/Widgets/systemSmall.yaml"
        let text = try String(contentsOfFile: template, encoding: .utf8)
        try text.replacing("font: headline", with: "font: title").write(toFile: template, atomically: true, encoding: .utf8)
    }

    func run(_ arguments: String..., withProgram: Bool = true) throws -> CIRun {
        let script = Repository.root.appending(path: "Tests/CommandTests/run-ci.py").path
        let words = [script, sandbox.path("ci")] + arguments
        let line = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        return CIRun(json: try JSONValue(parsing: try shell("/usr/bin/python3 \(line)", withProgram: withProgram)))
    }

    /// Returns the output of a script.
    @discardableResult func shell(_ script: String, withProgram: Bool = true) throws -> String {
        let (status, output) = try bash(script, withProgram)
        try #require(status == 0, "\(script)\n\(output)")
        return output
    }

    func status(_ script: String) throws -> Int32 { try bash(script, true).status }

    private func bash(_ script: String, _ withProgram: Bool) throws -> (status: Int32, output: String) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-euo", "pipefail", "-c", script]
        let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        process.environment = sandbox.environment(["PATH": withProgram ? "\(Sandbox.build.path):\(path)" : path])
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.runUnblocked()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
