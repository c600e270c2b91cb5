import { type Check, defineCheck } from '../define-check.ts'
import { isObject } from '../discovery/find-list.ts'
import { invalidBodies, schemaOfCommand, schemasIn } from '../discovery/schemas.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { blocked, fail, insufficient } from '../verdict.ts'

const connectionOf = (session: Session): string => session.run.target.samples!.adapterConnectionId!

const capabilitiesAt = (session: Session, base: string): Promise<Exchange> => session.fact(`capabilities ${base}`, (own) => own.send({ path: `${base}/services/${connectionOf(own)}/capabilities` }))

const capabilities = (session: Session): Promise<Exchange> => capabilitiesAt(session, '')

function invoke(session: Session, body: unknown, command: string = session.run.target.samples!.command!.name): Promise<Exchange> {
  return session.send({ method: 'POST', path: `/services/${connectionOf(session)}/${encodeURIComponent(command)}`, json: body })
}

const invoked = (session: Session): Promise<Exchange> => session.fact('the command', (own) => invoke(own, own.run.target.samples!.command!.validBody))

const isSuccess = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300

/** Whether the Services API is served behind the version instead; asked only where it is not served without. */
async function isVersioned(session: Session): Promise<boolean> {
  if (isSuccess(await capabilities(session))) return false
  const { response } = await capabilitiesAt(session, `/${session.run.version}`)
  return response.status === 200 && schemasIn(response.json).length > 0
}

async function assertUnversioned(session: Session): Promise<void> {
  if (await isVersioned(session)) blocked(`the Services API is at /${session.run.version}/services; see services.unversioned`)
}

/** An answer of success may still carry a refusal, as statuses are not shown: an error where the good answer has none. */
function isTaken(exchange: Exchange, good: Exchange): boolean {
  if (!isSuccess(exchange)) return false
  const { json } = exchange.response
  const refusals = isObject(json) ? ['error', 'errors', 'fault', 'faults'].filter((name) => json[name] !== undefined && json[name] !== null && json[name] !== false && !(Array.isArray(json[name]) && json[name].length === 0)) : []
  const denied = isObject(json) && ['ok', 'success', 'valid'].some((name) => json[name] === false)
  const goodJson = good.response.json
  return !(denied || refusals.some((name) => !isObject(goodJson) || goodJson[name] === undefined || goodJson[name] === null))
}

const reading = { effect: 'read', needs: ['adapterConnectionId', 'bearer'] } as const
const writing = { effect: 'write', needs: ['adapterConnectionId', 'command', 'bearer'] } as const

/** The Services API (clause 4.7). */
export const serviceChecks: readonly Check[] = [
  defineCheck({
    ...reading, id: 'services.unversioned.path', requirement: 'services.unversioned', description: 'GETs capabilities at /services/…; they are not at /{version}/services/… alone.',
    run: async (session) => {
      const exchange = await capabilities(session)
      if (await isVersioned(session)) fail('the Services API at /services, unversioned', `${exchange.response.status} there, and capabilities at /${session.run.version}/services`)
      if (!isSuccess(exchange) || schemasIn(exchange.response.json).length === 0) blocked(`no capabilities at /services: ${summary(exchange)}; see services.capabilities`)
    },
  }),
  defineCheck({
    ...reading, id: 'services.capabilities.schemas', requirement: 'services.capabilities', description: 'GETs the capabilities of samples.adapterConnectionId: JSON, in any shape, that holds at least one schema and names the command of samples.command where that is declared.',
    run: async (session) => {
      const exchange = await capabilities(session)
      await assertUnversioned(session)
      if (!isSuccess(exchange) || schemasIn(exchange.response.json).length === 0) fail('200 with the schemas of the available commands', summary(exchange))
      const name = session.run.target.samples?.command?.name
      if (name !== undefined && !exchange.response.text.includes(JSON.stringify(name).slice(1, -1))) fail(`the command ${name} among the capabilities of its connection`, summary(exchange))
    },
  }),
  defineCheck({
    ...reading, id: 'services.capabilities-own.unknown', requirement: 'services.capabilities-own', after: ['services.capabilities.schemas'], description: 'GETs the capabilities of a well-formed id that is no connection: they do not hold the same schemas, as capabilities are those of one connection.',
    run: async (session) => {
      const own = await capabilities(session)
      const unknown = await session.send({ path: `/services/0${session.run.random.text(26)}/capabilities` })
      const schemas = ({ response }: Exchange) => JSON.stringify(schemasIn(response.json))
      if (isSuccess(unknown) && schemas(unknown) === schemas(own)) fail('no capabilities, or others, for an id that is no connection', `the same schemas as for ${connectionOf(session)}`)
    },
  }),
  defineCheck({
    ...writing, id: 'services.invoke.result', requirement: 'services.invoke', description: 'POSTs samples.command.validBody to the command: the answer is a success with JSON, or without a body. A command that does not exist gets another answer.',
    run: async (session) => {
      const exchange = await invoked(session)
      await assertUnversioned(session)
      if (exchange.response.status === 415 || exchange.response.status === 406) blocked(`the command is refused for its media type: ${summary(exchange)}; see http.json-body`)
      if (!isSuccess(exchange) || (exchange.response.text !== '' && exchange.response.json === undefined)) fail('the result of the command', summary(exchange))
      const unknown = await invoke(session, session.run.target.samples!.command!.validBody, `no-${session.run.random.text(12)}`)
      if (isSuccess(unknown) && unknown.response.text === exchange.response.text) insufficient('a command that does not exist gets the same answer, so it shows no result of the command')
    },
  }),
  defineCheck({
    ...writing, id: 'http.json-body.accepted', requirement: 'http.json-body', description: 'POSTs samples.command.validBody as JSON with Content-Type: application/json: it is not refused for its media type.',
    run: async (session) => {
      const exchange = await invoked(session)
      if (exchange.response.status === 415 || exchange.response.status === 406) fail('a JSON body with Content-Type: application/json to be taken', summary(exchange))
      if (!isSuccess(exchange)) blocked(`the command is refused: ${summary(exchange)}; see services.invoke`)
      const unknown = await capabilities(session)
      if (unknown.response.text === exchange.response.text) insufficient('every answer of the Services API is the same')
    },
  }),
  defineCheck({
    ...writing, id: 'services.validated.invalid-body', requirement: 'services.validated', after: ['services.invoke.result', 'services.capabilities.schemas'],
    description: "POSTs bodies that differ from samples.command.validBody in one thing which the command's schema in capabilities forbids: a required member missing, a member of another type. None is taken.",
    run: async (session) => {
      const { name, validBody } = session.run.target.samples!.command!
      const schema = schemaOfCommand((await capabilities(session)).response.json, name, validBody)
      const bodies = schema ? invalidBodies(schema, validBody) : []
      if (bodies.length === 0) insufficient(`capabilities show no schema for ${name} from which a body that breaks it follows`)
      const good = await invoked(session)
      for (const { body, fault } of bodies) {
        const exchange = await invoke(session, body)
        if (isTaken(exchange, good)) fail(`a body with ${fault} to be refused`, summary(exchange))
      }
    },
  }),
]
