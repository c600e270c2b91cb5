// Judges a client while it uses a running emulator.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientCredentials, DialectFacts } from '../../../../conformance/client/evidence/world-facts.ts'
import { clientRequirement } from '../../../../conformance/client/catalogue/requirements.ts'
import { clientFactKinds } from '../../../../conformance/client/conclusions/client-conclusion.ts'
import { type ClientReport, toClientReport } from '../../../../conformance/client/judge/client-report.ts'
import type { ClientResult } from '../../../../conformance/client/judge/client-result.ts'
import { judgeWatched, type WatchedClient } from '../../../../conformance/client/judge/judge-watched.ts'
import { Redaction } from '../../../../conformance/client/judge/redaction.ts'
import { selectResults } from '../../../../conformance/client/judge/select-runs.ts'
import { type ClientReportContext, writeClientReport } from '../../../../conformance/client/reports/client-document.ts'
import type { ClientJsonFact } from '../../../../conformance/client/reports/client-json.ts'
import { toJsonFact } from '../../../../conformance/report/json-result.ts'
import { summarizeClient } from '../../../../conformance/client/judge/summary.ts'
import type { CommonFormat } from '../../../../conformance/report/format-list.ts'
import type { Emulator } from '../../../../emulator/create-emulator.ts'
import type { BegunRequest, EndedRequest, RequestObserver } from '../../../../emulator/journal/journal-options.ts'
import type { IssuedCredentials } from '../../../../emulator/journal/issued-credentials.ts'
import type { JournalDraft } from '../../../../emulator/journal/journal-draft.ts'
import { findIssuedSecrets } from '../../../../emulator/journal/used-credential.ts'
import { readCredentials, readDialect } from '../world-facts.ts'
import type { WatchStatus } from './watch-schemas.ts'
import { clientCoverage } from './coverage.ts'
import { WatchedRequests } from './watched-requests.ts'

/** Limits at which a watch ends by itself, in case it was forgotten. */
const most = { requests: 5000, characters: 33_554_432 }

/** The longest wait for incomplete answers before judging without them, in milliseconds. */
const patience = { usually: 50, atLast: 1000 }

/** The judge takes about one part in this many of the time, because the emulator answers no request meanwhile. */
const share = 10
/** The longest pause between two judgements, in milliseconds. */
const longestPause = 4000

/** The worlds to watch, and the way to judge them. */
export interface LiveWatchOptions {
  readonly emulator: Emulator
  /** The name of the world; undefined for all worlds. */
  readonly world: string | undefined
  /** The name of the client in reports. */
  readonly name: string
  /** The last revision of the previous watch. */
  readonly revision: number
  /** Selects the results to report. */
  readonly selection: Parameters<typeof selectResults>[0]
}

/** The verdicts so far, or the final ones. */
interface LiveVerdicts {
  readonly report: ClientReport
  readonly context: ClientReportContext
}

/** The end of a watch. */
interface WatchEnd {
  readonly at: number
  /** Why it ended by itself; undefined if it was stopped. */
  readonly why: string | undefined
}

/** A judgement of the requests up to that point. */
interface Judgement {
  readonly verdicts: LiveVerdicts
  readonly revision: number
  /** The state of the recorded requests. */
  readonly changes: number
  /** True if the watch had ended, so that no judgement follows. */
  readonly isFinal: boolean
  /** The earliest time of the next one. */
  readonly nextAt: number
}

/** A watch that begins when it is created. */
export class LiveWatch implements Required<RequestObserver> {
  readonly #world: string | undefined
  readonly #name: string
  readonly #emulator: Emulator
  readonly #watched: WatchedRequests
  readonly #reports: WatchedClient['reports']
  readonly #dialect: DialectFacts
  readonly #credentials: ClientCredentials
  readonly #conventions: Emulator['conventions']
  readonly #redaction = new Redaction()
  /**
   * Secrets that a request sent and its world had issued. A world has only hashes of the secrets from before a restart.
   */
  readonly #sentSecrets = new Set<string>()
  readonly #began = performance.now()
  readonly #firstRevision: number
  /** Determined on access. */
  #end: WatchEnd | undefined
  #latest: Judgement | undefined

