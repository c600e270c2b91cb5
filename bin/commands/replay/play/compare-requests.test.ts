import { expect, it } from 'vitest'
import { createEmulator } from '../../../../emulator/create-emulator.ts'
import { readCase } from '../../../../emulator/case/read-case.ts'
import { firstDifference } from './compare-requests.ts'

type Sent = readonly [path: string, body?: string, headers?: Readonly<Record<string, string>>]

/** The case of a client that sends these requests; one that begins with ! arranges a fault before the next. */
async function caseOf(requests: readonly Sent[]) {
  const emulator = createEmulator({ clock: '2026-03-01T12:00:00Z' })
  for (const [path, body, headers] of requests) {
    const init = {
      headers: {
        authorization: `Bearer ${emulator.credentials.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { method: 'POST', body }),
    }
    await emulator.fetch(`https://api.example${path}`, init)
  }
  return readCase(await emulator.saveCase())
}

const flow = (name: string): Sent => ['/1.13/flows', JSON.stringify({ name })]
const list: Sent = ['/1.13/projects']

it.each<[string, readonly Sent[], readonly Sent[], object | undefined]>([
  ['nothing', [flow('A'), list], [flow('A'), list], undefined],
  ['the client', [flow('A')], [flow('B')], { cause: { kind: 'client' }, parts: [{ part: 'body' }] }],
  ['an order', [list, flow('A'), flow('B')], [list, flow('B'), flow('A')], { cause: { kind: 'order', place: 3 } }],
  [
    'a time',
    [flow('at 2026-01-01T10:00:00Z')],
    [flow('at 2026-11-26T09:12:44.120Z')],
    { cause: { kind: 'time' }, recorded: { number: 1 } },
  ],
  [
    'a random value',
    [[...list, undefined, { 'x-trace': 'b7c1a0de-1111-4222-8333-444455556666' }]],
    [[...list, undefined, { 'x-trace': '01234567-aaaa-4bbb-8ccc-ddddeeeeffff' }]],
    { cause: { kind: 'random' }, parts: [{ part: 'x-trace' }] },
  ],
  ['fewer requests', [list, flow('A')], [list], { sent: undefined, recorded: { number: 2 } }],
  [
    'the control API',
    [['/_emulator/clock', '{"advance":"2h"}'], flow('A')],
    [['/_emulator/clock', '{"advance":"3h"}'], flow('B')],
    { cause: { kind: 'control' } },
  ],
] as [string, readonly Sent[], readonly Sent[], object | undefined][])(
  'tells %s as what differs',
  async (_name, then, now, difference) => {
    const found = firstDifference(await caseOf(then), await caseOf(now))
    if (difference === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(difference)
  },
)

it('tells an earlier answer that was another one', async () => {
  const then = await caseOf([flow('A'), flow('B')])
  const now = await caseOf([flow('A'), flow('C')])
  const events = now.events.map((event) =>
    event.kind === 'request' && event.number === 1 ? { ...event, status: 503 } : event,
  )
  expect(firstDifference(then, { ...now, events })).toMatchObject({ cause: { kind: 'answer', number: 1 } })
})
