import { clientReportSchema } from '../client/reports/client-report-schema.ts'
import { operationIds } from '../catalogue/operations.ts'
import { differenceKinds } from '../learn/compare-answers.ts'
import {
  enumSchema,
  anyOfSchema,
  countSchema,
  arraySchema,
  milliseconds,
  objectSchema,
  type Schema,
  textSchema,
  timeSchema,
} from '../report/schema-words.ts'
import { reportSchema } from '../report/report-schema.ts'
import type { SkipReason } from './twin-question.ts'

const notAsked: Readonly<Record<SkipReason, Schema>> = {
  writes: countSchema,
  undocumented: countSchema,
  outage: countSchema,
  nothingAlike: countSchema,
}

const twin = objectSchema({
  asked: countSchema,
  notAsked: objectSchema({}, notAsked),
  differences: arraySchema(
    objectSchema({
      operation: enumSchema(operationIds),
      method: textSchema,
      status: countSchema,
      differences: arraySchema(anyOfSchema(differenceKinds)),
    }),
  ),
})

/** The JSON Schema of the report about both sides of a proxy, which the package has as `proxy-report.schema.json`. */
export const proxyReportSchema: Schema = objectSchema(
  {
    kind: { const: 'proxy' },
    kit: objectSchema({ name: textSchema, version: textSchema }),
    target: objectSchema({ baseUrl: textSchema }),
    startedAt: timeSchema,
    durationMs: milliseconds,
    requests: countSchema,
    decided: countSchema,
    failed: countSchema,
    notes: arraySchema(textSchema),
    service: reportSchema,
    client: clientReportSchema,
  },
  { twin },
)
