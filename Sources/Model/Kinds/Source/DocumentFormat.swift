/// The format of a document.
package enum DocumentFormat: String, Hashable, Sendable, CaseIterable {
    case json, jsonl, text, lines, columns, csv, xml, rss, ical
}
