/// Which file a path named at some moment: another file under the same name has another identity.
struct FileIdentity: Hashable {
    var device: UInt64
    var inode: UInt64
}
