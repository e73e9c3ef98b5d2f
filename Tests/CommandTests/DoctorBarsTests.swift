import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// What `subdial doctor` finds in the configurations of bars: the first mistakes, and the line that each bar shows.
@Suite struct DoctorBarsTests {
    /// A configuration, and the end of a line of the report.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let bar: String
        /// The path below the folder of configurations, or `~/NAME` for one in the home folder.
        let file: String
        let text: String
        let report: String

        init(_ bar: String, _ file: String, _ text: String, _ report: String) {
            (self.bar, self.file, self.text, self.report) = (bar, file, text, report)
        }

        var testDescription: String { "\(bar): \(report)" }
    }

    private static let waybar: [Mistake] = [
        // Right: comments, a trailing comma, two bars, and a group.
        Mistake(
            "waybar", "waybar/config.jsonc",
            """
            // My bars
            [
              { "modules-left": ["clock"], },
              { "modules-right": ["group/music"], "group/music": { "modules": ["custom/subdial"] },
                "custom/subdial": { /* the feed */
                  "exec": "exec subdial feed --format waybar --width 50", "return-type": "json" } },
            ]
            """, "✓~/config/waybar/config.jsonc:5, custom/subdial: shows 'Miles Davis – So What – Kind of Blue'"),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["clock"], "custom/subdial": { "exec": "subdial feed --format waybar", "return-type": "json" } }"#,
            "✗~/config/waybar/config.jsonc:1, custom/subdial: 'custom/subdial' is in no list of modules: add it to modules-left, modules-center or modules-right"
        ),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["custom/subdail"], "custom/subdial": { "exec": "subdial feed --format waybar", "return-type": "json" } }"#,
            "'custom/subdial' is in no list of modules; there is 'custom/subdail': add it to modules-left, modules-center or modules-right"
        ),
        Mistake(
            "waybar", "waybar/config.jsonc",
            """
            {
              "modules-left": ["custom/subdial"]
              "custom/subdial": { "exec": "subdial feed --format waybar" }
            }
            """,
            "✗~/config/waybar/config.jsonc:3:3: a ',' or '}' should stand here; Waybar shows no bar until this is corrected"),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["custom/subdial"], "custom/subdial": { "exec": "subdial feed --format waybar" } }"#,
            #"custom/subdial: the bar shows the line as it is: add "return-type": "json""#),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["custom/subdial"], "custom/subdial": { "exec": "subdial feed", "return-type": "json" } }"#,
            #"custom/subdial: "return-type": "json" needs Waybar's own format: write --format waybar, not plain"#),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "subdial feed --format waybar", "return-type": "json", "interval": 5 } }"#,
            #"with "interval", Waybar waits until the command ends, and the feed does not: leave "interval" out"#),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "subdial feed --once --format waybar", "return-type": "json" } }"#,
            #"with --once and without "interval", the line never changes: leave --once out"#),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "subdial feed --format waybar --text '{{ titel }}'", "return-type": "json" } }"#,
            "custom/a: there is no variable 'titel'; did you mean 'title'?"),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "subdial feed --format waybar --widht 5", "return-type": "json" } }"#,
            "custom/a: unknown option '--widht'. Did you mean '--width'? See 'subdial feed --help'"),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "/opt/subdial feed --format waybar", "return-type": "json" } }"#,
            "custom/a: there is no program /opt/subdial; write its whole path, \(Sandbox.build.path)/subdial"),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": ["subdial"], "subdial": { "exec": "subdial feed --format waybar", "return-type": "json" } }"#,
            "subdial: the name of a module with 'exec' begins with 'custom/': 'custom/subdial'"),
        Mistake(
            "waybar", "waybar/config.jsonc",
            #"{ "modules-left": [{ "custom/subdial": { "exec": "subdial feed" } }] }"#,
            "'modules-left' takes names of modules, not an object: define the module beside the list"),
        Mistake(
            "waybar", "waybar/config.jsonc", #"{ "modules-left": ["custom/subdial"] }"#,
            "config.jsonc:1: 'custom/subdial' is in a list of modules, and is defined nowhere"),
    ]

    private static let others: [Mistake] = [
        Mistake(
            "sway", "sway/config", "set $feed subdial feed --format i3bar\nbar {\n    position top\n    status_command exec $feed\n}\n",
            "✓~/config/sway/config:4, status_command: shows 'Miles Davis – So What'"),
        Mistake(
            "sway", "sway/config", "bar {\n    status_command subdial feed --format waybar\n}\n",
            "✗~/config/sway/config:2, status_command: the bar reads another format: write --format i3bar, not waybar"),
        Mistake(
            "i3", "i3/config", "status_command subdial feed --format i3bar\n", "'status_command' belongs into a block 'bar { }'"),
        Mistake(
            "i3", "i3/config", "bar {\n  status_command subdial feed --format i3bar\n",
            "i3/config:1: the block 'bar {' has no closing brace"),
        Mistake(
            "i3blocks", "i3blocks/config", "[subdial]\ncommand=subdial feed --format i3blocks\nformat=json\n",
            "i3blocks/config:1, subdial: i3blocks waits until the command ends, and the feed does not: add 'interval=persist'"),
        Mistake(
            "i3blocks", "~/.i3blocks.conf", "[subdial]\ncommand=subdial feed --format i3blocks\ninterval=persist\n",
            "the bar shows the line as it is: add 'format=json'"),
        Mistake(
            "polybar", "polybar/config.ini",
            "[bar/main]\nmodules-left = subdial\n[module/subdial]\ntype = custom/script\nexec = subdial feed --format polybar\n",
            "polybar/config.ini:3, subdial: polybar waits until the command ends, and the feed does not: add 'tail = true'"),
        Mistake(
            "polybar", "polybar/config.ini",
            "[bar/main]\nmodules-left = date\n[module/subdial]\ntype = custom/script\nexec = subdial feed --format polybar\ntail = true\n",
            "'subdial' is in no bar: add it to modules-left, modules-center or modules-right"),
        Mistake(
            "tmux", "~/.tmux.conf", "set -g status-right-length 60\nset -g status-right '#(exec subdial feed --format tmux --width 60)'\n",
            "✓~/.tmux.conf:2, status-right: shows 'Miles Davis – So What – Kind of Blue'"),
        Mistake(
            "tmux", "tmux/tmux.conf", "set -g status-left '#(exec subdial feed --format tmux --width 60)'\n",
            "tmux shows 10 columns of it, and no more: add 'set -g status-left-length 60'"),
        Mistake(
            "yambar", "yambar/config.yml",
            "bar:\n  left:\n    - script: { path: subdial, args: [feed, --format, yambar], content: { string: { text: x } } }\n",
            "yambar/config.yml:3, script: yambar takes only an absolute path, not 'subdial': use /bin/sh -c"),
        Mistake(
            "yambar", "yambar/config.yml", "bar:\n  left:\n  - script: [subdial\n", "yambar shows no bar until this is corrected"),
        Mistake(
            "eww", "eww/eww.yuck", "(deflisten np \"subdial feed --format json\")\n(defwidget a [] (label :text {np.text}))\n",
            "✓~/config/eww/eww.yuck:1, np: shows 'Miles Davis – So What'"),
        Mistake(
            "eww", "eww/eww.yuck", "(deflisten np \"subdial feed --format json\"\n(defwidget a [] (label :text {np.text}))\n",
            "brackets or quotes are not closed; eww shows no window until this is corrected"),
        Mistake(
            "xmobar", "~/.xmobarrc",
            #"Config { template = "%date%", commands = [ Run CommandReader "subdial feed --format xmobar" "subdial" ] }"# + "\n",
            "~/.xmobarrc:1, CommandReader: the template does not have %subdial%: add it"),
        Mistake(
            "i3status-rust", "i3status-rust/config.toml",
            "[[block]]\nblock = \"custom\"\ncommand = \"subdial feed --format i3status-rust\"\njson = true\n",
            "i3status-rust waits until the command ends, and the feed does not: add 'persistent = true'"),
        Mistake(
            "ironbar", "ironbar/config.json", #"{ "start": [{ "type": "script", "cmd": "subdial feed --format pango" }] }"#,
            #"ironbar waits until the command ends: add "mode": "watch""#),
        Mistake(
            "conky", "conky/conky.conf", "conky.text = [[${execi 1 subdial feed --format plain}]]\n",
            "conky/conky.conf:1, execi: Conky waits until the command ends, and the feed does not: add --once"),
        Mistake(
            "hyprlock", "hypr/hyprlock.conf", "label {\n    text = cmd[update:1000] subdial feed --once --format waybar\n}\n",
            "hypr/hyprlock.conf:2, text: hyprlock reads another format: write --format pango, not waybar"),
        Mistake(
            "bash", "~/.bashrc", "PROMPT_COMMAND='SUBDIAL=$(subdial feed --format plain --width 30)'\n",
            "the shell waits until the command ends, and the feed does not: add --once"),
        Mistake(
            "genmon", "xfce4/panel/genmon-7.rc", "Command=subdial feed --format genmon --width 50\nUseLabel=0\nUpdatePeriod=1000\n",
            "genmon-7.rc:1: the monitor waits until the command ends, and the feed does not: add --once"),
        Mistake(
            "genmon", "xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml",
            """
            <?xml version="1.0"?>
            <channel name="xfce4-panel" version="1.0"><property name="plugins" type="empty">
              <property name="plugin-3" type="string" value="launcher"><property name="command" value="subdial feed"/></property>
              <property name="plugin-7" type="string" value="genmon">
                <property name="command" type="string" value="subdial feed --once --format genmon --text &apos;{{ titel }}&apos;"/>
              </property>
            </property></channel>
            """, "xfce4-panel.xml: there is no variable 'titel'; did you mean 'title'?"),
        Mistake(
            "argos", "argos/subdial.sh", "#!/bin/sh\n# subdial feed\nexec subdial feed --once --format argos --width 40\n",
            "argos/subdial.sh:3: Argos runs it a single time: give the file a name with an interval, 'subdial.2s.sh'"),
        Mistake(
            "argos", "argos/subdial.r.2s.sh", "#!/bin/sh\nexec subdial feed --once --format argos --width 40\n",
            "Argos runs executable files only: run 'chmod +x ~/config/argos/subdial.r.2s.sh'"),
        Mistake(
            "kargos", "plasma-org.kde.plasma.desktop-appletsrc",
            "[Containments][2][Applets][24]\nplugin=org.kde.kargos\n[Containments][2][Applets][24][Configuration][General]\ncommand=subdial feed --once --format argos --width 40\ninterval=2\n",
            "appletsrc:4: Kargos reads another format: write --format kargos, not argos"),
        Mistake(
            "ags", "ags/widget/Bar.tsx",
            """
            // subdial's line
            const np = createSubprocess({ text: "" }, ["subdial", "feed"], (line) => JSON.parse(line))
            const label = <label label="Don't" />
            """, "ags/widget/Bar.tsx:2: JSON.parse reads another format: write --format json"),
        Mistake(
            "ags", "ags/app.ts", "const np = createSubprocess(\"\", `subdial feed --format json --width 900`, (out) => out)\n",
            "ags/app.ts:1: a width of 900 columns is not possible; use 1 to 200"),
        Mistake(
            "ags", "ags/widget/bar/Np.tsx",
            """
            import Sub from "./widget/subdial"
            export default function Bar() {
              const text = s.replace(/[`"]/g, '')
              const np = createSubprocess("", "subdial feed", (o) => o)
              const ws = createPoll([], 1000, "hyprctl -j workspaces", (o) => JSON.parse(o))
            }
            """, "✓~/config/ags/widget/bar/Np.tsx:4: shows 'Miles Davis – So What'"),
        Mistake(
            "argos", "argos/subdial.2s.r.sh", "#!/bin/sh\nexec subdial feed --once \\\n  --format argos --width 40\n",
            "argos/subdial.2s.r.sh:2: Argos runs it a single time: give the file a name with an interval, 'subdial.2s.sh'"),
        Mistake(
            "quickshell", "quickshell/shell.qml",
            """
            Process {
                command: ["sh", "-c", "exec subdial feed --format json"]
                stdout: SplitParser { onRead: line => { entry = JSON.parse(line) } }
            }
            """, "✓~/config/quickshell/shell.qml:2: shows 'Miles Davis – So What'"),
    ]

    /// Commands that a program or a shell computes, and files that belong to no bar.
    private static let unknown: [Mistake] = [
        ("quickshell", "quickshell/shell.qml", #"Process { command: ["subdial", "feed", "--zone", root.zone, "--format", "json"] }"#),
        ("quickshell", "quickshell/shell.qml", #"Process { command: ["sh", "-c", "exec subdial feed --zone " + root.zone] }"#),
        ("quickshell", "quickshell/shell.qml", #"Process { command: ["subdial", "feed", "--format", small ? "pango" : "json"] }"#),
        ("ags", "ags/app.ts", #"const c = ["subdial", "feed"].concat(["--format", "json"]); run(c, (t) => JSON.parse(t))"#),
        ("ags", "ags/app.ts", "run(`subdial feed --zone ${zone} --format json`)"), ("ags", "ags/app.ts", "/* run('subdial feed') */"),
        ("ags", "ags/node_modules/x/x.js", "run('subdial feed --widht 3')"),
        ("argos", "argos/np.2s.sh", "#!/bin/sh\nWIDTH=40\necho \"$(subdial feed --once --format plain) | iconName=audio\"\n"),
        ("argos", "argos/README", "Runs subdial feed\n"), ("argos", "argos/np.2s.sh~", "#!/bin/sh\nsubdial feed\n"),
        (
            "kargos", "plasma-org.kde.plasma.desktop-appletsrc",
            "[Containments][2][Applets][24]\nplugin=com.example.command\n[Containments][2][Applets][24][Configuration][General]\n"
                + "command=subdial feed --once --format plain\n"
        ),
        ("genmon", "xfce4/panel/genmon-1.rc", "Command=sh -c 'echo \"<txt>$(subdial feed --once --format pango)</txt>\"'\n"),
    ].map { Mistake($0, $1, $2, "") }

    @Test(arguments: unknown) func isNotJudged(_ mistake: Mistake) throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write(mistake.text, mistake.file, in: sandbox)
        #expect(try report(of: mistake.bar, in: sandbox) == [])
    }

    /// The file that a running bar names is the one that is read, also by a path below its folder.
    @Test(arguments: ["config-2", "./config-2", "~/bars/config-2"]) func filesAreThoseOfTheCommandLine(_ path: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write(#"{ "modules-left": ["clock"] }"#, "waybar/config.jsonc", in: sandbox)
        try write(
            #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "subdial feed --format waybar", "return-type": "json" } }"#,
            "~/bars/config-2", in: sandbox)
        let program = sandbox.path("waybar")
        // A script has its own name as the name of its process.
        try "#!/bin/sh\ncd '\(sandbox.path("bars"))'\nwhile :; do sleep 1; done\n".write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let bar = try FeedFront(sandbox, ["-c", path], executable: program, environment: ["PATH": "/usr/bin:/bin"])
        defer { bar.stop() }
        let folder = "/proc/\(bar.processID)/cwd"
        try await eventually("the bar") { try FileManager.default.destinationOfSymbolicLink(atPath: folder).hasSuffix("/bars") }
        #expect(try report(of: "waybar", in: sandbox).first?.contains("~/bars/config-2:1, custom/a: ") == true)
    }

    @Test(arguments: waybar + others) func isReported(_ mistake: Mistake) throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write(mistake.text, mistake.file, in: sandbox)
        let lines = try report(of: mistake.bar, in: sandbox)
        #expect(lines.contains { $0.hasSuffix(mistake.report) }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("✗") } != mistake.report.hasPrefix("✓"), "\(lines)")
    }

    /// The texts that `subdial doctor --bar` prints are right.
    @Test(arguments: [
        ("waybar", "waybar/config.jsonc", "{ \"modules-left\": [\"custom/subdial\"],\n", "}"),
        ("polybar", "polybar/config.ini", "[bar/main]\nmodules-left = subdial\n", ""), ("sway", "sway/config", "", ""),
        ("i3blocks", "i3blocks/config", "", ""), ("tmux", "~/.tmux.conf", "", ""),
        ("eww", "eww/eww.yuck", "", "(defwindow w (now-playing))"),
        ("i3status-rust", "i3status-rust/config.toml", "", ""), ("ironbar", "ironbar/config.json", "{ \"start\": [", "] }"),
        ("hyprlock", "hypr/hyprlock.conf", "", ""), ("bash", "~/.bashrc", "", ""), ("zsh", "~/.zshrc", "", ""),
        ("conky", "conky/conky.conf", "conky.text = [[", "]]"), ("ags", "ags/app.tsx", "", ""),
        ("quickshell", "quickshell/shell.qml", "", ""),
        ("xmobar", "~/.xmobarrc", "Config { template = \"%subdial%\", commands = [", "] }"),
    ])
    func setupsAreRight(_ bar: String, _ file: String, _ before: String, _ after: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let setup = try sandbox.run("doctor", "--bar", bar == "sway" ? "swaybar" : bar).output
        try write(before + setup + after + "\n", file, in: sandbox)
        let lines = try report(of: bar, in: sandbox)
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("✓") }, "\(lines)")
    }

    @Test("A module of yambar that is a part of a list, as it is pasted")
    func yambarSetup() throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let setup = try sandbox.run("doctor", "--bar", "yambar").output
        let indented = setup.split(separator: "\n").map { "    \($0)\n" }.joined()
        try write("bar:\n  left:\n\(indented)", "yambar/config.yml", in: sandbox)
        let lines = try report(of: "yambar", in: sandbox)
        #expect(lines.count == 1 && lines[0].hasSuffix("script: shows 'Miles Davis – So What – Kind of Blue'"), "\(lines)")
    }

    /// Waybar reads `config`, and what it includes.
    @Test func filesAreThoseThatWaybarReads() throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let module = #""custom/subdial": { "exec": "subdial feed --format waybar", "return-type": "json" }"#
        try write(#"{ "modules-left": ["custom/subdial"], \#(module) }"#, "waybar/config.jsonc", in: sandbox)
        try write(#"{ "modules-left": ["clock"] }"#, "waybar/config", in: sandbox)
        let ignored = try report(of: "waybar", in: sandbox)
        #expect(ignored.first?.hasPrefix("✗Waybar reads ~/config/waybar/config, and not config.jsonc beside it") == true, "\(ignored)")
        try write(#"{ "include": "~/modules.jsonc", "modules-left": ["custom/subdial"] }"#, "waybar/config", in: sandbox)
        try write("{ \(module), \"modules-left\": [] }", "~/modules.jsonc", in: sandbox)
        let included = try report(of: "waybar", in: sandbox)
        #expect(included == ["✓~/modules.jsonc:1, custom/subdial: shows 'Miles Davis – So What'"])
        try write(#"{ "include": ["~/nowhere.jsonc"], "modules-left": ["custom/subdial"] }"#, "waybar/config", in: sandbox)
        let missing = try report(of: "waybar", in: sandbox)
        #expect(missing.first == "✗~/config/waybar/config: there is no file '~/nowhere.jsonc' to include", "\(missing)")
    }

    /// The command has the environment of the bar that runs: its PATH, and its session bus.
    @Test func theEnvironmentIsThatOfTheBar() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write(
            #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "subdial feed --format waybar", "return-type": "json" } }"#,
            "waybar/config", in: sandbox)
        let program = sandbox.path("waybar")
        try FileManager.default.copyItem(atPath: "/usr/bin/sleep", toPath: program)
        let bar = try FeedFront(sandbox, ["60"], executable: program, environment: ["PATH": "/nowhere"])
        defer { bar.stop() }
        let name = "/proc/\(bar.processID)/comm"
        try await eventually("the bar") { (try? String(contentsOfFile: name, encoding: .utf8)) == "waybar\n" }
        let lines = try report(of: "waybar", in: sandbox)
        #expect(
            lines == [
                "✗~/config/waybar/config:1, custom/a: there is no 'subdial' on the PATH of the bar (/nowhere); "
                    + "write its whole path, \(Sandbox.build.path)/subdial"
            ])
    }

    /// A line that is empty has a reason.
    @Test func nothingIsShownForAReason() throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        try write("set -g status-right '#(subdial feed --format tmux --width 20)'\n", "~/.tmux.conf", in: sandbox)
        try write("bridge: http://127.0.0.1:9\n", "subdial/config.yaml", in: sandbox)
        // A process of its own: what it follows ends with it.
        let outcome = try sandbox.run("doctor", environment: ["PATH": "\(Sandbox.build.path):/usr/bin:/bin"])
        let line = outcome.lines.first { $0.contains(" tmux ") }
        #expect(
            line?.contains("status-right: shows nothing now: cannot reach http://127.0.0.1:9: connection refused") == true,
            "\(outcome.output)")
    }

    private func write(_ text: String, _ name: String, in sandbox: Sandbox) throws {
        let path = name.hasPrefix("~/") ? sandbox.path(String(name.dropFirst(2))) : sandbox.path("config/\(name)")
        try FileManager.default.createDirectory(
            atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// The lines of the report about a bar, each with its sign, while a file says what plays.
    private func report(of bar: String, in sandbox: Sandbox) throws -> [String] {
        try #"{"type":"now_playing","title":"So What","artist":"Miles Davis","album":"Kind of Blue"}"#.write(
            toFile: sandbox.path("now.jsonl"), atomically: true, encoding: .utf8)
        try write("source: file:\(sandbox.path("now.jsonl"))\n", "subdial/config.yaml", in: sandbox)
        // A process of its own: what it follows ends with it.
        let outcome = try sandbox.run("doctor", environment: ["PATH": "\(Sandbox.build.path):/usr/bin:/bin"])
        return outcome.lines.filter { $0.dropFirst(2).prefix { $0 != " " } == bar }.map { String($0.prefix(1) + $0.dropFirst(16)) }
    }
}
