import Glibc
import SubdialSystem
import Testing

@Suite struct SystemErrorTests {
    @Test(arguments: [(ENOENT, "No such file or directory"), (EACCES, "Permission denied"), (12345, "Unknown error 12345")])
    func tellsTheSystemsMessage(_ code: Int32, _ message: String) {
        #expect(SystemError(code: code).description == message)
    }

    @Test func knowsTheLastError() {
        #expect(open("/nowhere/at all", O_RDONLY) == -1)
        #expect(SystemError.last == SystemError(code: ENOENT))
    }
}
