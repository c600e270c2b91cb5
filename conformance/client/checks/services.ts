// Commands, capabilities and the connection of a connector (clauses 4.3, 4.7 and 5.7).
import { pathOf } from '../../catalogue/operation-paths.ts'
import { phrase, quoted } from '../../conclusions/phrase.ts'
import { bareOf } from '../../reading/id-forms.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { jsonOf } from '../evidence/read-request.ts'
import { namesIn } from '../evidence/requested-operation.ts'
import { type ClientCheck, clientLaw, eachCall, wrong } from './law.ts'

/** A command is invoked by POST at its path, with the body as given. */
export const commandInvoked: ClientCheck = clientLaw({
  id: 'client.invoke',
  consequenceOf: ['client.json-bodies'],
  trap: 'The client invokes a command of an adapter connection.',
  tasks: ['invoke'],
  judge: eachCall('command', phrase`No command was invoked`, (request, destination, run) => {
    if (request.method !== 'POST') return wrong.method(request, 'POST')
    if (run.task === undefined) return undefined
    const { adapterConnectionId, command, body } = run.input ?? {}
    if (!sameId(destination.connection, adapterConnectionId) || destination.command !== command) {
      const values = { adapterConnectionId: String(adapterConnectionId), command: String(command) }
      return wrong.path(request, pathOf('services.invoke', namesIn(run.dialect), values), phrase`${request.path}`)
    }
    const isSent = request.body === undefined || isSameJson(jsonOf(request), body)
    const isEmpty = request.body === '' && isSameJson(body, {})
    return isSent || isEmpty ? undefined : wrong.body(request, phrase`the body ${quoted(body)}`)
  }),
})

/** The commands of a connection are asked for by GET. */
export const capabilitiesRequested: ClientCheck = clientLaw({
  id: 'client.capabilities',
  trap: 'The client asks for the commands of an adapter connection.',
  tasks: ['capabilities'],
  judge: eachCall('capabilities', phrase`No capabilities were asked for`, (request, { connection }, run) => {
    if (request.method !== 'GET') return wrong.method(request, 'GET')
    const wanted = run.input?.['adapterConnectionId']
    return run.task === undefined || sameId(connection, wanted)
      ? undefined
      : wrong.id(request, phrase`the connection ${String(wanted)}`, connection, String(wanted))
  }),
})

/** A connection begins with a state code of its own. */
export const connectPrepare: ClientCheck = clientLaw({
  id: 'client.connect-prepare',
  trap: 'The client prepares the connection of a connector.',
  tasks: ['prepare-connect'],
  judge: eachCall('prepareConnect', phrase`No connection was prepared`, (request, { adapter }, run) => {
    if (request.method !== 'POST') return wrong.method(request, 'POST')
    const wanted = run.input?.['adapter']
    return run.task === undefined || adapter === wanted
      ? undefined
      : wrong.id(request, phrase`the adapter ${String(wanted)}`, adapter, String(wanted))
  }),
})

/** Returns true if an id is the wanted one. A changed one of the same object is judged as an id. */
function sameId(sent: string, wanted: unknown): boolean {
  const bare = bareOf(sent).toLowerCase()
  return typeof wanted === 'string' && (wanted.toLowerCase() === bare || wanted.toLowerCase().startsWith(bare))
}
