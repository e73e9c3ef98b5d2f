import SubdialCCairo

/// Converts Cairo's status codes to errors.
enum Status {
    static func check(_ status: cairo_status_t) throws(DrawingError) {
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .cairo(String(cString: cairo_status_to_string(status)))
        }
    }
}
