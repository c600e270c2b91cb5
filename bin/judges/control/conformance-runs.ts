// Runs of the conformance kit that the control API starts. The kit is loaded by the first of them.
import type { JsonFact, JsonPlace } from '../../../conformance/report/json-fact.ts'
import type { CheckResult, RunResult } from '../../../conformance/judge/result.ts'
import type { ReportDocument } from '../../../conformance/report/document.ts'
import type { Target } from '../../../conformance/target/target-file.ts'
import type { FetchFunction } from '../../../conformance/send/sender.ts'
import type { Summary } from '../../../conformance/report/summary.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import { refusing } from './refusing.ts'
import { declaredIn, readTarget, type TargetOrder } from './run-target.ts'

/** The order for a run. */
export interface RunOrder extends TargetOrder {
  /** The latest run again: all of it, or the checks alone that failed. Its target is kept in memory for that. */
  readonly again?: 'all' | 'failed' | undefined
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
  readonly allowWrites?: boolean | undefined
  readonly quick?: boolean | undefined
  readonly gentle?: boolean | undefined
  readonly seed?: number | undefined
}

/** The target of a run that checks this emulator instead of a service elsewhere. */
export interface EmulatorSubject {
  readonly target: Readonly<Record<string, unknown>>
  readonly fetch: FetchFunction
}

/** A verdict. Its message is empty until the run has ended: only then is every secret known that it may hold. */
export type ConsoleResult = Pick<CheckResult, 'check' | 'requirement' | 'clause' | 'verdict' | 'message' | 'cause'> & {
  /** The fact that shows a failure, as in the JSON report; until the run has ended, its kind alone. */
  readonly fact?: JsonFact | Pick<JsonFact, 'kind'>
  /** Where it was seen. The one that decided is the last. */
  readonly places?: readonly JsonPlace[]
}

/** Stands for the value of a variable. An address is accepted wherever a text is. */
const unknownValue = 'http://variable.invalid'

/** What a target file says about itself. */
export interface TargetFileFacts {
  /** Null where it is a variable. */
  readonly baseUrl: string | null
  /** The names of its members, such as `samples.catalogId`. */
  readonly declared: readonly string[]
  readonly allowWrites: boolean
  /** The variables that need a value. */
  readonly variables: readonly string[]
}

/** How a run stands. */
export type RunState = 'idle' | 'running' | 'ended' | 'stopped' | 'failed'

/** One run. */
interface ConsoleRun {
  state: RunState
  readonly baseUrl: string
  /** The order, for doing it again: of a run of what failed, the one before. */
  readonly whole: RunOrder
  /** True if it runs what failed in the run before. */
  readonly isPart: boolean
  /** Undefined where it is this emulator. */
  readonly target: Target | undefined
  readonly aborting: AbortController
  readonly results: ConsoleResult[]
  /** The checks that have begun and not ended, the first to begin first. */
  readonly running: Set<string>
  /** In milliseconds of the process. */
  readonly beganAt: number
  total: number
  result?: RunResult
  summary?: Summary
  /** Why it failed. */
  fault?: string
  over: Promise<void>
}

/** The latest run, as the control API shows it. */
export interface RunStatus {
  readonly state: RunState
  readonly target: string | null
  /** True if the target is a copy of this emulator. */
  readonly isEmulator: boolean
  /** True if it runs only what failed in the run before. */
  readonly isPart: boolean
  /** The members of the target file that were declared. */
  readonly declared: readonly string[]
  readonly done: number
  readonly total: number
  /** The checks that are asking, the first to begin first. */
  readonly running: readonly string[]
  /** The seconds that the rest may take if it is like what was done; null before that can be told. */
  readonly secondsLeft: number | null
  readonly results: readonly ConsoleResult[]
  readonly requests: number | null
  readonly summary: Pick<Summary, 'counts' | 'requirements' | 'conformant' | 'clauses' | 'exitCode'> | null
  readonly leftovers: readonly string[]
  readonly fault: string | null
}

const idle: RunStatus = {
  state: 'idle',
  target: null,
  isEmulator: false,
  isPart: false,
  declared: [],
  done: 0,
  total: 0,
  running: [],
  secondsLeft: null,
  results: [],
  requests: null,
  summary: null,
  leftovers: [],
  fault: null,
}

