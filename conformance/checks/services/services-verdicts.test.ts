// Capabilities and commands of the Services API in unfamiliar forms, or that show too little.
import { expect, it } from 'vitest'
import type { CheckId } from '../../catalogue/check-ids.ts'
import { tryParseJson } from '../../../emulator/tools/try-parse-json.ts'
import { emulatorSubject, runKit } from '../../../testing/conformance/subject.ts'
import { checksBlameNothing, itEnds } from '../../../testing/servers/ends.ts'
import {
  capabilities,
  command,
  json,
  type OddEmulator,
  oddEmulator,
  changeAnswers,
  shaped,
  type Wrap,
} from '../../../testing/servers/odd-emulator.ts'

type Members = Readonly<Record<string, unknown>>

const { adapterConnectionId: shop, otherAdapterConnectionId: mailer } = emulatorSubject().target.samples!

/** Changes the schema that capabilities show for each command. */
const schemas = (change: (schema: Members) => unknown): Wrap =>
  capabilities((commands) => ({
    commands: commands.map((listed) => ({ ...listed, inputSchema: change(listed.inputSchema) })),
  }))
const readProperties = (schema: Members) => schema['properties'] as Members
const addProperties = (schema: Members, more: Members) => ({
  ...schema,
  properties: { ...readProperties(schema), ...more },
})
const requiring = (...names: readonly string[]): Wrap => schemas((schema) => ({ ...schema, required: names }))
const anything = schemas(() => ({ properties: { customer: {}, items: {} } }))

function everywhere(schema: unknown, change: (schema: Members) => Members): unknown {
  if (Array.isArray(schema)) return schema.map((element) => everywhere(element, change))
  if (typeof schema !== 'object' || schema === null) return schema
  return change(Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, everywhere(value, change)])))
}

const both =
  (outer: Wrap, inner: Wrap): Wrap =>
  (next) =>
    outer(inner(next))

/** Changes the bodies of commands before the emulator sees them. */
const bodies =
  (change: (body: Members) => Members): Wrap =>
  (next) =>
  async (request) => {
    if (!command.test(`${request.method} ${new URL(request.url).pathname}`)) return next(request)
    const body = tryParseJson(await request.clone().text()) as Members | undefined
    if (Array.isArray(body) || typeof body !== 'object' || body === null) return next(request)
    return next(new Request(request, { method: 'POST', body: JSON.stringify(change(body)) }))
  }

/** Answers commands whose body is not JSON. */
const cutBodies =
  (answer: (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>): Wrap =>
  (next) =>
  async (request) => {
    const isCommand = command.test(`${request.method} ${new URL(request.url).pathname}`)
    const text = isCommand ? await request.clone().text() : ''
    return text !== '' && tryParseJson(text) === undefined ? await answer(request, next) : await next(request)
  }

/** Answers commands that are done, or bodies that are refused, in another way. */
const done = (answer: () => Response) =>
  changeAnswers(command, (response) => (response.status === 200 ? answer() : response))
const refused = (body: unknown, status = 200) =>
  changeAnswers(command, (response) => (response.status === 400 ? json(body, status) : response))
const isSample = ({ url }: Request) => url.endsWith('/create-order')
/** Refuses the other commands whatever the body is. */
const refusingOthers = (status: number, message: string) =>
  changeAnswers(command, (response, request) =>
    response.status === 400 && !isSample(request) ? json({ error: { message } }, status) : response,
  )

const known = new Set(
  'customer email currency items ship_to deliver_by lead_days deposit tags terms_accepted custom_fields'.split(' '),
)
const only = ['capabilities*', 'validated.*', 'invoke.*'].map((checks) => `services.${checks}`)
const validated: readonly CheckId[] = ['services.validated.invalid-body', 'services.validated.elsewhere']
const displayed: readonly CheckId[] = ['services.validated.shown-schema', ...validated]
const unread: readonly CheckId[] = [
  'services.capabilities.schemas',
  'services.capabilities-own.unknown',
  'services.capabilities-own.other',
  'services.capabilities-own.listed',
  ...displayed,
]

/** A schema of an object in a body. */
const note = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }

