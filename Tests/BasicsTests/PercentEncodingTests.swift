import SubdialBasics
import Testing

struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""),
        ("aZ09-._~", "aZ09-._~"),
        ("a b/c?d&e=f+g%h", "a%20b%2Fc%3Fd%26e%3Df%2Bg%25h"),
        ("余é🎷", "%E4%BD%99%C3%A9%F0%9F%8E%B7"),
        ("\u{0}\n\u{7F}", "%00%0A%7F"),
    ])
    func aTextIsEncodedAndComesBack(text: String, encoded: String) {
        #expect(text.percentEncoded == encoded)
        #expect(encoded.percentDecoded == text)
    }

    @Test func furtherCharactersMayBeKept() {
        #expect("it's (not)/a*".percentEncoded(keeping: "'()*") == "it's%20(not)%2Fa*")
    }

    @Test(arguments: ["%", "%4", "a%zz", "%+1", "% 1", "%C3", "%FF", "%ED%A0%80"])
    func whatIsNoEncodingOfATextIsNil(text: String) {
        #expect(text.percentDecoded == nil)
    }

    @Test func lowerCaseDigitsAndOtherTextAreTaken() {
        #expect("%c3%a9 é+"[...].percentDecoded == "é é+")
    }
}
