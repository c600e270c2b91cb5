import { blocked, fail, insufficient } from '../../catalogue/verdict.ts'
import { isObject } from '../../reading/find-list.ts'
import { schemaOfCommand, schemasIn, shownOf } from '../../reading/schemas.ts'
import { serves } from '../../reading/served.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import { once } from '../../run/once.ts'
import type { Session } from '../../run/session.ts'
import { type Exchange, summary } from '../../wire/exchange.ts'
import { answerTo } from '../answers.ts'
import { capabilitiesPath } from '../paths.ts'
import { invalidBodies } from './invalid-bodies.ts'

const connectionOf = (session: Session): string => session.run.target.samples!.adapterConnectionId!

const capabilitiesAt = (session: Session, base: string): Promise<Exchange> =>
  answerTo(session, { path: `${base}${capabilitiesPath(connectionOf(session))}` })

const capabilities = (session: Session): Promise<Exchange> => capabilitiesAt(session, '')

function invoke(
  session: Session,
  body: unknown,
  command: string = session.run.target.samples!.command!.name,
): Promise<Exchange> {
  return session.send({
    method: 'POST',
    path: `/services/${connectionOf(session)}/${encodeURIComponent(command)}`,
    json: body,
    repeatable: true,
  })
}

const invoked = once((own) => invoke(own, own.run.target.samples!.command!.validBody))

const isSuccess = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300

/** Whether the Services API is served only with a version in its path. */
async function isVersioned(session: Session): Promise<boolean> {
  if (isSuccess(await capabilities(session))) return false
  const { response } = await capabilitiesAt(session, `/${session.run.version}`)
  return response.status === 200 && schemasIn(response.json).length > 0
}

async function assertUnversioned(session: Session): Promise<void> {
  if (await isVersioned(session))
    blocked(`the Services API is at /${session.run.version}/services; see services.unversioned`)
}

/**
 * Whether an invalid body was accepted like the valid one. A success may still carry a refusal, as statuses are not
 * shown.
 * @returns undefined when the answer is neither a refusal nor like the good answer, or when the command is accepted for
 * later and may be refused then.
 */
function isTaken(exchange: Exchange, good: Exchange): boolean | undefined {
  if (!isSuccess(exchange)) return false
  if (exchange.response.status === 202) return undefined
  const { json, text } = exchange.response
  const { json: goodJson, text: goodText } = good.response
  if (serves(good) && !serves(exchange)) return false
  if (!isObject(json) || !isObject(goodJson))
    return (
      text === goodText ||
      (typeof json === typeof goodJson &&
        Array.isArray(json) === Array.isArray(goodJson) &&
        (json === null) === (goodJson === null)) ||
      undefined
    )
  if ((Array.isArray(json['errors']) && json['errors'].length > 0) || json['valid'] === false) return false
  const has = (body: Readonly<Record<string, unknown>>, name: string) => body[name] !== undefined && body[name] !== null
  const lost = Object.keys(goodJson).some(
    (name) => typeof goodJson[name] === 'object' && has(goodJson, name) && !has(json, name),
  )
  const shared = Object.keys(goodJson).some((name) => has(goodJson, name) && has(json, name))
  return (shared && !lost) || Object.keys(goodJson).length === 0 || undefined
}

const reading = { effect: 'read', needs: ['adapterConnectionId', 'bearer'] } as const
const writing = { effect: 'write', needs: ['adapterConnectionId', 'command', 'bearer'] } as const

