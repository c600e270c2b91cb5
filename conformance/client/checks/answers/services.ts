// Commands, capabilities and the connection of a connector (clauses 4.3, 4.7 and 5.7).
import { pathOf } from '../../../catalogue/operation-paths.ts'
import { phrase, quoted } from '../../../conclusions/phrase.ts'
import { bareOf } from '../../../reading/id-forms.ts'
import { namesIn } from '../../evidence/requested-operation.ts'
import { jsonOf } from '../../evidence/read-request.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { isSameJson } from '../../../reading/same-json.ts'
import { type ClientCheck, defineClientCheck, during, type WrongRequest } from '../define-client-check.ts'
import { judgeCalls } from '../judge-calls.ts'
import { methodFault } from '../method-fault.ts'

/** A command is invoked by POST at its path, with the body as given. */
export const commandInvoked: ClientCheck = defineClientCheck({
  id: 'client.invoke',
  requirement: 'client.invoke',
  consequenceOf: ['client.json-bodies'],
  trap: 'The client invokes a command of an adapter connection.',
  concerns: during('invoke'),
  judge: (run) =>
    judgeCalls(run, 'command', phrase`No command was invoked`, (request, destination) => {
      if (request.method !== 'POST') return methodFault(request, 'POST')
      if (run.task === undefined) return undefined
      const { adapterConnectionId, command, body } = run.input ?? {}
      if (!sameId(destination.connection, adapterConnectionId) || destination.command !== command)
        return pathFault(
          request,
          pathOf('services.invoke', namesIn(run.dialect), {
            adapterConnectionId: String(adapterConnectionId),
            command: String(command),
          }),
        )
      if (request.body === undefined || isSameJson(jsonOf(request), body)) return undefined
      const isEmpty = request.body === '' && isSameJson(body, {})
      return isEmpty
        ? undefined
        : {
            expected: phrase`the body ${quoted(body)}`,
            got: quoted(request.body),
            fact: { kind: 'body', at: request },
          }
    }),
})

/** The commands of a connection are asked for by GET. */
export const capabilitiesRequested: ClientCheck = defineClientCheck({
  id: 'client.capabilities',
  requirement: 'client.capabilities',
  trap: 'The client asks for the commands of an adapter connection.',
  concerns: during('capabilities'),
  judge: (run) =>
    judgeCalls(run, 'capabilities', phrase`No capabilities were asked for`, (request, destination) => {
      if (request.method !== 'GET') return methodFault(request, 'GET')
      const wanted = run.input?.['adapterConnectionId']
      return run.task !== undefined && !sameId(destination.connection, wanted)
        ? idFault(request, 'connection', destination.connection, wanted)
        : undefined
    }),
})

/** A connection begins with a state code of its own. */
export const connectPrepare: ClientCheck = defineClientCheck({
  id: 'client.connect-prepare',
  requirement: 'client.connect-prepare',
  trap: 'The client prepares the connection of a connector.',
  concerns: during('prepare-connect'),
  judge: (run) =>
    judgeCalls(run, 'prepareConnect', phrase`No connection was prepared`, (request, destination) => {
      if (request.method !== 'POST') return methodFault(request, 'POST')
      const wanted = run.input?.['adapter']
      return run.task !== undefined && destination.adapter !== wanted
        ? idFault(request, 'adapter', destination.adapter, wanted)
        : undefined
    }),
})

function pathFault(request: ReceivedRequest, wanted: string): WrongRequest {
  return { expected: phrase`${wanted}`, got: phrase`${request.path}`, fact: { kind: 'path', at: request, wanted } }
}

function idFault(
  request: ReceivedRequest,
  what: 'connection' | 'adapter',
  sent: string,
  wanted: unknown,
): WrongRequest {
  return {
    expected: phrase`the ${what} ${String(wanted)}`,
    got: quoted(sent),
    fact: { kind: 'id', at: request, sent, wanted: String(wanted) },
  }
}

/** Returns true if an id is the wanted one. A changed one of the same object is judged as an id. */
function sameId(sent: string, wanted: unknown): boolean {
  const bare = bareOf(sent).toLowerCase()
  return typeof wanted === 'string' && (wanted.toLowerCase() === bare || wanted.toLowerCase().startsWith(bare))
}
