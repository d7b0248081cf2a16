/// What all listening sockets of a server share.
struct ListeningOptions {
    /// Connections that may wait to be accepted.
    var backlog: Int32
    /// Rights of the file of a unix socket, such as 0o660.
    var socketMode: UInt32
}
