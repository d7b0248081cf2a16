internal import CPlatform
internal import Glibc

/// Error numbers this module acts on, and their words.
enum SystemError {
    static let interrupted = EINTR
    static let wouldBlock = EAGAIN
    static let inProgress = EINPROGRESS
    static let addressInUse = EADDRINUSE
    static let addressNotAvailable = EADDRNOTAVAIL
    static let familyNotSupported = EAFNOSUPPORT
    static let permissionDenied = EACCES
    static let connectionRefused = ECONNREFUSED
    static let noSuchFile = ENOENT
    static let nameTooLong = ENAMETOOLONG
    static let invalid = EINVAL
    static let processOutOfDescriptors = EMFILE
    static let systemOutOfDescriptors = ENFILE
    /// What accept answers when it took a connection that is already broken, or one that a
    /// firewall forbids: the next one may be fine. Source: accept(2).
    static let brokenConnections: Set<Int32> = [
        ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, EOPNOTSUPP,
        ENETUNREACH, ETIMEDOUT, EPERM,
    ]

    /// Words for an error number, such as "Permission denied".
    static func message(_ number: Int32) -> String {
        guard let text = unsafe cplatform_error_message(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }
}
