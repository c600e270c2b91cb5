// Ids are sent back unchanged, and with their prefix where it is needed (clauses 2.1 and 4.4).
import { decodedSegments } from '../../catalogue/operation-paths.ts'
import { phrase, jsonPhrase } from '../../conclusions/phrase.ts'
import { stripPrefix, isBare, isPrefixed } from '../../reading/id-forms.ts'
import { resolveDestination } from '../evidence/destinations.ts'
import { findHandedOutIds, idsSent } from '../evidence/ids.ts'
import { parameterValues, type ClientExchange } from '../evidence/transcript.ts'
import { isCall } from '../evidence/tokens.ts'
import { type TaskName, taskNames } from '../tasks/names.ts'
import { failed, type ClientCheck, clientLaw, judgeRequestsEach, eachCall, type WireRun, wrong } from './law.ts'

/** The number of characters that identify an id. */
const recognised = 12

const withoutIds: ReadonlySet<TaskName> = new Set([
  'get-token',
  'list-environments',
  'create-access-token',
  'use-access-token',
  'prepare-connect',
  'list-projects',
])

/** Ids in paths and cursors are those that were handed out. */
export const idsKept: ClientCheck = clientLaw({
  id: 'client.ids-kept',
  trap: 'The client sends an id that it was given, in a path or as a cursor.',
  met: { tasks: taskNames.filter((name) => !withoutIds.has(name)) },
  judge: judgeRequestsEach(
    (run) =>
      run.transcript.exchanges.filter((exchange) =>
        idsSent(exchange).some(
          ({ text }) => isBare(stripPrefix(text)) || findOriginalId(text, exchange, run) !== undefined,
        ),
      ),
    phrase`No request with an id was sent`,
    (exchange, run) => {
      for (const { where, text } of idsSent(exchange)) {
        // An id that the service accepts is right even if it was not handed out here: a test may know it from
        // elsewhere.
        if (where === 'path' && exchange.response && exchange.response.status < 300) continue
        const original = findOriginalId(text, exchange, run)
        if (original === undefined) continue
        const got = phrase`${jsonPhrase(text)} in ${where === 'path' ? 'the path' : where}`
        return { ...wrong.id(exchange, phrase`the id ${original}`, text, original), got }
      }
      return undefined
    },
  ),
})

/** The handed-out id that a string was changed from. */
export function findOriginalId(text: string, exchange: ClientExchange, run: WireRun): string | undefined {
  // Prefixes are in lower case, but a client that changes the case of ids also changes the prefix.
  const bare = /^[a-z]{3}_/i.test(text) ? text.slice(4) : text
  const known = findHandedOutIds(run)
  // A word in a path is not a shortened id.
  if (bare.length < recognised || /^[a-z-]{1,26}$/.test(bare) || known.has(bare, exchange)) return undefined
  // A watched test may shorten an id on purpose, to see the refusal.
  return known.twinOf(bare, exchange) ?? (run.task === undefined ? undefined : known.longerOrShorter(bare, exchange))
}

/** The scope of a configuration has its prefix. */
export const scopePrefixed: ClientCheck = clientLaw({
  id: 'client.scope-prefixed',
  trap: 'The client asks for the configuration of a scope.',
  tasks: ['get-configuration'],
  judge: eachCall(
    'configurations.value',
    phrase`No configuration was requested`,
    (exchange, { scope_id: scope }, run) => {
      if (run.task === undefined)
        return isBare(scope) ? wrong.id(exchange, phrase`a prefixed scope id`, scope) : undefined
      const wanted = String(run.input?.['scopeId'])
      // Another law judges changed ids; here only the prefix counts.
      const isOther = isPrefixed(scope) && scope.slice(0, 4) !== wanted.slice(0, 4)
      const isRewritten = scope !== wanted && scope.endsWith(stripPrefix(wanted))
      return isOther || isRewritten ? wrong.id(exchange, phrase`the scope ${wanted}`, scope, wanted) : undefined
    },
    ({ request: { method } }) => method === 'GET',
  ),
})

/** A configuration value is requested by its dotted path. */
export const configurationPath: ClientCheck = clientLaw({
  id: 'client.configuration-path',
  trap: 'The client asks for the value at a path of a configuration.',
  tasks: ['get-configuration'],
  isWatched: false,
  judge: judgeRequestsEach(
    ({ transcript }) =>
      transcript.exchanges.filter((exchange) => isCall(exchange) && configurationSegments(exchange) !== undefined),
    phrase`No configuration was requested`,
    (exchange, { input, dialect }) => {
      const wanted = String(input?.['path'])
      const expected = phrase`path=${wanted} in the query`
      if (resolveDestination(exchange, dialect).operation !== 'configurations.value')
        return configurationSegments(exchange)!.length > 1
          ? failed({
              expected,
              got: phrase`${exchange.request.method} ${exchange.request.url}`,
              fact: { kind: 'path', at: exchange },
            })
          : undefined
      const sent = parameterValues(exchange, 'path')
      return sent?.length === 1 && sent[0] === wanted
        ? undefined
        : wrong.query(exchange, ['path'], sent?.length === 0 ? 'missing' : 'value', expected)
    },
  ),
})

/** The scope in a path of configurations and the segments after it; undefined for another path. */
function configurationSegments({ path }: ClientExchange): readonly string[] | undefined {
  const parts = decodedSegments(path)
  const place = parts.indexOf('configurations')
  return place < 0 ? undefined : parts.slice(place + 1)
}
