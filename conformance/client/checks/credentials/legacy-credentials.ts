import { type Phrase, phrase, quoted } from '../../../conclusions/phrase.ts'
import { destinationOf } from '../../evidence/destinations.ts'
import { headerOf } from '../../evidence/read-request.ts'
import { authorizationOf, isCall, isRedirected } from '../../evidence/tokens.ts'
import type { ReceivedRequest } from '../../evidence/transcript.ts'
import {
  type ClientCheck,
  defineClientCheck,
  type WrongRequest,
  judgeEach,
  type WireRun,
} from '../define-client-check.ts'

interface Kind {
  readonly requirement: 'client.integration-token' | 'client.api-key' | 'client.dsn'
  /** The value of the task's input `credential`. */
  readonly credential: 'integrationToken' | 'apiKey' | 'dsn'
  readonly trap: string
  /** True if a request of a watched client uses this credential. */
  readonly isWatched: (sent: { readonly scheme: string; readonly value: string }, run: WireRun) => boolean
  /** The fault of the header, as words that follow its value; undefined for a right one. */
  readonly faultOf: (sent: { readonly scheme: string; readonly value: string }, run: WireRun) => Phrase | undefined
  readonly expected: (run: WireRun) => Phrase
}

const kinds: readonly Kind[] = [
  {
    requirement: 'client.integration-token',
    credential: 'integrationToken',
    trap: 'The client lists projects with the token of an internal integration.',
    isWatched: ({ value }, { credentials }) => value === credentials.integrationToken,
    expected: ({ credentials }) => phrase`Authorization: Bearer ${credentials.integrationToken}`,
    faultOf: ({ scheme, value }, { credentials }) =>
      scheme === 'bearer' && value === credentials.integrationToken ? undefined : phrase``,
  },
  {
    requirement: 'client.api-key',
    credential: 'apiKey',
    trap: 'The client authenticates with an API key.',
    isWatched: ({ scheme, value }, { credentials }) =>
      value === credentials.apiKey ||
      (scheme === 'basic' && fromBase64(value)?.startsWith(credentials.apiKey) === true),
    expected: ({ credentials }) => phrase`Authorization: Basic with "${credentials.apiKey}:" in base64`,
    faultOf: ({ scheme, value }, { credentials }) => {
      if (scheme !== 'basic') return phrase``
      const text = fromBase64(value)
      if (text === undefined) return phrase`, which is no base64`
      if (text === `${credentials.apiKey}:`)
        return /[-_]/.test(value) ? phrase`, which is in the base64 of addresses (base64url)` : undefined
      if (text === credentials.apiKey) return phrase`, which has no colon`
      return text.startsWith(`${credentials.apiKey}:`)
        ? phrase`, whose password is not empty`
        : phrase`, which is ${quoted(text)}`
    },
  },
  {
    requirement: 'client.dsn',
    credential: 'dsn',
    trap: 'The client authenticates with a DSN.',
    isWatched: ({ scheme, value }, { credentials }) => scheme === 'dsn' || value === credentials.dsn,
    expected: ({ credentials }) => phrase`Authorization: DSN ${credentials.dsn}`,
    faultOf: ({ scheme, value }, { task, credentials }) => {
      const isRight = task === undefined && value !== credentials.dsn ? value !== '' : value === credentials.dsn
      return scheme === 'dsn' && isRight ? undefined : phrase``
    },
  },
]

/** The credentials of the legacy API: each in its own scheme. */
export const legacyCredentials: readonly ClientCheck[] = kinds.map((kind) =>
  defineClientCheck({
    id: kind.requirement,
    requirement: kind.requirement,
    trap: kind.trap,
    concerns: ({ task, input }) =>
      task === undefined || (task === 'list-projects' && (!input || input['credential'] === kind.credential)),
    judge: (run) =>
      judgeEach(requestsWith(kind, run), phrase`No request with this credential came`, (request) =>
        faultIn(kind, request, run),
      ),
  }),
)

function requestsWith({ isWatched }: Kind, run: WireRun): readonly ReceivedRequest[] {
  return run.transcript.requests.filter((request) => {
    const { kind } = destinationOf(request, run.dialect)
    if (!isCall(request)) return false
    if (run.task !== undefined) return kind === 'legacyProjects' && !isRedirected(request, run.transcript)
    const sent = authorizationOf(request)
    return kind !== 'token' && sent !== undefined && isWatched(sent, run)
  })
}

function faultIn(
  { faultOf, expected, credential }: Kind,
  request: ReceivedRequest,
  run: WireRun,
): WrongRequest | undefined {
  const sent = authorizationOf(request)
  const fault = sent ? faultOf(sent, run) : phrase``
  if (fault === undefined) return undefined
  return {
    expected: expected(run),
    got: phrase`${quoted(headerOf(request, 'authorization'))}${fault}`,
    fact: { kind: 'credential', at: request, credential },
  }
}

/** Decodes base64, with or without padding, in either alphabet. */
function fromBase64(text: string): string | undefined {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return undefined
  }
}
