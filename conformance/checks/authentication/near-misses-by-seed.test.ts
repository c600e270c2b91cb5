import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { ConformanceOptions } from '../../judge/run-conformance.ts'
import { checks } from '../checks.ts'
import { missesOf } from '../near-misses.ts'

const only = [
  '*near-misses',
  '*.wrong',
  '*.wrong-secret',
  '*.made-up',
  '*.one-character',
  '*.client-token',
  '*.side-doors',
]

/** The secrets in a request: the Authorization without its scheme, and what a form or a query has. */
async function secretsIn(request: Request): Promise<readonly string[]> {
  const [, scheme = '', value = ''] = /^(\w+) (.*)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const form = new URLSearchParams(request.method === 'POST' ? await request.clone().text() : '')
  const code = new URL(request.url).searchParams.get('prepare_state')
  const key = scheme === 'Basic' ? atob(value).slice(0, -1) : /:\/\/([^@]+)@/.exec(value)?.[1]
  return [key ?? value, form.get('client_secret') ?? '', form.get('refresh_token') ?? '', code ?? '']
}

/** The requests of a run: each near miss with its credential and its place, and each other way to a protected path. */
async function askedIn(options: Partial<ConformanceOptions>): Promise<ReadonlySet<string>> {
  const { target, fetch } = emulatorSubject()
  const { token, integrationToken, apiKey, dsn, oauth } = target.credentials!
  const changes = new Map<string, string>()
  const learn = (secret: string, name: string) => {
    for (const { text, change } of missesOf(secret)) changes.set(text, `${name} ${change}`)
  }
  const key = /:\/\/([^@]+)@/.exec(dsn!)![1]!
  for (const [secret, name] of Object.entries({ token, integrationToken, apiKey, key, secret: oauth!.clientSecret }))
    learn(name!, secret)
  const asked = new Set<string>()
  const result = await runKit(
    {
      target,
      async fetch(request) {
        const { pathname, search } = new URL(request.url)
        for (const secret of await secretsIn(request))
          if (changes.has(secret)) asked.add(`${changes.get(secret)} at ${pathname}`)
        if (!request.headers.has('authorization') && /^\/(?:1\.13|0|services|access-tokens)\b/.test(pathname))
          asked.add(`${request.method} ${pathname}${/after|cursor/.test(search) ? ' page two' : ''}`)
        const response = await fetch(request)
        if (request.method === 'POST' && response.ok)
          for (const [name, value] of Object.entries((await response.clone().json()) as Record<string, unknown>))
            if (typeof value === 'string' && value.length > 20) learn(value, name)
        return response
      },
    },
    { checks, only, ...options },
  )
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
  return asked
}

it('asks in thirty quick runs, each with another seed, what a full run asks', async () => {
  const full = await askedIn({})
  const some = new Set<string>()
  for (let seed = 1; seed <= 30; seed++) for (const asked of await askedIn({ seed, quick: true })) some.add(asked)
  expect([...full].filter((request) => !some.has(request))).toEqual([])
  expect([...some].filter((request) => !full.has(request))).toEqual([])
  expect(full.size).toBeGreaterThan(80)
})

it('always asks the most telling near miss of each credential', async () => {
  for (const seed of [3, 8]) {
    const asked = [...(await askedIn({ seed, quick: true }))].filter((request) =>
      request.includes('one letter in the other case'),
    )
    const names = ['token', 'integrationToken', 'apiKey', 'key', 'secret', 'refresh_token', 'access_token', 'state']
    expect([...new Set(asked.map((request) => request.split(' ')[0]))].toSorted()).toEqual(names.toSorted())
  }
})
