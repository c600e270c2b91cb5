import { checks } from '../checks/checks.ts'
import { KitError } from '../kit-error.ts'
import type { OperationId } from '../catalogue/operations.ts'
import { printedPath } from '../catalogue/operation-paths.ts'
import { because, type RunCredential } from '../conclusions/cause.ts'
import { Conclusion } from '../conclusions/conclusion.ts'
import type { Exchange } from '../conclusions/exchange.ts'
import { isPassive, type PassiveCheck } from '../judge/define-check.ts'
import type { EarlierAnswers } from '../judge/earlier-answers.ts'
import type { Ledger } from '../judge/ledger.ts'
import type { CheckResult } from '../judge/result.ts'
import { withoutIds } from '../reading/id-forms.ts'
import { relativePath } from '../reading/relative-path.ts'
import { type ConformanceOptions, type OpenRun, openRun } from '../judge/run-conformance.ts'
import type { Session } from '../judge/session.ts'
import type { FetchFunction, SenderLimits } from '../send/sender.ts'
import type { Time } from '../send/time.ts'
import type { TargetWait } from '../send/waiting.ts'
import type { Target } from '../target/target-file.ts'
import { type AnswerShape, toAnswerShape } from './answer-shape.ts'
import { answeredAlike } from './answered-alike.ts'
import { Answers } from './answers.ts'
import { type CommandForm, readCommandForms } from './command-forms.ts'
import {
  type ConventionName,
  conventionNames,
  type Observation,
  unobservable,
  type UnseenCause,
} from './observation.ts'
import { isObserver, observers } from './observers/observers.ts'
import type { QuestionContext, Question } from './questions/question.ts'
import { questions } from './questions/questions.ts'
import { type AskingOptions, unaskable } from './questions/unaskable.ts'
import { recordedAnswers } from './recorded-answers.ts'
import { redirectForm } from './redirect-form.ts'
import { type RequirementVerdicts, requirementVerdicts } from './requirement-verdicts.ts'
import { type RecordForms, collectRecordForms } from './record-forms.ts'
import { type RecordSamples, collectRecordSamples } from './record-samples.ts'
import { isRefusalStatus } from '../reading/success.ts'
import { type ScopeNames, collectScopeNames } from './scope-names.ts'

/** The default of the most requests of `emulator learn`. */
const usualRequests = 150

/**
 * The requests of a run that are kept for the questions after those that are spare, and for the checks: 65 requests test
 * most of the stated requirements.
 */
const keptForOthers = 100

/** Options of `learnService`. */
export interface LearnOptions extends AskingOptions {
  /** Limits of the sent requests. Default: 150 requests, and otherwise those of a run of the kit. */
  readonly limits?: Partial<SenderLimits> | undefined
  /** Questions that only compare a twin with its service. They are asked last. Default: none. */
  readonly further?: readonly Question[] | undefined
  /** Keeps answers for the checks of the stated requirements. */
  readonly keepFor?: EarlierAnswers | undefined
  /** Sends the requests. Default: `fetch`. */
  readonly fetch?: FetchFunction | undefined
  /** The source of time. Default: the clock of the machine. */
  readonly time?: Time | undefined
  /** The ledger of created objects. Default: in memory. */
  readonly ledger?: Ledger | undefined
  /** On abort, learning ends early and deletes what it created. */
  readonly signal?: AbortSignal | undefined
  /** Called before each question. */
  readonly onQuestion?: ((question: Question, done: number, total: number) => void) | undefined
  /** Called at the start of a wait of a second or more for the service. */
  readonly onWait?: ((wait: TargetWait) => void) | undefined
}

/** The form of an answer, without its values. */
export interface AskedShape {
  readonly question: string
  /** The method and the documented path, without ids. */
  readonly request: string
  /** The documented operation; undefined for any other address. */
  readonly operation: OperationId | undefined
  readonly shape: AnswerShape
  readonly onlyForm: boolean
  readonly isOfData: boolean
  /** When it was asked, in milliseconds since 1970. */
  readonly at: number
}

