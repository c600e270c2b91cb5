import { fail, insufficient } from '../../catalogue/verdict.ts'
import { type Item, memberOf } from '../../reading/find-list.ts'
import { isBare } from '../../reading/id-forms.ts'
import { type Check, defineCheck } from '../../run/define-check.ts'
import type { Session } from '../../run/session.ts'
import { isAsSent } from './expiry-bounds.ts'
import { type MainToken, mainToken } from './main-token.ts'
import { listAtFirst, rangeTokens } from './range-tokens.ts'
import { sameScopes, scopesBeyond } from './scopes.ts'

/** The record of a token in one place. */
interface Sight {
  readonly where: string
  readonly record: Item
}

/** The record of the main token, in the answer to its creation and in the list. */
async function sights(session: Session): Promise<{ readonly main: MainToken; readonly records: readonly Sight[] }> {
  const main = await mainToken(session)
  const { records } = await listAtFirst(session)
  return {
    main,
    records: [
      { where: 'the answer to its creation', record: main.record },
      { where: 'the list', record: records.get(main.id)! },
    ],
  }
}

const recordCheck = {
  requirement: 'pat.record',
  effect: 'write',
  needs: ['bearer'],
  after: ['pat.list.created'],
} as const

/** What the record of a token shows (clause 2.2). */
export const accessTokenRecordChecks: readonly Check[] = [
  defineCheck({
    ...recordCheck,
    id: 'pat.record.id',
    description: 'The created token has a bare id of 27 characters, in the answer to its creation and in the list.',
    run: async (session) => {
      for (const { where, record } of (await sights(session)).records) {
        const id = String(record['id'])
        if (!isBare(id)) fail('a bare id of 27 characters from A-Z, a-z and 0-9', `${shown(id)} in ${where}`)
      }
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.name',
    description: 'The created token has the name that was asked for, in the answer to its creation and in the list.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      for (const { where, record } of seen) {
        const name = memberOf(record, 'name')
        if (name !== main.name) fail(`the name ${JSON.stringify(main.name)}`, `${shown(name)} in ${where}`)
      }
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.scopes',
    description:
      'The created token has the set of scopes that was asked for, in any order, ' +
      'in the answer to its creation and in ' +
      'the list. So has another token, with fewer scopes. Further scopes that every token has are not judged.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      let further: string | undefined
      for (const { where, record } of seen) {
        const scopes = memberOf(record, 'scopes')
        if (sameScopes(scopes, main.scopes)) continue
        if (scopesBeyond(main.scopes, scopes).length > 0)
          fail(`the scopes ${JSON.stringify(main.scopes)}`, `${shown(scopes)} in ${where}`)
        further = `${shown(scopes)} in ${where}`
      }
      const { short } = await rangeTokens(session)
      for (const record of [short.record, (await listAtFirst(session)).records.get(short.id ?? '')]) {
        const scopes = memberOf(record, 'scopes')
        if (scopes === undefined || sameScopes(scopes, short.scopes)) continue
        // The scopes that only the other token asked for are not among those that every token has.
        const others = scopesBeyond(scopes, short.scopes).length > scopesBeyond(scopes, main.scopes).length
        if (others || further === undefined || scopesBeyond(short.scopes, scopes).length > 0)
          fail(`the scopes ${JSON.stringify(short.scopes)} of a second token`, shown(scopes))
      }
      if (further !== undefined)
        insufficient(
          `each token has more scopes than were asked for, ${further}; whether a target may add some is not shown`,
        )
    },
  }),
  defineCheck({
    ...recordCheck,
    id: 'pat.record.expires-at',
    description:
      'The created token has the expires_at that was asked for, give or take a minute, or a day where it shows only ' +
      'a date, in the answer to its creation and in the list.',
    run: async (session) => {
      const { main, records: seen } = await sights(session)
      for (const { where, record } of seen) {
        const value = memberOf(record, 'expires_at')
        if (isAsSent(value, main.sent['expires_at']) !== true)
          fail(`expires_at ${JSON.stringify(main.sent['expires_at'])}`, `${shown(value)} in ${where}`)
      }
    },
  }),
]

/** A value for a message. */
export function shown(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}
