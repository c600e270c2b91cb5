import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { kit, catalogueDigest } from '../catalogue/kit.ts'
import { type OperationId, operationIds } from '../catalogue/operations.ts'
import { requirements } from '../catalogue/requirements.ts'
import { toJson } from '../wording/escaping/json.ts'
import { KitError } from '../kit-error.ts'
import { arraySchema, countSchema, flagSchema, objectSchema, type Schema, textSchema } from '../report/schema-words.ts'
import { parseJson } from '../send/parse-json.ts'
import type { AnswerDifference } from './compare-answers.ts'
import type { AskedShape, LearnedService } from './learn-service.ts'
import {
  type ConventionName,
  conventionNames,
  type Observation,
  openClauses,
  twinValue,
  type UnseenCause,
} from './observation.ts'
import type { StatedVerdicts } from './stated-verdicts.ts'
import type { RecordForms } from './record-forms.ts'
import type { ScopeNames } from './scope-names.ts'
import { namedPlaces, valueAt } from './value-at.ts'

/** The version of the form of `learned.json`. This kit does not read other versions. */
export const learnedForm = 'platform-learned/2'

/** A question that the twin answers differently than the service. */
export interface TwinDifference {
  readonly question: string
  readonly differences: readonly AnswerDifference[]
}

/** An answer in `learned.json`: the request without ids, and the form of the answer. */
export interface LearnedAnswer extends Pick<AskedShape, 'request' | 'shape'> {
  readonly operation?: OperationId
  /** RFC 3339, UTC. */
  readonly at: string
  /** Present if the body is not compared. */
  readonly onlyForm?: true
}

/** A convention in `learned.json`: its observation and its clause. */
export type LearnedConvention = Observation & { readonly clause: string }

/** The content of `learned.json`, which contains no secrets, ids or values of records. */
export interface LearnedDocument {
  readonly form: typeof learnedForm
  readonly kit: { readonly name: string; readonly version: string; readonly digest: string }
  /** The origin and the path of the service. */
  readonly baseUrl: string
  /** RFC 3339, UTC. */
  readonly at: string
  readonly allowWrites: boolean
  readonly requests: number
  readonly conventions: Readonly<Record<ConventionName, LearnedConvention>>
  readonly answers: Readonly<Record<string, LearnedAnswer>>
  readonly missing: Readonly<Record<string, UnseenCause>>
  /** The operations of which no answer but refusals was seen, so that those of the twin are assumed. */
  readonly assumed: readonly OperationId[]
  readonly records: RecordForms
  readonly scopes: ScopeNames
  readonly verdicts: LearnedService['verdicts']
  /** The checks of the kit that passed: a requirement may hold in one of them and fail in a check that did not run. */
  readonly passed: readonly string[]
  /** The differences of the twin; missing before it was asked. */
  readonly twin?: { readonly asked: number; readonly differences: readonly TwinDifference[] }
}

/** Optional contents of the document. */
interface DocumentExtras {
  /** A run of the kit. Its verdicts take precedence over those of the answers, as it sends more requests. */
  readonly stated?: StatedVerdicts | undefined
}

/** The document of what was learned. */
export function toLearnedDocument(
  learned: LearnedService,
  { baseUrl, allowWrites }: { readonly baseUrl: string; readonly allowWrites: boolean },
  { stated }: DocumentExtras = {},
): LearnedDocument {
  const { origin, pathname } = new URL(baseUrl)
  const comparable = learned.asked.filter(({ isOfData }) => !isOfData)
  const answers = Object.fromEntries(
    comparable.map(({ question, operation, request, shape, onlyForm, at }) => [
      question,
      {
        ...(operation === undefined ? {} : { operation }),
        request,
        at: isoTime(at),
        shape,
        ...(onlyForm ? ({ onlyForm: true } as const) : {}),
      },
    ]),
  )
  return {
    form: learnedForm,
    kit: { ...kit, digest: catalogueDigest(requirements) },
    baseUrl: origin + pathname.replace(/\/$/, ''),
    at: isoTime(learned.startedAt),
    allowWrites,
    requests: learned.requests + (stated?.requests ?? 0),
    conventions: Object.fromEntries(
      conventionNames.map((name) => [name, { ...learned.observations[name], clause: openClauses[name] }]),
    ) as Record<ConventionName, LearnedConvention>,
    answers,
    assumed: assumedOperations(answers),
    missing: Object.fromEntries(learned.missing.map(({ question, cause }) => [question, cause])),
    records: learned.records,
    scopes: learned.scopes,
    verdicts: { ...learned.verdicts, ...stated?.verdicts },
    passed: stated?.passed.toSorted() ?? [],
  }
}

/** The operations for which these answers show only refusals. */
export function assumedOperations(answers: LearnedDocument['answers']): readonly OperationId[] {
  const served = new Set(
    Object.values(answers).flatMap(({ operation, shape }) => (shape.status < 400 ? operation : [])),
  )
  return operationIds.filter((operation) => !served.has(operation))
}

const isoTime = (time: number): string => new Date(time).toISOString()

