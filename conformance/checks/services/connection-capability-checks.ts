import { at } from '../../catalogue/operation-paths.ts'
import { because, undeclared } from '../../conclusions/cause.ts'
import { fail, insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { type ListedCommand, findOtherCommands } from '../../reading/commands-beside.ts'
import { commandDetail } from '../../reading/commands.ts'
import { findSchemas } from '../../reading/schemas.ts'
import { hasSuccessStatus, serves } from '../../reading/success.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { answerPhrase, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { askOnce } from '../shared-answers.ts'
import { invalidBodies } from './invalid-bodies.ts'
import {
  capabilitiesAnswer,
  declaredConnection,
  sendCommand,
  missingCommand,
  readSchema,
  sampleSchema,
} from './services.ts'
import { sortedJson } from '../../reading/same-json.ts'

const needs = ['adapterConnectionId', 'bearer'] as const

const otherCapabilities = (session: Session): Promise<Exchange> =>
  askOnce(session, {
    path: at('services.capabilities', { adapterConnectionId: session.run.target.samples!.otherAdapterConnectionId! }),
  })

const capabilitySchemas = ({ response }: Exchange): string => sortedJson(findSchemas(response.json))

const lacksOther = undeclared('samples.otherAdapterConnectionId')
const tell = phrase`declare samples.otherAdapterConnectionId, a connection with other commands`

/** A listed command and a body that its schema forbids. */
interface Probe {
  readonly name: string
  readonly body: unknown
}

/** The commands of the connection to try. */
async function commandProbes(session: Session): Promise<readonly Probe[]> {
  const { otherAdapterConnectionId } = session.run.target.samples!
  const other = otherAdapterConnectionId === undefined ? undefined : await otherCapabilities(session)
  return chosenProbes(session, await capabilitiesAnswer(session), other)
}

/** The body that violates most of a schema, so that it has no effect if it is not validated. */
function toProbe({ name, listed }: ListedCommand): Probe | undefined {
  if (!listed) return undefined
  const { schema, forbids } = readSchema(listed)
  const names = Object.keys((schema['properties'] ?? {}) as object)
  const body = Object.fromEntries([...names, 'no_such_member'].map((member) => [member, { not: 'expected' }]))
  return (forbids?.(body) ?? []).length > 0 ? { name, body } : undefined
}

/** The commands to try: those that another connection lists too, or else the last one and then the others. */
function chosenProbes(session: Session, first: Exchange, second: Exchange | undefined): readonly Probe[] {
  const { name } = session.run.target.samples!.command!
  const commands = findOtherCommands(first.response.json, name)
  const probesFor = (listed: readonly ListedCommand[]) => listed.map(toProbe).filter((probe) => probe !== undefined)
  const isShared = (command: ListedCommand) =>
    second !== undefined && commandDetail(second.response.json, command.name) !== 'nothing'
  const shared = probesFor(commands.filter(isShared))
  const probes = probesFor(commands)
  const lastFirst = [...probes.slice(-1), ...probes.slice(0, -1)]
  return session.run.rotation.some(shared.length > 0 ? shared : lastFirst, 1)
}

/** The names of the commands of two connections, if the sample shows where they stand, or else the answer. */
function commandNamesPhrase({ run }: Session, answers: readonly [Exchange, Exchange]): Phrase {
  const name = run.target.samples?.command?.name
  const namesOf = ({ response: { json } }: Exchange): readonly string[] =>
    name === undefined || commandDetail(json, name) === 'nothing'
      ? []
      : [name, ...findOtherCommands(json, name).map((other) => other.name)]
  const [first, second] = [namesOf(answers[0]), namesOf(answers[1])]
  if (first.length === 0 || second.length === 0) return phrase`the same: ${answerPhrase(answers[1])}`
  return first.join() === second.join()
    ? phrase`the same commands for both: ${{ list: first }}`
    : phrase`${{ list: second }} for the former, ${{ list: first }} for the latter, with the same schemas`
}

/** Capabilities are those of one connection (clause 4.7). */
export const connectionCapabilityChecks: readonly DeclaredCheck[] = [
  {
    effect: 'read',
    needs,
    id: 'services.capabilities-own.unknown',
    after: ['services.capabilities.schemas'],
    description:
      'GETs the capabilities of a well-formed id of no connection: they contain neither the same schemas nor that of samples.command, as capabilities belong to one connection.',
    run: async (session) => {
      const answered = await capabilitiesAnswer(session)
      const adapterConnectionId = `0${session.run.random.text(26)}`
      const unknown = await session.send({ path: at('services.capabilities', { adapterConnectionId }) })
      const name = session.run.target.samples?.command?.name
      const hasCommand = name !== undefined && commandDetail(unknown.response.json, name) === 'schema'
      const isSame = capabilitySchemas(unknown) === capabilitySchemas(answered)
      if (hasSuccessStatus(unknown) && (isSame || hasCommand))
        fail({
          expected: phrase`no capabilities, or others, for an id of no connection`,
          got: phrase`${hasCommand ? phrase`the schema of ${name}` : phrase`the same schemas`}, as for ${declaredConnection(session)}`,
          fact: isSame
            ? { kind: 'alike', other: answered, at: unknown }
            : { kind: 'body', members: [name!], at: unknown },
          symptom: phrase`an id of no connection gets commands`,
        })
      const { samples } = session.run.target
      if (
        samples?.otherAdapterConnectionId === undefined &&
        (samples?.command === undefined || !session.run.allowWrites)
      )
        insufficient(
          lacksOther,
          phrase`an unknown id has no capabilities, but one connection may still list the commands of other connections; ${tell}`,
        )
    },
  },
  {
    id: 'services.capabilities-own.other',
    effect: 'read',
    needs: [...needs, 'otherAdapterConnectionId'],
    after: ['services.capabilities.schemas'],
    description:
      'GETs the capabilities of samples.otherAdapterConnectionId, which is declared as a connection with other commands: they differ from those of samples.adapterConnectionId.',
    run: async (session) => {
      const answered = await capabilitiesAnswer(session)
      const other = await otherCapabilities(session)
      if (!hasSuccessStatus(other) || findSchemas(other.response.json).length === 0)
        insufficient(
          because.data,
          phrase`samples.otherAdapterConnectionId shows no schemas of commands: ${answerPhrase(other)}`,
          other,
        )
      if (capabilitySchemas(answered) === capabilitySchemas(other))
        fail({
          expected: phrase`other commands for ${session.run.target.samples!.otherAdapterConnectionId!}, declared as samples.otherAdapterConnectionId because it has others, than for ${declaredConnection(session)}`,
          got: commandNamesPhrase(session, [answered, other]),
          fact: { kind: 'alike', other: answered, at: other },
          symptom: phrase`two connections get the same commands`,
          remedy: phrase`Show only the commands of the connection in the path.`,
        })
    },
  },
  {
    id: 'services.capabilities-own.listed',
    effect: 'write',
    needs: [...needs, 'command'],
    after: ['services.capabilities.schemas', 'services.invoke.result'],
    description:
      'POSTs to commands that the capabilities of samples.adapterConnectionId list a body that their schemas forbid: the refusal differs from that of a command that does not exist, so the connection has the command.',
    run: async (session) => {
      const { command, otherAdapterConnectionId: other } = session.run.target.samples!
      const { name, validBody } = command!
      const probes = await commandProbes(session)
      if (probes.length === 0 && other !== undefined)
        notApplicable(
          { kind: 'check', check: 'services.capabilities-own.other' },
          phrase`services.capabilities-own.other shows it`,
        )
      if (probes.length === 0)
        insufficient(
          lacksOther,
          phrase`the capabilities list no command other than ${name} with a schema that forbids a body; ${tell}`,
        )
      const [known] = invalidBodies((await sampleSchema(session)) ?? { schema: {}, forbids: undefined }, validBody)
      if (!known)
        insufficient(
          lacksOther,
          phrase`the schema of ${name} forbids nothing that can be sent to compare with; ${tell}`,
        )
      const refusal = await sendCommand(session, name, known.body)
      const { name: missing, exchange: unknown } = await missingCommand(session)
      if (hasSuccessStatus(unknown) || isLikeRefusal(refusal, name, unknown, missing))
        insufficient(
          lacksOther,
          phrase`a body that ${name} forbids is answered as a command that does not exist; ${tell}`,
        )
      const unclear: Exchange[] = []
      for (const probe of probes) {
        const exchange = await sendCommand(session, probe.name, probe.body)
        if (isLikeRefusal(exchange, probe.name, unknown, missing))
          fail({
            expected: phrase`no command among the capabilities of ${declaredConnection(session)} that it does not have`,
            got: phrase`${probe.name}, which is answered as a command that does not exist: ${answerPhrase(exchange)}`,
            fact: { kind: 'present', ids: [probe.name], at: await capabilitiesAnswer(session) },
          })
        const { status } = exchange.response
        if (status === unknown.response.status && status !== refusal.response.status) unclear.push(exchange)
      }
      if (unclear.length > 0)
        insufficient(
          lacksOther,
          phrase`a listed command is answered with the status of one that does not exist, in other words: ${answerPhrase(unclear[0]!)}; ${tell}`,
          unclear[0]!,
        )
    },
  },
  {
    id: 'services.validated.listed',
    effect: 'write',
    needs: [...needs, 'command'],
    after: ['services.invoke.result'],
    description:
      'POSTs to other commands that the capabilities of samples.adapterConnectionId list a body that their schemas forbid, each member of it: none is accepted, if samples.command refuses such bodies.',
    run: async (session) => {
      const probes = await commandProbes(session)
      const sample = session.run.target.samples!.command!
      const read = (await sampleSchema(session)) ?? { schema: {}, forbids: undefined }
      const [known] = invalidBodies(read, sample.validBody)
      if (!known || serves(await sendCommand(session, sample.name, known.body)))
        notApplicable(because.data, phrase`${sample.name} does not show how the target refuses a body`)
      if (probes.length === 0) notApplicable(because.data, phrase`no other command has a schema that forbids a body`)
      for (const { name, body } of probes) {
        const exchange = await sendCommand(session, name, body)
        const { status } = exchange.response
        // A command accepted for later execution may still be refused.
        if (status !== 202 && serves(exchange))
          fail({
            expected: phrase`a body that the schema of ${name} forbids to be refused`,
            fact: { kind: 'status', wanted: 'refusal', at: exchange },
          })
      }
      return phrase`${{ list: probes.map(({ name }) => name) }}`
    },
  },
]

/** The share of words that must be equal: a hint may name another command. */
const mostlyEqual = 0.8

/**
 * Returns true if two answers to two commands have the same status and mostly the same words, apart from names and ids.
 */
function isLikeRefusal(first: Exchange, name: string, second: Exchange, secondName: string): boolean {
  if (first.response.status !== second.response.status) return false
  const [left, right] = [stableWords(first, name), stableWords(second, secondName)]
  const shared = [...left].filter((word) => right.has(word)).length
  return shared >= mostlyEqual * Math.max(left.size, right.size)
}

/** The words of an answer, without parts that may differ between requests. */
function stableWords({ response: { text } }: Exchange, name: string): ReadonlySet<string> {
  const words = text.replaceAll(name, '').match(/[\w-]+/g) ?? []
  return new Set(words.filter((word) => !/\d/.test(word) && word.length < 30))
}
