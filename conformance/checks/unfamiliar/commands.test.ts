import { expect, it } from 'vitest'
import { emulatorSubject, resultLines, runKit } from '../../../testing/selftest/subject.ts'
import type { FetchLike } from '../../../emulator/disturb/deviations/define-deviation.ts'
import type { Check } from '../../judge/define-check.ts'
import type { RunResult } from '../../judge/result.ts'
import { configurationChecks } from '../configurations/configurations-checks.ts'
import { connectChecks } from '../connect/connect-checks.ts'
import { serviceChecks } from '../services/services-checks.ts'

const connectCodes = [
  'connect.code-verified.made-up',
  'connect.code-verified.near-misses',
  'connect.code-verified.none',
  'connect.short-lived.month-old',
] as const

type Change = (response: Response, request: Request) => Response | Promise<Response>

const testedChecks: readonly Check[] = [...configurationChecks, ...serviceChecks, ...connectChecks]

/** Runs the kit against a right server that answers differently at matching paths. */
async function check(pattern: RegExp, change: Change): Promise<RunResult> {
  const { target, fetch } = emulatorSubject()
  const wrapped = (async (request) => {
    const response = await fetch(request.clone())
    return pattern.test(`${request.method} ${new URL(request.url).pathname}`)
      ? await change(response, request)
      : response
  }) satisfies FetchLike
  return await runKit({ target, fetch: wrapped }, { checks: testedChecks })
}

const good =
  (change: (body: never, request: Request) => unknown): Change =>
  async (response, request) =>
    response.status < 300
      ? Response.json(change((await response.json()) as never, request), { status: response.status })
      : response
const page = (text: string, status = 200) =>
  new Response(`<!doctype html>${text}`, { status, headers: { 'content-type': 'text/html' } })

interface Command {
  readonly name: string
  readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>>; readonly required: readonly string[] }
}

const capabilities = /^GET \/services\/[^/]+\/capabilities$/
const commands = (change: (commands: readonly Command[]) => unknown): Change =>
  good(({ commands: all }: { readonly commands: readonly Command[] }) => change(all))
const command = /^POST \/services\//
const configuration = /^GET \/1\.13\/configurations\//
const prepare = /^POST .*prepare-connect$/
const connect = /^GET \/app\/[^/]+\/connect$/
const state = (change: (state: string) => unknown): Change =>
  good(({ state: code }: { readonly state: string }) => change(code))
it.each<[string, RegExp, Change]>([
  [
    'schemas with definitions of their own',
    capabilities,
    commands((all) =>
      all.map(({ name, inputSchema }) => ({
        name,
        inputSchema: { $ref: '#/definitions/body', definitions: { body: inputSchema } },
      })),
    ),
  ],
  [
    'schemas of results before those of bodies',
    capabilities,
    commands((all) =>
      all.map(({ name, inputSchema }) => ({
        name,
        output: {
          type: 'object',
          properties: Object.fromEntries(
            Object.keys(inputSchema.properties).map((member) => [member, { type: 'null' }]),
          ),
          required: ['none'],
        },
        input: inputSchema,
      })),
    ),
  ],
  [
    'a refusal with 200 and a status in its body',
    command,
    (response) => (response.status === 400 ? Response.json({ status: 'error', message: 'It is wrong.' }) : response),
  ],
  ['results as texts', command, (response) => (response.status === 200 ? Response.json('done') : response)],
  ['null as result', command, (response) => (response.status === 200 ? Response.json(null) : response)],
  [
    'levels as lists of entries',
    configuration,
    good((value: unknown, request) =>
      typeof value === 'object' && value !== null
        ? {
            path: new URL(request.url).searchParams.get('path'),
            entries: Object.entries(value).map(([key, member]) => ({ key, value: member as unknown })),
          }
        : { value },
    ),
  ],
  [
    'levels with whole paths as keys',
    configuration,
    good((value: unknown, request) =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value).map(([key, member]) => [
              `${new URL(request.url).searchParams.get('path')}.${key}`,
              member,
            ]),
          )
        : { value },
    ),
  ],
  ['a state code beside a state that is a word', prepare, state((code) => ({ state: 'pending', code }))],
  [
    'a state code next to longer texts',
    prepare,
    state((code) => ({
      request_id: `req-${'0'.repeat(60)}`,
      status: 'ok',
      ticket: code,
      instructions: 'Open the address in a browser.',
    })),
  ],
  ['a state code alone', prepare, state((code) => code)],
])('passes every check given %s', async (_what, pattern, change) => {
  expect(resultLines(await check(pattern, change), 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it.each<[string, RegExp, Change, readonly string[]]>([
  [
    'an unknown form of schemas',
    capabilities,
    commands((all) =>
      all.map(({ name, inputSchema }) => ({
        name,
        fields: Object.keys(inputSchema.properties).map((label) => ({ label, kind: 'Any' })),
      })),
    ),
    [
      'services.unversioned.path',
      'services.capabilities.schemas',
      'services.capabilities-own.unknown',
      'services.capabilities-own.other',
      'services.capabilities-own.listed',
      'services.validated.shown-schema',
      'services.validated.invalid-body',
      'services.validated.elsewhere',
      'services.validated.format',
    ],
  ],
  [
    'schemas that allow anything',
    capabilities,
    commands((all) => Object.fromEntries(all.map(({ name }) => [name, true]))),
    [
      'services.unversioned.path',
      'services.capabilities.schemas',
      'services.capabilities-own.unknown',
      'services.capabilities-own.other',
      'services.capabilities-own.listed',
      'services.validated.shown-schema',
      'services.validated.invalid-body',
      'services.validated.elsewhere',
      'services.validated.format',
    ],
  ],
  [
    'a success of another form for invalid bodies',
    command,
    (response) => (response.status === 400 ? Response.json({ violations: ['customer'] }) : response),
    ['services.validated.invalid-body', 'services.validated.elsewhere', 'services.validated.format'],
  ],
  [
    'a page to sign in instead of connect',
    connect,
    () => page('<p>Sign in', 401),
    ['connect.browser.page', ...connectCodes],
  ],
])('decides nothing, and blames nothing, given %s', async (_what, pattern, change, undecided) => {
  const result = await check(pattern, change)
  expect(resultLines(result, 'fail', 'error', 'blocked')).toEqual([])
  expect(result.results.filter(({ verdict }) => verdict === 'insufficientEvidence').map(({ check: id }) => id)).toEqual(
    undecided,
  )
})

it('accepts a number as state code', async () => {
  let code: string | undefined
  const wrap =
    (next: FetchLike): FetchLike =>
    async (request) => {
      const url = new URL(request.url)
      if (url.searchParams.get('prepare_state') === '20270301') url.searchParams.set('prepare_state', code!)
      const response = await next(new Request(url, request))
      if (!url.pathname.endsWith('/prepare-connect') || response.status > 299) return response
      code = ((await response.json()) as { readonly state: string }).state
      return Response.json({ code: 20_270_301 })
    }
  const { target, fetch } = emulatorSubject()
  const result = await runKit({ target, fetch: wrap(fetch as FetchLike) }, { checks: connectChecks })
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})

it('lists a connection that it may have created as left behind', async () => {
  const { target, fetch } = emulatorSubject({ connectFlow: 'immediate' })
  expect((await runKit({ target, fetch }, { checks: connectChecks })).leftovers).toEqual([
    'connection of shop, by GET connect: the specification documents no way to take it back',
  ])
  const consent = emulatorSubject({ connectFlow: 'consent' })
  expect((await runKit(consent, { checks: connectChecks })).leftovers).toEqual([])
})
