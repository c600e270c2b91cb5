import { type ListedRecord, noContent } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import { tokensApi } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import { mapTokens, mapBodyTokens } from '../../emulator/disturb/deviations/groups/access-tokens.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/deviation.ts'
import {
  answer,
  around,
  mapBody,
  mapQuery,
  mapRecords,
  mapRequest,
  remember,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { isPrefixedText } from '../../emulator/disturb/deviations/groups/ids.ts'
import { type Violation, violations } from './violations.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Another id for each, in the opposite order; applied twice, the first again. */
const opposite = (id: string) =>
  id.replaceAll(/[0-9A-Za-z]/g, (character) => alphabet[61 - alphabet.indexOf(character)]!)

const fallingTokenIds: FetchWrapper = around(
  mapTokens(tokensApi, (token) => ({ ...token, id: opposite(token.id) })),
  mapRequest(['access-tokens.rename', 'access-tokens.revoke'], ({ id, bareId }) =>
    /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(id) ? { id: opposite(bareId) } : {},
  ),
)

/** Ids that are all low and in the same order as the right ones, each known by the id that it replaces. */
class LowIds {
  readonly #right = new Map<string, string>()

  readonly show = (record: ListedRecord): ListedRecord => {
    const low = `0${record.id.slice(0, 26)}`
    this.#right.set(low, record.id)
    return { ...record, id: low }
  }

  readonly meant = (id: string): string =>
    /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(id) ? (this.#right.get(id.slice(-27)) ?? id) : id
}

const lowTokenIds = remember(() => {
  const low = new LowIds()
  const read = mapRequest(['access-tokens.rename', 'access-tokens.revoke'], ({ id }) => ({ id: low.meant(id) }))
  return around(mapTokens(tokensApi, low.show), read)
})

const lowProductIds = remember(() => {
  const low = new LowIds()
  const cursors = ['starting_after', 'ending_before'] as const
  const read = mapQuery('products.list', (query) =>
    Object.fromEntries(cursors.flatMap((name) => (query.has(name) ? [[name, low.meant(query.get(name)!)]] : []))),
  )
  return around(mapRecords('products.list', low.show), read)
})

const otherRecord = (token: ListedRecord) => ({ ...token, id: `0${token.id.slice(1)}` })

const mixedDay = ({ id }: ListedRecord): number => (id.codePointAt(26)! * 37) % 100

/** Violations of clause 2.1 by ids in answers, and by ids with a prefix in requests. */
export const idFaults: readonly Violation[] = [
  ...violations('ids.grammar.answers', {
    'one-group-without-id': [
      'One of the groups has no id.',
      mapRecords('legacy.groups.list', ({ id, ...rest }, index) => (index === 2 ? rest : { id, ...rest })),
    ],
  }),
  ...violations('ids.unique.answers', {
    'id-of-two-kinds': [
      'A group has the id of its project.',
      mapRecords('legacy.groups.list', (record, index, { bareId, query }) => {
        const isFirstPage = (query.get('cursor') ?? '0:0:0').split(':')[1] === '0'
        return index === 4 && isFirstPage ? { ...record, id: bareId } : record
      }),
    ],
  }),
  ...violations('ids.order.tokens', {
    'token-ids-fall': ['A later token has a lower id.', fallingTokenIds],
  }),
  ...violations('ids.order.every-kind', {
    'token-ids-below-other-kinds': ['The ids of tokens rise, and are all below those of other records.', lowTokenIds],
  }),
  ...violations('ids.order.times', {
    'creation-times-unrelated': [
      'Times of creation do not rise with ids.',
      mapRecords(['environments.list', 'resources.list'], (record) => ({
        ...record,
        created_at: new Date(Date.UTC(2025, 0, 1 + mixedDay(record))).toISOString(),
      })),
    ],
  }),
  ...violations('ids.order.products', {
    'product-ids-below-other-kinds': [
      'The ids of products rise, and are all below those of other records.',
      lowProductIds,
    ],
  }),
  ...violations('ids.never-prefixed.answers', {
    'renamed-token-echoes-prefix': [
      'A new name of a token is answered with the id in the form that was sent.',
      mapBody('access-tokens.rename', (body, { id }) =>
        isPrefixedText(id) ? mapBodyTokens(body, (token) => ({ ...token, id })) : undefined,
      ),
    ],
    'new-group-echoes-prefix': [
      'A new group is answered with the project in the form that was sent.',
      mapBody('legacy.groups.create', (body, { id }) =>
        isPrefixedText(id) ? { ...(body as object), project_id: id } : undefined,
      ),
    ],
  }),
  ...violations('ids.prefixed-form.renamed-token', {
    'prefixed-token-rename-of-another': [
      'A token that is named by a prefixed id is answered with another id.',
      mapBody('access-tokens.rename', (body, { id }) =>
        isPrefixedText(id) ? mapBodyTokens(body, otherRecord) : undefined,
      ),
    ],
  }),
  ...violations('ids.prefixed-form.deleted-token', {
    'prefixed-token-delete-ignored': [
      'A DELETE of a token by its prefixed id is accepted and does nothing.',
      answer('access-tokens.revoke', noContent, ({ id }) => /^[a-z]{3}_[0-9A-Za-z]{27}$/.test(id)),
    ],
  }),
]