  /** @throws KitError `invalid_selection` for a pattern that matches nothing. */
  constructor({ emulator, world, name, revision, selection }: LiveWatchOptions) {
    this.#firstRevision = revision
    this.#world = world
    this.#name = name
    this.#emulator = emulator
    this.#reports = selectResults(selection)
    this.#dialect = readDialect(emulator)
    this.#credentials = readCredentials(emulator)
    this.#conventions = emulator.conventions
    this.#watched = new WatchedRequests(() => this.#dialect, {
      isWatched: (name) => world === undefined || name === world,
      most: most.requests,
    })
    this.#watched.worldNamed = (name) => emulator.worlds.peek(name)
  }

  /** Returns true if it has ended, by `stop` or by itself. */
  get isOver(): boolean {
    const why = this.#end ? undefined : this.#whyOver()
    if (why !== undefined) this.#end = { at: performance.now(), why }
    return this.#end !== undefined
  }

  /** Increases with each judgement, and continues in the next watch. */
  get revision(): number {
    return this.#latest?.revision ?? this.#firstRevision
  }

  readonly onBegin = (begun: BegunRequest): void => {
    if (this.isOver) return
    this.#watched.onBegin(begun)
    const world = this.#emulator.worlds.peek(begun.world)
    if (world) this.#noteSecrets(begun.draft, world.requests.issuedCredentials)
  }

  readonly onEnd = (ended: EndedRequest): void => {
    // Answers to requests from before the end still count.
    this.#watched.onEnd(ended)
    this.#noteSecrets(ended.draft, ended.journal.issuedCredentials)
  }

  /** Ends the watch. Tasks that the client has not done by then count as not done. */
  async stop(): Promise<void> {
    if (this.isOver) return
    this.#end = { at: performance.now(), why: undefined }
    await this.#settled(patience.atLast)
  }

  /** The status for the control API. @param known The revision whose verdicts the caller has; they are left out. */
  async status(known: number | undefined): Promise<WatchStatus> {
    const { report, context } = await this.#verdicts()
    const { summary: counts, requirements, conformant, results } = report
    const { exitCode } = context.summary
    const isKnown = this.revision === known
    return {
      state: this.isOver ? 'ended' : 'watching',
      client: this.#name,
      world: this.#world ?? null,
      requests: this.#watched.requests,
      revision: this.revision,
      results: isKnown ? null : results.map(toWatchVerdict),
      summary: isKnown ? null : { counts, requirements, conformant, exitCode },
      why: this.#end?.why ?? null,
    }
  }

  /** The report, preliminary or final. */
  async report(format: CommonFormat): Promise<string> {
    const { report, context } = await this.#verdicts()
    return writeClientReport(format, report, context)
  }

  /** The verdicts, after a pause if the last ones took long. */
  async #verdicts(): Promise<LiveVerdicts> {
    if (!this.isOver) {
      await this.#settled(patience.usually)
      const { nextAt = 0, changes = 0 } = this.#latest ?? {}
      const pause = nextAt - performance.now()
      if (pause > 0 && this.#watched.changes !== changes) await sleep(pause)
    }
    return this.#newest()
  }

  #noteSecrets(draft: JournalDraft, issuedCredentials: IssuedCredentials): void {
    for (const secret of findIssuedSecrets(draft, issuedCredentials)) this.#sentSecrets.add(secret)
  }

  #newest(): LiveVerdicts {
    const { changes } = this.#watched
    const isFinal = this.isOver
    const last = this.#latest
    if (last && (last.isFinal || (last.changes === changes && !isFinal))) return last.verdicts
    const began = performance.now()
    const verdicts = this.#judge()
    const now = performance.now()
    const nextAt = now + Math.min(longestPause, (now - began) * share)
    this.#latest = { verdicts, revision: this.revision + 1, changes, isFinal, nextAt }
    if (isFinal) this.#watched.forget()
    return verdicts
  }

  async #settled(longest: number): Promise<void> {
    const giveUp = new AbortController()
    await Promise.race([this.#watched.settled(), sleep(longest, undefined, giveUp).catch(() => {})])
    giveUp.abort()
  }

  #judge(): LiveVerdicts {
    const transcripts = this.#watched.soFar()
    const { worlds } = this.#emulator
    const results = judgeWatched({
      transcripts,
      dialect: this.#dialect,
      credentials: this.#credentials,
      issued: [
        ...this.#sentSecrets,
        ...worlds.names.flatMap((name) => worlds.peek(name)?.requests.issuedCredentials.secrets ?? []),
      ],
      reports: this.#reports,
      redaction: this.#redaction,
      // A watch that ended by itself may have missed later requests.
      isUnfinished: this.#end === undefined || this.#end.why !== undefined,
    })
    const coverage = clientCoverage({
      transcripts,
      results,
      scenarios: this.#watched.scenarios,
    })
    const report = toClientReport({ name: this.#name, command: [] }, results)
    const context = {
      summary: summarizeClient(report.results),
      startedAt: performance.timeOrigin + this.#began,
      durationMs: (this.#end?.at ?? performance.now()) - this.#began,
      runs: transcripts.length,
      requests: transcripts.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
      coverage,
      isSelection: false,
      color: false,
      verbose: false,
    }
    return { report, context }
  }

  /**
   * Why the watch must end. The emulator must follow the specification consistently; otherwise the client would be
   * blamed.
   */
  #whyOver(): string | undefined {
    const { conventions, deviations } = this.#emulator
    if (conventions !== this.#conventions)
      return 'The conventions were changed, and what was right under the old ones may be wrong under the new ones.'
    const [deviation] = deviations.active
    if (deviation) return `The deviation ${deviation.name} was activated, and the client would be blamed for it.`
    const { requests, characters } = this.#watched
    if (requests < most.requests && characters < most.characters) return undefined
    return `No more than ${most.requests.toLocaleString('en')} requests or 32 MiB of bodies are kept.`
  }
}

/** A result as the status of a watch shows it. */
function toWatchVerdict(result: ClientResult): NonNullable<WatchStatus['results']>[number] {
  const { check, requirement, clause, level, verdict, message, fact, cause, evidence } = result
  const { statement, careful } = clientRequirement(requirement)
  const isBroken = verdict === 'fail' || verdict === 'advice'
  return {
    check,
    requirement,
    clause,
    level,
    statement,
    verdict,
    sprung: cause?.kind !== 'neverDone',
    message,
    ...(fact ? { fact: toJsonFact<ClientJsonFact>(fact, evidence, clientFactKinds) } : {}),
    ...(cause ? { cause } : {}),
    careful: isBroken ? careful : '',
    evidence: evidence.map(
      ({ request, response }) => `${request.method} ${request.url} → ${response?.status ?? 'no answer'}`,
    ),
  }
}
