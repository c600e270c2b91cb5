import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { controlClient } from '../../testing/emulator/control-client.ts'
import type { Emulator } from '../create-emulator.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const url = 'http://emulator.test/_emulator/events'

/** Reads the events of a stream one by one. */
function createEventReader(response: Response) {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  const next = async () => {
    const read = reader.read()
    await vi.advanceTimersByTimeAsync(100)
    const piece = await read
    if (piece.done) return undefined
    const value = decoder.decode(piece.value)
    const [, id] = /^id: (.*)$/m.exec(value) ?? []
    const [, type] = /^event: (.*)$/m.exec(value) ?? []
    const [, data] = /^data: (.*)$/m.exec(value) ?? []
    return { id, type, data: data === undefined ? undefined : JSON.parse(data) }
  }
  return { next, cancel: () => reader.cancel() }
}

async function follow(emulator: Emulator, search = '', headers: Record<string, string> = {}) {
  const response = await emulator.fetch(`${url}${search}`, { headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const reader = createEventReader(response)
  // The first piece says how soon to try again.
  await reader.next()
  return reader
}

it('streams the requests from the next one on, batched', async () => {
  const { emulator, api } = controlClient()
  await api('/0/')
  const { next } = await follow(emulator)
  await api('/1.13/environments?limt=2')
  await api('/1.13/projects/short')
  const { id, type, data } = (await next())!
  expect([id, type, data.missed, data.oldest]).toEqual(['3', 'requests', 0, 1])
  expect(data.requests).toMatchObject([
    { index: 2, operation: 'environments.list', target: '/1.13/environments?limt=2', status: 200, unread: 1 },
    { index: 3, method: 'GET', status: 400, refusal: 'malformed_id', open: false, faulted: false },
  ])
})

it('continues after Last-Event-ID or `after`, and restarts given an index of an earlier journal', async () => {
  const { emulator, api } = controlClient()
  for (let index = 0; index < 3; index++) await api('/0/')
  const indexes = async (search: string, headers = {}) => {
    const { next, cancel } = await follow(emulator, search, headers)
    if (search === '?after=99') await api('/0/')
    const { data } = (await next())!
    await cancel()
    return data.requests.map(({ index }: { index: number }) => index)
  }
  expect(await indexes('', { 'last-event-id': '1' })).toEqual([2, 3])
  expect(await indexes('?after=0')).toEqual([1, 2, 3])
  expect(await indexes('?after=99')).toEqual([4])
})

it('sends a request again when it is answered, and loses none that is open', async () => {
  const { emulator, api } = controlClient({ faults: [{ operation: 'environments.list', delay: '1s' }] })
  const { next, cancel } = await follow(emulator)
  const slow = api('/1.13/environments')
  await api('/0/')
  const first = (await next())!
  expect([first.id, first.data.requests.map(({ open }: { open: boolean }) => open)]).toEqual(['0', [true, false]])
  await vi.advanceTimersByTimeAsync(1000)
  await slow
  const second = (await next())!
  expect([second.id, second.data.requests]).toMatchObject(['2', [{ index: 1, status: 200, open: false }]])
  await cancel()
})

it('shows the latest hundred of a flood, and says how many it left out', async () => {
  const { emulator, api } = controlClient({ requests: { entries: 200 } })
  const { next, cancel } = await follow(emulator)
  for (let index = 0; index < 500; index++) await api('/0/')
  const { data } = (await next())!
  expect([data.requests.length, data.requests[0].index, data.missed, data.oldest]).toEqual([100, 401, 400, 301])
  await cancel()
})

it('reports that the journal was cleared', async () => {
  const { emulator, api, control } = controlClient()
  await api('/0/')
  const { next, cancel } = await follow(emulator)
  await control('DELETE', '/requests')
  expect((await next())!.data).toMatchObject({ requests: [], missed: 0, oldest: 2, totals: { kept: 0 } })
  await cancel()
})

it.each(['DELETE', 'PUT'])('ends when its world is gone, by %s', async (method) => {
  const { emulator, control } = controlClient()
  emulator.worlds.use('blue')
  const { next } = await follow(emulator, '', { 'x-emulator-world': 'blue' })
  await control(method, '/worlds/blue')
  expect((await next())!.type).toBe('gone')
  expect(await next()).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

it('counts streams until their readers go: by cancel, by abort, and never for HEAD', async () => {
  const { emulator } = controlClient()
  const readers = []
  for (let index = 0; index < 63; index++) readers.push(await follow(emulator))
  const aborting = new AbortController()
  const aborted = await emulator.fetch(url, { signal: aborting.signal })
  const refused = await emulator.fetch(url)
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
    429,
    'too_many_streams',
  ])
  expect((await emulator.fetch(url, { method: 'HEAD' })).status).toBe(200)
  aborting.abort()
  await expect(aborted.text()).rejects.toThrow('aborted')
  await (await follow(emulator)).cancel()
  await (await follow(emulator)).cancel()
  await Promise.all(readers.map(({ cancel }) => cancel()))
  const again = await Promise.all(Array.from({ length: 64 }, () => emulator.fetch(url)))
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200))
  await Promise.all(again.map(({ body }) => body!.cancel()))
  expect(vi.getTimerCount()).toBe(0)
})

it('sends a sign of life every 15 seconds', async () => {
  const { emulator } = controlClient()
  const response = await emulator.fetch(url)
  const reader = response.body!.getReader()
  await reader.read()
  const read = reader.read()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(new TextDecoder().decode((await read).value)).toBe(':\n\n')
  await reader.cancel()
})
