import { clientReportSchema } from '../client/reports/client-report-schema.ts'
import { operationIds } from '../catalogue/operations.ts'
import { differenceKinds } from '../learn/compare-answers.ts'
import {
  anyOfSchema,
  countSchema,
  arraySchema,
  milliseconds,
  objectSchema,
  type Schema,
  textSchema,
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
      operation: { enum: [...operationIds] },
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
    startedAt: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` },
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
