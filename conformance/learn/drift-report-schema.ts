import { requirements } from '../catalogue/requirements.ts'
import { causeKinds } from '../conclusions/cause.ts'
import {
  anyOfSchema,
  enumSchema,
  flagSchema,
  clause,
  countSchema,
  arraySchema,
  objectSchema,
  type Schema,
  textSchema,
} from '../report/schema-words.ts'
import { jsonTypes } from './answer-shape.ts'
import { type AnswerDifference, differenceKinds } from './compare-answers.ts'
import type { Drift } from './drift.ts'
import { conventionNames } from './observation.ts'
import type { LearnedCollection } from './record-forms.ts'
import { scopeHolders } from './scope-names.ts'

const requirement = enumSchema(requirements.map(({ id }) => id))
const types = arraySchema(enumSchema(jsonTypes))
const unasked = objectSchema({ kind: enumSchema(['harm', 'gentle']) })

/** The members of each class of drift. The compiler checks that none is missing, and the types of their values. */
const classes: {
  readonly [Class in Drift['class']]: {
    readonly [Name in Exclude<keyof Extract<Drift, { readonly class: Class }>, 'class'>]: Schema<
      Extract<Drift, { readonly class: Class }>[Name]
    >
  }
} = {
  breaks: { requirement, clause },
  fails: { requirement, clause },
  dialect: { convention: enumSchema(conventionNames), clause, before: {}, after: {} },
  answer: {
    question: textSchema,
    request: textSchema,
    differences: arraySchema(anyOfSchema<AnswerDifference>(differenceKinds)),
  },
  records: {
    collection: textSchema as Schema<LearnedCollection>,
    change: enumSchema(['removed', 'retyped', 'added']),
    path: textSchema,
    before: types,
    after: types,
  },
  scopes: { of: enumSchema(scopeHolders), change: enumSchema(['removed', 'added']), names: arraySchema(textSchema) },
  notMeasured: { what: textSchema, cause: { anyOf: [anyOfSchema(causeKinds), unasked] } },
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
  { subject: textSchema, compared: flagSchema, moved: flagSchema, drifts: arraySchema(drift) },
  { requests: countSchema, mostRequests: countSchema, unasked: arraySchema(requirement) },
)
