import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import { checks } from '../checks/checks.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { toTarget } from '../target/target-file.ts'
import type { JsonReport } from './json.ts'
import { reportSchema } from './report-schema.ts'
import { writeReport } from './reports.ts'
import { countSchema, listSchema, milliseconds, objectSchema, textSchema } from './schema-words.ts'

const time = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` }

/** The members of an entry that HAR 1.2 demands, and the optional ones that are used. */
const pairs = listSchema(objectSchema({ name: textSchema, value: textSchema }))
const har = objectSchema({
  log: objectSchema({
    version: { const: '1.2' },
    comment: textSchema,
    creator: objectSchema({ name: textSchema, version: textSchema }),
    entries: listSchema(
      objectSchema(
        {
          startedDateTime: time,
          time: milliseconds,
          request: objectSchema(
            {
              method: textSchema,
              url: textSchema,
              httpVersion: textSchema,
              cookies: pairs,
              headers: pairs,
              queryString: pairs,
              headersSize: { type: 'integer' },
              bodySize: { type: 'integer' },
            },
            { postData: objectSchema({ mimeType: textSchema, text: textSchema }) },
          ),
          response: objectSchema({
            status: countSchema,
            statusText: textSchema,
            httpVersion: textSchema,
            cookies: pairs,
            headers: pairs,
            content: objectSchema({ size: countSchema, mimeType: textSchema, text: textSchema }),
            redirectURL: textSchema,
            headersSize: { type: 'integer' },
            bodySize: { type: 'integer' },
          }),
          cache: objectSchema({}),
          timings: objectSchema({ send: milliseconds, wait: milliseconds, receive: milliseconds }),
        },
        { comment: textSchema },
      ),
    ),
  }),
})

it('writes a JSON report and a HAR file by their schemas, for a whole run in which much fails', async () => {
  const emulator = createEmulator({ deviations: ['legacy-root-204', 'open-resources', 'json-as-html'] })
  const target = toTarget(toTargetFile(emulator, 'http://target.test', true))
  const run = await runConformance({ target, checks, fetch: emulator.fetch, keepExchanges: true })
  expect(run.exchanges.length).toBe(run.requests)
  const ajv = new Ajv({ allErrors: true, strict: true })
  for (const [format, schema] of [
    ['json', reportSchema],
    ['har', har],
  ] as const) {
    const validate = ajv.compile(schema)
    validate(JSON.parse(writeReport(format, run)))
    expect(validate.errors ?? [], format).toEqual([])
  }
  // Every result is there once, and the totals add up.
  const { summary, results } = JSON.parse(writeReport('json', run)) as JsonReport
  expect(results.map(({ check }) => check)).toEqual(checks.map(({ id }) => id))
  for (const verdict of verdicts)
    expect(results.filter((result) => result.verdict === verdict).length).toBe(summary[verdict])
  expect(summary.fail).toBeGreaterThan(2)
})
