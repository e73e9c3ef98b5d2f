import SubdialCLibraries

/// The functions of libmosquitto.
typealias Mosquitto = subdial_mosquitto_functions

extension Mosquitto {
    /// Returns the functions; the first call loads the library.
    ///
    /// - Throws: ``MQTTError/noLibrary(reason:)``.
    static func loaded() throws(MQTTError) -> Mosquitto {
        guard let functions = subdial_mosquitto()?.pointee else {
            throw .noLibrary(reason: String(cString: subdial_mosquitto_failure()))
        }
        return functions
    }
}
