// Judges a client that does its own work and no task of the judge. Only the checks of requests apply.
import { phrase } from '../../conclusions/phrase.ts'
import type { DialectFacts, ClientCredentials } from '../evidence/world-facts.ts'
import type { Transcript } from '../evidence/transcript.ts'
import { undecided } from '../../conclusions/result.ts'
import type { ClientResult } from './client-result.ts'
import { breaksRequirement, judgeRequests } from './judge-run.ts'
import { Redaction } from './redaction.ts'
import { verdictOfAll } from './summary.ts'

/** The requests of a watched client. */
export interface WatchedClient {
  /** One transcript per world. The requests in one world say nothing about another. */
  readonly transcripts: readonly Transcript[]
  readonly dialect: DialectFacts
  readonly credentials: ClientCredentials
  /** Secrets that the worlds have issued, including those from before watching began. */
  readonly issued?: readonly string[]
  /** True if a result is reported. */
  readonly reports: (result: ClientResult) => boolean
  /** Removes secrets from results. Pass the same instance if a client is judged repeatedly. */
  readonly redaction?: Redaction
  /**
   * True if the client may still send requests. Then a failure that depends on a missing request is
   * `insufficientEvidence`. Default: false.
   */
  readonly isUnfinished?: boolean
}

/** The results of a watched client without secrets: one per check, from the most decisive world. */
export function judgeWatched(client: WatchedClient): readonly ClientResult[] {
  const { redaction = new Redaction(), isUnfinished = false, credentials, issued = [] } = client
  redaction.learnIssued(issued)
  for (const transcript of client.transcripts) redaction.learn({ transcript, credentials })
  const results = judgeTranscripts(client)
  const fallible = isUnfinished && results.some(breaksRequirement)
  // Further requests may follow, so nothing is concluded from the absence of one.
  const certain = fallible ? judgeTranscripts({ ...client, transcripts: client.transcripts.map(markCut) }) : results
  const isCertain = ({ check }: ClientResult) =>
    certain.some((result) => result.check === check && breaksRequirement(result))
  return results.map((result) =>
    redaction.show(
      breaksRequirement(result) && !isCertain(result)
        ? undecided(result, 'insufficientEvidence', {
            cause: { kind: 'unfinished' },
            remark: phrase`It may still come`,
          })
        : result,
    ),
  )
}

function judgeTranscripts({ transcripts, dialect, credentials, reports }: WatchedClient): readonly ClientResult[] {
  const none: Transcript = { exchanges: [], outside: [], cut: false }
  const results = (transcripts.length === 0 ? [none] : transcripts).flatMap((transcript) =>
    judgeRequests({ transcript, dialect, credentials, scenario: undefined }),
  )
  return [...Map.groupBy(results.filter(reports), ({ check }) => check).values()].map(mostDecisive)
}

/** The most decisive result of one check in several worlds. */
function mostDecisive(results: readonly ClientResult[]): ClientResult {
  const verdict = verdictOfAll(results)!
  const [first, ...others] = results.filter((result) => result.verdict === verdict)
  return others.length > 0 && breaksRequirement(first!) ? { ...first!, worlds: 1 + others.length } : first!
}

const markCut = (transcript: Transcript): Transcript => ({ ...transcript, cut: true })
