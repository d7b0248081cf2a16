/// The calls of one connection that wait for their answers. All memory is taken at the beginning.
///
/// Calls are numbered from 1 on; a number's place in memory is its rest by a power of two. A place
/// that is still taken by an old call is passed over, as numbers need only rise.
@safe final class CallTable {
    struct Call {
        /// 0 when the place is free.
        var number: UInt32
        /// Place of its request in the mix.
        var entry: Int32
        var intended: Int64
        var sent: Int64
    }

    /// Stream ids are odd and below 2^31, so numbers are below 2^30.
    static let numberMaximum: UInt32 = 1 << 30 - 1

    private let calls: UnsafeMutablePointer<Call>
    private let capacity: Int
    private let mask: UInt32
    private var oldest: UInt32 = 1
    private var next: UInt32 = 1
    private(set) var count = 0

    /// - Parameter callCount: most calls at a time.
    init(callCount: Int) {
        var capacity = 64
        while capacity < callCount * 4 { capacity *= 2 }
        self.capacity = capacity
        mask = UInt32(capacity - 1)
        unsafe calls = .allocate(capacity: capacity)
        unsafe calls.initialize(
            repeating: Call(number: 0, entry: 0, intended: 0, sent: 0), count: capacity)
    }

    deinit { unsafe calls.deallocate() }

    /// No number is left: the connection must be made anew.
    var isUsedUp: Bool { next > Self.numberMaximum - mask }

    /// Takes a call in and returns its number.
    /// - Precondition: fewer calls than a quarter of the table wait, and it is not used up.
    func begin(entry: Int, intended: Int64, sent: Int64) -> UInt32 {
        while unsafe calls[Int(next & mask)].number != 0 { next += 1 }
        let number = next
        unsafe calls[Int(number & mask)] = Call(
            number: number, entry: Int32(truncatingIfNeeded: entry), intended: intended, sent: sent)
        next += 1
        count += 1
        return number
    }

    /// Takes a call out; nil when it does not wait any more.
    func end(_ number: UInt32) -> Call? {
        let place = Int(number & mask)
        guard number != 0, unsafe calls[place].number == number else { return nil }
        unsafe calls[place].number = 0
        count -= 1
        return unsafe calls[place]
    }

    /// The number of the oldest call that was sent at or before a time; nil when there is none.
    func oldest(sentUntil time: Int64) -> UInt32? {
        while oldest != next {
            let call = unsafe calls[Int(oldest & mask)]
            if call.number == oldest { return call.sent <= time ? oldest : nil }
            oldest += 1
        }
        return nil
    }

    /// Takes any call out; nil when none waits.
    func endAny() -> (number: UInt32, call: Call)? {
        guard let number = oldest(sentUntil: .max), let call = end(number) else { return nil }
        return (number, call)
    }

    /// Numbers begin anew, for a new connection.
    /// - Precondition: no call waits.
    func restart() {
        oldest = 1
        next = 1
    }
}
