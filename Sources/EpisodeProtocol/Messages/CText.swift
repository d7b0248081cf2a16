internal import CEpisodesProto
internal import Glibc

/// The bytes of a C string without its end.
func cBytes(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
}
