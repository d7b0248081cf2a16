// Purpose: a kept reply is the very reply, the bound holds whatever comes, and nothing survives
// `removeAll`.
import EpisodeProtocol
import TestSupport
import Testing

@Suite struct `Reply cache` {
    private func reply(_ text: String) -> ReplyEncoder {
        var encoder = ReplyEncoder()
        encoder.prepareVideoStream(url: text)
        return encoder
    }

    private func answer(_ cache: ReplyCache, _ request: [UInt8]) -> [UInt8]? {
        var memory = [UInt8](repeating: 0xAA, count: ReplyCache.replyByteCountMaximum)
        var byteCount = 0
        let isKnown = memory.withUnsafeMutableBytes { memory in
            cache.answer(request.span.bytes) { count in
                byteCount = count
                return UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
            }
        }
        return isKnown ? Array(memory[..<byteCount]) : nil
    }

    @Test func `a reply is kept when its request comes the second time`() {
        let cache = ReplyCache(byteCountMaximum: 1_048_576)
        let (request, encoder) = (Array("request".utf8), reply("https://x/1"))
        for _ in 0..<2 {
            #expect(answer(cache, request) == nil)
            cache.keep(encoder, for: request.span.bytes)
        }
        #expect(answer(cache, request) == encoder.bytes)
        #expect(answer(cache, Array("requesu".utf8)) == nil)
        #expect(answer(cache, Array("reques".utf8)) == nil)
        #expect(answer(cache, []) == nil)
        #expect(cache.count == 1 && cache.hitCount == 1)
    }

    @Test(arguments: [0, -1, 100, 20_000, 300_000])
    func `every answer is right and the bytes stay within their bound`(bound: Int) {
        let cache = ReplyCache(byteCountMaximum: bound)
        var generator = SeededGenerator(seed: 11)
        var hits = 0
        for _ in 0..<20_000 {
            // Few requests are frequent, many are rare.
            let number = Int.random(
                in: 0..<Int.random(in: 1...500, using: &generator), using: &generator)
            let request = Array("list \(number)".utf8)
            let encoder = reply(String(repeating: "r", count: number * 7 % 900 + 1) + "\(number)")
            if let kept = answer(cache, request) {
                hits += 1
                #expect(kept == encoder.bytes)
            } else {
                cache.keep(encoder, for: request.span.bytes)
            }
            #expect(cache.byteCount <= max(bound, 0))
        }
        #expect(cache.hitCount == hits)
        #expect((hits > 0) == (bound > 0))
        if bound == 300_000 { #expect(hits > 5_000) }
        cache.removeAll()
        #expect(cache.byteCount == 0 && cache.count == 0)
        #expect(answer(cache, Array("list 0".utf8)) == nil)
    }

    @Test func `long requests and long replies are not kept`() {
        let cache = ReplyCache(byteCountMaximum: 10_000_000)
        let short: [UInt8] = [1]
        let long = [UInt8](repeating: 1, count: ReplyCache.requestByteCountMaximum + 1)
        let longReply = reply(String(repeating: "r", count: ReplyCache.replyByteCountMaximum))
        for _ in 0..<3 {
            cache.keep(longReply, for: short.span.bytes)
            cache.keep(reply("u"), for: long.span.bytes)
        }
        #expect(cache.count == 0)
        #expect(answer(cache, short) == nil && answer(cache, long) == nil)
    }
}
