import { because } from '../../conclusions/cause.ts'
import { insufficient, notApplicable } from '../../conclusions/conclusion.ts'
import { countPhrase, phrase } from '../../conclusions/phrase.ts'
import { type Check, defineCheck } from '../../judge/define-check.ts'
import { assertQuotaLeft, dropToken, isFull, leaveIdle } from '../access-tokens/token-quota.ts'
import { spareToken } from '../access-tokens/main-token.ts'
import { withinQuota } from '../access-tokens/within-quota.ts'
import { assertAboveAll, seenIds } from './seen-ids.ts'

/** The order of ids across kinds of records (clause 2.1). */
export const newIdChecks: readonly Check[] = [
  defineCheck({
    id: 'ids.order.every-kind',
    effect: 'write',
    needs: ['bearer', 'offer:personalAccessTokens'],
    after: ['pat.create.token', 'ids.order.tokens'],
    description:
      'Creates a personal access token after the lists were read: its id is above every id in them, of environments, resources, products, tokens, projects, groups and events.',
    run: async (session) => {
      const seen = await seenIds(session)
      const kinds = new Set(seen.values())
      const hasOthers = [...kinds].some((kind) => kind !== 'access token')
      const { without = [] } = session.run.target
      if (!hasOthers && without.includes('versioned') && without.includes('legacy'))
        notApplicable(
          { kind: 'omitted', offer: 'versioned' },
          phrase`the target file leaves out every other kind of record`,
        )
      if (!hasOthers) insufficient(because.data, phrase`no record of another kind than an access token was seen`)
      await withinQuota(session, async () => {
        const { id, exchange } = await spareToken(session, 'kind')
        if (id === undefined) {
          await assertQuotaLeft(session)
          insufficient(because.refused, phrase`no further token could be created`)
        }
        await assertAboveAll(session, seen, { id, at: exchange }, async () => (await spareToken(session, 'kinds2')).id)
        // Other checks need the quota.
        if (await isFull(session)) await dropToken(session, id)
        else await leaveIdle(session, id)
      })
      return phrase`above ${countPhrase(seen.size, 'id')} of ${countPhrase(kinds.size, 'kind')}`
    },
  }),
]
