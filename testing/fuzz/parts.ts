import fc from 'fast-check'
import type { Pairs } from './addresses.ts'
import type { FuzzRequest } from './fuzz-request.ts'

/** A request, before it is decided in which world. */
export type Parts = Pick<FuzzRequest, 'method' | 'path' | 'query' | 'headers' | 'body'>

/** Headers that any request may have. */
export const otherHeaders: fc.Arbitrary<Pairs> = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  fc.constantFrom<Pairs>(
    [['Origin', 'https://app.example']],
    [['Origin', 'null']],
    [
      ['Origin', 'http://localhost:3000'],
      ['Access-Control-Request-Method', 'PUT'],
    ],
    [['Content-Encoding', 'gzip']],
    [['Range', 'bytes=0-1']],
    [['If-None-Match', '*']],
    [['X-HTTP-Method-Override', 'DELETE']],
    [['Cookie', 'a=b']],
  ),
)
