// Commands, capabilities and the connection of a connector (clauses 4.3, 4.7 and 5.7).
import { bareOf } from '../../../reading/id-forms.ts'
import { jsonOf, quoted } from '../../evidence/read-request.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import { isSameJson } from '../../tasks/truth.ts'
import { shown } from '../../tasks/wrong.ts'
import { type ClientCheck, defineClientCheck, during, type Fault } from '../define-client-check.ts'
import { judgeCalls } from '../judge-calls.ts'

/** A command is invoked by POST at its path, with the body as given. */
export const invoke: ClientCheck = defineClientCheck({
  id: 'client.invoke',
  requirement: 'client.invoke',
  consequenceOf: ['client.json-bodies'],
  trap: 'The client invokes a command of an adapter connection.',
  concerns: during('invoke'),
  judge: (run) =>
    judgeCalls(run, 'command', 'no command was invoked', (request, place) => {
      if (request.method !== 'POST') return methodFault(request, 'POST')
      if (run.task === undefined) return undefined
      const { adapterConnectionId, command, body } = run.input ?? {}
      const { path } = request
      if (!sameId(place.connection, adapterConnectionId) || place.command !== command)
        return { expected: `/services/${String(adapterConnectionId)}/${String(command)}`, got: path }
      if (request.body === undefined || isSameJson(jsonOf(request), body)) return undefined
      const isEmpty = request.body === '' && isSameJson(body, {})
      return isEmpty ? undefined : { expected: `the body ${shown(body)}`, got: quoted(request.body) }
    }),
})

/** The commands of a connection are asked for by GET. */
export const capabilities: ClientCheck = defineClientCheck({
  id: 'client.capabilities',
  requirement: 'client.capabilities',
  trap: 'The client asks for the commands of an adapter connection.',
  concerns: during('capabilities'),
  judge: (run) =>
    judgeCalls(run, 'capabilities', 'no capabilities were asked for', (request, place) => {
      if (request.method !== 'GET') return methodFault(request, 'GET')
      const wanted = run.input?.['adapterConnectionId']
      return run.task !== undefined && !sameId(place.connection, wanted)
        ? { expected: `the connection ${String(wanted)}`, got: quoted(place.connection) }
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
    judgeCalls(run, 'prepareConnect', 'no connection was prepared', (request, place) => {
      if (request.method !== 'POST') return methodFault(request, 'POST')
      const wanted = run.input?.['adapter']
      return run.task !== undefined && place.adapter !== wanted
        ? { expected: `the adapter ${String(wanted)}`, got: quoted(place.adapter) }
        : undefined
    }),
})

function methodFault({ method, path }: ReceivedRequest, expected: string): Fault {
  return { expected: `${expected} ${path}`, got: `${method} ${path}` }
}

/** Whether an id is the wanted one. A changed one of the same object is judged as an id. */
function sameId(sent: string, wanted: unknown): boolean {
  const bare = bareOf(sent).toLowerCase()
  return typeof wanted === 'string' && (wanted.toLowerCase() === bare || wanted.toLowerCase().startsWith(bare))
}
