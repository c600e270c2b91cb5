import { expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.ts'

/** Counts how often others are served while the answer is read. */
async function servedDuring(read: () => Promise<unknown>): Promise<number> {
  let count = 0
  let timer = setTimeout(function serveOther() {
    count++
    timer = setTimeout(serveOther)
  })
  await read()
  clearTimeout(timer)
  return count
}

it('serves others while it shows a journal of the worst requests', async () => {
  const emulator = createEmulator({ clock: 'frozen' })
  // Each parameter and each member is read, compared and searched for secrets.
  const body = 'a&'.repeat(32_000)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const fill = () => emulator.fetch(new Request('http://localhost/oauth/token', { method: 'POST', headers, body }))
  for (let count = 0; count < 8; count++) await fill()
  const control = (path: string) => emulator.fetch(new Request(`http://localhost/_emulator${path}`))

  const served: Record<string, boolean> = {}
  for (const path of ['/requests', '/requests?status=599', '/requests/lines?limit=1000'])
    served[path] = (await servedDuring(async () => (await control(path)).text())) >= 3
  const events = (await control('/events?after=0')).body!.getReader()
  // The first piece says only that the reader is connected.
  await events.read()
  served['/events'] = (await servedDuring(() => events.read())) >= 3
  await events.cancel()
  expect(served).toEqual({
    '/requests': true,
    '/requests?status=599': true,
    '/requests/lines?limit=1000': true,
    '/events': true,
  })
})

it('shows a journal that loses its requests meanwhile', async () => {
  const emulator = createEmulator({ clock: 'frozen', requests: { entries: 8 } })
  const ask = () => emulator.fetch(new Request(`http://localhost/0/?${'a&'.repeat(20_000)}`))
  for (let count = 0; count < 8; count++) await ask()
  const control = (path: string) => emulator.fetch(new Request(`http://localhost/_emulator${path}`))
  const asked = [control('/requests').then((answer) => answer.json()), control('/requests/lines?limit=1000')] as const
  for (let count = 0; count < 8; count++) await ask()
  const [whole, lines] = [await asked[0], await (await asked[1]).json()] as const
  expect(whole).toMatchObject({ requests: expect.any(Array), unread: expect.any(Array) })
  const { requests, oldest } = lines as { requests: { index: number }[]; oldest: number }
  expect(requests.every(({ index }, place) => index === requests[0]!.index + place)).toBe(true)
  expect(oldest).toBeGreaterThan(0)
})