checksBlameNothing(only, oddEmulator, [
  ['definitions beside a reference', schemas((body) => ({ $ref: '#/definitions/body', definitions: { body } }))],
  [
    'schemas of draft-07 with an address of their own',
    schemas((schema) => ({
      ...schema,
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://target.test/schemas/command.json',
    })),
  ],
  ['a dialect that nobody knows', schemas((schema) => ({ ...schema, $schema: 'https://target.test/own' }))],
  [
    'schemas that forbid no other members, and bodies with others',
    both(
      schemas((schema) => everywhere(schema, ({ additionalProperties: _closed, ...others }) => others)),
      bodies((body) => Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)))),
    ),
  ],
  ['a schema that refers to itself', schemas((schema) => addProperties(schema, { parent: { $ref: '#' } }))],
  [
    'schemas with alternatives',
    schemas((schema) => ({
      ...addProperties(schema, { currency: { oneOf: [{ enum: ['EUR', 'USD'] }, { const: 'GBP' }] } }),
      if: { required: ['ship_to'] },
      else: { properties: { ship_to: false } },
    })),
  ],
  ['schemas in parts', schemas(({ required, ...schema }) => ({ allOf: [schema, { required }] }))],
  [
    'schemas that require what only answers have',
    schemas((schema) => ({
      ...addProperties(schema, { id: { type: 'string', readOnly: true } }),
      required: [...((schema['required'] ?? []) as readonly string[]), 'id'],
    })),
  ],
  [
    'schemas of results before those of bodies',
    capabilities((commands) =>
      commands.map(({ name, inputSchema }) => ({
        name,
        output: {
          type: 'object',
          properties: Object.fromEntries(
            Object.keys(readProperties(inputSchema)).map((member) => [member, { type: 'null' }]),
          ),
          required: ['none'],
        },
        input: inputSchema,
      })),
    ),
  ],
  [
    'definitions with names of commands, before the commands',
    capabilities((commands) => ({
      $defs: Object.fromEntries(
        commands.flatMap(({ name, inputSchema }) => [
          [name, inputSchema],
          [`${name}_note`, note],
        ]),
      ),
      commands: Object.fromEntries(commands.map(({ name }) => [name, { input: { $ref: `#/$defs/${name}` } }])),
    })),
  ],
  [
    'definitions among the commands',
    capabilities((commands) => ({
      definitions: { note },
      ...Object.fromEntries(
        commands.map(({ name, inputSchema }) => [
          name,
          addProperties(inputSchema, { note: { $ref: '#/definitions/note' } }),
        ]),
      ),
    })),
  ],
  [
    'commands by longer names',
    capabilities((commands) => ({
      tools: commands.map(({ name, inputSchema }) => ({ name: `shop_${name}`, inputSchema })),
    })),
  ],
  ['the path beside the commands', shaped(/\/capabilities$/, (commands, { url }) => ({ self: url, commands }))],
  ['other commands that the plan lacks', refusingOthers(403, 'Your plan has no such command.')],
  [
    'formats that are annotations',
    bodies(({ email, deliver_by: day, ...others }) => ({
      ...others,
      ...(typeof email === 'string' ? {} : { email }),
      ...(typeof day === 'string' ? {} : { deliver_by: day }),
    })),
  ],
  ['null as result', done(() => json(null))],
  ['refused bodies with 200 and errors', refused({ errors: [{ at: '/customer', message: 'is missing' }] })],
  ['refused bodies with 200 and a status', refused({ status: 'error', message: 'It is wrong.' })],
  ['refused bodies with 200 and a flag', refused({ valid: false })],
  ['refused bodies with 200 in an unknown form', refused({ violations: ['customer'] }), validated],
  ['refused bodies with 200 and a part of a result', refused({ id: 'a' }), validated],
  [
    'unknown commands that are answered as refused bodies are',
    changeAnswers(command, (response) => (response.ok ? response : json({ error: 'refused' }, 400))),
    ['services.capabilities-own.listed'],
  ],
  [
    'other commands that look for a record',
    refusingOthers(404, 'There is no such order.'),
    ['services.capabilities-own.listed'],
  ],
  [
    'commands that are refused later',
    changeAnswers(command, (response, { url }) =>
      /\/no-/.test(url) || response.status > 400 ? response : json({ job: 'x1' }, 202),
    ),
    validated,
  ],
  [
    'a schema other than that of the body',
    capabilities((commands) => commands.map(({ name }) => ({ name, parameters: [{ name: 'order', type: 'object' }] }))),
    displayed,
  ],
  [
    'an unknown form of schemas',
    capabilities((commands) =>
      commands.map(({ name, inputSchema }) => ({
        name,
        fields: Object.keys(readProperties(inputSchema)).map((label) => ({ label, kind: 'Any' })),
      })),
    ),
    unread,
  ],
  [
    'schemas that allow anything',
    capabilities((commands) => Object.fromEntries(commands.map(({ name }) => [name, true]))),
    unread,
  ],
])