/** The observed behaviour of a service. */
export interface LearnedService {
  readonly observations: Readonly<Record<ConventionName, Observation>>
  /** The forms of the answers, in the order of asking. */
  readonly asked: readonly AskedShape[]
  /** The further questions, and the forms of the answers to them. */
  readonly further: { readonly questions: readonly Question[]; readonly asked: readonly AskedShape[] }
  /** The questions without an answer, with causes. */
  readonly missing: readonly { readonly question: string; readonly cause: UnseenCause }[]
  readonly records: RecordForms
  readonly scopes: ScopeNames
  /** The verdicts of requirements that the answers decide. */
  readonly verdicts: RequirementVerdicts
  /** The results of the checks that failed. */
  readonly failures: readonly CheckResult[]
  readonly requests: number
  /** True if the last question got only 429. */
  readonly isRefusing: boolean
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly durationMs: number
  /** Objects that the questions created and could not delete. */
  readonly leftovers: readonly string[]
  /** The answers themselves, from whose form records are made. They are not written to any file. */
  readonly answers: Answers
  /** The commands of each adapter connection whose capabilities were seen, by question. */
  readonly commands: Readonly<Partial<Record<CapabilitiesQuestion, readonly CommandForm[]>>>
  /** The first real records of each collection, without secrets. */
  readonly sampleRecords: (most: number) => RecordSamples
}

/** The checks that decide only by reading answers. */
const readers: readonly PassiveCheck[] = checks
  .filter(isPassive)
  // Without the checks that would send requests for them.
  .map((check) => ({ ...check, reads: [] }))

/** A run in which only checks that read answers decide. */
function openReading(options: Omit<ConformanceOptions, 'checks' | 'only'>): OpenRun {
  return openRun({
    ...options,
    checks: [...checks.filter((check) => !isPassive(check)), ...readers],
    only: readers.map(({ id }) => id),
  })
}

/**
 * Asks a service all questions that the target file and the options allow, sequentially, and reads each convention from
 * the answers.
 * @throws KitError `unreachable` if no question is answered at all.
 */
export async function learnService(options: LearnOptions): Promise<LearnedService> {
  const { target, allowWrites = false, onQuestion, signal, further = [] } = options
  const opened = openReading({
    target,
    allowWrites,
    gentle: options.gentle,
    // Questions are sequential. Two in a row without any answer end the run.
    limits: { maxRequests: usualRequests, ...options.limits, concurrency: 1 },
    fetch: options.fetch,
    time: options.time,
    ledger: options.ledger,
    keepFor: options.keepFor,
    onWait: options.onWait,
    signal,
  })
  const { session } = opened
  const answers = new Answers()
  let unread: string | undefined
  let isRefusing = false
  const onUnread = (why: string): void => void (unread ??= why)
  const { maxRequests = usualRequests } = options.limits ?? {}
  const overBound = ({ isSpare }: Question): UnseenCause | undefined =>
    isSpare?.(answers) && opened.run.sender.sent >= maxRequests - keptForOthers ? because.limit : undefined
  const askAll = async (all: readonly Question[], known: Answers): Promise<readonly AskedShape[]> => {
    const asked: AskedShape[] = []
    for (const question of all) {
      const cause = signal?.aborted
        ? because.ended
        : (unaskable(question, options) ?? refusedVariation(question, known) ?? overBound(question))
      if (cause) {
        known.set(question.id, { missing: cause })
        continue
      }
      onQuestion?.(question, known.all().length, questions.length + further.length)
      const exchange = await askQuestion(question, { session, answers: known, signal, onUnread })
      isRefusing = exchange === undefined && known.whyNot(question.id).kind === 'quota'
      if (exchange) asked.push(exchange)
    }
    return asked
  }
  let asked: readonly AskedShape[]
  // The answers to further questions are kept apart, as they teach nothing.
  let all: Answers
  let askedFurther: readonly AskedShape[]
  try {
    asked = await askAll(questions, answers)
    if (asked.length === 0 && !signal?.aborted) throw unansweredError(answers, target, unread)
    const alike = answeredAlike(asked.map(({ shape }) => shape))
    if (alike && !signal?.aborted) throw hiddenServiceError(alike, asked.length, target)
    all = new Answers(answers)
    askedFurther = await askAll(further, all)
    for (const check of signal?.aborted ? [] : readers) await opened.decide(check)
  } catch (error) {
    await opened.close()
    throw error
  }
  const learned = await concludeLearning(opened, { target, answers, asked })
  return { ...learned, missing: missingAnswers(all), further: { questions: further, asked: askedFurther }, isRefusing }
}

/** Recorded traffic, and the secrets in it. */
export interface RecordedTraffic {
  readonly target: Target
  readonly exchanges: readonly Exchange[]
  readonly secrets: readonly (readonly [name: string, secret: string])[]
}

/**
 * Reads each convention from recorded traffic. No request is sent.
 * @throws KitError `invalid_recording` if the traffic answers no question.
 */
