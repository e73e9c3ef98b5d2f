import SubdialDocuments
import Testing

/// Tables that programs print.
@Suite struct TableTests {
    private func cells(_ text: String) -> [[String: String]] { AlignedTable(text.split(separator: "\n").map(String.init)).cells }

    @Test func df() {
        let rows = cells(
            """
            Filesystem     1K-blocks      Used Available Use% Mounted on
            /dev/vda1       30298176  12345678  16390124  43% /
            tmpfs             816880         0    816880   0% /run/user/1000/a dir
            """)
        #expect(rows.count == 2)
        #expect(rows[0]["Filesystem"] == "/dev/vda1" && rows[0]["1K-blocks"] == "30298176" && rows[0]["Use%"] == "43%")
        #expect(
            rows[1]["Mounted on"] == "/run/user/1000/a dir" && rows[1]["Mounted"] == "/run/user/1000/a dir"
                && rows[1]["Available"] == "816880")
    }

    @Test func ps() {
        let rows = cells(
            """
            USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
            root           1  0.0  0.1 168144 11844 ?        Ss   08:00   0:01 /sbin/init splash  --quiet
            www-data     950 12.5  1.2 999999 98765 ?        Sl   08:01  10:01 nginx: worker
            """)
        #expect(rows.map { $0["COMMAND"] } == ["/sbin/init splash  --quiet", "nginx: worker"])
        #expect(rows.map { $0["%CPU"] } == ["0.0", "12.5"] && rows.map { $0["PID"] } == ["1", "950"])
    }

    @Test func kubectl() {
        let rows = cells(
            """
            NAME            READY   STATUS             RESTARTS      AGE   NODE     NOMINATED NODE   READINESS GATES
            web-5d9c7-abc   1/1     Running            0             2d    node-1   <none>           <none>
            db-0            0/1     CrashLoopBackOff   12 (3m ago)   5h                              <none>
            """)
        #expect(
            rows.map { $0["RESTARTS"] } == ["0", "12 (3m ago)"] && rows[0]["NOMINATED NODE"] == "<none>"
                && rows[1]["READINESS GATES"] == "<none>")
        #expect(rows[1]["NODE"] == nil && rows[1]["STATUS"] == "CrashLoopBackOff")
    }

    @Test func docker() {
        let rows = cells(
            """
            CONTAINER ID   IMAGE          COMMAND                  CREATED       STATUS                 PORTS     NAMES
            4c01db0b339c   ubuntu:22.04   "/docker-entrypoint.…"   2 hours ago   Up 2 hours (healthy)             web
            """)
        #expect(rows[0]["CONTAINER ID"] == "4c01db0b339c" && rows[0]["CREATED"] == "2 hours ago" && rows[0]["NAMES"] == "web")
        #expect(rows[0]["STATUS"] == "Up 2 hours (healthy)" && rows[0]["PORTS"] == nil)
    }

    @Test(arguments: [[], ["A B"], ["", "x"], ["A", ""]]) func emptyTables(_ lines: [String]) {
        #expect(AlignedTable(lines).cells.allSatisfy { $0.isEmpty })
    }

    @Test(
        arguments: [
            ("a;\"b;c\"\n1;2\n", ";", [["a", "b;c"], ["1", "2"]]), ("a\tb\r\n\r\n1\t\r\n", "\t", [["a", "b"], ["1", ""]]),
            ("a,\"b\nc\"\"\"", ",", [["a", "b\nc\""]]), ("", ",", []), ("\"open,1\n", ",", [["open,1\n"]]),
        ] as [(String, Character, [[String]])])
    func separated(_ text: String, _ separator: Character, _ rows: [[String]]) {
        #expect(SeparatedTable.rows(of: text, separator: separator) == rows)
    }

    /// Character sets: written, of a byte order mark, announced, and declared, in this order.
    @Test(
        arguments: [
            ([0x6B, 0xF6], nil, "iso-8859-1", "kö"), ([0x6B, 0xF6], "windows-1252", nil, "kö"), ([0x80], "windows-1252", "utf-8", "€"),
            ([0xEF, 0xBB, 0xBF, 0x61], nil, "iso-8859-1", "a"), ([0xFF, 0xFE, 0x61, 0], nil, nil, "a"),
            ([0xFE, 0xFF, 0, 0x61], nil, "iso-8859-1", "a"),
            ([0, 0x61], "utf-16", nil, "a"), ([0xFF, 0xFE, 0x61, 0], "UTF-16", nil, "a"), ([0x61, 0], "utf-16le", nil, "a"),
            ([0x93, 0xFA], "Shift_JIS", nil, "日"), ([0x61, 0xFF], nil, nil, "a\u{FFFD}"), ([], "iso-8859-1", nil, ""),
            (Array("<?xml version='1.0' encoding='iso-8859-1'?>".utf8) + [0xF6], nil, nil, "<?xml version='1.0' encoding='iso-8859-1'?>ö"),
        ] as [([UInt8], String?, String?, String)])
    func charsets(_ bytes: [UInt8], _ written: String?, _ announced: String?, _ text: String) throws {
        #expect(try DecodedText.text(of: bytes, written: written, announced: announced, isXML: true) == text)
    }

    @Test(
        arguments: [
            ("klingon-1", [0x61], "there is no character set 'klingon-1'"), ("utf-8//IGNORE", [0x61], "there is no character set"),
            ("", [0x61], "there is no character set"),
            ("utf-16le", [0, 0xD8], "the document is not in utf-16le"), ("ascii//", [0xFF], "there is no character set"),
        ] as [(String, [UInt8], String)])
    func wrongCharsets(_ charset: String, _ bytes: [UInt8], _ reason: String) {
        let error = #expect(throws: DecodedText.Failure.self) { try DecodedText.text(of: bytes, announced: charset) }
        #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
    }
}
