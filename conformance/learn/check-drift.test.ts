import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { checkService, documentOf } from '../../testing/checked-service.ts'
import { toTarget } from '../target/target-file.ts'
import { acceptedDocument } from './accepted-document.ts'
import { hasMoved, nameOf } from './drift.ts'
import { driftFormats, driftReport } from './drift-report.ts'
import { toDocument } from './learned-document.ts'

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
const before = await documentOf(subject)

it('learns whether stated requirements hold, within the requests of learn', () => {
  expect(before.requests).toBe(sent)
  expect(sent).toBeLessThanOrEqual(149)
  expect(Object.keys(before.verdicts).length).toBeGreaterThan(55)
})

it('finds nothing at a service that has not moved, and asks for every requirement that it can', async () => {
  sent = 0
  const { drifts, unasked, requests } = await checkService(before, subject, 499)
  expect(drifts).toEqual([])
  expect(unasked).toEqual([])
  expect(requests).toBe(sent)
})

it.each([60, 100, 150])('sends at most %d requests, and says what it did not ask for', async (most) => {
  sent = 0
  const { drifts, unasked, requests } = await checkService(before, subject, most)
  expect(drifts.filter(hasMoved)).toEqual([])
  expect(requests).toBe(sent)
  expect(sent).toBeLessThanOrEqual(most)
  expect(unasked).toContain('oauth.secret-verified')
  // What was known before and is not asked now is not measured.
  const open = drifts.map((drift) => [nameOf(drift), drift.class === 'notMeasured' ? drift.cause.kind : drift.class])
  if (most === 60) expect(open).toContainEqual(['cursors.complete', 'limit'])
})

it('names a requirement that fails twice, and nothing that failed once', async () => {
  emulator.deviations.set(['filters-or-combined'])
  try {
    const { drifts } = await checkService(before, subject, 499)
    expect(drifts.filter(hasMoved)).toEqual([{ class: 'breaks', requirement: 'filters.and', clause: '4.5' }])
    let asked = 0
    const once = {
      ...subject,
      // The first run of the checks alone meets the deviation.
      fetch: (request: Request) => {
        if (++asked === 330) emulator.deviations.clear()
        return emulator.fetch(request)
      },
    }
    const second = await checkService(before, once, 499)
    expect(second.drifts).toEqual([{ class: 'notMeasured', what: 'filters.and', cause: { kind: 'changed' } }])
  } finally {
    emulator.deviations.clear()
  }
})

it('tells a requirement that was not looked at before apart, and keeps what was measured when it is accepted', async () => {
  emulator.deviations.set(['filters-or-combined'])
  try {
    const { 'filters.and': _and, ...verdicts } = before.verdicts
    const { drifts, learned, stated } = await checkService({ ...before, verdicts }, subject, 499)
    const fails = { class: 'fails', requirement: 'filters.and', clause: '4.5' } as const
    expect(drifts).toEqual([fails])
    expect(drifts.filter(hasMoved)).toEqual([])
    for (const format of driftFormats)
      expect(driftReport(format, drifts, { name: 'service' })).not.toMatch(/has moved|<failure|"moved": true/)
    expect(driftReport('terminal', drifts, { name: 'service' })).toMatch(
      /^fails {9}filters\.and .*\n.*--accept.*\nservice has not moved\.\n$/,
    )
    const now = toDocument(learned, { baseUrl: 'http://target.test', allowWrites: false }, { stated })
    const accepted = acceptedDocument({ ...before, verdicts }, now, drifts)
    expect(accepted.verdicts).toMatchObject({ ...verdicts, 'filters.and': 'fail' })
    expect((await checkService(accepted, subject, 499)).drifts).toEqual([])
    const unseen = acceptedDocument(before, now, [
      { class: 'notMeasured', what: 'filters.and', cause: { kind: 'changed' } },
      { class: 'notMeasured', what: 'listEnvelope', cause: { kind: 'outage' } },
    ])
    expect(unseen.verdicts['filters.and']).toBe('pass')
    const { listEnvelope } = before.conventions
    const hidden = { ...listEnvelope, state: 'unobservable', cause: { kind: 'outage' } } as const
    const outage = { ...now, conventions: { ...now.conventions, listEnvelope: hidden } }
    expect(acceptedDocument(before, outage, []).conventions.listEnvelope).toEqual(listEnvelope)
  } finally {
    emulator.deviations.clear()
  }
})

it('takes an outage for no drift', async () => {
  const away = {
    ...subject,
    fetch: (request: Request) =>
      request.url.includes('starting_after')
        ? Promise.resolve(new Response('', { status: 503 }))
        : emulator.fetch(request),
    options: { limits: { maxWait: 0 } },
  }
  const { drifts } = await checkService(before, away, 499)
  expect(drifts.filter(hasMoved)).toEqual([])
  expect(drifts.map(nameOf)).toContain('cursors.starting-after')
})
