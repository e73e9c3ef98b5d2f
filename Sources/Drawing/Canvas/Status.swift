import CCairo

/// Cairo's status codes as errors.
enum Status {
    static func check(_ status: cairo_status_t) throws(DrawingError) {
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .cairo(String(cString: cairo_status_to_string(status)))
        }
    }
}
