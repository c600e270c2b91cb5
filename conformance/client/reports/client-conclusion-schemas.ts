// The schemas of a client's facts and causes in a JSON report.
import { closedUnion, enumSchema, listSchema, type Schema, textSchema } from '../../report/schema-words.ts'
import type { ClientCause } from '../conclusions/client-cause.ts'
import type { ClientFact } from '../conclusions/client-fact.ts'
import type { RedactedFact } from '../judge/redaction.ts'

/** A request, by its place in the evidence, from 0. */
const at: Schema = { type: 'integer', minimum: 0 }
const count: Schema = { type: 'integer', minimum: 1 }
const texts = listSchema(textSchema)

const secret = enumSchema<Extract<ClientFact, { kind: 'secret' }>['secret']>({
  clientSecret: true,
  token: true,
  integrationToken: true,
  apiKey: true,
  dsn: true,
  personalAccessToken: true,
  accessToken: true,
  refreshToken: true,
})

/** The fact that shows what a client did wrong. */
export const clientFactSchema: Schema = closedUnion<RedactedFact>({
  requestMissing: [{ after: at, what: enumSchema({ again: true, token: true, next: true }) }, {}],
  requestExtra: [{ at, count }, { after: at }],
  repeated: [{ at, times: count }, {}],
  method: [{ at, wanted: textSchema }, {}],
  path: [{ at }, { wanted: textSchema }],
  parameter: [
    {
      at,
      in: enumSchema({ query: true, form: true }),
      names: texts,
      fault: enumSchema({ missing: true, extra: true, value: true }),
    },
    {},
  ],
  header: [{ at, name: textSchema }, {}],
  credential: [{ at, credential: secret }, {}],
  secret: [{ secret }, { at }],
  body: [{ at }, { members: texts }],
  id: [{ at, sent: textSchema }, { wanted: textSchema }],
  cursor: [{ at, sent: textSchema }, { page: at }],
  link: [{ at }, { from: at, took: { const: 'previous' } }],
  waited: [{ after: at, enough: { type: 'boolean' } }, { at }],
  value: [
    {
      fault: enumSchema<Extract<ClientFact, { kind: 'value' }>['fault']>({
        form: true,
        differs: true,
        repeated: true,
        foreign: true,
        missing: true,
        order: true,
        changed: true,
        folded: true,
      }),
    },
    { ids: texts, members: texts },
  ],
  effect: [{ fault: enumSchema({ notDone: true, differs: true, twice: true, others: true }) }, { ids: texts }],
  error: [{ fault: enumSchema({ missing: true, reported: true, status: true }) }, {}],
  noReport: [{ how: enumSchema({ crash: true, unreadable: true, notApplicable: true, timeout: true }) }, {}],
})

/** The name of a scenario, as `slow-answers` or `token-expires=3`. */
export const scenarioPattern: string = String.raw`^[a-z-]+(?:=\d+)?$`

const scenario: Schema = { type: 'string', pattern: scenarioPattern }

/** The reason why something about a client could not be decided. */
export const clientCauseSchema: Schema = closedUnion<ClientCause>({
  neverDone: [{}, { scenario }],
  scenario: [{ scenario }, {}],
  check: [{ check: textSchema }, { input: textSchema, scenario }],
  plainRun: [{}, {}],
  noSuchTask: [{}, {}],
  otherWay: [{}, {}],
  notOffered: [{}, {}],
  unfinished: [{}, {}],
  cut: [{}, {}],
  timeout: [{}, {}],
  noReport: [{}, {}],
  judge: [{}, {}],
})
