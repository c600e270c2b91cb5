import { expect, it } from 'vitest'
import { emulatorSubject, runKit } from '../../../testing/selftest/subject.ts'
import type { RunResult } from '../../judge/result.ts'
import type { Target } from '../../target/target-file.ts'
import { serviceChecks } from '../services/services-checks.ts'

type Change = (response: Response, request: Request) => Response | undefined | Promise<Response | undefined>

/** Runs the checks of the Services API against an emulator that answers otherwise where `change` gives an answer. */
async function check(change: Change, declare: (target: Target) => Target = (target) => target): Promise<RunResult> {
  const { target, fetch } = emulatorSubject()
  return await runKit(
    {
      target: declare(target),
      fetch: async (request) => {
        const response = await fetch(request.clone())
        return (await change(response.clone(), request)) ?? response
      },
    },
    { checks: serviceChecks },
  )
}

const verdictOf = ({ results }: RunResult, id: string): string | undefined =>
  results.find(({ check: checked }) => checked === id)?.verdict

const without =
  (...names: readonly string[]) =>
  (target: Target): Target => ({
    ...target,
    samples: Object.fromEntries(Object.entries(target.samples!).filter(([name]) => !names.includes(name))),
  })
const readOnly = (target: Target): Target => ({ ...target, allowWrites: false })
const asIs = () => undefined

const { adapterConnectionId: shop, otherAdapterConnectionId: mailer } = emulatorSubject().target.samples!
const isUnknownId = (request: Request) =>
  request.url.endsWith('/capabilities') && !request.url.includes(shop!) && !request.url.includes(mailer!)

interface Listed {
  readonly commands: readonly { readonly name: string; readonly inputSchema: object }[]
}
const listedCommand = async (): Promise<Listed> => {
  const { target, fetch } = emulatorSubject()
  const headers = { authorization: `Bearer ${target.credentials!.token!}` }
  const response = await fetch(new Request(`http://target.test/services/${shop!}/capabilities`, { headers }))
  return (await response.json()) as Listed
}

it.each<[string, Change, (target: Target) => Target, string]>([
  [
    'a list that is not served',
    async (_r, request) => (isUnknownId(request) ? Response.json(await listedCommand(), { status: 404 }) : _r),
    (target) => target,
    'pass',
  ],
  [
    'the same schemas, where no command is declared',
    async (_r, request) => (isUnknownId(request) ? Response.json(await listedCommand()) : _r),
    without('command'),
    'fail',
  ],
  [
    'the schema of the command among others',
    async (response, request) =>
      isUnknownId(request)
        ? Response.json({
            commands: [...(await listedCommand()).commands, { name: 'x', inputSchema: { type: 'object' } }],
          })
        : response,
    (target) => target,
    'fail',
  ],
  [
    'nothing, read-only, where no other connection is declared',
    asIs,
    (target) => readOnly(without('otherAdapterConnectionId')(target)),
    'insufficientEvidence',
  ],
  [
    'nothing, where neither a command nor another connection is declared',
    asIs,
    without('otherAdapterConnectionId', 'command'),
    'insufficientEvidence',
  ],
  ['nothing, where a command is declared', asIs, without('otherAdapterConnectionId'), 'pass'],
  ['nothing, read-only, where another connection is declared', asIs, readOnly, 'pass'],
])('judges the capabilities of an unknown id: %s', async (_what, change, declare, verdict) => {
  expect(verdictOf(await check(change, declare), 'services.capabilities-own.unknown')).toBe(verdict)
})

const ofMailer =
  (answer: () => Response): Change =>
  (_response, { url }) =>
    url.endsWith(`/services/${mailer!}/capabilities`) ? answer() : undefined

it.each<[string, Change, string]>([
  [
    'are not served',
    ofMailer(() => Response.json({ commands: [{ name: 'x', inputSchema: { type: 'object' } }] }, { status: 404 })),
    'insufficientEvidence',
  ],
  ['show no schemas', ofMailer(() => Response.json({ commands: [] })), 'insufficientEvidence'],
  ['are others', asIs, 'pass'],
])('judges the capabilities of another connection, which %s', async (_what, change, verdict) => {
  expect(verdictOf(await check(change), 'services.capabilities-own.other')).toBe(verdict)
})

const listing =
  (commands: (all: Listed['commands']) => unknown): Change =>
  async (response, { url }) =>
    url.endsWith(`/services/${shop!}/capabilities`)
      ? Response.json({ commands: commands(((await response.json()) as Listed).commands) })
      : undefined
const alone = listing((all) => all.filter(({ name }) => name === 'create-order'))
const anything = { properties: { customer: {}, items: {} } }

it.each<[string, Change, (target: Target) => Target, string]>([
  ['no other command, beside another connection', alone, (target) => target, 'notApplicable'],
  ['no other command', alone, without('otherAdapterConnectionId'), 'insufficientEvidence'],
  [
    'a schema that forbids nothing to compare with',
    listing((all) =>
      all.map((command) => (command.name === 'create-order' ? { ...command, inputSchema: anything } : command)),
    ),
    (target) => target,
    'insufficientEvidence',
  ],
  [
    'commands that answer any name with success',
    (response, { url }) => (/\/no-\w+$/.test(url) ? Response.json({ ok: 1 }) : response),
    (target) => target,
    'insufficientEvidence',
  ],
])('judges listed commands given %s', async (_what, change, declare, verdict) => {
  expect(verdictOf(await check(change, declare), 'services.capabilities-own.listed')).toBe(verdict)
})

