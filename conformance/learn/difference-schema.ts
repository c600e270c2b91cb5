// The schema of a difference between two answers in a JSON report.
import { closedUnion, countSchema, enumSchema, listSchema, type Schema, textSchema } from '../report/schema-words.ts'
import type { JsonType } from './answer-shape.ts'
import type { AnswerDifference } from './compare-answers.ts'

/** The types of a member. */
export const typesSchema: Schema = listSchema(
  enumSchema<JsonType>({ string: true, number: true, boolean: true, null: true, array: true, object: true }),
)

const side: Schema = enumSchema<'left' | 'right'>({ left: true, right: true })

/** The differences of two answers to the same question. */
export const differencesSchema: Schema = listSchema(
  closedUnion<AnswerDifference>({
    status: [{ left: countSchema, right: countSchema }, {}],
    mediaType: [{ left: textSchema, right: textSchema }, {}],
    member: [{ path: textSchema, side, types: typesSchema }, {}],
    type: [{ path: textSchema, left: typesSchema, right: typesSchema }, {}],
    relation: [{ relation: textSchema, side }, {}],
    method: [{ method: textSchema, side }, {}],
  }),
)
