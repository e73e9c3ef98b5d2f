/// A resolved service: one address on one network interface.
struct ServiceRecord: Hashable, Sendable {
    /// The announced display name of the service.
    var name: String
    var type: ServiceType
    /// The announced host name, such as `nas.local`.
    var host: String
    /// The address; nil if only the host name is known.
    var address: NetworkAddress?
    var port: UInt16
    var text = TXTRecord()
    /// The index of the network interface on which it was received.
    var interface: Int32
}
