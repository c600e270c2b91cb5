import { type Listed, noContent, notFound } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  environments,
  groups,
  newGroup,
  products,
  renameToken,
  resources,
  revokeToken,
  tokensApi,
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import { mapTokens, mapTokensIn } from '../../emulator/disturb/deviations/wrappers/access-tokens.ts'
import type { InterceptedRequest } from '../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import {
  answer,
  around,
  mapBody,
  mapQuery,
  mapRecords,
  mapRequest,
  remember,
} from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { mapIds, prefixed, refusal } from '../../emulator/disturb/deviations/behaviours/ids.ts'
import { type Violation, violations } from './violations.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Another id for each, in the opposite order; applied twice, the first again. */
const opposite = (id: string) =>
  id.replaceAll(/[0-9A-Za-z]/g, (character) => alphabet[61 - alphabet.indexOf(character)]!)

const fallingTokenIds: FetchWrapper = around(
  mapTokens(tokensApi, (token) => ({ ...token, id: opposite(token.id) })),
  mapRequest([renameToken, revokeToken], ({ id, bareId }) =>
    /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(id) ? { id: opposite(bareId) } : {},
  ),
)

/** Ids that are all low and in the same order as the right ones, each known by what it stands for. */
class LowIds {
  readonly #right = new Map<string, string>()

  readonly show = (record: Listed): Listed => {
    const low = `0${record.id.slice(0, 26)}`
    this.#right.set(low, record.id)
    return { ...record, id: low }
  }

