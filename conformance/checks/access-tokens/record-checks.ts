import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import { json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { findMember } from '../../reading/find-list.ts'
import { isBare } from '../../reading/id-forms.ts'
import type { DeclaredCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { toValueText } from '../../reading/value-text.ts'
import { type Creation, sightOfCreation } from '../tokens/create-token.ts'
import { isAsSent } from '../tokens/expiry-bounds.ts'
import { type MainToken, mainToken } from '../tokens/main-token.ts'
import { listAtFirst, rangeTokens } from '../tokens/range-tokens.ts'
import { sameScopes, extraScopes } from '../tokens/scopes.ts'
import { failMember, sightedMember, type ShownToken } from '../tokens/sights.ts'

/** The record of a token in the answer to its creation and, if listed, in the list. */
export async function tokenSights(session: Session, token: Creation): Promise<readonly ShownToken[]> {
  const listed = (await listAtFirst(session).catch(() => undefined))?.records.get(token.id ?? '')
  return [...sightOfCreation(token), ...(listed ? [listed] : [])]
}

/** A member of a record, and its required value. */
interface RecordMember {
  readonly id: 'pat.record.id' | 'pat.record.name' | 'pat.record.expires-at'
  readonly member: string
  readonly description: string
  readonly isRight: (value: unknown, main: MainToken) => boolean
  readonly expected: (main: MainToken) => Phrase
}

const members: readonly RecordMember[] = [
  {
    id: 'pat.record.id',
    member: 'id',
    description: 'The created token has a bare id of 27 characters, in the answer to its creation and in the list.',
    isRight: (id) => isBare(toValueText(id)),
    expected: () => phrase`a bare id of 27 characters from A-Z, a-z and 0-9`,
  },
  {
    id: 'pat.record.name',
    member: 'name',
    description: 'The created token has the requested name, in the answer to its creation and in the list.',
    isRight: (name, main) => name === main.name,
    expected: (main) => phrase`the name ${json(main.name)}`,
  },
  {
    id: 'pat.record.expires-at',
    member: 'expires_at',
    description:
      'The created token has the requested expires_at, give or take a minute, or a day if it shows only a date, in the answer to its creation and in the list.',
    isRight: (expiry, main) => isAsSent(expiry, main.sent['expires_at']) === true,
    expected: (main) => phrase`expires_at ${json(main.sent['expires_at'])}`,
  },
]

async function assertRight(session: Session, { member, isRight, expected }: RecordMember): Promise<void> {
  const main = await mainToken(session)
  for (const sight of await tokenSights(session, main)) {
    const value = findMember(sight.record, member)
    if (isRight(value, main)) continue
    if (member !== 'id') failMember(sight, member, expected(main))
    fail({
      expected: expected(main),
      got: sightedMember(sight, member),
      fact: { kind: 'present', at: sight.at, ids: [toValueText(value)], members: ['id'] },
    })
  }
}

/** Further scopes that every token has are not judged. */
async function assertScopes(session: Session): Promise<void> {
  const main = await mainToken(session)
  const { short } = await rangeTokens(session)
  let further: Phrase | undefined
  for (const token of [main, short])
    for (const sight of await tokenSights(session, token)) {
      const scopes = findMember(sight.record, 'scopes')
      if (sameScopes(scopes, token.scopes) || (token === short && scopes === undefined)) continue
      const isLess = extraScopes(token.scopes, scopes).length > 0
      // The scopes that were requested only for the other token are not among those that every token has.
      const isOthers =
        token === short &&
        (further === undefined || extraScopes(scopes, short.scopes).length > extraScopes(scopes, main.scopes).length)
      if (isLess || isOthers)
        failMember(
          sight,
          'scopes',
          phrase`the scopes ${json(token.scopes)}${token === short ? ' of a second token' : ''}`,
        )
      further ??= sightedMember(sight, 'scopes')
    }
  if (further !== undefined)
    insufficient(
      because.data,
      phrase`each token has more scopes than were asked for, ${further}; whether a target may add some is not shown`,
    )
}

const common = { effect: 'write', needs: ['bearer'], after: ['pat.list.created'] } as const

/** The members of a token's record (clause 2.2). */
export const accessTokenRecordChecks: readonly DeclaredCheck[] = [
  ...members.map((row): DeclaredCheck => ({
    ...common,
    id: row.id,
    description: row.description,
    run: (session) => assertRight(session, row),
  })),
  {
    ...common,
    id: 'pat.record.scopes',
    description:
      'The created token has the requested set of scopes, in any order, in the answer to its creation and in the list. So has another token, with fewer scopes. Further scopes that every token has are not judged.',
    run: assertScopes,
  },
]
