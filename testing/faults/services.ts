import {
  readJson,
  type Members,
  noContent,
  listedRecords,
} from '../../emulator/disturb/deviations/wrappers/messages.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import {
  answer,
  around,
  mapAnswer,
  mapBody,
  mapList,
  mapRequest,
  refuseRequests,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type Violation, violations } from './violations.ts'
import { replay } from './wrappers.ts'

/** The command that the sample connection runs. */
const sample = 'create-order'

/** Changes the sample in capabilities; an empty list leaves it out. */
const mapSample = (change: (command: Members) => readonly Members[]): FetchWrapper =>
  mapList('services.capabilities', (commands) =>
    commands.flatMap((command) => (command['name'] === sample ? change(command) : [command])),
  )

/** The capabilities of the sample connection also name commands that it does not have. */
const nameForeign = (...names: readonly string[]): FetchWrapper => {
  const inputSchema = { type: 'object', properties: { to: { type: 'array' } }, required: ['to'] }
  const foreign = names.map((name) => ({ name, description: 'A command of another connection.', inputSchema }))
  return mapList('services.capabilities', (commands) =>
    commands.some(({ name }) => name === sample) ? [...commands, ...foreign] : commands,
  )
}

/** Where connecting takes one page, what is refused gets the page of a good code. */
const connectAtOnce = (isTaken: Parameters<typeof replay>[1]) => ({
  wrap: replay('connect.browser', isTaken),
  conventions: { connectFlow: 'immediate' } as const,
})

/** Violations of clauses 4.3, 4.7 and 5.7 by connections and their services. */
export const serviceFaults: readonly Violation[] = [
  ...violations('services.capabilities.schemas', {
    'capabilities-lack-a-command': ['Capabilities leave out a command.', mapSample(() => [])],
    'capabilities-lack-a-schema': [
      'Capabilities leave out the schema of one command.',
      mapSample(({ name }) => [{ name }]),
    ],
    'capabilities-of-a-longer-name': [
      'Capabilities show a command under a longer name.',
      mapSample((sampled) => [{ ...sampled, name: `${sample}s` }]),
    ],
    'capabilities-bare-names': [
      'Capabilities are a list of names.',
      mapBody('services.capabilities', (body) => ({ commands: listedRecords(body).map(({ name }) => name) })),
    ],
    'capabilities-null-schemas': [
      'Capabilities have null for the schema of each command.',
      mapBody('services.capabilities', (body) =>
        Object.fromEntries(listedRecords(body).map(({ name }) => [name, null])),
      ),
    ],
  }),
  ...violations('services.validated.invalid-body', {
    'command-takes-an-array-around': [
      'Commands accept an array with the body in it.',
      mapRequest('services.invoke', async ({ request }) => {
        const sent = await readJson(request)
        return Array.isArray(sent) && sent.length > 0 ? { json: sent[0] as unknown } : undefined
      }),
    ],
    'command-runs-without-a-body': [
      'A command without a body has the result of a good one.',
      replay('services.invoke', async (_response, { request }) => (await request.clone().text()) === ''),
    ],
  }),
  ...violations('services.validated.listed', {
    'other-command-bodies-not-validated': [
      'Commands other than the one of the sample accept any body.',
      answer(
        'services.invoke',
        () => Response.json({ done: true }),
        ({ operation }) => ![sample, undefined].includes(operation?.params['command']),
      ),
    ],
  }),
  ...violations('services.capabilities-own.listed', {
    'capabilities-list-foreign-commands': [
      'Capabilities list commands of another connection behind its own.',
      nameForeign('send-message', 'list-messages'),
    ],
    'capabilities-list-a-command-that-is-gone': [
      'Capabilities list a command that no connection has.',
      nameForeign('archive-order'),
    ],
  }),
  ...violations('connect.prepare.code', {
    'prepare-connect-empty': ['prepare-connect answers 204.', mapAnswer('connect.prepare', noContent)],
    'prepare-connect-404': ['prepare-connect is not served.', refuseRequests('connect.prepare', 404)],
  }),
  ...violations('connect.code-verified.made-up', {
    'connect-completes-any-code': [
      'A code that was never given completes a connection.',
      connectAtOnce((_response, { query }) => query.has('prepare_state')),
    ],
  }),
  ...violations('connect.code-verified.in-browser', {
    'connect-approves-any-code': [
      'A code that was never given completes a connection once it is approved.',
      around(
        replay('connect.browser', ({ status }) => status === 400),
        replay('connect.decide', ({ status }) => status === 400),
      ),
    ],
  }),
  ...violations('connect.code-verified.none', {
    'connect-completes-without-a-code': [
      'A connection is completed without a code.',
      connectAtOnce((_response, { query }) => !query.has('prepare_state')),
    ],
  }),
  ...violations('connect.short-lived.month-old', {
    'connect-codes-complete-forever': [
      'A state code never expires, where connecting takes one page.',
      connectAtOnce(({ status }) => status === 410),
    ],
  }),
]
