// Faults that look like a right server, and faults that a default run does not see, each with the reason.
import type { Fault } from './law.ts'

/** A rule that leaves faults out of the count, as nobody could tell them from a right server. */
export interface Exclusion {
  /** In kebab-case. */
  readonly id: string
  /** Why no request of the kit could show the fault, in a sentence. */
  readonly reason: string
  readonly excludes: (fault: Fault) => boolean
}

/** The rules. A test shows that no check catches what a rule excludes. */
export const exclusions: readonly Exclusion[] = [
  {
    id: 'parameter-refused',
    reason:
      'No extra parameter is documented, so a 400 may refuse the parameter that the kit made up, and not the query.',
    excludes: ({ law, way, place, condition }) =>
      (law === 'query-on-writes-is-taken' && condition === 'refused-400' && place !== 'legacy.groups.create') ||
      // An empty path is refused with 400.
      (law === 'configuration' && way === 'path-empty' && condition === 'with-other-parameter'),
  },
  {
    id: 'root-may-be-hidden',
    reason: 'Clause 4.9 does not say who may see the root, nor that it takes a query, so a refusal may be right.',
    excludes: ({ law, way, condition }) =>
      law === 'legacy-root-is-described' && way !== 'always' && condition === 'status-404',
  },
  {
    id: 'group-members-not-shown',
    reason: 'The members of the body of a group are not shown, so a 400 may ask for another one.',
    excludes: ({ name }) => name === 'json-body-is-taken/legacy.groups.create/400',
  },
  {
    id: 'empty-filter-as-absent',
    reason: 'Whether a filter that is there without a value counts as absent is not stated.',
    excludes: ({ law, way }) => law === 'string-filter-exact' && way === 'empty',
  },
  {
    id: 'key-may-not-create',
    reason: 'Clause 5 does not say which credentials may create groups, so a 404 may hide the list from an API key.',
    excludes: ({ law, way, condition }) =>
      law === 'legacy-group-is-posted' && (way === 'api-key' || way === 'both-places') && condition === 'refused-404',
  },
  {
    id: 'rows-from-one',
    reason: 'Clause 4.10 does not say of which number the first row is, and offsets that count from one grow alike.',
    excludes: ({ law, condition }) => law === 'link-offset-counts-rows' && condition === 'from-one',
  },
  {
    id: 'maximum-is-free',
    reason: 'The most records of a page are not stated, so 99 for a limit of 100 may be the most.',
    excludes: ({ name }) => name === 'limit-one-less-maximum/products.list/always',
  },
  {
    id: 'posted-groups-unlisted',
    reason: 'The result of a POST of a group is not shown, so a list without a group that was posted may be right.',
    excludes: ({ name }) => name === 'link-empty-page-sees-new-records/legacy.groups.list/of-the-past',
  },
  {
    id: 'format-as-annotation',
    reason: 'JSON Schema lets a validator read formats as annotations, so a text of another format may be taken.',
    excludes: ({ law, way }) => law === 'command-keyword' && way === 'format',
  },
  {
    id: 'no-such-letters',
    reason:
      'The names of environments and resources in the seed have only ASCII letters, those of resources no capitals, so nothing shows how others are folded.',
    excludes: ({ law, way, place }) =>
      law === 'search' &&
      ((way === 'ascii-case' && place !== 'products.list') || (way === 'upper-only' && place === 'resources.list')),
  },
]

/** The reasons why the kit lets some faults survive that could be distinguished from right servers. */
interface KnownSurvivors {
  readonly reason: string
  readonly isMeant: (fault: Fault) => boolean
}

const knownSurvivors: readonly KnownSurvivors[] = [
  {
    reason: 'Patterns are searched for after a cursor. Before one, they would take nine requests more.',
    isMeant: ({ name }) => /^search-(?:percent|underscore|asterisk)\/.*\/with-ending-before$/.test(name),
  },
  {
    reason: 'The number of records without limit is not stated, so a page with few is not judged.',
    isMeant: ({ name }) => name.startsWith('filters-paged-after-the-page') && name.endsWith('/with-cursor-alone'),
  },
  {
    reason: 'The list of tokens is read with the first credential: it is not stated whose tokens it holds.',
    isMeant: ({ name }) => name.startsWith('token-list-') && name.endsWith('/second-credential'),
  },
  {
    reason:
      'The shape of capabilities is not shown, so the kit takes for the schema of a body the one that knows its members: there, that of the result.',
    isMeant: ({ name }) => name === 'capabilities-show-what-is-enforced/services.capabilities/no-members',
  },
  {
    reason:
      'No page of the seed distinguishes the first kind of environments and a search together from either by itself.',
    isMeant: ({ name }) => name === 'enum-listed-ignored-value/environments.list?kind/with-search',
  },
  {
    reason:
      'The shape of the answer to a new name is not shown, so an object is taken for the token only if its id is a text.',
    isMeant: ({ name }) => name === 'id-number-first/access-tokens.rename/always',
  },
  {
    reason: 'A read of capabilities has no documented parameter, so that it fails with one is not judged.',
    isMeant: ({ name }) => name === 'services-are-unversioned/services.capabilities/with-other-parameter',
  },
  {
    reason: 'The kit sends the prefixed id of a project only where the bare one was taken, which is the control.',
    isMeant: ({ name }) => name === 'legacy-group-is-posted-bare-id/legacy.groups.create/refused-400',
  },
  {
    reason:
      'A wrong form may lock a client, so the kit sends few: an empty client_id is tried in a refresh, beside the right client_secret.',
    isMeant: ({ name }) => name === 'grant-needs-each-member/client_credentials?client_id/empty',
  },
  {
    reason:
      'The target file declares no command of the other connection, so a refusal there need not be one of the credential.',
    isMeant: ({ name }) => name === 'no-credential-refused/services.invoke/second-parent',
  },
]

/** The rule that excludes a fault; undefined for one that counts. */
export function findExclusion(fault: Fault): Exclusion | undefined {
  return exclusions.find(({ excludes }) => excludes(fault))
}

/** Why a fault survives that counts. */
export function survivalReason(fault: Fault): string {
  return knownSurvivors.find(({ isMeant }) => isMeant(fault))?.reason ?? 'not looked at yet'
}
