import { hasSuccessStatus } from '../../reading/success.ts'
import { at } from '../../catalogue/operation-paths.ts'
import { because, see, undeclared } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient } from '../../conclusions/conclusion.ts'
import { commandDetail } from '../../reading/commands.ts'
import { findSchemas } from '../../reading/schemas.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import { answerPhrase, phrase } from '../../conclusions/phrase.ts'
import { noSuccess } from '../no-success.ts'
import { assertAllowed } from '../assert-allowed.ts'
import { connectionCapabilityChecks } from './connection-capability-checks.ts'
import {
  assertUnversioned,
  capabilitiesAnswer,
  faultOfValidBody,
  invokeSample,
  acceptsInvalid,
  isVersioned,
  missingCommand,
} from './services.ts'
import { validatedChecks } from './validated-checks.ts'
import { isSameBody } from '../../reading/same-json.ts'

const reading = { effect: 'read', needs: ['adapterConnectionId', 'bearer'] } as const
const writing = { effect: 'write', needs: ['adapterConnectionId', 'command', 'bearer'] } as const

/** The Services API (clause 4.7). */
export const serviceChecks: readonly DeclaredCheck[] = [
  {
    ...reading,
    id: 'services.unversioned.path',
    description: 'GETs capabilities at /services/…: they are not only at /{version}/services/….',
    run: async (session) => {
      const exchange = await capabilitiesAnswer(session)
      if (await isVersioned(session))
        fail({
          expected: phrase`the Services API at /services, unversioned`,
          got: phrase`${exchange.response.status} there, and capabilities at /${session.run.version}/services`,
          fact: { kind: 'status', wanted: 'success', at: exchange },
        })
      if (hasSuccessStatus(exchange) && findSchemas(exchange.response.json).length > 0) return
      const name = session.run.target.samples?.command?.name
      if (hasSuccessStatus(exchange) && name !== undefined && commandDetail(exchange.response.json, name) === 'other')
        insufficient(
          because.absent,
          phrase`the answer at /services may or may not be capabilities: ${answerPhrase(exchange)}`,
          exchange,
        )
      await assertAllowed(session, exchange)
      blocked(
        see('services.capabilities'),
        phrase`no capabilities at /services: ${answerPhrase(exchange)}; see services.capabilities`,
        exchange,
      )
    },
  },
  {
    ...reading,
    id: 'services.capabilities.schemas',
    description:
      'GETs the capabilities of samples.adapterConnectionId: JSON in any shape with at least one schema, which names the command of samples.command if that is declared.',
    run: async (session) => {
      const exchange = await capabilitiesAnswer(session)
      await assertUnversioned(session)
      await assertAllowed(session, exchange)
      const { json } = exchange.response
      const name = session.run.target.samples?.command?.name
      const detail = name === undefined ? undefined : commandDetail(json, name)
      if (hasSuccessStatus(exchange) && detail === 'other')
        insufficient(
          because.absent,
          phrase`the capabilities show something about ${name!} that is not a known schema: ${answerPhrase(exchange)}`,
          exchange,
        )
      if (!hasSuccessStatus(exchange) || findSchemas(json).length === 0)
        fail({
          expected: phrase`200 with the schemas of the available commands`,
          fact: noSuccess(exchange),
        })
      if (detail === 'nothing' || detail === 'name')
        fail({
          expected: phrase`the ${detail === 'name' ? phrase`schema of` : phrase`command`} ${name!} among the capabilities of its connection`,
          fact: { kind: 'body', ...(detail === 'name' ? { members: [name!] } : { lacks: [name!] }), at: exchange },
        })
    },
  },
  ...connectionCapabilityChecks,
  {
    ...writing,
    id: 'services.invoke.result',
    description:
      'POSTs samples.command.validBody to the command: the answer is a success with JSON or without a body. A command that does not exist gets another answer.',
    run: async (session) => {
      const exchange = await invokeSample(session)
      await assertUnversioned(session)
      await assertAllowed(session, exchange)
      if (exchange.response.status === 415 || exchange.response.status === 406)
        blocked(
          see('http.json-body'),
          phrase`the command is refused for its media type: ${answerPhrase(exchange)}; see http.json-body`,
          exchange,
        )
      const fault = hasSuccessStatus(exchange) ? undefined : await faultOfValidBody(session)
      if (fault !== undefined)
        insufficient(
          undeclared('samples.command'),
          phrase`samples.command.validBody breaks the schema that capabilities show (${fault}), and is refused; declare one that keeps to it: ${answerPhrase(exchange)}`,
          exchange,
        )
      if (!hasSuccessStatus(exchange) || (exchange.response.text !== '' && exchange.response.json === undefined))
        fail({ expected: phrase`the result of the command`, fact: noSuccess(exchange) })
      const { exchange: unknown } = await missingCommand(session)
      if (hasSuccessStatus(unknown) && isSameBody(unknown.response, exchange.response))
        insufficient(
          because.alike,
          phrase`a command that does not exist gets the same answer, so it shows no result of the command`,
        )
    },
  },
  {
    ...writing,
    id: 'services.invoke.unknown-connection',
    after: ['services.invoke.result'],
    description:
      'POSTs samples.command.validBody to the command of a well-formed id of no connection: it does not run.',
    run: async (session) => {
      const good = await invokeSample(session)
      const { name, validBody } = session.run.target.samples!.command!
      const unknown = await session.send({
        method: 'POST',
        path: at('services.invoke', {
          adapterConnectionId: `0${session.run.random.text(26)}`,
          command: name,
        }),
        json: validBody,
      })
      if (good.response.text !== '' && acceptsInvalid(unknown, good))
        fail({
          expected: phrase`no result of a command for an id of no connection`,
          fact: { kind: 'status', wanted: 'refusal', at: unknown },
        })
    },
  },
  {
    ...writing,
    id: 'http.json-body.accepted',
    description:
      'POSTs samples.command.validBody as JSON with Content-Type: application/json: it is not refused for its media type.',
    run: async (session) => {
      const exchange = await invokeSample(session)
      if (exchange.response.status === 415 || exchange.response.status === 406)
        fail({
          expected: phrase`a JSON body with Content-Type: application/json to be accepted`,
          fact: { kind: 'status', wanted: 'success', at: exchange },
        })
      await assertAllowed(session, exchange)
      if (!hasSuccessStatus(exchange))
        blocked(
          see('services.invoke'),
          phrase`the command is refused: ${answerPhrase(exchange)}; see services.invoke`,
          exchange,
        )
      const unknown = await capabilitiesAnswer(session)
      if (isSameBody(unknown.response, exchange.response))
        insufficient(because.alike, phrase`every answer of the Services API is the same`)
    },
  },
  ...validatedChecks,
]
