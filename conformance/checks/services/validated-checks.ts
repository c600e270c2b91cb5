import { idInPathOf } from '../../catalogue/operations.ts'
import { at } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable, observed } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { type ActiveCheck, type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { answer, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { bareOf, prefixOf } from '../../reading/id-forms.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import { bodiesOfNoFormat, type InvalidBody, invalidBodies, type ReadSchema } from './invalid-bodies.ts'
import { answerTo } from '../shared-answers.ts'
import { connectionOf, faultOfValidBody, invokeCommand, invoked, isTaken, sampleSchema } from './services.ts'

const validated = {
  effect: 'write',
  needs: ['adapterConnectionId', 'command', 'bearer'],
  after: ['services.invoke.result', 'services.capabilities.schemas'],
} as const satisfies Partial<ActiveCheck>

const noInvalidBody = (command: string): Phrase =>
  phrase`capabilities show no schema for ${command} from which an invalid body can be made`

/** The schema of samples.command. @throws Conclusion without a schema, or if samples.command.validBody breaks it. */
async function keptSchema(session: Session): Promise<ReadSchema> {
  const { name } = session.run.target.samples!.command!
  const schema = await sampleSchema(session)
  if (!schema) insufficient(because.data, noInvalidBody(name))
  if ((await faultOfValidBody(session)) !== undefined)
    blocked(
      see('services.validated'),
      phrase`samples.command.validBody breaks the schema that capabilities show (see services.validated)`,
    )
  return schema
}

/** Bodies are validated against the command's schema (clause 4.7). */
export const validatedChecks: readonly Check[] = [
  defineCheck({
    ...validated,
    id: 'services.validated.shown-schema',
    description:
      'Compares samples.command.validBody, which is accepted, with the schema that capabilities show for the command: a body that it forbids is not accepted.',
    run: async (session) => {
      const { name } = session.run.target.samples!.command!
      const schema = await sampleSchema(session)
      if (!schema?.forbids)
        insufficient(because.data, phrase`capabilities show no schema for ${name} that a validator can read`)
      const good = await invoked(session)
      const fault = await faultOfValidBody(session)
      // The command has answered with success: services.invoke.result is before this.
      if (fault !== undefined)
        fail({
          expected: phrase`samples.command.validBody to be refused, as the schema that capabilities show for ${name} forbids it by ${fault}`,
          got: answer(good),
          fact: { kind: 'status', wanted: 'refusal', at: good },
        })
    },
  }),
  defineCheck({
    ...validated,
    id: 'services.validated.invalid-body',
    description:
      "POSTs bodies that differ from samples.command.validBody in one thing that the command's schema forbids: each required member missing, and each other keyword broken once, at any depth, in members that the body has and in members that it leaves out. None is accepted.",
    run: async (session) => {
      const { name, validBody } = session.run.target.samples!.command!
      const schema = await keptSchema(session)
      const bodies = invalidBodies(schema, validBody, (items, count) => session.run.rotation.some(items, count))
      if (bodies.length === 0) insufficient(because.data, noInvalidBody(name))
      const good = await invoked(session)
      let unclear: { readonly fault: string; readonly exchange: Exchange } | undefined
      for (const { body, fault } of bodies) {
        const exchange = await invokeCommand(session, name, body)
        const taken = isTaken(exchange, good)
        if (taken)
          fail({
            expected: phrase`a body with ${fault} to be refused`,
            got: answer(exchange),
            fact: { kind: 'status', wanted: 'refusal', at: exchange },
          })
        if (taken === undefined) unclear ??= { fault, exchange }
      }
      if (unclear)
        insufficient(
          because.alike,
          phrase`a body with ${unclear.fault} gets a success that is unlike that of a good one: ${answer(unclear.exchange)}`,
          unclear.exchange,
        )
    },
  }),
  defineCheck({
    ...validated,
    id: 'services.validated.elsewhere',
    onlyInFull: true,
    after: [...validated.after, 'services.validated.invalid-body'],
    description:
      "POSTs a body that the command's schema forbids, and samples.command.validBody, by a prefixed id of the connection and with a parameter in the query: where the good body is accepted, the other one is not.",
    run: async (session) => {
      const { name, validBody } = session.run.target.samples!.command!
      const bodies = invalidBodies(await keptSchema(session), validBody, (items, count) => items.slice(0, count))
      const isEmptyObject = ({ body }: InvalidBody) => JSON.stringify(body) === '{}'
      const invalid = [...bodies.filter((body) => !isEmptyObject(body)).slice(0, 1), ...bodies.filter(isEmptyObject)]
      if (invalid.length === 0) insufficient(because.data, noInvalidBody(name))
      const bare = bareOf(connectionOf(session))
      const prefix = prefixOf(connectionOf(session)) || (idInPathOf('services.invoke').prefixes[0] ?? '')
      const ways = [
        { what: phrase`by a prefixed id`, id: prefix + bare, query: {} },
        { what: phrase`with a parameter in the query`, id: bare, query: { [session.run.id]: '1' } },
      ]
      const tried: Phrase[] = []
      for (const { what, id, query } of ways) {
        const send = (body: unknown) =>
          answerTo(session, {
            method: 'POST',
            path: at('services.invoke', { adapterConnectionId: id, command: name }),
            query,
            json: body,
            repeatable: true,
          })
        const good = await send(validBody)
        if (!hasSuccessStatus(good)) continue
        for (const { body, fault } of invalid) {
          const exchange = await send(body)
          if (isTaken(exchange, good))
            fail({
              expected: phrase`a body with ${fault} to be refused ${what} as well`,
              got: answer(exchange),
              fact: { kind: 'status', wanted: 'refusal', at: exchange },
            })
        }
        tried.push(what)
      }
      if (tried.length === 0)
        notApplicable(because.absent, phrase`the good body is accepted neither by a prefixed id nor with a query`)
      return phrase`${{ list: tried }}`
    },
  }),
  defineCheck({
    ...validated,
    id: 'services.validated.format',
    after: [...validated.after, 'services.validated.invalid-body'],
    description:
      "POSTs a body with a text that has not the format that the command's schema names. A format may be an annotation only, so an accepted body decides nothing.",
    run: async (session) => {
      const { name, validBody } = session.run.target.samples!.command!
      const [chosen] = session.run.rotation.some(bodiesOfNoFormat(await keptSchema(session), validBody), 1)
      if (!chosen) notApplicable(because.absent, phrase`the schema of ${name} names no format`)
      const exchange = await invokeCommand(session, name, chosen.body)
      if (isTaken(exchange, await invoked(session)) !== false)
        observed(
          phrase`a body with ${chosen.fault} is accepted: JSON Schema lets a validator read formats as annotations, so it cannot be told whether this one is: ${answer(exchange)}`,
          exchange,
        )
    },
  }),
]
