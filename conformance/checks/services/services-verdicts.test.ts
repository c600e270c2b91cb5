import { expect, it } from 'vitest'
import type { Choices } from '../../../testing/servers/right/service/open-service.ts'
import { type ServiceFault, verdictOf } from '../../../testing/servers/token-faults.ts'

type Commands = Readonly<Record<string, object>>

const listing = (commands: Commands): object => ({
  commands: Object.entries(commands).map(([name, inputSchema]) => ({ name, description: name, inputSchema })),
})

/** Shows other capabilities than the service has. */
const showing = (change: (commands: Commands) => Commands): Choices => ({
  capabilities: (commands) => listing(change(commands)),
})

const onlySample = ({ 'create-shipment': sample = {} }: Commands): Commands => ({ 'create-shipment': sample })

/** Adds a member with a format to the command of the sample. */
const withFormat = ({ 'create-shipment': sample, ...others }: Commands): Commands => {
  const { properties } = sample as { readonly properties: object }
  return sample === undefined
    ? others
    : {
        ...others,
        'create-shipment': { ...sample, properties: { ...properties, mail: { type: 'string', format: 'email' } } },
      }
}

/** Answers POSTs to a command. */
const answering =
  (command: string, answer: (request: Request, next: Parameters<ServiceFault>[1]) => Promise<Response>): ServiceFault =>
  (request, next) =>
    request.method === 'POST' && new URL(request.url).pathname.endsWith(`/${command}`)
      ? answer(request, next)
      : next(request)

const accepting = (status: number): ServiceFault =>
  answering('list-carriers', async () => Response.json({ result: { id: 'a' } }, { status }))

/** Reads no member `mail` that is a text. */
const withoutMail: ServiceFault = answering('create-shipment', async (request, next) => {
  const sent = (await request.clone().json()) as Record<string, unknown> | null
  if (typeof sent !== 'object' || sent === null) return await next(request)
  const { mail, ...others } = sent
  const body = JSON.stringify(typeof mail === 'string' ? others : { mail, ...others })
  return await next(new Request(request.url, { method: 'POST', headers: request.headers, body }))
})

/** Answers a command with the capabilities. */
const alwaysTheSame: ServiceFault = answering('create-shipment', async (request, next) => {
  const capabilities = request.url.replace(/[^/]+$/, 'capabilities')
  return await next(new Request(capabilities, { headers: { authorization: request.headers.get('authorization')! } }))
})

it.each<[check: string, verdict: string, what: string, choices: Choices, fault?: ServiceFault]>([
  ['services.validated.listed', 'pass', 'commands that refuse forbidden bodies', {}],
  ['services.validated.listed', 'notApplicable', 'no other command', showing(onlySample)],
  ['services.validated.listed', 'fail', 'a forbidden body that is done', {}, accepting(200)],
  ['services.validated.listed', 'pass', 'a forbidden body that is accepted for later', {}, accepting(202)],
  ['services.validated.format', 'notApplicable', 'a schema without a format', {}],
  ['services.validated.format', 'pass', 'a text of no format that is refused', showing(withFormat)],
  ['services.validated.format', 'observed', 'a text of no format that is taken', showing(withFormat), withoutMail],
  ['http.json-body.accepted', 'pass', 'a result of its own', {}],
  ['http.json-body.accepted', 'insufficientEvidence', 'results like the capabilities', {}, alwaysTheSame],
])('%s ends with %s given %s', async (check, verdict, _what, choices, fault) => {
  expect(await verdictOf(check, { choices, ...(fault ? { fault: () => fault } : {}) })).toBe(verdict)
})
