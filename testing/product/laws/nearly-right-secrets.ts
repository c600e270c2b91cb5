import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import { retry } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { Operations } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { readSentForm } from '../../../emulator/disturb/deviations/groups/oauth.ts'
import { type Fault, lawFaults } from '../law.ts'
import { bearerGuardRequirement, bearerReads, bearerWrites, legacyReads, type ProtectedOperation } from '../places.ts'
import { knowRunSecrets, readSlot, type SecretKind, type Slot, fillSlot } from '../secrets.ts'

type Comparison = (sent: string, right: string) => boolean

type Comparisons = Readonly<Record<string, readonly [breaks: string, isTaken: Comparison]>>

/** One eighth of a secret does not count. */
const removePart =
  (part: number): Comparison =>
  (sent, right) => {
    const rest = (text: string) =>
      text.slice(0, Math.floor((part * right.length) / 8)) + text.slice(Math.floor(((part + 1) * right.length) / 8))
    return sent.length === right.length && rest(sent) === rest(right)
  }

/** The differences that a comparison in one place overlooks most often. */
const usual = {
  first: ['The first character of a secret does not count.', (sent, right) => sent.slice(1) === right.slice(1)],
  last: ['The last character of a secret does not count.', (sent, right) => sent.slice(0, -1) === right.slice(0, -1)],
  longer: ['Characters behind a secret do not count.', (sent, right) => sent.startsWith(right)],
} as const satisfies Comparisons

const others = {
  case: ['Case does not count in a secret.', (sent, right) => sent.toLowerCase() === right.toLowerCase()],
  shorter: ['The beginning of a secret is enough.', (sent, right) => sent.length >= 16 && right.startsWith(sent)],
  dot: ['The server ignores the text after a secret and a dot.', (sent, right) => sent.startsWith(`${right}.`)],
  'part-1': ['The second eighth of a secret does not count.', removePart(1)],
  'part-2': ['The third eighth of a secret does not count.', removePart(2)],
  'part-3': ['The fourth eighth of a secret does not count.', removePart(3)],
  'part-4': ['The fifth eighth of a secret does not count.', removePart(4)],
  'part-5': ['The sixth eighth of a secret does not count.', removePart(5)],
  'part-6': ['The seventh eighth of a secret does not count.', removePart(6)],
} as const satisfies Comparisons

/** A place of a kind of secret: where in a request, and the operations that compare it so. */
interface SecretPlace {
  readonly kind: SecretKind
  readonly slot: Slot
  readonly operations: Operations
  readonly grant?: 'client_credentials' | 'refresh_token'
  readonly requirement: RequirementId
  readonly conventions?: Partial<Conventions>
}

const everywhere: Readonly<Record<string, SecretPlace>> = {
  token: { kind: 'token', slot: 'bearer', operations: 'everywhere', requirement: 'auth.invalid-bearer' },
  'created-token': {
    kind: 'created-token',
    slot: 'bearer',
    operations: 'everywhere',
    requirement: 'auth.invalid-bearer',
  },
  'client-token': {
    kind: 'client-token',
    slot: 'bearer',
    operations: 'everywhere',
    requirement: 'auth.invalid-bearer',
  },
  'refreshed-token': {
    kind: 'refreshed-token',
    slot: 'bearer',
    operations: 'everywhere',
    requirement: 'auth.invalid-bearer',
  },
  'integration-token': {
    kind: 'integration-token',
    slot: 'bearer',
    operations: 'everywhere',
    requirement: 'auth.legacy-required',
  },
  'api-key': { kind: 'api-key', slot: 'basic', operations: 'everywhere', requirement: 'auth.api-key-verified' },
  dsn: { kind: 'dsn', slot: 'dsn', operations: 'everywhere', requirement: 'auth.dsn-verified' },
  'client-secret': {
    kind: 'client-secret',
    slot: 'client_secret',
    operations: 'oauth.token',
    grant: 'client_credentials',
    requirement: 'oauth.secret-verified',
  },
  'client-secret-of-refresh': {
    kind: 'client-secret',
    slot: 'client_secret',
    operations: 'oauth.token',
    grant: 'refresh_token',
    requirement: 'oauth.refresh-secret-verified',
  },
  'refresh-token': {
    kind: 'refresh-token',
    slot: 'refresh_token',
    operations: 'oauth.token',
    grant: 'refresh_token',
    requirement: 'oauth.refresh-verified',
  },
  'state-code': {
    kind: 'state-code',
    slot: 'prepare_state',
    operations: 'connect.browser',
    requirement: 'connect.code-verified',
  },
  'state-code-at-once': {
    kind: 'state-code',
    slot: 'prepare_state',
    operations: 'connect.browser',
    requirement: 'connect.code-verified',
    conventions: { connectFlow: 'immediate' },
  },
}

const secretPlaces = (
  kind: SecretKind,
  slot: Slot,
  operations: readonly ProtectedOperation[],
  requirementOf: (operation: ProtectedOperation) => RequirementId,
): Readonly<Record<string, SecretPlace>> =>
  Object.fromEntries(
    operations.map((operation) => [
      `${kind}-at-${operation}`,
      { kind, slot, operations: operation, requirement: requirementOf(operation) },
    ]),
  )

const byPlace: Readonly<Record<string, SecretPlace>> = {
  ...secretPlaces('token', 'bearer', [...bearerReads, ...bearerWrites], bearerGuardRequirement),
  ...secretPlaces('integration-token', 'bearer', [...legacyReads, 'legacy.groups.create'], bearerGuardRequirement),
}

const nearlyRight = (comparisons: Comparisons, places: Readonly<Record<string, SecretPlace>>): readonly Fault[] =>
  Object.entries(comparisons).flatMap(([kind, [breaks, isTaken]]) =>
    lawFaults({
      id: 'secret-without',
      way: kind,
      requirement: (place) => places[place]!.requirement,
      breaks,
      places: Object.keys(places),
      conditions: ['always'],
      conventions: (place) => places[place]!.conventions,
      fault(name) {
        const { kind: secretKind, slot, operations, grant } = places[name]!
        return knowRunSecrets((known) =>
          retry(operations, async ({ status }, intercepted) => {
            const sent = status < 400 || status === 404 ? undefined : await readSlot(slot, intercepted)
            if (sent === undefined || (grant && (await readSentForm(intercepted))['grant_type'] !== grant))
              return undefined
            const right = known(secretKind).findLast((secret) => secret !== sent && isTaken(sent, secret))
            return right === undefined ? undefined : await fillSlot(slot, intercepted, right)
          }),
        )
      },
    }),
  )

/** The refreshed token and the client's secret in a refresh are compared as the others: the usual faults are enough. */
const wholly = Object.fromEntries(
  Object.entries(everywhere).filter(
    ([name]) => !['refreshed-token', 'created-token', 'client-secret-of-refresh'].includes(name),
  ),
)

/** A secret that is nearly right is not accepted, at any place (clauses 4.1, 4.3 and 5). */
export const nearlyRightSecrets: readonly Fault[] = [
  ...nearlyRight(usual, { ...everywhere, ...byPlace }),
  ...nearlyRight(others, wholly),
  ...nearlyRight({ case: others.case }, { 'client-secret-of-refresh': everywhere['client-secret-of-refresh']! }),
]