const loadKit = async () => {
  const [rules, plan, runner, file, summary, facts, errors, reachable, yaml] = await Promise.all([
    import('../../../conformance/checks/checks.ts'),
    import('../../../conformance/judge/plan.ts'),
    import('../../../conformance/judge/run-conformance.ts'),
    import('../../../conformance/target/target-file.ts'),
    import('../../../conformance/report/summary.ts'),
    import('../../../conformance/report/json-fact.ts'),
    import('../../../conformance/kit-error.ts'),
    import('../../../conformance/send/reachable.ts'),
    import('yaml'),
  ])
  return {
    checks: rules.checks,
    planRun: plan.planRun,
    runConformance: runner.runConformance,
    toTarget: file.toTarget,
    parseTargetFile: file.parseTargetFile,
    parseYaml: (text: string): unknown => yaml.parse(text),
    summarize: summary.summarize,
    toJsonFact: facts.toJsonFact,
    placesOf: facts.jsonPlacesOf,
    isKitError: errors.isKitError,
    whyUnreachable: reachable.whyUnreachable,
  }
}
type Kit = Awaited<ReturnType<typeof loadKit>>

/** The runs of one emulator, one at a time. The latest is kept for its report. */
export class ConformanceRuns {
  #latest: ConsoleRun | undefined
  /** Between an order and its run, so that two orders at once do not make two runs. */
  #isStarting = false
  #isClosed = false

