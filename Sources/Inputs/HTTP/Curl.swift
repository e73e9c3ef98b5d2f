import SubdialCLibraries

/// The functions of libcurl.
typealias Curl = subdial_curl_functions

extension Curl {
    /// Returns the functions; the first call loads the library.
    ///
    /// - Throws: ``HTTPError/noLibrary(reason:)``.
    static func loaded() throws(HTTPError) -> Curl {
        guard let functions = subdial_curl()?.pointee else { throw .noLibrary(reason: String(cString: subdial_curl_failure())) }
        return functions
    }

    /// The library's message for a result.
    func text(of code: CURLcode) -> String { easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)" }
}
