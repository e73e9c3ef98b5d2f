import SubdialBasics
import SubdialDocuments
import SubdialHTTP
import SubdialPlayback

/// A response of the bridge, which is checked for errors before its content is parsed.
struct BridgeAnswer {
    /// The purpose of the request, on which the meaning of the response depends.
    enum Purpose: Equatable {
        case state(ZoneID?)
        case control(ZoneID)

        fileprivate var zone: ZoneID? {
            switch self {
            case .state(let zone): zone
            case .control(let zone): zone
            }
        }
    }

    private let response: HTTPResponse
    private let address: String
    private let purpose: Purpose
    /// The body; nil if it is not JSON.
    private let body: JSONValue?

    init(response: HTTPResponse, address: String, purpose: Purpose) {
        self.response = response
        self.address = address
        self.purpose = purpose
        body = try? JSONValue(parsing: response.body)
    }

    /// The JSON object of a response, also of one with an error; nil if the body is something else.
    var object: JSONValue? { if case .object? = body { body } else { nil } }

    /// Returns the JSON object of a successful response.
    func json() throws(SourceError) -> JSONValue {
        try checkStatus(object)
        guard let object else {
            throw .badAnswer(address: address, reason: body.map { "\($0.kind) where an object should be" } ?? "it is not JSON")
        }
        if let said = Self.errorText(object) { throw failure(said) }
        return object
    }

    /// Checks the response to a control: any successful response is valid, even without a body.
    func checkDone() throws(SourceError) {
        if response.head.isSuccess, response.body.allSatisfy({ $0 <= 0x20 }) { return }
        let object = try json()
        if object["ok"]?.bool == false { throw .refused("the bridge did not do it, and does not say why") }
    }

    private func checkStatus(_ object: JSONValue?) throws(SourceError) {
        guard !response.head.isSuccess else { return }
        let code = object?.text("error_code").value
        let said = object.flatMap(Self.errorText)
        switch response.status {
        case 401, 403:
            throw locked(object?.text("code").value ?? code)
        case 404 where purpose.zone != nil && (code == "ZONE_NOT_FOUND" || said?.lowercased() == "zone not found"):
            throw zoneMissing(in: object)
        case 400 where purpose.zone != nil && code == "MISSING_ZONE_ID":
            throw zoneMissing(in: object)
        case 300..<400:
            let target = response.head["Location"].map { " to \($0.oneLine(limit: 100))" } ?? ""
            throw .badAnswer(address: address, reason: "it redirects\(target); give the address it leads to")
        default:
            if let said { throw failure(said) }
            let text =
                response.head.mediaType == "text/plain"
                ? String(decoding: response.body.prefix(1000), as: UTF8.self).oneLine() : ""
            let reason = "status \(response.status)" + (text.isEmpty ? "" : ", \(text)")
            throw .badAnswer(address: address, reason: response.status == 404 ? "\(reason); is it a bridge?" : reason)
        }
    }

    /// Returns the error of a response that demands an authorization.
    private func locked(_ code: String?) -> SourceError {
        guard case .control = purpose else {
            return .refused("\(address) asks for a login; write it in the address, like http://NAME:PASSWORD@HOST:8088")
        }
        guard code == "controller_unauthorized" || code == "csrf_failed" else { return .locked(address) }
        return .refused(
            "the bridge at \(address) accepts controls from its own pages only; to allow others, remove UHC_REQUIRE_CONTROLLER_AUTH from the "
                + "environment in which it runs")
    }

    /// Returns the error for a message of the bridge: for a control it means a refusal, for other requests a useless response.
    private func failure(_ said: String) -> SourceError {
        if case .control = purpose { return .refused("the bridge did not do it: \(said)") }
        return .badAnswer(address: address, reason: said)
    }

    private func zoneMissing(in object: JSONValue?) -> SourceError {
        let known = (WireZone.list(object?["zones"]) ?? []).map { Zone($0) }.sortedByName()
        return .zoneMissing(purpose.zone?.rawValue ?? "", known: known.map(\.name))
    }

    private static func errorText(_ object: JSONValue) -> String? {
        switch object["error"] {
        case nil, .null, .bool(false): nil
        case .string(let text): text.oneLine()
        case let other?: (other["message"]?.string ?? "an error without a text").oneLine()
        }
    }
}
