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

it('serves other requests while it shows a journal of the worst ones', async () => {
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
