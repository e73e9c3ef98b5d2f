import FoundationEssentials

/// The first line of a worker's input: all jobs; the following lines are indices of jobs.
struct WorkerHead: Codable {
    let subject: PictureSubjectMessage
    let setting: PictureSetting
    let jobs: [PictureJob]
}

/// A worker's response: the index of the job, followed by a report unless it is empty.
struct WorkerAnswer {
    let index: Int
    let report: PictureReport

    init(_ index: Int, _ report: PictureReport) {
        self.index = index
        self.report = report
    }

    /// Parses the part of a response after the index.
    init(_ index: Int, _ answer: String) throws {
        self.index = index
        report = answer.isEmpty ? PictureReport() : try JSONDecoder().decode(PictureReport.self, from: Data(answer.utf8))
    }

    func line() throws -> String {
        guard report != PictureReport() else { return "\(index)" }
        return "\(index) " + String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    }
}
