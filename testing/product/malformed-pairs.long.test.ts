// A quick run asks each malformed id only in some places. Twenty seeds ask every pair that a full run asks.
import { expect, it } from 'vitest'
import { malformedForms } from './laws/ids-in-requests.ts'
import { emulatorSubject, runKit } from '../conformance/subject.ts'

/** Places that take an id, by method and path. */
const paths: readonly (readonly [place: string, method: string, path: RegExp])[] = [
  ['catalog', 'GET', /\/pulse\/catalogs\/([^/]+)\/products$/],
  ['connection', 'GET', /^\/services\/([^/]+)\/capabilities$/],
  ['scope', 'GET', /\/configurations\/([^/]+)$/],
  ['command', 'POST', /^\/services\/([^/]+)\/[^/]+$/],
  ['renamed token', 'POST', /^\/access-tokens\/([^/]+)$/],
  ['deleted token', 'DELETE', /^\/access-tokens\/([^/]+)$/],
  ['project', 'GET', /^\/0\/projects\/([^/]+)\/groups\/$/],
  ['new group', 'POST', /^\/0\/projects\/([^/]+)\/groups\/$/],
  ['issue', 'GET', /^\/0\/issues\/([^/]+)\/events\/$/],
]

/** The ids in a request, by place. */
function requestIds({ method, url }: Request): readonly (readonly [place: string, id: string])[] {
  const { pathname, searchParams } = new URL(url)
  const inPath = paths.flatMap(([place, prefix, path]) => {
    const id = prefix === method ? path.exec(pathname)?.[1] : undefined
    return id === undefined ? [] : [[place, decodeURIComponent(id)] as const]
  })
  return [...inPath, ...[...searchParams].filter(([name]) => name === 'starting_after' || name === 'ending_before')]
}

interface Asked {
  readonly pairs: ReadonlySet<string>
  readonly places: ReadonlySet<string>
  readonly forms: ReadonlySet<string>
  readonly requests: number
}

async function recordAsked(options: { readonly seed?: number; readonly quick?: boolean }): Promise<Asked> {
  const { target, fetch } = emulatorSubject()
  const [pairs, places, forms] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const recording = (request: Request) => {
    for (const [place, id] of requestIds(request)) {
      const form = Object.entries(malformedForms).find(([, pattern]) => pattern.test(id))?.[0]
      if (form === undefined) continue
      pairs.add(`${form} as ${place}`)
      places.add(place)
      forms.add(form)
    }
    return fetch(request)
  }
  const { requests } = await runKit({ target, fetch: recording }, { only: ['ids.malformed-*'], ...options })
  return { pairs, places, forms, requests }
}

it('asks every malformed id in every place within twenty seeds, and each id and place in each of them', async () => {
  const full = await recordAsked({})
  expect(full.places.size).toBe(paths.length + 2)
  expect(full.forms.size).toBe(Object.keys(malformedForms).length)
  const together = new Set<string>()
  for (let seed = 1; seed <= 20; seed++) {
    const { pairs, places, forms } = await recordAsked({ seed, quick: true })
    expect([...places].sort()).toEqual([...full.places].sort())
    expect([...forms].sort()).toEqual([...full.forms].sort())
    expect(pairs.size).toBeLessThanOrEqual(61)
    for (const pair of pairs) together.add(pair)
  }
  expect([...together].sort()).toEqual([...full.pairs].sort())
  expect(full.pairs.size).toBe(308)
})
