import { because } from '../../conclusions/cause.ts'
import { fail, insufficient } from '../../conclusions/conclusion.ts'
import type { Exchange } from '../../conclusions/exchange.ts'
import { json, type Phrase, phrase } from '../../conclusions/phrase.ts'
import { type Item, memberOf } from '../../reading/find-list.ts'
import { isBare } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import type { Session } from '../../judge/session.ts'
import { isAsSent } from './expiry-bounds.ts'
import { type MainToken, mainToken } from './main-token.ts'
import { listAtFirst, rangeTokens } from './range-tokens.ts'
import { otherMember } from './record-fact.ts'
import { sameScopes, scopesBeyond } from './scopes.ts'
import { asText } from '../../reading/value-text.ts'

/** The record of a token in one place. */
interface Sight {
  readonly where: string
  readonly record: Item
  readonly exchange: Exchange
}

/** The record of the main token, in the answer to its creation and in the list. */
async function sights(session: Session): Promise<{ readonly main: MainToken; readonly records: readonly Sight[] }> {
  const main = await mainToken(session)
  const { records, foundOn } = await listAtFirst(session)
  return {
    main,
    records: [
      { where: 'the answer to its creation', record: main.record, exchange: main.exchange },
      { where: 'the list', record: records.get(main.id)!, exchange: foundOn.get(main.id)! },
    ],
  }
}

const recordCheck = {
  effect: 'write',
  needs: ['bearer'],
  after: ['pat.list.created'],
} as const

/** The members of a token's record (clause 2.2). */
export const accessTokenRecordChecks: readonly Check[] = [
  defineCheck({
    ...recordCheck,
    id: 'pat.record.id',
    description: 'The created token has a bare id of 27 characters, in the answer to its creation and in the list.',
    run: async (session) => {
      for (const { where, record, exchange } of (await sights(session)).records) {
        const id = asText(record['id'])
        if (!isBare(id))
          fail({
            expected: phrase`a bare id of 27 characters from A-Z, a-z and 0-9`,
            got: phrase`${json(id)} in ${where}`,
            fact: { kind: 'present', at: exchange, ids: [id], members: ['id'] },
          })
      }
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.name',
    description: 'The created token has the name that was asked for, in the answer to its creation and in the list.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      for (const { where, record, exchange } of seen) {
        const name = memberOf(record, 'name')
        if (name !== main.name)
          fail({
            expected: phrase`the name ${json(main.name)}`,
            got: phrase`${valueOrNone(name)} in ${where}`,
            fact: otherMember(exchange, main.id, 'name'),
          })
      }
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.scopes',
    description:
      'The created token has the set of scopes that was asked for, in any order, in the answer to its creation and in the list. So has another token, with fewer scopes. Further scopes that every token has are not judged.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      let further: Phrase | undefined
      for (const { where, record, exchange } of seen) {
        const scopes = memberOf(record, 'scopes')
        if (sameScopes(scopes, main.scopes)) continue
        if (scopesBeyond(main.scopes, scopes).length > 0)
          fail({
            expected: phrase`the scopes ${json(main.scopes)}`,
            got: phrase`${valueOrNone(scopes)} in ${where}`,
            fact: otherMember(exchange, main.id, 'scopes'),
          })
        further = phrase`${valueOrNone(scopes)} in ${where}`
      }
      const { short } = await rangeTokens(session)
      const { records, foundOn } = await listAtFirst(session)
      const id = short.id ?? ''
      for (const [record, exchange] of [
        [short.record, short.exchange],
        [records.get(id), foundOn.get(id)],
      ] as const) {
        const scopes = memberOf(record, 'scopes')
        if (exchange === undefined || scopes === undefined || sameScopes(scopes, short.scopes)) continue
        // The scopes that only the other token asked for are not among those that every token has.
        const others = scopesBeyond(scopes, short.scopes).length > scopesBeyond(scopes, main.scopes).length
        if (others || further === undefined || scopesBeyond(short.scopes, scopes).length > 0)
          fail({
            expected: phrase`the scopes ${json(short.scopes)} of a second token`,
            got: valueOrNone(scopes),
            fact: otherMember(exchange, id, 'scopes'),
          })
      }
      if (further !== undefined)
        insufficient(
          because.data,
          phrase`each token has more scopes than were asked for, ${further}; whether a target may add some is not shown`,
        )
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.expires-at',
    description:
      'The created token has the expires_at that was asked for, give or take a minute, or a day where it shows only a date, in the answer to its creation and in the list.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      for (const { where, record, exchange } of seen) {
        const value = memberOf(record, 'expires_at')
        if (isAsSent(value, main.sent['expires_at']) !== true)
          fail({
            expected: phrase`expires_at ${json(main.sent['expires_at'])}`,
            got: phrase`${valueOrNone(value)} in ${where}`,
            fact: otherMember(exchange, main.id, 'expires_at'),
          })
      }
    },
  }),
]

/** A value in JSON, or `none`. */
export function valueOrNone(value: unknown): Phrase {
  return value === undefined ? phrase`none` : json(value)
}
