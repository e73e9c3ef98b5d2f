import SubdialKinds

extension FixedTransport.Request: TransportReader {
    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        DataReading.Document(value: value)
    }
}
