import type { Operations } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { jsonOf, type Members, noContent, problem } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  capabilities,
  command,
  connect,
  prepareConnect,
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { mapAnswer, mapList, mapRequest, replay } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { lenient } from '../../emulator/disturb/deviations/behaviours/services.ts'
import { type Violation, violations } from './violations.ts'

/** The command that the sample connection runs. */
const sample = 'create-order'

/** Changes the sample in capabilities; an empty list leaves it out. */
const mapSample = (change: (command: Members) => readonly Members[]): FetchWrapper =>
  mapList(capabilities, (commands) =>
    commands.flatMap((command) => (command['name'] === sample ? change(command) : [command])),
  )

/** An id of nothing gets the first good answer. */
const anyAnswer = (operations: Operations): FetchWrapper =>
  replay(
    operations,
    ({ status }, { operation }) => status === 404 && [undefined, sample].includes(operation?.params['command']),
  )

const lacks = (body: Members, right: readonly string[]) => right.some((name) => !Object.hasOwn(body, name))

/** Returns true if the members at the top of a body are complete and of the right types. */
const isRightAtTop = (body: Members, right: readonly string[]) =>
  !lacks(body, right) &&
  Object.keys(body).every((name) => right.includes(name)) &&
  typeof body['customer'] === 'string' &&
  Array.isArray(body['items']) &&
  body['items'].length > 0

/** A code that is refused gets the page of a good one. */
const acceptCode = (isTaken: (code: string | null) => boolean) => ({
  wrap: replay(connect, (_response, { query }) => isTaken(query.get('prepare_state'))),
  conventions: { connectFlow: 'immediate' } as const,
})

/** Violations of clauses 4.3, 4.7 and 5.7 by connections and their services. */
export const serviceFaults: readonly Violation[] = [
  ...violations('services.capabilities', 'services.capabilities.schemas', {
    'capabilities-lack-a-command': ['Capabilities leave out a command.', mapSample(() => [])],
    'capabilities-lack-a-schema': [
      'Capabilities leave out the schema of one command.',
      mapSample(({ name }) => [{ name }]),
    ],
    'capabilities-of-a-longer-name': [
      'Capabilities show a command under a longer name.',
      mapSample((sampled) => [{ ...sampled, name: `${sample}s` }]),
    ],
  }),
  ...violations('services.capabilities-own', 'services.capabilities-own.unknown', {
    'capabilities-of-any-id': ['An id of no connection gets the capabilities of another.', anyAnswer(capabilities)],
  }),
  ...violations('services.invoke', 'services.invoke.unknown-connection', {
    'command-of-any-connection': ['A command is run for an id of no connection.', anyAnswer(command)],
  }),
  ...violations('services.validated', 'services.validated.invalid-body', {
    'command-takes-missing-members': ['Commands accept a body without the required members.', lenient(lacks)],
    'command-takes-wrong-types': [
      'Commands accept members of any type.',
      lenient((body, right) => !lacks(body, right)),
    ],
    'command-takes-anything-within': [
      'Commands only validate the members at the top of a body.',
      lenient(isRightAtTop),
    ],
    'command-takes-unknown-members': [
      'Commands accept members that are not in their schema.',
      lenient((body) => Object.hasOwn(body, 'no_such_member')),
    ],
    'command-takes-an-array-around': [
      'Commands accept an array with the body in it.',
      mapRequest(command, async ({ request }) => {
        const sent = await jsonOf(request)
        return Array.isArray(sent) && sent.length > 0 ? { json: sent[0] as unknown } : undefined
      }),
    ],
  }),
  ...violations('connect.prepare', 'connect.prepare.code', {
    'prepare-connect-empty': ['prepare-connect answers 204.', mapAnswer(prepareConnect, noContent)],
    'prepare-connect-404': ['prepare-connect is not served.', mapAnswer(prepareConnect, () => problem(404))],
  }),
  ...violations('connect.code-verified', 'connect.code-verified.made-up', {
    'connect-completes-any-code': [
      'A code that was never given completes a connection.',
      acceptCode((code) => code !== null),
    ],
  }),
  ...violations('connect.code-verified', 'connect.code-verified.none', {
    'connect-completes-without-a-code': [
      'A connection is completed without a code.',
      acceptCode((code) => code === null),
    ],
  }),
  ...violations('connect.short-lived', 'connect.short-lived.month-old', {
    'connect-codes-complete-forever': [
      'A state code never expires, where connecting takes one page.',
      { wrap: replay(connect, ({ status }) => status === 410), conventions: { connectFlow: 'immediate' } as const },
    ],
  }),
]