  /**
   * Starts a run.
   * @param subjectOf Makes this emulator a target. It is called only for a run that begins.
   * @throws ApiError `conflict` while another run is going on; `refused` for a wrong target or a pattern without match.
   */
  async start(asked: RunOrder, subjectOf: () => Promise<EmulatorSubject>): Promise<void> {
    if (this.#isStarting || this.#latest?.state === 'running')
      throw new ApiError(
        'conflict',
        'A conformance run is going on. Wait until it has ended, or stop it with DELETE /_emulator/conformance.',
      )
    this.#isStarting = true
    try {
      const kit = await loadKit()
      const { order, known } = this.#repeated(asked)
      const isElsewhere = order.target !== undefined || order.targetFile !== undefined || known !== undefined
      const subject = isElsewhere ? undefined : await subjectOf()
      const target = subject ? refusing(kit, () => kit.toTarget(subject.target)) : readTarget(kit, order, known)
      assertPlainAddress(target)
      const total = refusing(kit, () => kit.planRun({ ...selectionOf(kit, order), target })).length
      const run: ConsoleRun = {
        state: 'running',
        baseUrl: target.baseUrl,
        whole: asked.again === 'failed' ? this.#latest!.whole : order,
        isPart: asked.again === 'failed',
        target: subject ? undefined : target,
        aborting: new AbortController(),
        results: [],
        running: new Set(),
        beganAt: performance.now(),
        total,
        over: Promise.resolve(),
      }
      this.#latest = run
      if (this.#isClosed) run.aborting.abort()
      run.over = this.#run(kit, run, target, order, subject)
    } finally {
      this.#isStarting = false
    }
  }

  /** How the latest run stands, with the verdicts after the first `after`. */
  status(after: number): RunStatus {
    const run = this.#latest
    if (!run) return idle
    const { state, baseUrl, target, results, running, total, result, summary, fault, isPart } = run
    return {
      state,
      target: baseUrl,
      isEmulator: target === undefined,
      isPart,
      declared: target ? declaredIn(target) : [],
      done: results.length,
      total,
      running: state === 'running' ? [...running].slice(0, mostRunning) : [],
      secondsLeft: secondsLeft(run),
      results: results.slice(after),
      requests: result?.requests ?? null,
      summary: summary
        ? {
            counts: summary.counts,
            requirements: summary.requirements,
            conformant: summary.conformant,
            clauses: summary.clauses,
            exitCode: summary.exitCode,
          }
        : null,
      leftovers: result?.leftovers ?? [],
      fault: fault ?? null,
    }
  }

  /** Ends the run. What it made at the target is deleted before it is over. */
  stop(): void {
    if (this.#latest?.state === 'running') this.#latest.aborting.abort()
  }

  /** The result of the latest run; undefined before its end. */
  get result(): RunResult | undefined {
    return this.#latest?.result
  }

  /** The report of the latest run as data; undefined before its end. */
  async document(): Promise<ReportDocument | undefined> {
    const { result, summary } = this.#latest ?? {}
    if (!result || !summary) return undefined
    const { serviceDocument } = await import('../../../conformance/report/service-document.ts')
    return serviceDocument(result, { summary, color: false, verbose: true })
  }

  /** Reads a target file without using it. @throws ApiError `refused` for one that is broken. */
  async readFile(targetFile: string): Promise<TargetFileFacts> {
    const kit = await loadKit()
    const variables = new Set<string>()
    const environment = new Proxy<Record<string, string>>(
      {},
      { get: (_none, name) => (typeof name === 'string' && variables.add(name) ? unknownValue : undefined) },
    )
    const target = readTarget(kit, { targetFile, variables: environment }, undefined)
    return {
      baseUrl: target.baseUrl.startsWith(unknownValue) ? null : target.baseUrl,
      declared: declaredIn(target),
      allowWrites: target.allowWrites ?? false,
      variables: [...variables],
    }
  }

  /** The order with what it takes from the latest run. @throws ApiError `conflict` before the first run. */
  #repeated(order: RunOrder): { readonly order: RunOrder; readonly known?: Target | undefined } {
    if (order.again === undefined) return { order }
    const last = this.#latest
    if (!last)
      throw new ApiError('conflict', 'There is no run to repeat. POST /_emulator/conformance without again begins one.')
    const failed = last.results.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
    if (order.again === 'failed' && failed.length === 0)
      throw new ApiError('conflict', 'No check of the latest run failed. Leave out again to run all of them.')
    const { target: _target, targetFile: _file, variables: _variables, declare: _declare, ...before } = last.whole
    const chosen = order.again === 'failed' ? { only: failed, skip: [] } : {}
    return { order: { ...before, ...definedIn(order), ...chosen }, known: last.target }
  }

  /** Stops the run and waits for its end. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.stop()
    await this.#latest?.over
  }

  async #run(
    kit: Kit,
    run: ConsoleRun,
    target: Target,
    order: RunOrder,
    subject: EmulatorSubject | undefined,
  ): Promise<void> {
    const { signal } = run.aborting
    const allowWrites = subject !== undefined || (order.allowWrites ?? target.allowWrites ?? false)
    try {
      const { elsewhere } = await import('../service/judged-service.ts')
      const why = subject ? undefined : await kit.whyUnreachable(target.baseUrl, { signal })
      if (why !== undefined && !signal.aborted)
        throw new Error(`${target.baseUrl} cannot be reached: ${why}. Check the URL and that the service is running.`)
      const other = subject ? undefined : elsewhere(target, process.env, allowWrites)
      const ledger = other?.ledger
      const result = await kit
        .runConformance({
          ...selectionOf(kit, order),
          target,
          ledger,
          browser: other?.browser,
          allowWrites,
          seed: order.seed,
          signal,
          fetch: subject?.fetch,
          onBegin: (check) => run.running.add(check),
          onResult: (result, _done, total) => {
            run.running.delete(result.check)
            run.total = total
            run.results.push(earlyResult(result))
          },
        })
        .finally(() => other?.close())
      // Objects in a copy of this emulator disappear with it.
      run.result = subject ? { ...result, leftovers: [] } : result
      ledger?.forgetTold()
      run.summary = kit.summarize(run.result)
      run.results.splice(0, run.results.length, ...run.result.results.map((result) => toConsoleResult(result, kit)))
      run.state = signal.aborted ? 'stopped' : 'ended'
    } catch (error) {
      run.fault = error instanceof Error ? error.message : String(error)
      run.state = 'failed'
    }
  }
}

/** The most running checks that are named. */
const mostRunning = 5

/** The checks that must have ended before the time of the others can be told. */
const fewest = 10

function secondsLeft({ state, results: { length: done }, total, beganAt }: ConsoleRun): number | null {
  if (state !== 'running' || done < fewest) return null
  return Math.ceil(((performance.now() - beganAt) / done / 1000) * (total - done))
}

const definedIn = (order: RunOrder): RunOrder =>
  Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined))

function selectionOf({ checks }: Kit, { only, skip, quick, gentle }: RunOrder) {
  return { checks, only, skip, quick, gentle }
}

/** A result without texts of the target, which may hold a secret that is not known yet. */
function earlyResult({ check, requirement, clause, verdict, fact, cause }: CheckResult): ConsoleResult {
  const kind = fact && { fact: { kind: fact.kind } }
  return { check, requirement, clause, verdict, message: '', ...kind, ...(cause ? { cause } : {}) }
}

function toConsoleResult(result: CheckResult, { toJsonFact, placesOf }: Kit): ConsoleResult {
  const { check, requirement, clause, verdict, message, fact, cause, evidence } = result
  return {
    check,
    requirement,
    clause,
    verdict,
    message,
    ...(fact ? { fact: toJsonFact(fact, evidence), places: placesOf(fact) } : {}),
    ...(cause ? { cause } : {}),
  }
}

/** Credentials in an address would be sent and shown with it. @throws ApiError */
function assertPlainAddress({ baseUrl }: Target): void {
  const url = URL.parse(baseUrl)
  if (url && url.username === '' && url.password === '' && url.search === '' && url.hash === '') return
  throw new ApiError(
    'refused',
    'target.baseUrl must be a URL without user name, password, query and fragment. Credentials go into target.credentials.',
    { details: [{ at: '/target/baseUrl', message: 'is not a plain URL' }] },
  )
}
