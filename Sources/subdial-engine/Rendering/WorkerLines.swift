import FoundationEssentials

/// The first line that a worker reads: all jobs, of which it is then told numbers.
struct WorkerHead: Codable {
    let subject: PictureSubject
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

    init(_ line: String) throws {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard let index = parts.first.flatMap({ Int($0) }) else {
            throw CommandFailure(.badData, "a process that draws pictures answered '\(line.prefix(80))'")
        }
        self.index = index
        report = parts.count > 1 ? try JSONDecoder().decode(PictureReport.self, from: Data(parts[1].utf8)) : PictureReport()
    }

    func line() throws -> String {
        guard report != PictureReport() else { return "\(index)" }
        return "\(index) " + String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    }
}