  readonly meant = (id: string): string =>
    /^(?:[a-z]{3}_)?[0-9A-Za-z]{27}$/.test(id) ? (this.#right.get(id.slice(-27)) ?? id) : id
}

const lowTokenIds = remember(() => {
  const low = new LowIds()
  const read = mapRequest([renameToken, revokeToken], ({ id }) => ({ id: low.meant(id) }))
  return around(mapTokens(tokensApi, low.show), read)
})

const lowProductIds = remember(() => {
  const low = new LowIds()
  const cursors = ['starting_after', 'ending_before'] as const
  const read = mapQuery(products, (query) =>
    Object.fromEntries(cursors.flatMap((name) => (query.has(name) ? [[name, low.meant(query.get(name)!)]] : []))),
  )
  return around(mapRecords(products, low.show), read)
})

/** Answers some requests as if they were about nothing. */
const hide = (
  operation: typeof products | typeof groups,
  isHidden: (intercepted: InterceptedRequest) => boolean,
): FetchWrapper => answer(operation, notFound, isHidden)

const otherRecord = (token: Listed) => ({ ...token, id: `0${token.id.slice(1)}` })

const dayOf = ({ id }: Listed): number => (id.codePointAt(26)! * 37) % 100

/** Violations of clause 2.1 by ids in answers, and by ids with a prefix in requests. */
export const idFaults: readonly Violation[] = [
  ...violations('ids.grammar', 'ids.grammar.answers', {
    'group-ids-too-short': ['The ids of groups have 26 characters.', mapIds(groups, (id) => id.slice(0, 26))],
    'group-ids-with-hyphens': [
      'The ids of groups have a hyphen in them.',
      mapIds(groups, (id) => `${id.slice(0, 8)}-${id.slice(9)}`),
    ],
    'group-ids-are-numbers': ['The ids of groups are numbers.', mapIds(groups, (_id, index) => 1000 + index)],
    'one-group-without-id': [
      'One of the groups has no id.',
      mapRecords(groups, ({ id, ...rest }, index) => (index === 2 ? rest : { id, ...rest })),
    ],
  }),
  ...violations('ids.unique', 'ids.unique.answers', {
    'id-of-two-kinds': [
      'A group has the id of its project.',
      mapRecords(groups, (record, index, { bareId, query }) => {
        const isFirstPage = (query.get('cursor') ?? '0:0:0').split(':')[1] === '0'
        return index === 4 && isFirstPage ? { ...record, id: bareId } : record
      }),
    ],
  }),
  ...violations('ids.order', 'ids.order.tokens', {
    'token-ids-fall': ['A later token has a lower id.', fallingTokenIds],
  }),
  ...violations('ids.order', 'ids.order.every-kind', {
    'token-ids-below-other-kinds': ['The ids of tokens rise, and are all below those of other records.', lowTokenIds],
  }),
  ...violations('ids.order', 'ids.order.times', {
    'creation-times-unrelated': [
      'Times of creation do not rise with ids.',
      mapRecords([environments, resources], (record) => ({
        ...record,
        created_at: new Date(Date.UTC(2025, 0, 1 + dayOf(record))).toISOString(),
      })),
    ],
  }),
  ...violations('ids.order', 'ids.order.products', {
    'product-ids-below-other-kinds': [
      'The ids of products rise, and are all below those of other records.',
      lowProductIds,
    ],
  }),
  ...violations('ids.never-prefixed', 'ids.never-prefixed.answers', {
    'renamed-token-echoes-prefix': [
      'A new name of a token is answered with the id in the form that was sent.',
      mapBody(renameToken, (body, { id }) =>
        prefixed(id) ? mapTokensIn(body, (token) => ({ ...token, id })) : undefined,
      ),
    ],
    'new-group-echoes-prefix': [
      'A new group is answered with the project in the form that was sent.',
      mapBody(newGroup, (body, { id }) => (prefixed(id) ? { ...(body as object), project_id: id } : undefined)),
    ],
    'renamed-token-id-prefixed': [
      'A new name of a token is answered with a prefixed id.',
      mapTokens(renameToken, (token) => ({ ...token, id: `pat_${token.id}` })),
    ],
  }),
  // One for each requirement about ids in requests; testing/product/laws/ids-in-requests.ts has them at every place.
  ...violations('ids.malformed-path', 'ids.malformed-path.short', {
    'catalog-of-26-characters': [
      'A catalog id of 26 characters is one of no catalog.',
      hide(products, ({ id }) => /^[0-9A-Za-z]{26}$/.test(id)),
    ],
  }),
  ...violations('ids.malformed-prefixed', 'ids.malformed-prefixed.prefixed-short', {
    'catalog-of-26-characters-behind-a-prefix': [
      'A prefix with 26 characters is the id of no catalog.',
      hide(products, ({ id }) => /^[a-z]{3}_[0-9A-Za-z]{26}$/.test(id)),
    ],
  }),
  ...violations('ids.malformed-cursor', 'ids.malformed-cursor.starting-after', {
    'cursor-of-26-characters': [
      'A cursor of 26 characters leads nowhere.',
      hide(products, ({ query }) => /^[0-9A-Za-z]{26}$/.test(query.get('starting_after') ?? '')),
    ],
  }),
  ...violations('ids.malformed-legacy', 'ids.malformed-legacy.project', {
    'project-of-28-characters': [
      'A project id of 28 characters is one of no project.',
      hide(groups, ({ id }) => /^[0-9A-Za-z]{28}$/.test(id)),
    ],
  }),
  ...violations('ids.prefixed-cursor', 'ids.prefixed-cursor.starting-after', {
    'prefixed-starting-after-refused': [
      'starting_after accepts only a bare id.',
      answer(products, refusal, ({ query }) => prefixed(query.get('starting_after') ?? '')),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.catalog', {
    'foreign-catalog-prefix-refused': [
      'The products accept only the prefix of a catalog.',
      answer(products, refusal, ({ id }) => prefixed(id) && !id.startsWith('cat_')),
    ],
  }),
  ...violations('ids.known-prefixes', 'ids.known-prefixes.project', {
    'project-prefix-refused': [
      'The groups refuse prj_ before the id of a project.',
      answer(groups, refusal, ({ id }) => id.startsWith('prj_')),
    ],
  }),
  ...violations('ids.prefixed-form', 'ids.prefixed-form.renamed-token', {
    'prefixed-token-rename-of-another': [
      'A token that is named by a prefixed id is answered with another id.',
      mapBody(renameToken, (body, { id }) => (prefixed(id) ? mapTokensIn(body, otherRecord) : undefined)),
    ],
  }),
  ...violations('ids.prefixed-form', 'ids.prefixed-form.deleted-token', {
    'prefixed-token-delete-ignored': [
      'A DELETE of a token by its prefixed id is accepted and does nothing.',
      answer(revokeToken, noContent, ({ id }) => /^[a-z]{3}_[0-9A-Za-z]{27}$/.test(id)),
    ],
  }),
]
