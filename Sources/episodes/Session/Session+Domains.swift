import CommandLineKit
import EpisodeClient
import EpisodeProtocol
import RPCCore

extension Session {
    /// The server's domains.
    func domainNames() async throws(Failure) -> DomainNames {
        DomainNames(
            try await reply(
                "options", .getFilterOptions, [], MessageCoding.decodeFilterOptionsResponse
            ).domains)
    }

    /// Ids of domains as people type them; asks the server only when there is a name among them.
    ///
    /// - Parameter names: the server's domains when they are known already, or become so here.
    func domainIDs(
        _ typed: [String], _ names: inout DomainNames?
    ) async throws(Failure) -> [UInt32] {
        var ids: [UInt32] = []
        for text in typed {
            do throws(UsageError) {
                if let id = try DomainNames.id(text) {
                    ids.append(id)
                    continue
                }
            } catch {
                throw Failure(error)
            }
            let known: DomainNames
            if let names { known = names } else { known = try await domainNames() }
            names = known
            do throws(UsageError) {
                ids += try known.ids(text)
            } catch {
                throw Failure(error)
            }
        }
        return ids
    }
}
