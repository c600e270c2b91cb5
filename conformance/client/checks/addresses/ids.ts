// Ids: given back as they came, and with their prefix where it is needed (clauses 2.1 and 4.4).
import { segmentsOf } from '../../../catalogue/operation-paths.ts'
import { queryText } from '../query-text.ts'
import { phrase, quoted } from '../../../conclusions/phrase.ts'
import { bareOf, isBare, isPrefixed } from '../../../reading/id-forms.ts'
import { handedOut, idsSent } from '../../evidence/ids.ts'
import { destinationOf } from '../../evidence/destinations.ts'
import { addressOf, valuesOf } from '../../evidence/read-request.ts'
import { isCall } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import {
  type ClientCheck,
  defineClientCheck,
  during,
  type WrongRequest,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'
import { judgeCalls } from '../judge-calls.ts'
import { type TaskName, taskNames } from '../../tasks/names.ts'

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
export const idsKept: ClientCheck = defineClientCheck({
  id: 'client.ids-kept',
  requirement: 'client.ids-kept',
  trap: 'The client sends an id that it was given, in a path or as a cursor.',
  concerns: () => true,
  met: { tasks: taskNames.filter((name) => !withoutIds.has(name)) },
  judge(run) {
    const withIds = run.transcript.requests.filter((request) =>
      idsSent(request).some(({ text }) => isBare(bareOf(text)) || originalOf(text, request, run) !== undefined),
    )
    return judgeEach(withIds, phrase`No request with an id came`, (request) => {
      for (const { where, text } of idsSent(request)) {
        // An id that the service knows is right even if it was not handed out here: a test may know it from elsewhere.
        if (where === 'path' && request.answer && request.answer.status < 300) continue
        const original = originalOf(text, request, run)
        if (original !== undefined)
          return {
            expected: phrase`the id ${original}`,
            got: phrase`${quoted(text)} in ${where === 'path' ? 'the path' : where}`,
            fact: { kind: 'id', at: request, sent: text, wanted: original },
          }
      }
      return undefined
    })
  },
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
export const scopePrefixed: ClientCheck = defineClientCheck({
  id: 'client.scope-prefixed',
  requirement: 'client.scope-prefixed',
  trap: 'The client asks for the configuration of a scope.',
  concerns: during('get-configuration'),
  judge: (run) =>
    judgeCalls(
      run,
      'configuration',
      phrase`No configuration was asked for`,
      (request, { scope }) => {
        if (run.task !== undefined) return scopeFault(request, scope, String(run.input?.['scopeId']))
        return isBare(scope)
          ? {
              expected: phrase`a prefixed scope id`,
              got: quoted(scope),
              fact: { kind: 'id', at: request, sent: scope },
            }
          : undefined
      },
      ({ method }) => method === 'GET',
    ),
})

function scopeFault(request: ReceivedRequest, sent: string, wanted: string): WrongRequest | undefined {
  // A changed id is judged as such; here it is the prefix alone.
  const isOther = isPrefixed(sent) && sent.slice(0, 4) !== wanted.slice(0, 4)
  const isRewritten = sent !== wanted && sent.endsWith(bareOf(wanted))
  return isOther || isRewritten
    ? {
        expected: phrase`the scope ${wanted}`,
        got: quoted(sent),
        fact: { kind: 'id', at: request, sent, wanted },
      }
    : undefined
}

/** A configuration value is asked for by its dotted path. */
export const configurationPath: ClientCheck = defineClientCheck({
  id: 'client.configuration-path',
  requirement: 'client.configuration-path',
  consequenceOf: ['client.redirects'],
  trap: 'The client asks for the value at a path of a configuration.',
  concerns: ({ task }) => task === 'get-configuration',
  judge: (run) =>
    judgeEach(
      run.transcript.requests.filter((request) => isCall(request) && behindConfigurations(request) !== undefined),
      phrase`No configuration was asked for`,
      (request) => {
        const wanted = String(run.input?.['path'])
        const expected = phrase`path=${wanted} in the query`
        if (destinationOf(request, run.dialect).kind !== 'configuration')
          return behindConfigurations(request)!.length > 1
            ? {
                expected,
                got: phrase`${request.method} ${addressOf(request)}`,
                fact: { kind: 'path', at: request },
              }
            : undefined
        const sent = valuesOf(request, 'path')
        return sent?.length === 1 && sent[0] === wanted
          ? undefined
          : {
              expected,
              got: queryText(request),
              fact: {
                kind: 'parameter',
                at: request,
                in: 'query',
                names: ['path'],
                fault: sent?.length === 0 ? 'missing' : 'value',
              },
            }
      },
    ),
})

/** The scope in a path of configurations and what follows it, whatever comes before; undefined for another path. */
function behindConfigurations({ path }: ReceivedRequest): readonly string[] | undefined {
  const parts = segmentsOf(path)
  const place = parts.indexOf('configurations')
  return place < 0 ? undefined : parts.slice(place + 1)
}