/** The text of `learned.json`. */
export function learnedJson(document: LearnedDocument): string {
  return `${toJson(document)}\n`
}

const texts = arraySchema(textSchema)
const mapSchema = (value: Schema): Schema => ({ type: 'object', additionalProperties: value })

const shape = objectSchema(
  {
    status: countSchema,
    mediaType: textSchema,
    members: mapSchema(texts),
    relations: texts,
    headers: texts,
    allow: texts,
  },
  { redirect: textSchema },
)
const states = { enum: ['learned', 'assumed', 'bound', 'conflict', 'unobservable', 'unrepresentable'] }

/** The JSON Schema of `learned.json`. */
const learnedSchema: Schema = objectSchema(
  {
    form: { const: learnedForm },
    kit: objectSchema({ name: textSchema, version: textSchema, digest: textSchema }),
    baseUrl: textSchema,
    at: textSchema,
    allowWrites: flagSchema,
    requests: countSchema,
    conventions: {
      ...mapSchema({
        type: 'object',
        properties: { state: states, clause: textSchema, seenIn: texts },
        required: ['state', 'clause', 'seenIn'],
      }),
      required: conventionNames,
    },
    answers: mapSchema(
      objectSchema(
        { request: textSchema, at: textSchema, shape },
        { operation: textSchema, onlyForm: { const: true } },
      ),
    ),
    missing: mapSchema({ type: 'object', properties: { kind: textSchema }, required: ['kind'] }),
    records: mapSchema(
      objectSchema({ count: countSchema, members: mapSchema(objectSchema({ types: texts, in: countSchema })) }),
    ),
    verdicts: mapSchema(textSchema),
    scopes: objectSchema({}, { client: texts, tokens: texts }),
    assumed: texts,
    passed: texts,
  },
  { twin: objectSchema({ asked: countSchema, differences: { type: 'array' } }) },
)

let validate: ValidateFunction<LearnedDocument> | undefined

/** Reads `learned.json`. @throws KitError `invalid_twin` if the text is invalid or has the form of another version. */
export function parseLearned(source: string, name: string): LearnedDocument {
  const value = parseJson(source)
  if (value === undefined) throw new KitError('invalid_twin', `${name} is not JSON; learn the service again`)
  const form = typeof value === 'object' && value !== null ? (value as { form?: unknown }).form : undefined
  if (form !== learnedForm)
    throw new KitError(
      'invalid_twin',
      `${name} has another form than ${learnedForm}, which this version writes and reads; learn the service again`,
    )
  validate ??= new Ajv2020({ strict: false, meta: false, validateSchema: false }).compile<LearnedDocument>(
    learnedSchema,
  )
  if (validate(value)) return value
  const [error] = validate.errors ?? []
  throw new KitError(
    'invalid_twin',
    `${name} is damaged at ${error?.instancePath || '/'} (it ${error?.message ?? 'is not right'}); learn the service again`,
  )
}

/** The number of conventions in each state. */
export function countStates({
  conventions,
}: Pick<LearnedDocument, 'conventions'>): Readonly<Record<Observation['state'], number>> {
  const counts = { learned: 0, assumed: 0, bound: 0, conflict: 0, unobservable: 0, unrepresentable: 0 }
  for (const { state } of Object.values(conventions)) counts[state]++
  return counts
}

/**
 * The learned values, by convention. A convention that cannot be represented or was not seen has its nearest value.
 */
export function learnedValues({
  conventions,
}: Pick<LearnedDocument, 'conventions'>): Readonly<Record<string, unknown>> {
  const values = Object.fromEntries(
    conventionNames.flatMap((name) => {
      const value = twinValue(conventions[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return { ...values, ...impliedLimits(values, conventions) }
}

/** Page sizes that follow from the seen ones: a twin rejects sizes that contradict each other. */
function impliedLimits(
  { defaultLimit, maximumLimit }: Readonly<Record<string, unknown>>,
  { maximumLimit: seen }: LearnedDocument['conventions'],
): Readonly<Record<string, unknown>> {
  const places = namedPlaces(defaultLimit, maximumLimit)
  const limits = places.map((place) => {
    const page = valueAt(defaultLimit, place) as number | undefined
    const most = valueAt(maximumLimit, place) as number | undefined
    // The largest page that was seen must be possible.
    const largest = most ?? Math.max(usualMaximum, seen.state === 'bound' ? seen.atLeast : 0, page ?? 0)
    return { place, page: page ?? Math.min(usualPage, largest), largest }
  })
  const folded = (of: 'page' | 'largest') =>
    limits.every((limit) => limit[of] === limits[0]![of])
      ? limits[0]![of]
      : Object.fromEntries(limits.map((limit) => [limit.place, limit[of]]))
  return {
    ...(limits.some(({ page }) => page < usualPage) && defaultLimit === undefined
      ? { defaultLimit: folded('page') }
      : {}),
    ...(limits.some(({ largest }) => largest > usualMaximum) && maximumLimit === undefined
      ? { maximumLimit: folded('largest') }
      : {}),
  }
}

/** The default page size of an emulator. */
const usualPage = 20
/** The default of the largest page of an emulator. */
const usualMaximum = 100
