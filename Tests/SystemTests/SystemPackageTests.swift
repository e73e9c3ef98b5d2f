import Testing

@testable import SubdialSystem

@Suite struct SystemPackageTests {
    @Test(
        "A distribution has the package names of its own family, or of the first one that it is like",
        arguments: [
            ("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n", Distribution.debian),
            ("ID=ubuntu\nID_LIKE=debian\n", .debian), ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", .debian),
            ("ID=fedora\n", .fedora), ("ID=\"almalinux\"\nID_LIKE=\"rhel centos fedora\"\n", .fedora),
            ("ID=arch\nBUILD_ID=rolling\n", .arch), ("ID_LIKE=arch\nID=manjaro", .arch),
            ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", .suse), ("ID='opensuse-leap'\nID_LIKE='suse opensuse'\n", .suse),
            ("ID=alpine\n", nil), ("ID=\n", nil), ("", nil), ("VARIANT_ID=debian\n", nil),
        ] as [(String, Distribution?)])
    func aDistributionHasTheNamesOfItsFamily(_ text: String, _ expected: Distribution?) {
        #expect(Distribution(osRelease: text) == expected)
    }

    @Test(
        "A remedy is a command of the distribution",
        arguments: [
            (Distribution.debian, "apt install libcurl4"), (.fedora, "dnf install libcurl"), (.arch, "pacman -S curl"),
            (.suse, "zypper install libcurl4"),
        ])
    func aRemedyIsACommand(_ distribution: Distribution, _ expected: String) {
        #expect(SystemPackage.curl.command(on: distribution) == expected)
    }
}