/** The Services API (clause 4.7). */
export const serviceChecks: readonly Check[] = [
  defineCheck({
    ...reading,
    id: 'services.unversioned.path',
    requirement: 'services.unversioned',
    description: 'GETs capabilities at /services/…: they are not only at /{version}/services/….',
    run: async (session) => {
      const exchange = await capabilities(session)
      if (await isVersioned(session))
        fail(
          'the Services API at /services, unversioned',
          `${exchange.response.status} there, and capabilities at /${session.run.version}/services`,
        )
      if (isSuccess(exchange) && schemasIn(exchange.response.json).length > 0) return
      const name = session.run.target.samples?.command?.name
      if (isSuccess(exchange) && name !== undefined && shownOf(exchange.response.json, name) === 'other')
        insufficient(`the answer at /services may or may not be capabilities: ${summary(exchange)}`)
      blocked(`no capabilities at /services: ${summary(exchange)}; see services.capabilities`)
    },
  }),
  defineCheck({
    ...reading,
    id: 'services.capabilities.schemas',
    requirement: 'services.capabilities',
    description:
      'GETs the capabilities of samples.adapterConnectionId: JSON in any shape with at least one schema, ' +
      'which names the ' +
      'command of samples.command if that is declared.',
    run: async (session) => {
      const exchange = await capabilities(session)
      await assertUnversioned(session)
      const { json } = exchange.response
      const name = session.run.target.samples?.command?.name
      const shown = name === undefined ? undefined : shownOf(json, name)
      if (isSuccess(exchange) && shown === 'other')
        insufficient(`the capabilities show something about ${name} that is not a known schema: ${summary(exchange)}`)
      if (!isSuccess(exchange) || schemasIn(json).length === 0)
        fail('200 with the schemas of the available commands', summary(exchange))
      if (shown === 'nothing') fail(`the command ${name} among the capabilities of its connection`, summary(exchange))
      if (shown === 'name') fail(`the schema of ${name} among the capabilities of its connection`, summary(exchange))
    },
  }),
  defineCheck({
    ...reading,
    id: 'services.capabilities-own.unknown',
    requirement: 'services.capabilities-own',
    after: ['services.capabilities.schemas'],
    description:
      'GETs the capabilities of a well-formed id of no connection: they hold neither the same schemas nor that of ' +
      'samples.command, as capabilities are those of one connection.',
    run: async (session) => {
      const own = await capabilities(session)
      const unknown = await session.send({ path: `/services/0${session.run.random.text(26)}/capabilities` })
      const schemas = ({ response }: Exchange) => JSON.stringify(schemasIn(response.json))
      const name = session.run.target.samples?.command?.name
      const hasCommand = name !== undefined && shownOf(unknown.response.json, name) === 'schema'
      if (isSuccess(unknown) && (schemas(unknown) === schemas(own) || hasCommand))
        fail(
          'no capabilities, or others, for an id of no connection',
          `${hasCommand ? `the schema of ${name}` : 'the same schemas'}, as for ${connectionOf(session)}`,
        )
    },
  }),
  defineCheck({
    ...writing,
    id: 'services.invoke.result',
    requirement: 'services.invoke',
    description:
      'POSTs samples.command.validBody to the command: the answer is a success with JSON or without a body. ' +
      'A command that does not exist gets another answer.',
    run: async (session) => {
      const exchange = await invoked(session)
      await assertUnversioned(session)
      if (exchange.response.status === 415 || exchange.response.status === 406)
        blocked(`the command is refused for its media type: ${summary(exchange)}; see http.json-body`)
      if (!isSuccess(exchange) || (exchange.response.text !== '' && exchange.response.json === undefined))
        fail('the result of the command', summary(exchange))
      const unknown = await invoke(
        session,
        session.run.target.samples!.command!.validBody,
        `no-${session.run.random.text(12)}`,
      )
      if (isSuccess(unknown) && unknown.response.text === exchange.response.text)
        insufficient('a command that does not exist gets the same answer, so it shows no result of the command')
    },
  }),
  defineCheck({
    ...writing,
    id: 'services.invoke.unknown-connection',
    requirement: 'services.invoke',
    after: ['services.invoke.result'],
    description:
      'POSTs samples.command.validBody to the command of a well-formed id of no connection: it does not run.',
    run: async (session) => {
      const good = await invoked(session)
      const { name, validBody } = session.run.target.samples!.command!
      const unknown = await session.send({
        method: 'POST',
        path: `/services/0${session.run.random.text(26)}/${encodeURIComponent(name)}`,
        json: validBody,
      })
      if (good.response.text !== '' && isTaken(unknown, good))
        fail('no result of a command for an id of no connection', summary(unknown))
    },
  }),
  defineCheck({
    ...writing,
    id: 'http.json-body.accepted',
    requirement: 'http.json-body',
    description:
      'POSTs samples.command.validBody as JSON with Content-Type: application/json: ' +
      'it is not refused for its media type.',
    run: async (session) => {
      const exchange = await invoked(session)
      if (exchange.response.status === 415 || exchange.response.status === 406)
        fail('a JSON body with Content-Type: application/json to be accepted', summary(exchange))
      if (!isSuccess(exchange)) blocked(`the command is refused: ${summary(exchange)}; see services.invoke`)
      const unknown = await capabilities(session)
      if (unknown.response.text === exchange.response.text) insufficient('every answer of the Services API is the same')
    },
  }),
  defineCheck({
    ...writing,
    id: 'services.validated.invalid-body',
    requirement: 'services.validated',
    after: ['services.invoke.result', 'services.capabilities.schemas'],
    description:
      "POSTs bodies that differ from samples.command.validBody in one thing that the command's schema forbids: " +
      'a missing member, a member of another type, an unknown member, a value out of bounds, at any depth. ' +
      'None is accepted.',
    run: async (session) => {
      const { name, validBody } = session.run.target.samples!.command!
      const schema = schemaOfCommand((await capabilities(session)).response.json, name, validBody)
      const bodies = schema ? invalidBodies(schema, validBody) : []
      if (bodies.length === 0)
        insufficient(`capabilities show no schema for ${name} from which an invalid body can be made`)
      const good = await invoked(session)
      const unclear: string[] = []
      for (const { body, fault } of bodies) {
        const exchange = await invoke(session, body)
        const taken = isTaken(exchange, good)
        if (taken) fail(`a body with ${fault} to be refused`, summary(exchange))
        if (taken === undefined)
          unclear.push(`a body with ${fault} gets a success that is unlike that of a good one: ${summary(exchange)}`)
      }
      if (unclear.length > 0) insufficient(unclear[0]!)
    },
  }),
]
