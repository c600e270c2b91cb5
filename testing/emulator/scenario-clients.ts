import { entryOf, parseLinkHeader } from '../../conformance/reading/link-header.ts'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { ask } from '../suite/ask.ts'

// Small clients for tests of scenarios: the careful ones do what the naive ones forget.

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

const pageSize = 5

/** The items of a list in any envelope. */
export function itemsOf(json: unknown): readonly Item[] {
  return (
    Array.isArray(json) ? json : Object.values(json as object).find((member) => Array.isArray(member))
  ) as readonly Item[]
}

export async function accessToken(emulator: Emulator): Promise<string> {
  const { clientId, clientSecret } = emulator.credentials
  const { json } = await ask(emulator, 'POST', '/oauth/token', {
    auth: null,
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  })
  return `Bearer ${json.access_token as string}`
}

/** Walks a list by its ids. Throws at anything but 200. */
export async function naiveWalk(emulator: Emulator, path: string): Promise<readonly string[]> {
  const auth = await accessToken(emulator)
  const found: string[] = []
  for (;;) {
    const cursor = found.length === 0 ? '' : `&starting_after=${found.at(-1)}`
    const { status, json } = await ask(emulator, 'GET', `${path}?limit=${pageSize}${cursor}`, { auth })
    if (status !== 200) throw new Error(`unexpected ${status}`)
    const items = itemsOf(json)
    if (items.length === 0) return found
    found.push(...items.map(({ id }) => id))
  }
}

/** Walks a list by its ids. Waits as told, renews its token, and goes back one record when a cursor is gone. */
export async function carefulWalk(
  emulator: Emulator,
  path: string,
): Promise<{ readonly ids: readonly string[]; readonly waited: readonly string[] }> {
  let auth = await accessToken(emulator)
  const ids: string[] = []
  const waited: string[] = []
  let renewed = 0
  let back = 1
  for (;;) {
    const cursor = ids.length === 0 ? '' : `&starting_after=${ids.at(-back)}`
    const { status, json, headers } = await ask(emulator, 'GET', `${path}?limit=${pageSize}${cursor}`, { auth })
    if (status === 429) waited.push(headers.get('retry-after')!)
    else if ((status === 401 || status === 403) && renewed++ === 0) auth = await accessToken(emulator)
    else if ((status === 400 || status === 422) && back < ids.length) back++
    else if (status !== 200) throw new Error(`unexpected ${status}`)
    else {
      const items = itemsOf(json).filter(({ id }) => !ids.includes(id))
      if (items.length === 0) return { ids, waited }
      ids.push(...items.map(({ id }) => id))
      back = 1
    }
  }
}

/** Finds the URL of the next page in a Link header; undefined to stop. */
type NextOf = (link: string, count: number) => string | undefined

/** Ways to read a Link header wrongly. */
export const naiveLinks: Readonly<Record<string, NextOf>> = {
  'takes the first URL': (link) => (link.includes('results="true"') ? /<([^>]+)>/.exec(link)?.[1] : undefined),
  'expects rel behind the URL': (link) => /<([^>]+)>; rel="next"; results="true"/.exec(link)?.[1],
  'looks for results="true" anywhere': (link) =>
    link.includes('results="true"') ? /<([^>]+)>; rel="next"/.exec(link)?.[1] : undefined,
  'stops at an empty page': (link, count) => (count === 0 ? undefined : carefulLink(link, count)),
}

export const carefulLink: NextOf = (link) => {
  const next = [...link.matchAll(/<([^>]+)>((?:;\s*\w+="[^"]*")+)/g)].find(([, , attributes]) =>
    /;\s*rel="next"/.test(attributes!),
  )
  return next && /;\s*results="true"/.test(next[2]!) ? next[1] : undefined
}

/** Reads the header in any form that RFC 8288 allows. */
export const rfc8288Link: NextOf = (link) => {
  const entry = entryOf(parseLinkHeader(link)!, 'next')
  return entry?.parameters['results'] === 'true' ? entry.target : undefined
}

/** Walks a legacy list by its Link header, for at most 50 pages. */
export async function walkLinks(emulator: Emulator, path: string, nextOf: NextOf): Promise<readonly string[]> {
  const found: string[] = []
  for (let url: string | undefined = path, pages = 0; url !== undefined && pages < 50; pages++) {
    const { status, json, headers } = await ask(emulator, 'GET', url.replace('http://localhost', ''))
    if (status !== 200) throw new Error(`unexpected ${status}`)
    const items = itemsOf(json)
    found.push(...items.map(({ id }) => id))
    url = nextOf(headers.get('link')!, items.length)
  }
  return found
}
