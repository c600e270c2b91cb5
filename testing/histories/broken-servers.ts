// Servers that lose, repeat or forget when clients meet: the judge of histories must notice each.
import type { Deviation, FetchLike } from '../../emulator/disturb/deviations/define-deviation.ts'

/** As long as another request needs to come in between. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 2))

const broken = (name: string, wrap: (next: FetchLike) => FetchLike): Deviation => ({
  name,
  requirement: 'legacy.root',
  description: 'It is broken where clients meet.',
  caughtBy: '',
  wrap,
})

const isProduct = ({ url }: Request) => /\/catalog-products\/\w+$/.test(url)

/** A PUT reads the record, takes its time, and writes all of it: what others changed in between is lost. */
const losesUpdates = broken('loses-updates', (next) => async (request) => {
  if (request.method !== 'PUT' || !isProduct(request)) return next(request)
  const { url, headers } = request
  const changes = (await request.json()) as object
  const before = await next(new Request(url, { headers: { authorization: headers.get('authorization')! } }))
  if (!before.ok) return before
  const { name, brand } = (await before.json()) as Readonly<Record<string, string>>
  await pause()
  return next(new Request(url, { method: 'PUT', headers, body: JSON.stringify({ name, brand, ...changes }) }))
})

/** Looks up first that a code is fresh, and marks it as used only later. */
const takesCodesTwice = broken('takes-codes-twice', (next) => async (request) => {
  if (request.method !== 'POST' || !request.url.includes('/connect?')) return next(request)
  const look = await next(new Request(request.url))
  await pause()
  const used = await next(request)
  return look.ok && !used.ok ? new Response('Connected.', { headers: { 'content-type': 'text/html' } }) : used
})

/** Every third GET of a record is answered from a cache that no write empties. */
const readsStale = broken('reads-stale', (next) => {
  const cache = new Map<string, string>()
  let count = 0
  return async (request) => {
    if (request.method !== 'GET' || !isProduct(request)) return next(request)
    const cached = cache.get(request.url)
    if (cached !== undefined && count++ % 3 === 0)
      return new Response(cached, { headers: { 'content-type': 'application/json' } })
    const response = await next(request)
    if (response.ok) cache.set(request.url, await response.clone().text())
    return response
  }
})

/** A deletion is answered before it is done. */
const deletesLater = broken('deletes-later', (next) => async (request) => {
  if (request.method !== 'DELETE' || !isProduct(request)) return next(request)
  const { url, headers } = request
  const look = await next(new Request(url, { headers }))
  if (!look.ok) return look
  const later = async () => {
    await pause()
    await next(request)
  }
  void later()
  return new Response(null, { status: 204 })
})

/** Every broken server, and the kind of object whose histories show it. */
export const brokenServers: readonly { readonly server: Deviation; readonly objects: string }[] = [
  { server: losesUpdates, objects: 'product ' },
  { server: takesCodesTwice, objects: 'code ' },
  { server: readsStale, objects: 'product ' },
  { server: deletesLater, objects: 'product ' },
]
