import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { checkService, learnDocument } from '../../testing/checked-service.ts'
import { parseSeed } from '../../fixtures/parse-seed.ts'
import { FakeTime } from '../../testing/conformance/fake-time.ts'
import { toTarget } from '../target/target-file.ts'
import { type CommonFormat, commonFormats } from '../report/format-list.ts'
import { acceptedDocument } from './accepted-document.ts'
import { compareDocuments, hasMoved, driftName } from './drift.ts'
import type { Drift } from './drift-report-schema.ts'
import { writeDriftReport } from './drift-document.ts'
import { parseLearned, toLearnedDocument } from './learned-document.ts'
import { driftLine } from './learned-text.ts'

const driftReport = (format: CommonFormat, drifts: readonly Drift[], isCompared = true): string =>
  writeDriftReport(
    format,
    drifts,
    { name: 'service', startedAt: 0, durationMs: 0, effort: undefined, isCompared },
    { color: false, verbose: false },
  )

const emulator = createEmulator({ onError: () => undefined })
let sent = 0
const subject = {
  target: toTarget(toTargetFile(emulator, 'http://target.test', false)),
  allowWrites: false,
  fetch: (request: Request) => {
    sent++
    return emulator.fetch(request)
  },
}
const before = await learnDocument(subject)

it('learns whether stated requirements hold, within the requests of learn', () => {
  expect(before.requests).toBe(sent)
  expect(sent).toBeLessThanOrEqual(149)
  expect(Object.keys(before.verdicts).length).toBeGreaterThan(55)
})

it('finds no drift in an unchanged service, and checks every requirement that it can', async () => {
  sent = 0
  const { drifts, unasked, requests } = await checkService(before, subject, 499)
  expect(drifts).toEqual([])
  expect(unasked).toEqual([])
  expect(requests).toBe(sent)
})

it.each([60, 150])('sends at most %d requests, and says what it did not ask for', async (most) => {
  sent = 0
  const { drifts, unasked, requests } = await checkService(before, subject, most)
  expect(drifts.filter(hasMoved)).toEqual([])
  expect(requests).toBe(sent)
  expect(sent).toBeLessThanOrEqual(most)
  expect(unasked).toContain('oauth.secret-verified')
  // A fact that was known before and is not asked now is not measured.
  const open = drifts.map((drift) => [driftName(drift), drift.class === 'notMeasured' ? drift.cause.kind : drift.class])
  if (most === 60) expect(open).toContainEqual(['cursors.complete', 'limit'])
})

it('confirms a failure by its own check, within the requests that are left', async () => {
  emulator.deviations.set(['limit-ignored'])
  try {
    const { drifts } = await checkService(before, subject, 499)
    expect(drifts).toContainEqual({ class: 'breaks', requirement: 'cursors.limit', clause: '4.6' })
  } finally {
    emulator.deviations.clear()
  }
})

it('names a requirement that fails twice, and nothing that failed once', async () => {
  emulator.deviations.set(['filters-or-combined'])
  try {
    const { drifts } = await checkService(before, subject, 499)
    expect(drifts.filter(hasMoved)).toEqual([{ class: 'breaks', requirement: 'filters.and', clause: '4.5' }])
    let asked = 0
    const once = {
      ...subject,
      // Only the first run of the checks meets the deviation.
      fetch: (request: Request) => {
        if (++asked === 250) emulator.deviations.clear()
        return emulator.fetch(request)
      },
    }
    const second = await checkService(before, once, 499)
    expect(second.drifts).toEqual([{ class: 'notMeasured', what: 'filters.and', cause: { kind: 'changed' } }])
  } finally {
    emulator.deviations.clear()
  }
})

it('names the scopes that appear and vanish, and counts those of the client that vanish', () => {
  const named = (client: readonly string[], tokens: readonly string[]) => ({ ...before, scopes: { client, tokens } })
  const was = parseLearned(JSON.stringify(named(['flows:read', 'flows:write'], ['admin'])), 'learned.json')
  const drifts = compareDocuments(was, named(['flows:read', 'flows:run'], ['admin', 'audit:read']))
  expect(drifts.map((drift) => [hasMoved(drift), driftLine(drift)])).toEqual([
    [true, 'the client no longer has the scope flows:write'],
    [false, 'the client has the scope flows:run now (for information)'],
    [false, 'a token in the list has the scope audit:read now (for information)'],
  ])
  for (const format of commonFormats) expect(driftReport(format, drifts)).toContain('flows:write')
  expect(compareDocuments(was, named(['flows:read', 'flows:write'], [])).some(hasMoved)).toBe(false)
  expect(before.scopes).toEqual({ tokens: expect.arrayContaining(['projects:read']) })
})

const unmeasured = (what: string): Drift => ({ class: 'notMeasured', what, cause: { kind: 'quota' } })