const undeclare = (...names: readonly string[]): OddEmulator => ({
  target: (target) => ({
    ...target,
    samples: Object.fromEntries(Object.entries(target.samples!).filter(([name]) => !names.includes(name))),
  }),
})
const noCommand = undeclare('command')
const answerMailer = (answer: () => Response) => changeAnswers(new RegExp(`/${mailer!}/capabilities$`), answer)
const answered = (body: unknown, status = 200) => changeAnswers(/\/capabilities$/, () => json(body, status))
const alone = capabilities((commands) => ({ commands: commands.filter(({ name }) => name === 'create-order') }))
const commands = (answer: (response: Response, request: Request) => Response) => changeAnswers(command, answer)
const unknown = /\/no-\w+$/
itEnds(oddEmulator, [
  [
    'services.capabilities-own.unknown',
    'insufficientEvidence',
    'nothing, where neither a command nor another connection is declared',
    undeclare('otherAdapterConnectionId', 'command'),
  ],
  [
    'services.capabilities-own.other',
    'insufficientEvidence',
    'another connection that is not served',
    answerMailer(() => json({}, 404)),
  ],
  ['services.capabilities-own.listed', 'notApplicable', 'no other command, beside another connection', alone],
  [
    'services.capabilities-own.listed',
    'insufficientEvidence',
    'no other command',
    { ...undeclare('otherAdapterConnectionId'), between: alone },
  ],
  [
    'services.capabilities-own.listed',
    'insufficientEvidence',
    'commands that answer any name with success',
    commands((response, { url }) => (unknown.test(url) ? json({ ok: 1 }) : response)),
  ],
  ['services.validated.invalid-body', 'insufficientEvidence', 'schemas that forbid nothing', anything],
  [
    'services.validated.invalid-body',
    'blocked',
    'a valid body that breaks the shown schema and is taken',
    requiring('email'),
  ],
  [
    'services.validated.shown-schema',
    'insufficientEvidence: services.invoke.result: samples.command.validBody breaks the schema that capabilities show',
    'a valid body that breaks the shown schema and is refused',
    both(
      requiring('email'),
      done(() => json({ message: 'email is missing' }, 400)),
    ),
  ],
  ['services.capabilities.schemas', 'fail', 'a message', { ...noCommand, between: answered({ message: 'none' }) }],
  ['services.unversioned.path', 'blocked', 'an empty object', { ...noCommand, between: answered({}) }],
  [
    'services.capabilities.schemas',
    'fail',
    'an error that names the command',
    answered({ at: '/x/create-order/v1' }, 500),
  ],
  [
    'services.capabilities.schemas',
    'insufficientEvidence',
    'the command in an unknown form',
    answered({ at: '/x/create-order/v1' }),
  ],
  ['services.invoke.result', 'blocked', '406', commands(() => json({}, 406))],
  ['http.json-body.accepted', 'blocked', '500', commands(() => json({}, 500))],
  [
    'services.invoke.result',
    'pass',
    'a result, and another one for an unknown command',
    commands((response, { url }) => (unknown.test(url) ? json({ also: 'a result' }) : response)),
  ],
  [
    'services.invoke.result',
    'insufficientEvidence',
    'the same for an unknown command',
    commands(() => json({ done: true })),
  ],
  [
    'services.invoke.unknown-connection',
    'pass',
    'no body, whatever the connection',
    commands((response, { url }) =>
      response.ok || !url.includes(shop!) ? new Response(null, { status: 204 }) : response,
    ),
  ],
  [
    'services.validated.invalid-body',
    'fail',
    'a body without its last character, which is completed',
    cutBodies(async (request, next) =>
      next(new Request(request, { method: 'POST', body: `${await request.text()}}` })),
    ),
  ],
])

it('blames a page of HTML in answer to a body that is not JSON', async () => {
  const page = async () =>
    new Response('<h1>Bad Request</h1>', { status: 400, headers: { 'content-type': 'text/html' } })
  const { results } = await runKit(oddEmulator(cutBodies(page)), { only: ['http.json', 'services.validated'] })
  expect(results.flatMap(({ check, verdict }) => (verdict === 'fail' ? [check] : []))).toEqual(['http.json.everywhere'])
})
