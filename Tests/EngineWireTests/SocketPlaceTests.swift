import EngineWire
import Glibc
import Testing

@Suite struct SocketPlaceTests {
    @Test(arguments: [
        ("/run/user/1000", "/run/user/1000/subdial/1.2.3-4.sock"),
        ("/run/user/1000/", "/run/user/1000/subdial/1.2.3-4.sock"),
        (nil, "/tmp/subdial-1000/1.2.3-4.sock"),
        ("", "/tmp/subdial-1000/1.2.3-4.sock"),
        ("relative", "/tmp/subdial-1000/1.2.3-4.sock"),
    ])
    func theSocketIsInTheRuntimeFolder(_ runtimeFolder: String?, _ expected: String) throws {
        #expect(try SocketPlace(runtimeFolder: runtimeFolder, user: 1000, version: "1.2.3-4").socket == expected)
    }

    @Test func aPathTooLongForASocketIsRefused() throws {
        let longest = "/" + String(repeating: "x", count: SocketPlace.maximumPathLength - "//v.sock".utf8.count)
        #expect(try SocketPlace(folder: longest, version: "v").socket.utf8.count == SocketPlace.maximumPathLength)
        #expect(throws: SocketError.pathTooLong(path: "\(longest)x/v.sock", limit: SocketPlace.maximumPathLength)) {
            try SocketPlace(folder: longest + "x", version: "v")
        }
    }

    @Test func theFolderIsMadeForTheUserAlone() throws {
        try withTemporaryFolder { parent in
            let place = try SocketPlace(folder: "\(parent)/subdial")
            try place.prepareFolder()
            try place.prepareFolder()
            var info = stat()
            #expect(lstat(place.folder, &info) == 0)
            #expect(info.st_mode & 0o7777 == 0o700)
        }
    }

    @Test(arguments: [0o755, 0o770, 0o701] as [mode_t])
    func aFolderThatOthersMayEnterIsRefused(_ mode: mode_t) throws {
        try withTemporaryFolder { folder in
            chmod(folder, mode)
            let place = try SocketPlace(folder: folder)
            #expect(throws: SocketError.wrongMode(folder: folder, mode: mode)) { try place.prepareFolder() }
        }
    }

    @Test func aLinkOrAFileIsNoFolder() throws {
        try withTemporaryFolder { parent in
            let link = try SocketPlace(folder: "\(parent)/link")
            symlink(parent, link.folder)
            #expect(throws: SocketError.notAFolder(link.folder)) { try link.prepareFolder() }
            let file = try SocketPlace(folder: "\(parent)/file")
            close(creat(file.folder, 0o700))
            #expect(throws: SocketError.notAFolder(file.folder)) { try file.prepareFolder() }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give a folder away"))
    func aFolderOfSomebodyElseIsRefused() throws {
        try withTemporaryFolder { folder in
            chown(folder, 1, 1)
            let place = try SocketPlace(folder: folder)
            #expect(throws: SocketError.wrongOwner(folder: folder, owner: 1)) { try place.prepareFolder() }
        }
    }

    @Test func aFolderInAMissingFolderIsNotMade() throws {
        try withTemporaryFolder { parent in
            let place = try SocketPlace(folder: "\(parent)/missing/subdial")
            #expect(throws: SocketError.cannotCreate(folder: place.folder, code: ENOENT)) { try place.prepareFolder() }
        }
    }

    @Test func nobodyListensAtAFreePlaceNorAtWhatAKilledEngineLeft() throws {
        try withTemporaryFolder { folder in
            let place = try SocketPlace(folder: folder)
            #expect(try isConnected(to: place) == false)
            do {
                let socket = try UnixSocket.listen(at: place)
                #expect(try isConnected(to: place))
                _ = consume socket
            }
            #expect(access(place.socket, F_OK) == 0)
            #expect(try isConnected(to: place) == false)
        }
    }

    @Test func aLockIsHeldByOneAndGoesWithItsOwner() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/lock"
            guard let lock = try FileLock.take(path) else {
                Issue.record("a lock that nobody has is not to be had")
                return
            }
            #expect(try isFree(path) == false)
            _ = consume lock
            #expect(try isFree(path))
        }
    }

    private func isFree(_ path: String) throws -> Bool {
        if let lock = try FileLock.take(path) {
            _ = consume lock
            return true
        }
        return false
    }

    private func isConnected(to place: SocketPlace) throws -> Bool {
        if let socket = try UnixSocket.connect(to: place) {
            _ = consume socket
            return true
        }
        return false
    }

    private func withTemporaryFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/subdial-test-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            for name in ["lock", "file", "link", "\(SubdialVersion.wireName).sock"] { unlink("\(path)/\(name)") }
            rmdir("\(path)/subdial")
            rmdir(path)
        }
        try body(path)
    }
}
