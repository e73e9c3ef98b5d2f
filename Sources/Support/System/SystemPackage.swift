/// Software of the system that Subdial uses, by the names of its packages.
package struct SystemPackage: Hashable, Sendable {
    private let debian: String
    private let fedora: String
    private let arch: String
    private let suse: String?

    package static let avahi = SystemPackage("libavahi-client3", fedora: "avahi-libs", arch: "avahi", suse: "libavahi-client3")
    package static let curl = SystemPackage("libcurl4", fedora: "libcurl", arch: "curl", suse: "libcurl4")
    package static let heif = SystemPackage("libheif1", fedora: "libheif", arch: "libheif", suse: "libheif1")
    package static let lcms = SystemPackage("liblcms2-2", fedora: "lcms2", arch: "lcms2", suse: "liblcms2-2")
    package static let mosquitto = SystemPackage("libmosquitto1", fedora: "mosquitto", arch: "mosquitto", suse: "libmosquitto1")
    package static let poppler = SystemPackage("libpoppler-glib8", fedora: "poppler-glib", arch: "poppler-glib", suse: "libpoppler-glib8")
    package static let pulse = SystemPackage("libpulse0", fedora: "pulseaudio-libs", arch: "libpulse", suse: "libpulse0")
    package static let rsvg = SystemPackage("librsvg2-2", fedora: "librsvg2", arch: "librsvg", suse: "librsvg-2-2")
    package static let sqlite = SystemPackage("libsqlite3-0", fedora: "sqlite-libs", arch: "sqlite", suse: "libsqlite3-0")
    package static let systemd = SystemPackage("libsystemd0", fedora: "systemd-libs", arch: "systemd-libs", suse: "libsystemd0")
    /// The fonts that pictures are drawn with.
    package static let fonts = SystemPackage(
        "fonts-inter fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji",
        fedora: "rsms-inter-fonts google-noto-sans-fonts google-noto-sans-cjk-fonts google-noto-color-emoji-fonts",
        arch: "inter-font noto-fonts noto-fonts-cjk noto-fonts-emoji",
        // The fonts of all packages are in one folder there, which is not searched.
        suse: nil)

    private init(_ debian: String, fedora: String, arch: String, suse: String?) {
        (self.debian, self.fedora, self.arch, self.suse) = (debian, fedora, arch, suse)
    }

    /// The end of a message: the command that installs it here, after a colon; empty if the names of this distribution are not known.
    package var remedy: String { Distribution.here.flatMap(command).map { ": \($0)" } ?? "" }

    /// The command that installs it; nil if the distribution has no package that Subdial finds.
    package func command(on distribution: Distribution) -> String? {
        switch distribution {
        case .debian: "apt install \(debian)"
        case .fedora: "dnf install \(fedora)"
        case .arch: "pacman -S \(arch)"
        case .suse: suse.map { "zypper install \($0)" }
        }
    }
}

/// A family of distributions whose packages have the same names.
package enum Distribution: String, CaseIterable, Sendable {
    case debian, fedora, arch, suse

    /// The family of this machine; nil for another one.
    package static let here: Distribution? = ["/etc/os-release", "/usr/lib/os-release"].lazy
        .compactMap { try? InputFile.bytes(at: $0, limit: 1 << 16, accepting: .regular) }
        .first.flatMap { Distribution(osRelease: String(decoding: $0, as: UTF8.self)) }

    /// The family in a text of the form of `/etc/os-release`: that of the distribution, or else the first one that it is like.
    package init?(osRelease text: String) {
        func words(_ key: String) -> [Substring] {
            guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("\(key)=") }) else { return [] }
            return line.dropFirst(key.count + 1).split { " \"'".contains($0) }
        }
        guard let found = (words("ID") + words("ID_LIKE")).lazy.compactMap({ Distribution(rawValue: String($0)) }).first else { return nil }
        self = found
    }
}
