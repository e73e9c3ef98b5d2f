import SubdialKinds

/// `DataEntries` receives the lines, as each feed has its own standard input.
extension StandardInputTransport.Request: TransportReader {
    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        throw KindError.waiting("there is no line on standard input yet")
    }
}
