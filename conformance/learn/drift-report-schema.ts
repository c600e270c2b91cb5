import { requirements } from '../catalogue/requirements.ts'
import { causeKinds } from '../conclusions/cause.ts'
import {
  type AllowedValue,
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
import { conventionNames, type UnseenCause } from './observation.ts'
import type { LearnedCollection } from './record-forms.ts'
import { scopeHolders } from './scope-names.ts'

const requirement = enumSchema(requirements.map(({ id }) => id))
const types = arraySchema(enumSchema(jsonTypes))
const unasked = objectSchema({ kind: enumSchema(['harm', 'gentle']) })

/** The members of each class of drift. */
const classes = {
  /** A stated requirement that held and now fails. */
  breaks: { requirement, clause },
  /**
   * A stated requirement that now fails and was not checked when the service was learned. It is unknown whether it
   * held, but the twin keeps it, so tests against the twin assume something wrong.
   */
  fails: { requirement, clause },
  /** A convention that the specification leaves open has changed. */
  dialect: { convention: enumSchema(conventionNames), clause, before: {}, after: {} },
  /** An answer has another form, which no convention explains. */
  answer: {
    question: textSchema,
    request: textSchema,
    differences: arraySchema(anyOfSchema<AnswerDifference>(differenceKinds)),
  },
  /** The records of a resource have another form. An added member is only information. */
  records: {
    collection: textSchema as Schema<LearnedCollection>,
    change: enumSchema(['removed', 'retyped', 'added']),
    path: textSchema,
    before: types,
    after: types,
  },
  /**
   * The names of scopes have changed. Only a removed scope of the client counts as drift: the tokens in the list may
   * belong to other users, who create and delete them.
   */
  scopes: { of: enumSchema(scopeHolders), change: enumSchema(['removed', 'added']), names: arraySchema(textSchema) },
  /** Something that was learned before could not be seen this time, or differed between two measurements. */
  notMeasured: { what: textSchema, cause: { anyOf: [anyOfSchema(causeKinds), unasked] } as Schema<UnseenCause> },
}

type Classes = typeof classes

/** A difference between the learned and the current behaviour of a service. */
export type Drift = {
  [Class in keyof Classes]: { readonly class: Class } & {
    readonly [Name in keyof Classes[Class]]: AllowedValue<Classes[Class][Name]>
  }
}[keyof Classes]

const drift: Schema<Drift> = {
  oneOf: Object.entries(classes).map(([name, members]) => {
    // A value that may be anything may be undefined, and JSON has no such member.
    const { open = [], closed = [] } = Object.groupBy(Object.entries<Schema>(members), ([, schema]) =>
      Object.keys(schema).length === 0 ? 'open' : 'closed',
    )
    return objectSchema({ class: { const: name }, ...Object.fromEntries(closed) }, Object.fromEntries(open))
  }),
}

/** The JSON Schema of the report of `emulator learn --check`, which the package has as `drift-report.schema.json`. */
export const driftReportSchema: Schema = objectSchema(
  { subject: textSchema, compared: flagSchema, moved: flagSchema, drifts: arraySchema(drift) },
  { requests: countSchema, mostRequests: countSchema, unasked: arraySchema(requirement) },
)