export async function learnRecording({ target, exchanges, secrets }: RecordedTraffic): Promise<LearnedService> {
  const opened = openReading({
    target,
    fetch: () => Promise.reject(new KitError('unreachable', 'nothing is sent to learn from a recording')),
  })
  const { run, session } = opened
  const answers = recordedAnswers(exchanges, target)
  const asked: AskedShape[] = []
  try {
    for (const [name, secret] of secrets) run.redactor.learn(secret, name)
    for (const exchange of exchanges) run.record(exchange)
    for (const question of questions) {
      const exchange = answers.get(question.id)
      if (exchange) asked.push(toAskedShape(question, exchange, session))
    }
    if (asked.length === 0)
      throw new KitError(
        'invalid_recording',
        `none of the ${exchanges.length} recorded exchanges with ${target.baseUrl} answers a question; --plan lists the questions`,
      )
    for (const check of readers) await opened.decide(check)
  } catch (error) {
    await opened.close()
    throw error
  }
  const startedAt = exchanges.reduce((first, { startedAt: at }) => Math.min(first, at), Number.POSITIVE_INFINITY)
  return { ...(await concludeLearning(opened, { target, answers, asked })), startedAt, requests: exchanges.length }
}

interface LearnedFrom {
  readonly target: Target
  readonly answers: Answers
  readonly asked: readonly AskedShape[]
}

async function concludeLearning(opened: OpenRun, { target, answers, asked }: LearnedFrom): Promise<LearnedService> {
  const { run } = opened
  const { results, requests, startedAt, durationMs, leftovers } = await opened.close()
  return {
    observations: run.redactor.value(observe(answers, target)),
    asked,
    records: run.redactor.value(collectRecordForms(answers)),
    scopes: run.redactor.value(collectScopeNames(answers)),
    further: { questions: [], asked: [] },
    missing: missingAnswers(answers),
    verdicts: requirementVerdicts(results),
    failures: results.filter(({ verdict }) => verdict === 'fail'),
    requests,
    isRefusing: false,
    startedAt,
    durationMs,
    leftovers,
    answers,
    commands: run.redactor.value(learnCommands(answers, target)),
    sampleRecords: (most) => collectRecordSamples(answers, run.redactor, most),
  }
}

const missingAnswers = (answers: Answers): LearnedService['missing'] =>
  answers.all().flatMap(([question, came]) => ('missing' in came ? [{ question, cause: came.missing }] : []))

/** The questions whose answers are the capabilities of an adapter connection. */
const capabilitiesQuestions = ['services.capabilities', 'services.capabilities-other'] as const
type CapabilitiesQuestion = (typeof capabilitiesQuestions)[number]

function learnCommands(answers: Answers, { samples }: Target): LearnedService['commands'] {
  const found = capabilitiesQuestions.flatMap((question) => {
    const sample = question === 'services.capabilities' ? samples?.command?.name : undefined
    const forms = readCommandForms(answers.json(question), sample)
    return forms.length === 0 ? [] : [[question, forms] as const]
  })
  return Object.fromEntries(found)
}

/** Reads all conventions from the answers. */
function observe(answers: Answers, target: Target): Readonly<Record<ConventionName, Observation>> {
  return Object.fromEntries(
    conventionNames.map((name) => {
      const observer = observers[name]
      return [name, isObserver(observer) ? observer(answers, target) : unobservable({ kind: 'harm' })]
    }),
  ) as Record<ConventionName, Observation>
}

/** Why a question is not asked that varies a request which the service refuses. */
function refusedVariation({ varies }: Question, answers: Answers): UnseenCause | undefined {
  const status = varies === undefined ? undefined : answers.status(varies)
  return isRefusalStatus(status) ? because.refused : undefined
}

interface BoundedContext extends QuestionContext {
  readonly signal: AbortSignal | undefined
  /** Called with the limit that left an answer unread, such as the maximum body size. */
  readonly onUnread: (limit: string) => void
}

async function askQuestion(question: Question, asking: BoundedContext): Promise<AskedShape | undefined> {
  const { session, answers, signal, onUnread } = asking
  const forked = session.fork()
  try {
    const exchange = await askPastPages(question, { session: forked, answers })
    const missing = exchange ? await missingCause(exchange, session) : because.data
    answers.set(question.id, missing ? { missing } : { exchange: exchange! })
    return missing ? undefined : toAskedShape(question, exchange!, session, forked.exchanges)
  } catch (error) {
    if (signal?.aborted) {
      answers.set(question.id, { missing: because.ended })
      return undefined
    }
    if (!(error instanceof Conclusion)) throw error
    const limit = forked.exchanges.at(-1)?.response.cutShort
    if (limit !== undefined) onUnread(limit)
    answers.set(question.id, { missing: error.cause ?? because.refused })
    return undefined
  }
}

