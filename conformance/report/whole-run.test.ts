import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { selectPart } from '../../testing/sample.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { verdicts } from '../conclusions/conclusion.ts'
import { checks } from '../checks/checks.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { toTarget } from '../target/target-file.ts'
import { type JsonReport, reportSchema } from './report-schema.ts'
import { bundleFiles } from './bundle.ts'
import { writeReport } from './service-document.ts'
import { reportFormats } from './format-list.ts'
import { countSchema, arraySchema, milliseconds, objectSchema, textSchema } from './schema-words.ts'

const time = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` }

/** The members of an entry that HAR 1.2 demands, and the optional ones that are used. */
const pairs = arraySchema(objectSchema({ name: textSchema, value: textSchema }))
const har = objectSchema({
  log: objectSchema({
    version: { const: '1.2' },
    comment: textSchema,
    creator: objectSchema({ name: textSchema, version: textSchema }),
    entries: arraySchema(
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

/** How a service may name its secrets. */
const [named = {}] = selectPart<Partial<Conventions>>(
  [{}, { secretName: 'value', stateCodeName: 'code' }, { secretName: 'secret', stateCodeName: 'prepare_state' }],
  3,
)
const emulator = createEmulator({
  conventions: named,
  deviations: ['legacy-root-204', 'any-bearer-environments', 'json-as-html'],
  onError: () => undefined,
})
const { clientId, ...secretsOfRun } = emulator.credentials
/** The secrets that were given, issued or sent, altered ones among them. */
const secrets = new Set<string>()
const addSecrets = (texts: readonly (string | null)[]) => {
  // The kit also sends ids in the place of secrets.
  const isId = (text: string) => /^[0-9A-Za-z]{27}$/.test(text) || text === clientId || text === btoa(`${clientId}:`)
  for (const text of texts)
    if (text && text.length >= 16 && !isId(text) && !/never-issued/.test(text)) secrets.add(text)
}
addSecrets(Object.values(secretsOfRun))
const namesOfSecrets = /"(?:access_token|refresh_token|token|secret|value|state|prepare_state|code)":"([^"\\]*)"/g

const run = await runConformance({
  target: toTarget(toTargetFile(emulator, 'http://target.test', true)),
  checks,
  keepExchanges: true,
  fetch: async (request) => {
    const form = new URLSearchParams(request.method === 'POST' ? await request.clone().text() : '')
    addSecrets([request.headers.get('authorization')?.replace(/^\w+ ?/, '') ?? null])
    addSecrets(['client_secret', 'refresh_token'].map((name) => form.get(name)))
    const creates = request.method === 'POST' && /token|connect/.test(request.url)
    const response = await emulator.fetch(request)
    if (creates && response.ok)
      addSecrets([...(await response.clone().text()).matchAll(namesOfSecrets)].map(([, text]) => text!))
    return response
  },
})

it('writes a JSON report and a HAR file by their schemas, for a whole run in which much fails', () => {
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

it.each([...reportFormats, 'bundle'] as const)('shows none of the secrets of a whole run as %s', (format) => {
  expect(secrets.size).toBeGreaterThan(20)
  const report = format === 'bundle' ? bundleFiles(run)['report.har']! : writeReport(format, run, { verbose: true })
  expect([...secrets].filter((secret) => report.includes(secret) || report.includes(btoa(`${secret}:`)))).toEqual([])
})
