// Judges a client that does no task of the judge: what it sent, by the checks of requests alone.
import type { DialectFacts, ClientCredentials } from '../evidence/world-facts.ts'
import type { Transcript } from '../evidence/transcript.ts'
import type { ClientResult } from './client-result.ts'
import { judgeRequests } from './judge-run.ts'
import { Redaction, type ShownResult } from './redaction.ts'
import { verdictOfAll } from './summary.ts'

/** What was seen of a watched client. */
export interface WatchedClient {
  /** What was sent, by worlds: what happens in one says nothing about another. */
  readonly transcripts: readonly Transcript[]
  readonly dialect: DialectFacts
  readonly credentials: ClientCredentials
  /** Whether a result is reported. */
  readonly reports: (result: ClientResult) => boolean
}

/** The results of a watched client without secrets: one for each check, of the world that shows it best. */
export function judgeWatched({ transcripts, dialect, credentials, reports }: WatchedClient): readonly ShownResult[] {
  const redaction = new Redaction()
  const none: Transcript = { requests: [], outside: [], cut: false }
  const results = (transcripts.length === 0 ? [none] : transcripts).flatMap((transcript) => {
    const run = { transcript, dialect, credentials, scenario: undefined }
    redaction.learn(run)
    return judgeRequests(run)
  })
  return [...Map.groupBy(results.filter(reports), ({ check }) => check).values()].map((own) => {
    const verdict = verdictOfAll(own)!
    const decisive = own.filter((one) => one.verdict === verdict)
    const [first] = decisive
    const more = decisive.length - 1
    const message = more > 0 && verdict === 'fail' ? `${first!.message} (and in ${more} more worlds)` : first!.message
    return redaction.show({ ...first!, message })
  })
}
