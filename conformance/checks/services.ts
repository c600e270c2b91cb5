import { type Check, defineCheck } from '../define-check.ts'
import { holdsSchema, invalidBodies, schemaOfCommand } from '../discovery/schemas.ts'
import { type Exchange, summary } from '../exchange.ts'
import type { Session } from '../session.ts'
import { fail, insufficient } from '../verdict.ts'

const connectionOf = (session: Session): string => session.run.target.samples!.adapterConnectionId!

const capabilities = (session: Session): Promise<Exchange> => session.fact('capabilities', (own) => own.send({ path: `/services/${connectionOf(own)}/capabilities` }))

function invoke(session: Session, body: unknown, base = ''): Promise<Exchange> {
  return session.send({ method: 'POST', path: `${base}/services/${connectionOf(session)}/${session.run.target.samples!.command!.name}`, json: body })
}

const invoked = (session: Session): Promise<Exchange> => session.fact('the command', (own) => invoke(own, own.run.target.samples!.command!.validBody))

const isSuccess = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300

const reading = { effect: 'read', needs: ['adapterConnectionId', 'bearer'] } as const
const writing = { effect: 'write', needs: ['adapterConnectionId', 'command', 'bearer'] } as const

/** The Services API (clause 4.7). */
export const serviceChecks: readonly Check[] = [
  defineCheck({
    ...reading, id: 'services.unversioned.path', requirement: 'services.unversioned', description: 'GETs capabilities at /services/…; they are not at /{version}/services/… alone.',
    run: async (session) => {
      const exchange = await capabilities(session)
      if (exchange.response.status !== 404) return
      const versioned = await session.send({ path: `/${session.run.version}/services/${connectionOf(session)}/capabilities` })
      if (isSuccess(versioned)) fail('the Services API at /services, unversioned', `${exchange.response.status} there, and an answer at /${session.run.version}/services`)
    },
  }),
  defineCheck({
    ...reading, id: 'services.capabilities.schemas', requirement: 'services.capabilities', after: ['services.unversioned.path'], description: 'GETs the capabilities of samples.adapterConnectionId: JSON, in any shape, that holds at least one schema and names the command of samples.command where that is declared.',
    run: async (session) => {
      const exchange = await capabilities(session)
      if (!isSuccess(exchange) || !holdsSchema(exchange.response.json)) fail('200 with the schemas of the available commands', summary(exchange))
      const name = session.run.target.samples?.command?.name
      if (name !== undefined && !exchange.response.text.includes(JSON.stringify(name).slice(1, -1))) fail(`the command ${name} among the capabilities of its connection`, summary(exchange))
    },
  }),
  defineCheck({
    ...reading, id: 'services.capabilities-own.unknown', requirement: 'services.capabilities-own', after: ['services.capabilities.schemas'], description: 'GETs the capabilities of a well-formed id that is no connection: they are not the same, as capabilities are those of one connection.',
    run: async (session) => {
      const own = await capabilities(session)
      const unknown = await session.send({ path: `/services/${unknownId(session)}/capabilities` })
      if (isSuccess(unknown) && unknown.response.text === own.response.text) fail('no capabilities, or others, for an id that is no connection', `the same as for ${connectionOf(session)}`)
    },
  }),
  defineCheck({
    ...writing, id: 'services.invoke.result', requirement: 'services.invoke', after: ['services.unversioned.path'], description: 'POSTs samples.command.validBody to the command: the answer is a success with JSON, or without a body.',
    run: async (session) => {
      const exchange = await invoked(session)
      if (!isSuccess(exchange) || (exchange.response.text !== '' && exchange.response.json === undefined)) fail('the result of the command', summary(exchange))
    },
  }),
  defineCheck({
    ...writing, id: 'http.json-body.accepted', requirement: 'http.json-body', after: ['services.unversioned.path'], description: 'POSTs samples.command.validBody as JSON with Content-Type: application/json: it is not refused for its media type or form.',
    run: async (session) => {
      const exchange = await invoked(session)
      if (exchange.response.status === 415 || exchange.response.status === 406) fail('a JSON body with Content-Type: application/json to be taken', summary(exchange))
    },
  }),
  defineCheck({
    ...writing, id: 'services.validated.invalid-body', requirement: 'services.validated', after: ['services.invoke.result', 'services.capabilities.schemas'],
    description: "POSTs bodies that differ from samples.command.validBody in one thing which the command's schema in capabilities forbids: a required member missing, a member of another type. None is a success.",
    run: async (session) => {
      const { name, validBody } = session.run.target.samples!.command!
      const schema = schemaOfCommand((await capabilities(session)).response.json, name, validBody)
      const bodies = schema ? invalidBodies(schema, validBody) : []
      if (bodies.length === 0) insufficient(`capabilities show no schema for ${name} from which a body that breaks it follows`)
      for (const { body, fault } of bodies) {
        const exchange = await invoke(session, body)
        if (isSuccess(exchange)) fail(`a body with ${fault} to be refused`, summary(exchange))
      }
    },
  }),
]

/** Well formed and, with all but certainty, the id of nothing. */
function unknownId(session: Session): string {
  return `0${session.run.random.text(26)}`
}
