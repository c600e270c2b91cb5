import { requirements } from '../catalogue/requirements.ts'
import {
  anyOfSchema,
  causeSchema,
  clause,
  countSchema,
  arraySchema,
  objectSchema,
  type Schema,
  textSchema,
} from '../report/schema-words.ts'
import { jsonTypes } from './answer-shape.ts'
import { differenceKinds } from './compare-answers.ts'
import type { Drift } from './drift.ts'
import { conventionNames } from './observation.ts'
import { scopeHolders } from './scope-names.ts'

const requirement: Schema = { enum: requirements.map(({ id }) => id) }
const types = arraySchema({ enum: [...jsonTypes] })
const unasked: Schema = objectSchema({ kind: { enum: ['harm', 'gentle'] } })

/** The members of each class of drift. The compiler checks that none is missing. */
const classes: {
  readonly [Class in Drift['class']]: {
    readonly [Name in Exclude<keyof Extract<Drift, { readonly class: Class }>, 'class'>]: Schema
  }
} = {
  breaks: { requirement, clause },
  fails: { requirement, clause },
  dialect: { convention: { enum: [...conventionNames] }, clause, before: {}, after: {} },
  answer: { question: textSchema, request: textSchema, differences: arraySchema(anyOfSchema(differenceKinds)) },
  records: {
    collection: textSchema,
    change: { enum: ['removed', 'retyped', 'added'] },
    path: textSchema,
    before: types,
    after: types,
  },
  scopes: { of: { enum: [...scopeHolders] }, change: { enum: ['removed', 'added'] }, names: arraySchema(textSchema) },
  notMeasured: { what: textSchema, cause: { anyOf: [causeSchema, unasked] } },
}

/** Members that are missing from JSON if they are undefined. */
const maybeMissing: ReadonlySet<string> = new Set(['dialect.before', 'dialect.after'])

const drift: Schema = {
  oneOf: Object.entries(classes).map(([name, members]) => {
    const entries = Object.entries<Schema>(members)
    const isOptional = ([member]: readonly [string, Schema]) => maybeMissing.has(`${name}.${member}`)
    return objectSchema(
      { class: { const: name }, ...Object.fromEntries(entries.filter((entry) => !isOptional(entry))) },
      Object.fromEntries(entries.filter(isOptional)),
    )
  }),
}

/** The JSON Schema of the report of `emulator learn --check`, which the package has as `drift-report.schema.json`. */
export const driftReportSchema: Schema = objectSchema(
  { subject: textSchema, compared: { type: 'boolean' }, moved: { type: 'boolean' }, drifts: arraySchema(drift) },
  { requests: countSchema, mostRequests: countSchema, unasked: arraySchema(requirement) },
)
