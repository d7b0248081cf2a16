internal import CProtobufC

/// The C library that packs and unpacks messages.
public enum ProtobufLibrary {
    /// Its version as linked at run time, such as `1.4.1`.
    public static var version: String { unsafe String(cString: protobuf_c_version()) }
}
