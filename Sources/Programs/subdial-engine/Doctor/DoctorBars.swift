import FoundationEssentials
import SubdialFeeds
import SubdialSystem

/// Searches the default configuration files of bars for feeds.
struct DoctorBars {
    let environment: [String: String]

    /// The paths in the configuration folder, and in the home folder, by bar.
    private static let places: [(bar: String, inConfiguration: [String], inHome: [String])] = [
        ("waybar", ["waybar/config.jsonc", "waybar/config"], []), ("sway", ["sway/config"], []),
        ("i3", ["i3/config"], [".i3/config"]), ("i3blocks", ["i3blocks/config"], [".i3blocks.conf"]),
        ("i3status-rust", ["i3status-rust/config.toml"], []), ("polybar", ["polybar/config.ini", "polybar/config"], []),
        ("xmobar", ["xmobar/xmobarrc", "xmobar/.xmobarrc"], [".xmobarrc"]), ("yambar", ["yambar/config.yml"], []),
        ("eww", ["eww/eww.yuck"], []), ("tmux", ["tmux/tmux.conf"], [".tmux.conf"]),
        ("conky", ["conky/conky.conf"], [".conkyrc"]), ("zsh", [], [".zshrc"]), ("bash", [], [".bashrc"]),
    ]

    /// The maximum size of a searched file, in bytes.
    private static let maximumLength = 1 << 20

    func check(_ report: inout DoctorReport) {
        guard let home = environment["HOME"] else { return }
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        for place in Self.places {
            for path in place.inConfiguration.map({ "\(folder)/\($0)" }) + place.inHome.map({ "\(home)/\($0)" }) {
                let formats = Self.formats(in: path)
                guard !formats.isEmpty else { continue }
                let unknown = formats.compactMap { format -> String? in
                    do throws(FeedError) { _ = try FeedFormat.named(format) } catch { return error.description }
                    return nil
                }
                if let problem = unknown.first {
                    report.bad(place.bar, "\(path): \(problem)")
                } else {
                    report.good(place.bar, "\(path), --format \(Set(formats).sorted().joined(separator: ", "))")
                }
            }
        }
    }

    /// The formats of the feeds in a file; empty if it does not exist.
    private static func formats(in path: String) -> [String] {
        guard let version = FileVersion(path: path, followsLinks: true), version.size <= maximumLength,
            let data = FileManager.default.contents(atPath: path)
        else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").flatMap { line -> [String] in
            let line = line.drop { $0 == " " || $0 == "\t" }
            let isComment = ["#", "//", ";", "--"].contains { line.hasPrefix($0) }
            return isComment ? [] : feeds(in: line)
        }
    }

    /// The format of each feed on a line: the value of `--format`, or the default.
    private static func feeds(in line: Substring) -> [String] {
        line.split(separator: "subdial").dropFirst().compactMap { command in
            let words = command.split { " \t'\"`;|)&=,]".contains($0) }.map(String.init)
            guard let feed = words.firstIndex(of: "feed"), words[..<feed].allSatisfy({ !$0.contains("/") || $0.hasPrefix("http") }) else {
                return nil
            }
            guard let option = words[feed...].firstIndex(of: "--format"), option + 1 < words.count else { return "plain" }
            return words[option + 1]
        }
    }
}