it('needs a schema that forbids something', async () => {
  const open = listing((all) => all.map((command) => ({ ...command, inputSchema: anything })))
  expect(verdictOf(await check(open), 'services.validated.invalid-body')).toBe('insufficientEvidence')
})

const capabilitiesAs =
  (answer: () => Response): Change =>
  (_response, { url }) =>
    url.endsWith('/capabilities') ? answer() : undefined

it.each<[string, Change, string, string]>([
  ['404', capabilitiesAs(() => Response.json({ message: 'no' }, { status: 404 })), 'blocked', 'fail'],
  ['an empty object', capabilitiesAs(() => Response.json({})), 'blocked', 'fail'],
  ['a message', capabilitiesAs(() => Response.json({ message: 'none' })), 'blocked', 'fail'],
  [
    'an error with schemas',
    capabilitiesAs(() => Response.json({ x: { type: 'object' } }, { status: 500 })),
    'blocked',
    'fail',
  ],
])('judges %s as capabilities where no command is declared', async (_what, change, unversioned, schemas) => {
  const result = await check(change, without('command'))
  expect(verdictOf(result, 'services.unversioned.path')).toBe(unversioned)
  expect(verdictOf(result, 'services.capabilities.schemas')).toBe(schemas)
})

it.each<[string, Change, string]>([
  [
    'an error that names the command',
    capabilitiesAs(() => Response.json({ at: '/x/create-order/v1' }, { status: 500 })),
    'fail',
  ],
  ['nothing of the command', capabilitiesAs(() => Response.json({ commands: [] })), 'fail'],
  [
    'the command in an unknown form',
    capabilitiesAs(() => Response.json({ at: '/x/create-order/v1' })),
    'insufficientEvidence',
  ],
  ['a list of names', capabilitiesAs(() => Response.json(['create-order'])), 'fail'],
])('judges capabilities that are %s', async (_what, change, verdict) => {
  const result = await check(change)
  expect(verdictOf(result, 'services.capabilities.schemas')).toBe(verdict)
  expect(verdictOf(result, 'services.unversioned.path')).toBe(verdict === 'fail' ? 'blocked' : verdict)
})

const isCommand = ({ method }: Request) => method === 'POST'
const isUnknownCommand = ({ url }: Request) => /\/no-\w+$/.test(url)

it.each<[string, Change, readonly [result: string, json: string]]>([
  ['406', (_r, request) => (isCommand(request) ? new Response(null, { status: 406 }) : undefined), ['blocked', 'fail']],
  ['415', (_r, request) => (isCommand(request) ? new Response(null, { status: 415 }) : undefined), ['blocked', 'fail']],
  ['500', (_r, request) => (isCommand(request) ? new Response(null, { status: 500 }) : undefined), ['fail', 'blocked']],
  [
    'nothing, as errors do',
    (response, request) =>
      isCommand(request) ? new Response(null, { status: response.ok ? 204 : response.status }) : undefined,
    ['pass', 'pass'],
  ],
  [
    'a result, and another one for an unknown command',
    (_r, request) => (isUnknownCommand(request) ? Response.json({ also: 'a result' }) : undefined),
    ['pass', 'pass'],
  ],
  [
    'the same for an unknown command',
    (_r, request) => (isCommand(request) ? Response.json({ done: true }) : undefined),
    ['insufficientEvidence', 'pass'],
  ],
])('judges commands that answer %s', async (_what, change, [result, json]) => {
  const done = await check(change)
  expect(verdictOf(done, 'services.invoke.result')).toBe(result)
  expect(verdictOf(done, 'http.json-body.accepted')).toBe(json)
})

it.each<[string, Response['status'], string]>([
  ['no body', 204, 'pass'],
  ['a result', 200, 'fail'],
])(
  'judges commands of an unknown connection that answer %s, as those of a known one do',
  async (_what, status, verdict) => {
    const result = await check((response, request) =>
      isCommand(request) && (response.ok || !request.url.includes(shop!))
        ? new Response(status === 204 ? null : '{"done":true}', {
            status,
            headers: { 'content-type': 'application/json' },
          })
        : undefined,
    )
    expect(verdictOf(result, 'services.invoke.unknown-connection')).toBe(verdict)
  },
)

it('is blocked given a valid body that breaks the shown schema and is taken', async () => {
  const stricter = listing((all) =>
    all.map((command) => ({
      ...command,
      inputSchema: { ...command.inputSchema, required: ['customer', 'items', 'email'] },
    })),
  )
  const result = await check(stricter)
  expect(verdictOf(result, 'services.validated.shown-schema')).toBe('fail')
  expect(verdictOf(result, 'services.validated.invalid-body')).toBe('blocked')
})
