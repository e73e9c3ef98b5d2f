import SubdialBasics

/// Checks what the configurations of bars say about Subdial, and what the bars will show.
struct DoctorBars {
    /// A bar, or another program that shows lines.
    private struct Bar {
        let name: String
        /// The names of its processes.
        var programs: [String] = []
        /// Reads its configuration: the file of a running process, or the one that it would use.
        let read: (_ files: BarFiles, _ path: String?) -> BarReading?
    }

    private static var all: [Bar] {
        [
            Bar(name: "waybar", programs: ["waybar"], read: WaybarConfiguration.read),
            Bar(name: "sway", programs: ["swaybar", "sway"], read: SwayConfiguration.sway),
            Bar(name: "i3", programs: ["i3bar", "i3"], read: SwayConfiguration.i3),
            Bar(name: "i3blocks", programs: ["i3blocks"], read: I3BlocksConfiguration.read),
            Bar(name: "i3status-rust", programs: ["i3status-rs"], read: TextConfigurations.i3statusRust),
            Bar(name: "polybar", programs: ["polybar"], read: PolybarConfiguration.read),
            Bar(name: "xmobar", programs: ["xmobar"], read: TextConfigurations.xmobar),
            Bar(name: "yambar", programs: ["yambar"], read: YambarConfiguration.read),
            Bar(name: "eww", programs: ["eww"], read: TextConfigurations.eww),
            Bar(name: "ags", programs: ["ags", "gjs"], read: ScriptedBars.ags),
            Bar(name: "quickshell", programs: ["quickshell", "qs"], read: ScriptedBars.quickshell),
            Bar(name: "ironbar", programs: ["ironbar"], read: TextConfigurations.ironbar),
            Bar(name: "genmon", programs: ["xfce4-panel"], read: DesktopPanels.genmon),
            Bar(name: "argos", programs: ["gnome-shell"], read: DesktopPanels.argos),
            Bar(name: "kargos", programs: ["plasmashell"], read: DesktopPanels.kargos),
            Bar(name: "tmux", programs: ["tmux: server"], read: TmuxConfiguration.read),
            Bar(name: "hyprlock", read: TextConfigurations.hyprlock),
            Bar(name: "conky", programs: ["conky"], read: TextConfigurations.conky),
            Bar(name: "zsh", read: TextConfigurations.prompt("zsh", ".zshrc")),
            Bar(name: "bash", read: TextConfigurations.prompt("bash", ".bashrc")),
        ]
    }

    let context: CommandContext

    func check(_ report: inout DoctorReport) async {
        guard let files = BarFiles(environment: context.environment) else { return }
        let processes = BarProcess.all(home: files.home)
        for bar in Self.all {
            let process = processes.first { bar.programs.contains($0.name) }
            guard let reading = bar.read(files, process?.configuration) else { continue }
            for fault in reading.faults { report.bad(bar.name, fault) }
            for module in reading.modules {
                let place = module.place.text(files) + (module.name.isEmpty ? "" : ", \(module.name)")
                let trial = FeedTrial(call: module.call, process: process, files: files, context: context)
                let (faults, shown) = await trial.result()
                for fault in module.faults + faults { report.bad(bar.name, "\(place): \(fault)") }
                if module.faults.isEmpty, faults.isEmpty { report.good(bar.name, "\(place): \(shown)") }
            }
        }
    }
}
