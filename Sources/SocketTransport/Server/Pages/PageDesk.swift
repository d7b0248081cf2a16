internal import Dispatch
internal import OperatorPages

/// Where pages are made, away from the event loops: what takes long, such as counting descriptors,
/// holds up no call. One after the other, so that whoever asks for many takes one thread at most.
final class PageDesk: Sendable {
    let source: any PageSource
    private let queue = DispatchQueue(label: "episodes.transport.pages", target: .global())

    init(_ source: any PageSource) { self.source = source }

    /// - Parameter completion: called on a queue of the desk.
    func make(_ page: Page, completion: @escaping @Sendable (PageReply) -> Void) {
        queue.async { [source] in completion(source.make(page)) }
    }
}