/** The most attempts at a question that a gateway answers with a page, which happens occasionally. */
const mostPages = 3

/** Repeats a read question whose answer is an HTML page. */
async function askPastPages(question: Question, asking: QuestionContext): Promise<Exchange | undefined> {
  const exchange = await question.ask(asking)
  let answer = exchange
  for (let pages = 1; question.effect === 'read' && answer && isUnexpectedPage(answer) && pages < mostPages; pages++)
    answer = await question.ask(asking).catch((error: unknown) => {
      // A limit of the run may forbid another attempt.
      if (error instanceof Conclusion) return undefined
      throw error
    })
  // If each attempt gets a page, the page is the service's answer.
  return answer && !isUnexpectedPage(answer) ? answer : exchange
}

const isUnexpectedPage = ({ request: { operation }, response: { json, text } }: Exchange): boolean =>
  json === undefined && operation !== 'connect.browser' && /^\s*<(?:!doctype|html|head|body)\b/i.test(text)

/**
 * The reason why an answer does not show the service's behaviour: its body cannot be read, or its credential is
 * currently refused everywhere, as in a lock-out or over a quota that is signalled by 403.
 */
async function missingCause({ request, response }: Exchange, session: Session): Promise<UnseenCause | undefined> {
  if (response.trouble !== undefined) return because.outage
  if (response.status !== 401 && response.status !== 403) return undefined
  const credential = carriedCredential(request.headers['authorization'], session)
  if (credential === undefined || (await session.fork().confirm(credential))) return undefined
  return { kind: 'credential', credential }
}

/** The credential of the target file that a request carries. */
function carriedCredential(authorization: string | undefined, { run }: Session): RunCredential | undefined {
  if (authorization === undefined) return undefined
  if (/^basic /i.test(authorization)) return 'apiKey'
  if (/^dsn /i.test(authorization)) return 'dsn'
  return authorization === `Bearer ${run.target.credentials?.integrationToken}` ? 'integrationToken' : 'bearer'
}

function toAskedShape(
  { id, onlyForm = false, isOfData = false }: Question,
  exchange: Exchange,
  session: Session,
  sent: readonly Exchange[] = [],
): AskedShape {
  const { method, operation, url } = exchange.request
  const { redactor } = session.run
  const redirect = redirectForm(exchange, sent)
  return {
    question: id,
    operation,
    request: redactor.text(`${method} ${pathWithoutIds(operation, url, session)}`),
    shape: redactor.value({ ...toAnswerShape(exchange.response), ...(redirect === undefined ? {} : { redirect }) }),
    onlyForm,
    isOfData,
    at: exchange.startedAt,
  }
}

/** A path without ids and without its query, whose values belong to the service. */
function pathWithoutIds(operation: OperationId | undefined, url: string, { run }: Session): string {
  if (operation !== undefined) return printedPath(operation, run.names)
  return withoutIds(relativePath(run.baseUrl, url) ?? new URL(url).pathname)
}

/** The error if something in front of the service answered. */
function hiddenServiceError({ status, mediaType }: AnswerShape, count: number, { baseUrl }: Target): KitError {
  const form = `status ${status}${mediaType === '' ? ', no body' : `, ${mediaType}`}`
  return new KitError(
    'unreachable',
    `expected answers of ${baseUrl} that differ; all ${count} are alike (${form}), as from something in front of it. Check the URL, the credentials and the access from this machine`,
  )
}

/** The error if no question was answered: the service is unreachable, or it refuses all credentials. */
function unansweredError(answers: Answers, { baseUrl }: Target, unread: string | undefined): KitError {
  const causes = new Set(answers.all().flatMap(([, came]) => ('missing' in came ? [came.missing.kind] : [])))
  if (causes.has('quota'))
    return new KitError(
      'unreachable',
      `${baseUrl} answered every question with 429; wait until it allows requests again, or ask slower with --rate`,
    )
  if (unread !== undefined)
    return new KitError('unreachable', `expected answers of ${baseUrl} that can be read; none could be: ${unread}`)
  return new KitError(
    'unreachable',
    causes.has('outage')
      ? `no question was answered by ${baseUrl}`
      : `no question could be asked of ${baseUrl}: declare credentials and samples in a target file, and pass it with --config`,
  )
}
