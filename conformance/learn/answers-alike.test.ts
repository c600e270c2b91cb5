// What a service does beside all conventions: its twin does it too, and a change of it is told as exactly that.
import { expect, it } from 'vitest'
import { makeTwin } from '../../bin/judges/twin/make-twin.ts'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { learnEmulator } from '../../testing/learned-emulator.ts'
import { toTarget } from '../target/target-file.ts'
import { driftBetween } from './drift.ts'
import { driftLine, learnedText } from './learned-text.ts'

type Json = Readonly<Record<string, unknown>>
type Change = (json: Json, headers: Headers) => unknown

interface Sample {
  readonly what: string
  readonly at: RegExp
  readonly status: (status: number) => boolean
  readonly change: Change
  /** The lines of drift where a service begins to answer so. */
  readonly drift: readonly string[]
}

const isOk = (status: number) => status < 300
const isRefused = (status: number) => status >= 400

/** Each of a request whose method and path, and of an answer whose status fit. */
const samples: readonly Sample[] = [
  {
    what: 'a token response with a scope',
    at: /^POST \/oauth\/token/,
    status: isOk,
    change: (json) => ({ ...json, scope: 'all', organization: { plan: 'x' } }),
    drift: ['tokenResponse'],
  },
  {
    what: 'an error of the token endpoint without a description',
    at: /^POST \/oauth\/token/,
    status: isRefused,
    change: ({ error }) => ({ error }),
    drift: ['error_description (string) only before', 'error_description (string) only before'],
  },
  {
    what: 'a legacy root with further members',
    at: /^GET \/0\/$/,
    status: isOk,
    change: (json) => ({ ...json, organization: { id: '1' } }),
    drift: ['organization (object) only now'],
  },
  {
    what: 'a wrong state code that is refused as JSON',
    at: /^GET \/app\/[^/]+\/connect/,
    status: isRefused,
    change: (_json, headers) => {
      headers.set('content-type', 'application/json')
      return { message: 'There is no such code.' }
    },
    drift: ['media type text/html before, application/json now'],
  },
  {
    what: 'an error of one operation with a member that others lack',
    at: /^GET \/services\//,
    status: isRefused,
    change: (json) => ({ ...json, support: 'somebody' }),
    drift: ['support (string) only now'],
  },
  {
    what: 'a header of its own',
    at: /^GET \/1\.13\/resources$/,
    status: isOk,
    change: (json, headers) => {
      headers.set('x-plan', 'free')
      return json
    },
    drift: ['header x-plan only now'],
  },
  {
    what: 'a list without HEAD',
    at: /^OPTIONS .*\/environments$/,
    status: isOk,
    change: (json, headers) => {
      headers.set('allow', 'GET, OPTIONS')
      return json
    },
    drift: ['HEAD only before'],
  },
  {
    what: 'a page for missing credentials',
    at: /^GET \/0\/projects\/.*groups/,
    status: (status) => status === 401,
    change: (_json, headers) => {
      headers.set('content-type', 'text/html')
      return '<!doctype html><p>Sign in'
    },
    drift: ['media type application/json before, text/html now'],
  },
]

const changing =
  (changes: readonly Sample[]) =>
  (next: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const response = await next(request)
    const place = `${request.method} ${new URL(request.url).pathname}`
    const found = changes.filter(({ at, status }) => at.test(place) && status(response.status))
    if (found.length === 0) return response
    const headers = new Headers(response.headers)
    const text = await response.text()
    const json = text.startsWith('{') ? (JSON.parse(text) as Json) : {}
    const body = found.reduce<unknown>((value, { change }) => change(value as Json, headers), json)
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(sent, { status: response.status, headers })
  }

const learn = (changes: readonly Sample[]) => learnEmulator({}, { allowWrites: false, between: changing(changes) })
const before = await learn([])

it('makes a twin that answers all alike, and says how many', async () => {
  const { emulator, learned, document } = await learn(samples)
  const target = toTarget(toTargetFile(emulator, 'http://target.test', false))
  const twin = await makeTwin({ document, learned, target })
  expect(twin.document.twin!.differences).toEqual([])
  const { asked } = twin.document.twin!
  expect(learnedText(twin.document, []).trimEnd()).toMatch(new RegExp(`; ${asked} of ${asked} answers alike$`))
  expect(learned.requests).toBeLessThanOrEqual(150)
})

it.each(samples)('tells $what as exactly that', async (sample) => {
  const { document } = await learn([sample])
  const drifts = driftBetween(before.document, document)
  expect(drifts.map(driftLine)).toEqual(sample.drift.map((text) => expect.stringContaining(text)))
})