it('does not say that there is no drift where nothing could be compared', () => {
  for (const format of ['terminal', 'markdown', 'html'] as const) {
    expect(driftReport(format, [unmeasured('listEnvelope')], false)).not.toMatch(/no drift/i)
    expect(driftReport(format, [unmeasured('listEnvelope')], false)).toMatch(/no answer could be compared with what/i)
    expect(driftReport(format, [unmeasured('listEnvelope')])).toMatch(/no drift/i)
  }
})

const wrong = createEmulator({ deviations: ['filters-or-combined'], onError: () => undefined })
const faulty = { ...subject, fetch: wrong.fetch }

it('reports a newly checked requirement separately, and keeps its verdict when it is accepted', async () => {
  const { 'filters.and': _and, ...verdicts } = before.verdicts
  const { drifts, learned, stated } = await checkService({ ...before, verdicts }, faulty, 499)
  const fails = { class: 'fails', requirement: 'filters.and', clause: '4.5' } as const
  expect(drifts).toEqual([fails])
  expect(drifts.filter(hasMoved)).toEqual([fails])
  for (const format of commonFormats)
    expect(driftReport(format, drifts)).toMatch(/has changed|<failure|not ok 1|"moved":true/)
  const terminal = driftReport('terminal', drifts)
  expect(terminal).toMatch(/✗ filters\.and \(fails, clause 4\.5\)[^]*--accept records/)
  expect(terminal).toMatch(/\n\nDrift: the service has changed in 1 place\.\n$/)
  const now = toLearnedDocument(learned, { baseUrl: 'http://target.test', allowWrites: false }, { stated })
  const accepted = acceptedDocument({ ...before, verdicts }, now, drifts, new Set())
  expect(accepted.verdicts).toMatchObject({ ...verdicts, 'filters.and': 'fail' })
  expect((await checkService(accepted, faulty, 499)).drifts).toEqual([])
})

it('keeps descriptions of endpoints, also when a check is accepted', async () => {
  const { drifts, learned, stated } = await checkService(before, subject, 499)
  const now = toLearnedDocument(learned, { baseUrl: 'http://target.test', allowWrites: false }, { stated })
  const accepted = acceptedDocument(before, now, drifts, new Set())
  const described = ['environments.options', 'products.options', 'legacy.groups.options', 'access-tokens.options']
  for (const document of [before, accepted])
    expect(Object.keys(document.answers)).toEqual(expect.arrayContaining(described))
  expect(accepted.assumed).toEqual(before.assumed)
})

it('reports other values of an enum filter than the declared ones as broken requirements', async () => {
  const fixtures = parseSeed({ pack: 'default', members: { resources: { status: ['open', 'closed'] } } })
  const other = createEmulator({ fixtures, onError: () => undefined })
  const { drifts } = await checkService(before, { ...subject, fetch: other.fetch }, 499)
  expect(drifts.filter(hasMoved).map(driftLine)).toEqual([
    'filters.enum-filters (clause 4.5) held, and fails now',
    expect.stringMatching(/^filters\.enum-options \(clause 4\.5\) (?:held, and )?fails/),
  ])
})

const page = (status: number) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } })

it.each([200, 403])('learns nothing from %d with the same page for everything, and finds no drift', async (status) => {
  const hidden = { ...subject, fetch: () => Promise.resolve(page(status)), options: { limits: { maxWait: 0 } } }
  const alike = `are alike (status ${status}, text/html)`
  await expect(learnDocument(hidden)).rejects.toThrow(alike)
  await expect(checkService(before, hidden, 499)).rejects.toThrow(alike)
})

it('compares nothing when all credentials are refused, and says so when every answer is 429', async () => {
  const refusal = { error: { code: 'unauthenticated', message: 'no', details: [] } }
  const refused = { ...subject, fetch: () => Promise.resolve(Response.json(refusal, { status: 401 })) }
  const { drifts, isCompared, requests } = await checkService(before, refused, 499)
  expect(drifts.filter(hasMoved)).toEqual([])
  expect(drifts.map(driftName)).toEqual(expect.arrayContaining(['listEnvelope', 'filters.and']))
  expect(isCompared).toBe(false)
  expect(JSON.parse(driftReport('json', drifts, isCompared))).toMatchObject({ compared: false, moved: false })
  expect(JSON.parse(driftReport('json', []))).toMatchObject({ compared: true, moved: false })
  expect(requests).toBeLessThan(30)
  const limited = {
    ...subject,
    fetch: () => Promise.resolve(new Response('', { status: 429 })),
    options: { limits: { maxWait: 0 } },
  }
  await expect(checkService(before, limited, 499)).rejects.toThrow('answered every question with 429')
})

it('does not report a firewall page that appears halfway through as drift', async () => {
  let asked = 0
  const walled = {
    ...subject,
    fetch: (request: Request) => (++asked > 100 ? Promise.resolve(page(403)) : emulator.fetch(request)),
    options: { time: new FakeTime(Date.UTC(2027, 2, 1)) },
  }
  const { drifts } = await checkService(before, walled, 499)
  expect(drifts.filter(hasMoved)).toEqual([])
})
