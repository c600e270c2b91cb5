import { expect, it } from 'vitest'
import { twinRecords } from '../../bin/judges/twin/twin-records.ts'
import { twinFiles } from '../../bin/commands/learn/twin-files.ts'
import { learnEmulator } from '../../testing/learned-emulator.ts'
import { commonFormats } from '../report/format-list.ts'
import { compareDocuments } from './drift.ts'
import { writeDriftReport } from './drift-document.ts'
import { toLearnedDocument } from './learned-document.ts'
import { learnedText } from './learned-text.ts'

const canary = 'Canary7Zx'

/** Puts the canary into values of records, beside lists, into headers and into texts of errors. */
function insertCanaries(text: string): string {
  return text
    .replaceAll(/"name":"[^"]*"/g, `"name":"${canary}-name"`)
    .replaceAll(/"brand":"([^"]*)"/g, `"brand":"${canary}$1"`)
    .replace(/"has_more":/, `"tenant":"${canary}-tenant","account":{"owner":"${canary}"},"has_more":`)
    .replace(/"error":\{/, `"error":{"trace":"${canary}-trace","for":"${canary}",`)
}

it('has no value of the service in any output', async () => {
  const { emulator, learned, document } = await learnEmulator(
    {},
    {
      between: (next) => async (request) => {
        const response = await next(request)
        const text = insertCanaries(await response.text())
        const headers = new Headers(response.headers)
        headers.set('x-tenant', canary)
        headers.set('server', canary)
        const body = response.status === 204 ? null : text
        return new Response(body, { status: response.status, headers })
      },
    },
  )
  expect(learned.observations.listEnvelope).toMatchObject({
    value: { data: '$items', tenant: 'text', account: { owner: 'text' }, has_more: '$hasMore' },
  })
  const { document: other } = await learnEmulator({ conventions: { errorBody: 'message', listEnvelope: 'items' } })
  const drifts = compareDocuments(other, document)
  const outputs = [
    ...Object.values(twinFiles(document, twinRecords(document.records))),
    learnedText(document, []),
    JSON.stringify(toLearnedDocument(learned, { baseUrl: 'http://target.test', allowWrites: true })),
    ...commonFormats.map((format) =>
      writeDriftReport(
        format,
        drifts,
        { name: 'http://target.test', startedAt: 0, durationMs: 0, isCompared: true },
        { color: false, verbose: true },
      ),
    ),
  ]
  const { credentials, samples } = emulator
  const secrets = [...Object.values(credentials), ...Object.values(samples)].filter((value) => value.length > 20)
  expect(secrets.length).toBeGreaterThan(6)
  for (const output of outputs)
    for (const secret of [canary, canary.toLowerCase(), ...secrets]) expect(output).not.toContain(secret)
})
