/// One answer to the question where an announced service is: at this address, on this interface.
struct ServiceRecord: Hashable, Sendable {
    /// The name that a user knows the service by, as it was announced.
    var name: String
    var type: ServiceType
    /// The name of the machine, such as `nas.local`, as it was announced.
    var host: String
    /// nil where only the machine's name is known.
    var address: NetworkAddress?
    var port: UInt16
    var text = TXTRecord()
    /// The number of the network interface that it was heard on.
    var interface: Int32
}
