import FoundationEssentials

/// The first line that a worker reads: all jobs, of which it is then told numbers.
struct WorkerHead: Codable {
    let subject: PictureSubjectMessage
    let setting: PictureSetting
    let jobs: [PictureJob]
}

/// What a worker says of a job: its number, and behind it a report where there is something to tell.
struct WorkerAnswer {
    let index: Int
    let report: PictureReport

    init(_ index: Int, _ report: PictureReport) {
        self.index = index
        self.report = report
    }

    /// Reads what a worker answered behind the number.
    init(_ index: Int, _ answer: String) throws {
        self.index = index
        report = answer.isEmpty ? PictureReport() : try JSONDecoder().decode(PictureReport.self, from: Data(answer.utf8))
    }

    func line() throws -> String {
        guard report != PictureReport() else { return "\(index)" }
        return "\(index) " + String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    }
}
