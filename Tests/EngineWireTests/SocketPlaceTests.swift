import Glibc
import SubdialEngineWire
import SubdialSystem
import SubdialTestSupport
import Testing

@Suite struct SocketPlaceTests {
    @Test(arguments: [
        (["XDG_RUNTIME_DIR": "/run/user/1000"], "/run/user/1000/subdial/1.2.3-4.sock"),
        (["XDG_RUNTIME_DIR": "/run/user/1000/"], "/run/user/1000/subdial/1.2.3-4.sock"),
        (["XDG_RUNTIME_DIR": "/a", "XDG_STATE_HOME": "/b", "HOME": "/c"], "/a/subdial/1.2.3-4.sock"),
        // Without it, the socket is in the state folder.
        (["XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": "/b", "HOME": "/c"], "/b/subdial/run/1.2.3-4.sock"),
        (["XDG_RUNTIME_DIR": "relative", "XDG_STATE_HOME": "relative", "HOME": "/c"], "/c/.local/state/subdial/run/1.2.3-4.sock"),
    ])
    func theSocketIsWhereNobodyElseCanPutAnything(_ environment: [String: String], _ expected: String) throws {
        let place = try SocketPlace.of(user: 1000, systemFolder: "/missing", version: "1.2.3-4") { environment[$0] }
        #expect(place.socket == expected)
    }

    @Test func withoutAVariableTheFolderThatTheSystemHasMadeIsFound() throws {
        try withTemporaryFolder { folder in
            func place(of user: UInt32) -> String? {
                try? SocketPlace.of(user: user, systemFolder: folder) { ["HOME": "/c"][$0] }.folder
            }
            #expect(place(of: geteuid()) == "\(folder)/subdial")
            #expect(place(of: geteuid() + 1) == "/c/.local/state/subdial/run")
            chmod(folder, 0o755)
            #expect(place(of: geteuid()) == "/c/.local/state/subdial/run")
        }
    }

    @Test func whereNoFolderIsKnownThatIsTold() {
        #expect(throws: SocketError.noFolder) { try SocketPlace.of(user: 1000, systemFolder: "/missing") { _ in nil } }
    }

    @Test func aPathOfAnyLengthWillDo() throws {
        try withTemporaryFolder { parent in
            var folders = [parent]
            for _ in 1...4 { folders.append(folders[folders.count - 1] + "/" + String(repeating: "x", count: 60)) }
            defer { for folder in folders.dropFirst().reversed() { rmdir(folder) } }
            let place = SocketPlace(folder: PrivateFolder(folders[4]))
            try place.prepareFolder()
            #expect(place.socket.utf8.count > 2 * 107)
            #expect(try isConnected(to: place) == false)
            let socket = try UnixSocket.listen(at: place)
            #expect(access(place.socket, F_OK) == 0)
            #expect(try isConnected(to: place))
            _ = consume socket
            #expect(try isConnected(to: place) == false)
            unlink(place.socket)
        }
    }

    @Test func aPlaceWhereNobodyIsAcceptedIsToldAndNotWaitedForForEver() throws {
        try withTemporaryFolder { folder in
            let place = SocketPlace(folder: PrivateFolder(folder))
            let socket = try UnixSocket.listen(at: place)
            // The backlog of 0 allows one pending connection; the next one is refused.
            listen(socket.raw, 0)
            let first = try UnixSocket.connect(to: place, patience: 100)
            #expect(throws: SocketError.notAccepted(path: place.socket)) {
                for _ in 1...3 { _ = try UnixSocket.connect(to: place, patience: 100) == nil }
            }
            _ = consume first
        }
    }

    @Test func theFolderIsMadeForTheUserAlone() throws {
        try withTemporaryFolder { parent in
            let place = SocketPlace(folder: PrivateFolder("\(parent)/subdial"))
            try place.prepareFolder()
            try place.prepareFolder()
            var info = stat()
            #expect(lstat(place.folder, &info) == 0)
            #expect(info.st_mode & 0o7777 == 0o700)
        }
    }

    @Test("A folder of the user that others can enter is corrected", arguments: [0o755, 0o770, 0o701] as [mode_t])
    func aWideFolderIsCorrected(_ mode: mode_t) throws {
        try withTemporaryFolder { folder in
            chmod(folder, mode)
            try SocketPlace(folder: PrivateFolder(folder)).prepareFolder()
            var info = stat()
            #expect(lstat(folder, &info) == 0)
            #expect(info.st_mode & 0o7777 == 0o700)
        }
    }

    @Test func aFileIsNoFolder() throws {
        try withTemporaryFolder { parent in
            let file = SocketPlace(folder: PrivateFolder("\(parent)/file"))
            close(creat(file.folder, 0o700))
            #expect(throws: SocketError.folder(.notAFolder(file.folder))) { try file.prepareFolder() }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give a folder away"))
    func aFolderOfSomebodyElseIsRefused() throws {
        try withTemporaryFolder { folder in
            chown(folder, 1, 1)
            let place = SocketPlace(folder: PrivateFolder(folder))
            #expect(throws: SocketError.folder(.foreign(path: folder, owner: 1))) { try place.prepareFolder() }
        }
    }

    @Test func aFolderInAMissingFolderIsMadeOnlyAmongTheUsersOwn() throws {
        try withTemporaryFolder { parent in
            let runtime = try SocketPlace.of(user: geteuid()) { ["XDG_RUNTIME_DIR": "\(parent)/missing"][$0] }
            #expect(throws: SocketError.folder(.cannotCreate(folder: runtime.folder, code: ENOENT))) { try runtime.prepareFolder() }
            let own = SocketPlace(folder: PrivateFolder("\(parent)/missing/subdial"))
            try own.prepareFolder()
            var info = stat()
            #expect(lstat("\(parent)/missing", &info) == 0)
            #expect(info.st_mode & 0o7777 == 0o700)
            rmdir(own.folder)
            rmdir("\(parent)/missing")
        }
    }

    @Test func nobodyListensAtAFreePlaceNorAtWhatAKilledEngineLeft() throws {
        try withTemporaryFolder { folder in
            let place = SocketPlace(folder: PrivateFolder(folder))
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
            guard let lock = try FileLock.acquire(path) else {
                Issue.record("a lock that nobody has is not to be had")
                return
            }
            #expect(try isFree(path) == false)
            _ = consume lock
            #expect(try isFree(path))
        }
    }

    private func isFree(_ path: String) throws -> Bool {
        if let lock = try FileLock.acquire(path) {
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
        var template = Array("\(Scratch.parent)/subdial-test-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            for name in ["lock", "file", "link", "\(SubdialVersion.wireName).sock"] { unlink("\(path)/\(name)") }
            rmdir("\(path)/subdial")
            rmdir(path)
        }
        try body(path)
    }
}
