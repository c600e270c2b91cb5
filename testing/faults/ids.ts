import { type Listed, noContent } from '../../emulator/disturb/deviations/wrappers/messages.ts'
import {
  capabilities,
  command,
  environments,
  events,
  groups,
  newGroup,
  products,
  renameToken,
  resources,
  revokeToken,
  tokensApi,
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import { mapTokens, mapTokensIn } from '../../emulator/disturb/deviations/wrappers/access-tokens.ts'
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
import { mapIds, prefixed, refuseId, refusal } from '../../emulator/disturb/deviations/behaviours/ids.ts'
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

const otherRecord = (token: Listed) => ({ ...token, id: `0${token.id.slice(1)}` })

const dayOf = ({ id }: Listed): number => (id.codePointAt(26)! * 37) % 100

/** Refuses some cursors of the products. */
const refuseCursor = (name: string, isRefused: (id: string) => boolean): FetchWrapper =>
  answer(products, refusal, ({ query }) => isRefused(query.get(name) ?? ''))

/** Ignores a cursor with a prefix. */
const ignoreCursor = (name: string): FetchWrapper =>
  mapQuery(products, (query) => (/^[a-z]{3}_[0-9A-Za-z]{27}$/.test(query.get(name) ?? '') ? { [name]: undefined } : {}))

/** A prefix of another kind of object than is meant there. */
const foreignTo = (own: string) => (id: string) => prefixed(id) && !id.startsWith(own)

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
  ...violations('ids.prefixed-form', 'ids.prefixed-form.renamed-token', {
    'prefixed-token-rename-refused': ['A token is renamed only by its bare id.', refuseId(renameToken, prefixed)],
    'prefixed-token-rename-of-another': [
      'A token that is named by a prefixed id is answered with another id.',
      mapBody(renameToken, (body, { id }) => (prefixed(id) ? mapTokensIn(body, otherRecord) : undefined)),
    ],
  }),
  ...violations('ids.prefixed-form', 'ids.prefixed-form.deleted-token', {
    'prefixed-token-delete-refused': ['A token is deleted only by its bare id.', refuseId(revokeToken, prefixed)],
    'prefixed-token-delete-ignored': [
      'A DELETE of a token by its prefixed id is accepted and does nothing.',
      answer(revokeToken, noContent, ({ id }) => prefixed(id)),
    ],
  }),
  ...violations('ids.prefixed-form', 'ids.prefixed-form.command', {
    'prefixed-command-refused': ['A command accepts only a bare connection id.', refuseId(command, prefixed)],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.renamed-token', {
    'foreign-token-prefix-refused': [
      'A token is renamed only with the prefix of a token.',
      refuseId(renameToken, foreignTo('pat_')),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.command', {
    'foreign-command-prefix-refused': [
      'A command accepts only the prefix of a connection.',
      refuseId(command, foreignTo('adc_')),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.new-group', {
    'foreign-new-group-prefix-refused': [
      'A new group accepts only the prefix of a project.',
      refuseId(newGroup, foreignTo('prj_')),
    ],
  }),
  ...violations('ids.known-prefixes', 'ids.known-prefixes.new-group', {
    'new-group-project-prefix-refused': [
      'A new group refuses prj_ before the id of its project.',
      refuseId(newGroup, (id) => id.startsWith('prj_')),
    ],
  }),
  ...violations('ids.prefixed-form', 'ids.prefixed-form.issue', {
    'prefixed-issue-refused': ['The events accept only a bare issue id.', refuseId(events, prefixed)],
  }),
  ...violations('ids.prefixed-form', 'ids.prefixed-form.adapter-connection', {
    'prefixed-connection-refused': [
      'The Services API accepts only a bare connection id.',
      refuseId(capabilities, prefixed),
    ],
  }),
  ...violations('ids.prefixed-cursor', 'ids.prefixed-cursor.starting-after', {
    'prefixed-starting-after-refused': [
      'starting_after accepts only a bare id.',
      refuseCursor('starting_after', prefixed),
    ],
    'prefixed-cursor-ignored': ['A prefixed starting_after gives the first page.', ignoreCursor('starting_after')],
  }),
  ...violations('ids.prefixed-cursor', 'ids.prefixed-cursor.ending-before', {
    'prefixed-ending-before-refused': [
      'ending_before accepts only a bare id.',
      refuseCursor('ending_before', prefixed),
    ],
    'prefixed-ending-before-ignored': ['A prefixed ending_before gives the first page.', ignoreCursor('ending_before')],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.cursor-back', {
    'foreign-ending-before-prefix-refused': [
      'ending_before accepts only the prefix of a product.',
      refuseCursor('ending_before', foreignTo('prd_')),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.cursor', {
    'foreign-cursor-prefix-refused': [
      'starting_after accepts only the prefix of a product.',
      refuseCursor('starting_after', foreignTo('prd_')),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.project', {
    'foreign-project-prefix-refused': [
      'The groups accept only the prefix of a project.',
      refuseId(groups, foreignTo('prj_')),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.known', {
    'named-prefixes-refused': [
      'The products refuse a catalog id with the prefix of another kind.',
      refuseId(products, (id) => /^(?:wrk|flw|prj)_/.test(id)),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.catalog', {
    'foreign-catalog-prefix-refused': [
      'The products accept only the prefix of a catalog.',
      refuseId(products, foreignTo('cat_')),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.issue', {
    'foreign-issue-prefix-refused': [
      'The events accept only the prefix of an issue.',
      refuseId(events, foreignTo('iss_')),
    ],
  }),
  ...violations('ids.prefix-ignored', 'ids.prefix-ignored.adapter-connection', {
    'foreign-connection-prefix-refused': [
      'The Services API accepts only the prefix of a connection.',
      refuseId(capabilities, foreignTo('adc_')),
    ],
  }),
  ...violations('ids.known-prefixes', 'ids.known-prefixes.project', {
    'project-prefix-refused': [
      'The groups refuse prj_ before the id of a project.',
      refuseId(groups, (id) => id.startsWith('prj_')),
    ],
  }),
]
