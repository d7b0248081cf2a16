/// Splits an input into the choices at its front and the bytes under test.
extension UnsafeRawBufferPointer {
    /// The bytes after the first `count`.
    func after(_ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[Swift.min(count, self.count)...])
    }

    /// The byte at `index`; 0 beyond the end.
    func choice(_ index: Int) -> Int { index < count ? Int(self[index]) : 0 }

    /// Calls `body` with these bytes.
    func withSpan<Result>(_ body: (borrowing RawSpan) -> Result) -> Result {
        body(RawSpan(_unsafeBytes: self))
    }
}

/// Cuts bytes into pieces: `choice` 0 leaves them whole, 1 to 32 are pieces of that length, more
/// are pieces of changing length.
func pieces(of bytes: [UInt8], choice: Int) -> [ArraySlice<UInt8>] {
    if choice == 0 { return [bytes[...]] }
    var result: [ArraySlice<UInt8>] = []
    var (start, state) = (0, UInt32(choice))
    while start < bytes.count {
        state = state &* 1_664_525 &+ 1_013_904_223
        let length = choice <= 32 ? choice : Int(state >> 27) + 1
        let end = min(start + length, bytes.count)
        result.append(bytes[start..<end])
        start = end
    }
    return result
}

/// Whether bytes are UTF-8 without NUL, as the standard library judges it.
func isText(_ bytes: some Sequence<UInt8>) -> Bool {
    let copy = Array(bytes)
    return !copy.contains(0) && String(validating: copy, as: UTF8.self) != nil
}

/// What a throwing call gave, in a form that can be compared.
func outcome<Value, Failure>(
    _ body: () throws(Failure) -> Value
) -> Result<Value, Failure> {
    do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
}
