// Ids: given back as they came, and with their prefix where it is needed (clauses 2.1 and 4.4).
import { segmentsOf } from '../../catalogue/operation-paths.ts'
import { phrase, quoted } from '../../conclusions/phrase.ts'
import { bareOf, isBare, isPrefixed } from '../../reading/id-forms.ts'
import { destinationOf } from '../evidence/destinations.ts'
import { handedOut, idsSent } from '../evidence/ids.ts'
import { addressOf, valuesOf } from '../evidence/read-request.ts'
import { isCall } from '../evidence/tokens.ts'
import type { ReceivedRequest } from '../evidence/transcript.ts'
import { type TaskName, taskNames } from '../tasks/names.ts'
import { type ClientCheck, clientLaw, each, eachCall, type WireRun, wrong } from './law.ts'

/** The characters of an id that are enough to recognise it. */
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
  judge: each(
    (run) =>
      run.transcript.requests.filter((request) =>
        idsSent(request).some(({ text }) => isBare(bareOf(text)) || originalOf(text, request, run) !== undefined),
      ),
    phrase`No request with an id came`,
    (request, run) => {
      for (const { where, text } of idsSent(request)) {
        // An id that the service knows is right even if it was not handed out here: a test may know it from elsewhere.
        if (where === 'path' && request.answer && request.answer.status < 300) continue
        const original = originalOf(text, request, run)
        if (original === undefined) continue
        const got = phrase`${quoted(text)} in ${where === 'path' ? 'the path' : where}`
        return { ...wrong.id(request, phrase`the id ${original}`, text, original), got }
      }
      return undefined
    },
  ),
})

/** The handed-out id that a text is a changed form of. */
export function originalOf(text: string, request: ReceivedRequest, run: WireRun): string | undefined {
  // Prefixes are lowercase letters; a client that changes the case of ids changes theirs, too.
  const bare = /^[a-z]{3}_/i.test(text) ? text.slice(4) : text
  const known = handedOut(run)
  // A word of a path is not a cut id.
  if (bare.length < recognised || /^[a-z-]{1,26}$/.test(bare) || known.has(bare, request)) return undefined
  // A watched test may cut an id on purpose, to see the refusal.
  return known.twinOf(bare, request) ?? (run.task === undefined ? undefined : known.longerOrShorter(bare, request))
}

/** The scope of a configuration has its prefix. */
export const scopePrefixed: ClientCheck = clientLaw({
  id: 'client.scope-prefixed',
  trap: 'The client asks for the configuration of a scope.',
  tasks: ['get-configuration'],
  judge: eachCall(
    'configuration',
    phrase`No configuration was asked for`,
    (request, { scope }, run) => {
      if (run.task === undefined)
        return isBare(scope) ? wrong.id(request, phrase`a prefixed scope id`, scope) : undefined
      const wanted = String(run.input?.['scopeId'])
      // A changed id is judged as such; here it is the prefix alone.
      const isOther = isPrefixed(scope) && scope.slice(0, 4) !== wanted.slice(0, 4)
      const isRewritten = scope !== wanted && scope.endsWith(bareOf(wanted))
      return isOther || isRewritten ? wrong.id(request, phrase`the scope ${wanted}`, scope, wanted) : undefined
    },
    ({ method }) => method === 'GET',
  ),
})

/** A configuration value is asked for by its dotted path. */
export const configurationPath: ClientCheck = clientLaw({
  id: 'client.configuration-path',
  consequenceOf: ['client.redirects'],
  trap: 'The client asks for the value at a path of a configuration.',
  tasks: ['get-configuration'],
  isWatched: false,
  judge: each(
    ({ transcript }) =>
      transcript.requests.filter((request) => isCall(request) && behindConfigurations(request) !== undefined),
    phrase`No configuration was asked for`,
    (request, { input, dialect }) => {
      const wanted = String(input?.['path'])
      const expected = phrase`path=${wanted} in the query`
      if (destinationOf(request, dialect).kind !== 'configuration')
        return behindConfigurations(request)!.length > 1
          ? { expected, got: phrase`${request.method} ${addressOf(request)}`, fact: { kind: 'path', at: request } }
          : undefined
      const sent = valuesOf(request, 'path')
      return sent?.length === 1 && sent[0] === wanted
        ? undefined
        : wrong.query(request, ['path'], sent?.length === 0 ? 'missing' : 'value', expected)
    },
  ),
})

/** The scope in a path of configurations and what follows it, whatever comes before; undefined for another path. */
function behindConfigurations({ path }: ReceivedRequest): readonly string[] | undefined {
  const parts = segmentsOf(path)
  const place = parts.indexOf('configurations')
  return place < 0 ? undefined : parts.slice(place + 1)
}
