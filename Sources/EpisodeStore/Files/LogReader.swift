internal import Glibc

/// Reads a write-ahead log frame by frame. SQLite holds no locks on this file.
final class LogReader {
    private static let headByteCount = 32
    private static let frameHeadByteCount = 24

    private let descriptor: Int32
    private let head: [UInt8]
    private var frame: [UInt8] = []
    private var sums: (UInt32, UInt32) = (0, 0)
    private(set) var hasFrame = false

    /// Nil when there is no head to read.
    init?(_ path: String) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, let head = Self.read(descriptor, Self.headByteCount) else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        self.head = head
    }

    deinit { close(descriptor) }

    private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }

    var isHeadEmpty: Bool { head.allSatisfy { $0 == 0 } }

    /// The checksums are over numbers in the byte order that the magic number tells.
    private var isBigEndian: Bool { Self.number(head, at: 0) & 1 == 1 }

    private var pageByteCount: Int { Int(Self.number(head, at: 8)) }

    /// Whether the head has the sums that it says. The sums of the frames go on from them.
    func headIsIntact() -> Bool {
        guard Self.number(head, at: 0) & ~1 == 0x377F_0682,
            (512...65_536).contains(pageByteCount), pageByteCount % 8 == 0
        else { return false }
        sums = (0, 0)
        add(head, 0..<24)
        return sums == (Self.number(head, at: 24), Self.number(head, at: 28))
    }

    private func add(_ bytes: [UInt8], _ range: Range<Int>) {
        var (first, second) = sums
        unsafe bytes.withUnsafeBytes { bytes in
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                let left = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let right = unsafe bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                first &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ second
                second &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ first
            }
        }
        sums = (first, second)
    }

    /// Reads the next frame; false at the end.
    func readFrame() -> Bool {
        let next = Self.read(descriptor, Self.frameHeadByteCount + pageByteCount)
        hasFrame = next != nil
        frame = next ?? []
        return hasFrame
    }

    /// Whether the frame belongs to this log and not to what stood in the file before.
    private var isOfThisLog: Bool { frame[8..<16] == head[16..<24] }

    /// Whether the frame is what SQLite wrote after those before.
    func frameFollows() -> Bool {
        guard isOfThisLog else { return false }
        add(frame, 0..<8)
        add(frame, Self.frameHeadByteCount..<frame.count)
        return sums == (Self.number(frame, at: 16), Self.number(frame, at: 20))
    }

    /// Whether the frame ends a transaction of this log.
    var isCommit: Bool { isOfThisLog && Self.number(frame, at: 4) != 0 }

    /// Whether the file still has the head that this reader began with.
    func hasSameHead(as path: String) -> Bool { LogReader(path)?.head == head }
}
