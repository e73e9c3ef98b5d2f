// The macros of the modules of Apple's names, as a program that the compiler starts and asks for expansions.
//
// It answers the compiler's plugin protocol by itself, because a build of swift-syntax takes minutes: a message is its length in eight bytes,
// the lowest first, and JSON. A macro is known by its role and its type's name in `#externalMacro`.

/// The version of the protocol: that of the compiler with which it was tried.
let protocolVersion = 7

while let request = Channel.receive() { Channel.send(answer(to: request)) }

func answer(to request: JSON) -> String {
    if request["getCapability"] != nil {
        return #"{"getCapabilityResult":{"capability":{"protocolVersion":\#(protocolVersion)}}}"#
    }
    if let call = request["expandAttachedMacro"] { return result(expand(attached: call), call["declSyntax"]) }
    if let call = request["expandFreestandingMacro"] {
        let preview = PreviewExpansion(call["syntax"], discriminator: call["discriminator"]?.string ?? "")
        return result(.success(preview?.code ?? ""), call["syntax"])
    }
    return #"{"loadPluginLibraryResult":{"loaded":false,"diagnostics":[]}}"#
}

/// The expansion of a macro that is written before a declaration.
func expand(attached call: JSON) -> Result<String, EntryError> {
    guard call["macro"]?["typeName"]?.string == "EntryMacro" else { return .success("") }
    do throws(EntryError) {
        let entry = try EntryDeclaration(call["declSyntax"]?["source"]?.string ?? "")
        return .success(call["macroRole"]?.string == "accessor" ? entry.accessors : entry.key)
    } catch {
        return .failure(error)
    }
}

/// The answer with an expansion, or with an error at the start of the expanded source.
func result(_ expansion: Result<String, EntryError>, _ syntax: JSON?) -> String {
    var (source, diagnostics) = ("", "")
    switch expansion {
    case .success(let code): source = code
    case .failure(let error):
        let (file, offset) = (syntax?["location"]?["fileName"]?.string ?? "", syntax?["location"]?["offset"]?.string ?? "0")
        diagnostics =
            #"{"message":\#(error.message.json),"severity":"error","position":{"fileName":\#(file.json),"offset":\#(offset)},"#
            + #""highlights":[],"notes":[],"fixIts":[]}"#
    }
    return #"{"expandMacroResult":{"expandedSource":\#(source.json),"diagnostics":[\#(diagnostics)]}}"#
}
