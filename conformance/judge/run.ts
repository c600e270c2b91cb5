import { RequestTrail } from './scripts/request-trail.ts'
import { Redactor } from './redaction/redact.ts'
import { addTargetSecrets, learnSecrets } from './redaction/secrets.ts'
import type { Offer } from '../catalogue/profiles.ts'
import type { PathNames } from '../catalogue/operation-paths.ts'
import { dropOmittedFilters } from '../target/declarations.ts'
import { targetPathNames } from '../target/path-names.ts'
import type { Target } from '../target/target-file.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { defaultLimits, type RequestSender } from '../send/sender.ts'
import type { Time } from '../send/time.ts'
import type { WebBrowser } from '../send/web-browser.ts'
import { ApiAnswerStyle } from './gateway-refusals.ts'
import { ClientTokens } from './client-tokens.ts'
import { AnswerContrast } from './answer-contrast.ts'
import { Controls } from './controls.ts'
import type { EarlierAnswers } from './earlier-answers.ts'
import { Findings } from './findings.ts'
import type { Ledger } from './ledger.ts'
import type { CreatedObjects } from './created-objects.ts'
import { Random } from './random.ts'
import { SeededRotation } from './seeded-rotation.ts'
import { SharedWaits } from './shared-waits.ts'
import { Turnstile } from './turnstile.ts'
import { UntrackedWrites } from './untracked-writes.ts'

/** The beginning of a credential that no target can have issued. */
export const neverIssuedPrefix = 'never-issued-'

export interface RunOptions {
  readonly target: Target
  readonly sender: RequestSender
  readonly time: Time
  readonly ledger: Ledger
  /** The objects that the run may change or delete. */
  readonly made: CreatedObjects
  /** Default: 1. */
  readonly seed?: number
  readonly quick?: boolean
  readonly gentle?: boolean
  /** Default: true. */
  readonly allowWrites?: boolean
  readonly maxWait: number
  /** The time limit of a step in the browser, in milliseconds. Default: as for a request. */
  readonly timeout?: number
  readonly browser?: WebBrowser | undefined
  /** Answers that came before the run. Default: none. */
  readonly earlier?: EarlierAnswers | undefined
  /** Keeps answers for the next run. */
  readonly keepFor?: EarlierAnswers | undefined
  /** Called with every exchange. */
  readonly onExchange: (exchange: Exchange) => void
  /** Keeps an exchange that no check reads, for the HAR file. */
  readonly keep: (exchange: Exchange) => void
}

/** The state that all checks of one run share: the target, the findings about it, and its secrets. */
export class Run {
  readonly target: Target
  readonly baseUrl: string
  readonly sender: RequestSender
  readonly time: Time
  readonly ledger: Ledger
  readonly redactor: Redactor = new Redactor()
  readonly trail: RequestTrail = new RequestTrail()
  readonly findings: Findings
  readonly random: Random
  readonly rotation: SeededRotation
  readonly tokens: ClientTokens = new ClientTokens()
  readonly waits: SharedWaits = new SharedWaits()
  readonly controls: Controls = new Controls()
  readonly turnstile: Turnstile
  readonly contrast: AnswerContrast = new AnswerContrast()
  readonly writes: UntrackedWrites
  readonly made: CreatedObjects
  readonly usual: ApiAnswerStyle = new ApiAnswerStyle()
  /** True if checks may create, change and delete. */
  readonly allowWrites: boolean
  /** True if the run sends only a selection chosen by the seed. */
  readonly quick: boolean
  readonly #gentle: boolean
  /**
   * Part of the name of everything that this run creates. Short and lower-case, as the specification states no rule for
   * names.
   */
  readonly id: string
  /** The time that a check may wait for something to expire, in milliseconds. */
  readonly maxWait: number
  /** The time limit of a step in the browser, in milliseconds. */
  readonly timeout: number
  /** The browser; undefined without one. */
  readonly browser: WebBrowser | undefined
  /** Answers that came before the run; undefined without any. */
  readonly earlier: EarlierAnswers | undefined
  /** Keeps answers for the next run; undefined without one. */
  readonly keepFor: EarlierAnswers | undefined
  /** Keeps an exchange that no check reads, for the HAR file. */
  readonly keep: (exchange: Exchange) => void
  readonly #onExchange: (exchange: Exchange) => void
  #clockAhead: number | undefined

  constructor({
    target,
    sender,
    time,
    ledger,
    made,
    seed = 1,
    quick = false,
    gentle = false,
    allowWrites = true,
    maxWait,
    timeout = defaultLimits.timeout,
    browser,
    earlier,
    keepFor,
    onExchange,
    keep,
  }: RunOptions) {
    this.target = dropOmittedFilters(target)
    this.baseUrl = target.baseUrl.replace(/\/+$/, '')
    this.sender = sender
    this.time = time
    this.ledger = ledger
    this.made = made
    this.maxWait = maxWait
    this.timeout = timeout
    this.browser = browser
    this.random = new Random(seed)
    this.rotation = new SeededRotation(seed, quick)
    this.allowWrites = allowWrites
    this.quick = quick
    this.turnstile = new Turnstile(time, quick)
    this.#gentle = gentle
    this.id = `conformance-${time.now().toString(36)}-${this.random.text(6).toLowerCase()}`
    this.writes = new UntrackedWrites(ledger, this.id, allowWrites)
    this.findings = new Findings(target.findings ?? {})
    this.earlier = earlier
    this.keepFor = keepFor
    this.#onExchange = onExchange
    this.keep = keep
    addTargetSecrets(target, this.redactor)
  }

  /**
   * True if no wrong credentials are sent beyond the fewest that decide: by option, or since the target locked out.
   */
  get gentle(): boolean {
    return this.#gentle || this.controls.metLockOut
  }

  /** A credential that no target can have issued. */
  get neverIssued(): string {
    return `${neverIssuedPrefix}${this.id}`
  }

  /** Returns true if the target file says that the service does not offer a part. */
  omits(offer: Offer): boolean {
    return this.target.without?.includes(offer) ?? false
  }

  /** The version of the versioned API, such as `1.13`. */
  get version(): string {
    return this.names.version
  }

  /** The names that the target file declares for paths. */
  get names(): PathNames {
    return targetPathNames(this.target)
  }

  /** The milliseconds by which the first `Date` of an answer is ahead of this machine's clock; 0 without a `Date`. */
  get clockAhead(): number {
    return this.#clockAhead ?? 0
  }

  /** Registers a changed credential: reports hide it, and scripts derive it from the credential. */
  addNearMiss(text: string, credential: string, change: string): void {
    this.trail.nearMisses.set(text, credential)
    this.redactor.addAltered(text, credential, change)
  }

  /** Learns from an exchange for the whole run: the target's clock, and its secrets. */
  record(exchange: Exchange): void {
    const date = Date.parse(exchange.response.headers['date'] ?? '')
    if (Number.isFinite(date)) this.#clockAhead ??= date - exchange.startedAt
    learnSecrets(exchange, this.redactor)
    this.trail.record(exchange)
    this.usual.record(exchange)
    this.#onExchange(exchange)
  }
}
