// Commands, capabilities and the connection of a connector (clauses 4.3, 4.7 and 5.7).
import { operationPath } from '../../catalogue/operation-paths.ts'
import { type Phrase, phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { stripPrefix } from '../../reading/id-forms.ts'
import { isObject } from '../../reading/find-list.ts'
import { isSameJson } from '../../reading/same-json.ts'
import { hasBody, bodyJson } from '../evidence/transcript.ts'
import { servedNames } from '../evidence/requested-operation.ts'
import { type ClientCheck, clientLaw, eachCall, wrong } from './law.ts'

/** A command is invoked by POST at its path, with its body unchanged. */
export const commandInvoked: ClientCheck = clientLaw({
  id: 'client.invoke',
  trap: 'The client invokes a command of an adapter connection.',
  tasks: ['invoke'],
  judge: eachCall('services.invoke', phrase`No command was invoked`, (exchange, sent, run) => {
    if (exchange.request.method !== 'POST') return wrong.method(exchange, 'POST')
    if (run.task === undefined) return undefined
    const { adapterConnectionId, command, body } = run.input ?? {}
    if (!sameId(sent.adapterConnectionId, adapterConnectionId) || sent.command !== command) {
      const values = { adapterConnectionId: String(adapterConnectionId), command: String(command) }
      return wrong.path(
        exchange,
        operationPath('services.invoke', servedNames(run.dialect), values),
        phrase`${exchange.path}`,
      )
    }
    const isSent = exchange.request.unread !== undefined || isSameJson(bodyJson(exchange), body)
    const isEmpty = !hasBody(exchange.request) && isSameJson(body, {})
    if (isSent || isEmpty) return undefined
    return wrong.body(exchange, phrase`the body ${jsonPhrase(body)}`, firstDifference(bodyJson(exchange), body))
  }),
})

/** The first difference of a sent value from the wanted one; undefined if the whole value is another. */
function firstDifference(sent: unknown, wanted: unknown, path = ''): Phrase | undefined {
  if (!isObject(sent) || !isObject(wanted))
    return path === '' ? undefined : phrase`${path} with the value ${jsonPhrase(sent)}`
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const names = new Set([...Object.keys(wanted), ...Object.keys(sent)])
  const other = [...names].find((name) => !isSameJson(sent[name], wanted[name]))
  if (other === undefined) return undefined
  if (!Object.hasOwn(sent, other)) return phrase`a body without ${at(other)}`
  if (!Object.hasOwn(wanted, other)) return phrase`a body that also has ${at(other)}`
  return firstDifference(sent[other], wanted[other], at(other))
}

/** The commands of a connection are requested by GET. */
export const capabilitiesRequested: ClientCheck = clientLaw({
  id: 'client.capabilities',
  trap: 'The client asks for the commands of an adapter connection.',
  tasks: ['capabilities'],
  judge: eachCall(
    'services.capabilities',
    phrase`No capabilities were requested`,
    (exchange, { adapterConnectionId: sent }, run) => {
      if (exchange.request.method !== 'GET') return wrong.method(exchange, 'GET')
      const wanted = run.input?.['adapterConnectionId']
      return run.task === undefined || sameId(sent, wanted)
        ? undefined
        : wrong.id(exchange, phrase`the connection ${String(wanted)}`, sent, String(wanted))
    },
  ),
})

/** Each connection begins with its own state code. */
export const connectPrepare: ClientCheck = clientLaw({
  id: 'client.connect-prepare',
  trap: 'The client prepares the connection of a connector.',
  tasks: ['prepare-connect'],
  judge: eachCall('connect.prepare', phrase`No connection was prepared`, (exchange, { adapter }, run) => {
    if (exchange.request.method !== 'POST') return wrong.method(exchange, 'POST')
    const wanted = run.input?.['adapter']
    return run.task === undefined || adapter === wanted
      ? undefined
      : wrong.id(exchange, phrase`the adapter ${String(wanted)}`, adapter, String(wanted))
  }),
})

/** Returns true if an id is the wanted one. The laws of ids judge a changed id of the same object. */
function sameId(sent: string, wanted: unknown): boolean {
  const bare = stripPrefix(sent).toLowerCase()
  return typeof wanted === 'string' && (wanted.toLowerCase() === bare || wanted.toLowerCase().startsWith(bare))
}
