import { findPathId } from '../../catalogue/operations.ts'
import { at } from '../../catalogue/operation-paths.ts'
import { because, see } from '../../conclusions/cause.ts'
import { blocked, fail, insufficient, notApplicable, unlessConcluded } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { NotJson } from '../../judge/call.ts'
import type { ActiveCheck, DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { isObject } from '../../reading/find-list.ts'
import { stripPrefix, idPrefix } from '../../reading/id-forms.ts'
import { hasSuccessStatus } from '../../reading/success.ts'
import { type InvalidBody, invalidBodies, type ReadSchema } from './invalid-bodies.ts'
import { type Variant, type VariantResult, defineLaw, type OtherWords, type Place } from '../law.ts'
import { askOnce } from '../shared-answers.ts'
import type { Condition, Traits } from '../traits.ts'
import {
  declaredConnection,
  faultOfValidBody,
  sendCommand,
  invokeSample,
  acceptsInvalid,
  sampleSchema,
} from './services.ts'

const validated = {
  effect: 'write',
  needs: ['adapterConnectionId', 'command', 'bearer'],
  after: ['services.invoke.result', 'services.capabilities.schemas'],
} as const satisfies Partial<ActiveCheck>

const noInvalidBody = (command: string): Phrase =>
  phrase`capabilities show no schema for ${command} from which an invalid body can be made`

/** The schema of samples.command. @throws Conclusion without a schema, or if samples.command.validBody breaks it. */
async function schemaOfValidBody(session: Session): Promise<ReadSchema> {
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

/** A way to send the command that must not accept an invalid body. */
interface InvocationRoute {
  readonly what: Phrase
  readonly traits: Traits
  readonly send: (body: unknown) => Promise<Exchange>
  readonly good: Exchange
}

/** A check of invalid bodies, and the ways that must refuse them. */
interface BodyPlace extends Place {
  readonly asks: string
  /** @throws Conclusion if none accepts the good body. */
  readonly ways: (session: Session) => Promise<readonly InvocationRoute[]>
  /** Chooses from the invalid bodies of a schema. */
  readonly bodies: (session: Session, schema: ReadSchema, validBody: unknown) => readonly InvalidBody[]
}

/** The number of bodies that a quick run sends. */
const mostInQuick = 4

/** The requests that clause 4.7 documents. */
const documented: BodyPlace = {
  ...validated,
  id: 'services.validated.invalid-body',
  asks: "bodies that differ from samples.command.validBody in one thing that the command's schema forbids: each required member missing, no body at all, one that is cut off and so no JSON, and each other keyword broken once, at any depth, in members that the body has and in members that it leaves out",
  mustAllBeClear: true,
  ways: async (session) => {
    const { name } = session.run.target.samples!.command!
    const traits = { id: idForm(declaredConnection(session)), query: 'without a query' }
    const send = (body: unknown) => sendCommand(session, name, body)
    return [{ what: phrase``, traits, send, good: await invokeSample(session) }]
  },
  bodies: ({ run }, schema, validBody) => {
    const bodies = run.rotation.some(invalidBodies(schema, validBody), mostInQuick)
    if (run.quick || bodies.length === 0) return bodies
    return [...bodies, ...(bodies.some(isEmptyObject) ? [noBody] : []), cutBody(validBody)]
  },
}

const idForm = (id: string): string => (idPrefix(id) ? 'by a prefixed id' : 'by a bare id')

const isJsonObject = (body: unknown): boolean => isObject(body) && !(body instanceof NotJson)

const isEmptyObject = ({ body }: Pick<InvalidBody, 'body'>): boolean => JSON.stringify(body) === '{}'

/** No body at all, which lacks the members that an empty object lacks. */
const noBody: InvalidBody = { body: undefined, fault: 'nothing in it', keyword: 'type' }

/** A body that lacks its last character. */
const cutBody = (validBody: unknown): InvalidBody => ({
  body: new NotJson(JSON.stringify(validBody).slice(0, -1)),
  fault: 'its last character cut off',
  keyword: 'JSON',
})

/**
 * With a prefixed id of the connection, and with a parameter in the query, provided that the good body is accepted that
 * way.
 */
const elsewhere: BodyPlace = {
  ...validated,
  id: 'services.validated.elsewhere',
  inQuickRun: 'never',
  after: [...validated.after, 'services.validated.invalid-body'],
  asks: "a body that the command's schema forbids, by a prefixed id of the connection and with a parameter in the query, where samples.command.validBody is accepted",
  ways: async (session) => {
    const { name: command, validBody } = session.run.target.samples!.command!
    const bare = stripPrefix(declaredConnection(session))
    const prefix = idPrefix(declaredConnection(session)) || (findPathId('services.invoke').prefixes[0] ?? '')
    const ways: InvocationRoute[] = []
    for (const { what, id, query } of [
      { what: phrase`, sent by a prefixed id`, id: prefix + bare, query: {} },
      { what: phrase`, sent with a parameter in the query`, id: bare, query: { [session.run.id]: '1' } },
    ]) {
      const path = at('services.invoke', { adapterConnectionId: id, command })
      const send = (json: unknown) => askOnce(session, { method: 'POST', path, query, json, repeatable: true })
      const traits = { id: idForm(id), query: Object.keys(query).length === 0 ? 'without a query' : 'with a query' }
      const good = await send(validBody)
      if (hasSuccessStatus(good)) ways.push({ what, traits, send, good })
    }
    if (ways.length > 0) return ways
    return notApplicable(because.absent, phrase`the good body is accepted neither by a prefixed id nor with a query`)
  },
  bodies: (_session, schema, validBody) => {
    const bodies = invalidBodies(schema, validBody)
    return [...bodies.filter((body) => !isEmptyObject(body)).slice(0, 1), ...bodies.filter(isEmptyObject)]
  },
}

/** Bodies that the schema of a command forbids are not accepted. */
const invalidBodyChecks: readonly DeclaredCheck[] = defineLaw<BodyPlace>({
  places: [documented, elsewhere],
  description: ({ asks }) => `POSTs ${asks}. None is accepted.`,
  expected: phrase`the body to be refused`,
  symptom: (isAnyKept) => (isAnyKept ? phrase`an invalid body is accepted` : phrase`no invalid body is refused`),
  variants: async (session, place) => ({ variants: await bodyVariants(session, place) }),
  further: async (session, place) => {
    if (place !== documented) return []
    return (await unlessConcluded(bodyVariants(session, elsewhere))) ?? []
  },
})

const levelText = (isWithin = false): string => (isWithin ? 'within a member' : 'at the top level')

async function bodyVariants(session: Session, { ways, bodies: choose }: BodyPlace): Promise<readonly Variant[]> {
  const { name, validBody } = session.run.target.samples!.command!
  const bodies = choose(session, await schemaOfValidBody(session), validBody)
  if (bodies.length === 0) insufficient(because.data, noInvalidBody(name))
  const [plain] = await documented.ways(session)
  return (await ways(session)).flatMap((way) => bodies.map((body) => bodyVariant(name, body, way, plain!)))
}

/** @param plain The documented way, which may be right if another one is not. */
function bodyVariant(
  name: string,
  invalid: InvalidBody,
  { what, traits, send, good }: InvocationRoute,
  plain: InvocationRoute,
): Variant {
  const { body, fault, far } = invalid
  const asked = body === undefined ? phrase`no body${what}` : phrase`a body with ${fault}${what}`
  const isPlain = traits['id'] === plain.traits['id'] && traits['query'] === plain.traits['query']
  const variant = (value: unknown, distance: string | undefined) => ({
    traits: { ...bodyTraits(invalid, distance), ...traits },
    wordsUnder: (condition: Condition) => bodyWords(condition, invalid, phrase`for the command ${name}`),
    ask: () => judgeBody(value, send, good),
  })
  return {
    what: asked,
    ...variant(body, far === undefined ? undefined : 'by the least'),
    closer: () => [
      ...(far === undefined ? [] : [{ what: phrase`${asked}, by far`, ...variant(far, 'by far') }]),
      ...(isPlain ? [] : [bodyVariant(name, invalid, plain, plain)]),
    ],
  }
}

async function judgeBody(body: unknown, send: InvocationRoute['send'], good: Exchange): Promise<VariantResult> {
  const exchange = await send(body)
  const taken = acceptsInvalid(exchange, good)
  if (taken) return { fact: { kind: 'status', wanted: 'refusal', at: exchange } }
  const remark = phrase`a success that is unlike that of a good one: ${answerPhrase(exchange)}`
  return taken === undefined ? { cause: because.alike, remark, at: exchange } : 'kept'
}

function bodyTraits({ body, keyword, isWithin, at, sent }: InvalidBody, distance: string | undefined): Traits {
  return {
    keyword: `about ${keyword}`,
    distance,
    level: levelText(isWithin),
    sent: sent && `with ${sent}`,
    object: isJsonObject(body) ? 'with an object' : undefined,
    members: isJsonObject(body) ? (isEmptyObject({ body }) ? 'without members' : 'with members') : undefined,
    part: at ? `in ${partOf(at)}` : undefined,
    member: at ? `at ${at}` : undefined,
  }
}

/** The member of the body that a path begins with. */
const partOf = (at: string): string => at.split(/[.[]/)[0]!

/** The words of a failure whose condition is a keyword, or a kind of bodies. */
function bodyWords(
  { names, common }: Condition,
  { body, keyword, isWithin, at, sent, fault }: InvalidBody,
  condition: Phrase,
): OtherWords {
  const isAbout = (name: string): boolean => names.includes(name)
  if (isAbout('keyword')) {
    const what = common.includes('member') && at ? phrase`${keyword} of ${at}` : phrase`${keyword}`
    if (isAbout('distance')) return { symptom: phrase`${what} is not exact: ${fault} is accepted`, condition }
    const where = isAbout('level') ? phrase` ${levelText(isWithin)}` : ''
    return { symptom: phrase`${what} is not checked${where}`, condition, remedy: phrase`Check ${what}${where} too.` }
  }
  const [name = '', ...others] = names.filter((other) => other !== 'level')
  const object = isEmptyObject({ body }) ? phrase`an empty object` : phrase`any object with members`
  const symptoms: Readonly<Record<string, Phrase>> = {
    part: phrase`${isAbout('level') ? 'the contents of ' : ''}${partOf(at ?? '')} ${isAbout('level') ? 'are' : 'is'} not validated`,
    member: phrase`${at ?? ''} is not validated`,
    sent: phrase`${sent ?? ''} is accepted where another type is required`,
    object: phrase`any object is accepted as the body`,
    members: phrase`${object} is accepted as the body`,
  }
  const isAlone = others.length === 0 && (name === 'part' || !isAbout('level'))
  return isAlone && symptoms[name] ? { symptom: symptoms[name], condition } : {}
}

/** Bodies are validated against the command's schema (clause 4.7). */
export const validatedChecks: readonly DeclaredCheck[] = [
  {
    ...validated,
    id: 'services.validated.shown-schema',
    description:
      'Compares samples.command.validBody, which is accepted, with the schema that capabilities show for the command: a body that it forbids is not accepted.',
    run: async (session) => {
      const { name } = session.run.target.samples!.command!
      const schema = await sampleSchema(session)
      if (!schema?.forbids)
        insufficient(because.data, phrase`capabilities show no schema for ${name} that a validator can read`)
      const good = await invokeSample(session)
      const fault = await faultOfValidBody(session)
      // The command has succeeded: services.invoke.result runs before this check.
      if (fault !== undefined)
        fail({
          expected: phrase`samples.command.validBody to be refused, or another schema: the schema that capabilities show for ${name} forbids it by ${fault}`,
          fact: { kind: 'status', wanted: 'refusal', at: good },
        })
    },
  },
  ...invalidBodyChecks,
]
