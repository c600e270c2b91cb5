import type { OperationId } from '../../endpoints/operation-ids.ts'
import type { Asked } from '../algebra/asked.ts'
import { notFound } from '../algebra/messages.ts'
import {
  capabilities,
  command,
  configuration,
  events,
  groups,
  newGroup,
  products,
  renameToken,
  revokeToken,
} from '../algebra/places.ts'
import { answer, type Way } from '../algebra/ways.ts'
import { type Deviation, violation } from '../define-deviation.ts'

/** Forms of malformed ids, by what their text looks like: written anew, not taken from the kit. */
const forms: Readonly<Record<string, RegExp>> = {
  short: /^[0-9A-Za-z]{26}$/,
  long: /^[0-9A-Za-z]{28}$/,
  hyphen: /^(?=.{27}$)[0-9A-Za-z]*-[0-9A-Za-z]*$/,
  underscore: /^(?=.{27}$)(?![a-z]{3}_)[0-9A-Za-z]*_[0-9A-Za-z]*$/,
  number: /^\d{1,9}$/,
  'line-end': /^[0-9A-Za-z]{27}\n$/,
  'no-underscore': /^[a-z]{3}[0-9A-Za-z]{27}$/,
  'non-ascii': /^[0-9A-Za-z]*[^\0-\x7F][0-9A-Za-z]*$/u,
  'upper-case-prefix': /^[A-Z]{3}_[0-9A-Za-z]{27}$/,
  'two-letter-prefix': /^[a-z]{2}_[0-9A-Za-z]{27}$/,
  'four-letter-prefix': /^[a-z]{4}_[0-9A-Za-z]{27}$/,
  'digit-prefix': /^(?=[a-z]*\d)[a-z\d]{3}_[0-9A-Za-z]{27}$/,
  'two-prefixes': /^[a-z]{3}_[a-z]{3}_[0-9A-Za-z]{27}$/,
  'prefixed-short': /^[a-z]{3}_[0-9A-Za-z]{26}$/,
  'prefixed-long': /^[a-z]{3}_[0-9A-Za-z]{28}$/,
  'prefixed-hyphen': /^[a-z]{3}_(?=.{27}$)[0-9A-Za-z]*-[0-9A-Za-z]*$/,
}

const bare = ['short', 'long', 'hyphen', 'underscore', 'non-ascii']
/** Prefixes that a lenient server might accept. */
const likely = ['upper-case-prefix', 'four-letter-prefix', 'two-prefixes', 'no-underscore']
const behindPrefix = ['prefixed-short', 'prefixed-long', 'prefixed-hyphen']
const inPrefix = ['upper-case-prefix', 'two-letter-prefix', 'four-letter-prefix', 'digit-prefix', ...likely.slice(2)]

/** Where an id stands: in the path of an operation, or in a parameter of the products. */
type Place = OperationId | { readonly parameter: string }

/** By what names of checks begin with: what names of deviations begin with, places, and forms, which take turns. */
const table: Readonly<Record<string, readonly [string, Readonly<Record<string, Place>>, readonly string[]]>> = {
  'ids.malformed-path': ['path', { catalog: products, connection: capabilities }, [...bare, 'number', 'line-end']],
  'ids.malformed-path.written': [
    'written',
    { 'renamed-token': renameToken, 'deleted-token': revokeToken, command },
    bare,
  ],
  'ids.malformed-prefixed': [
    'path',
    { catalog: products, scope: configuration, connection: capabilities },
    [...inPrefix, ...behindPrefix],
  ],
  'ids.malformed-prefixed.written': [
    'written',
    { command, 'deleted-token': revokeToken, 'renamed-token': renameToken },
    ['upper-case-prefix', 'two-prefixes', ...behindPrefix],
  ],
  'ids.malformed-cursor': [
    'cursor',
    { 'starting-after': { parameter: 'starting_after' }, 'ending-before': { parameter: 'ending_before' } },
    [...bare, 'line-end', ...likely, ...behindPrefix],
  ],
  'ids.malformed-legacy': [
    'legacy',
    { project: groups, issue: events },
    [...bare, 'number', 'line-end', ...likely, ...behindPrefix],
  ],
  'ids.malformed-legacy.written': [
    'written',
    { 'new-group': newGroup },
    ['short', 'long', 'hyphen', 'prefixed-short', 'upper-case-prefix'],
  ],
}

/** A place accepts an id of some form: a path finds nothing, a cursor gives an empty page. */
function accept(place: Place, form: RegExp): Way {
  if (typeof place === 'string') return answer(place, notFound, ({ id }) => form.test(id))
  const isMalformed = ({ query }: Asked) => form.test(query.get(place.parameter) ?? '')
  return answer(products, () => Response.json({ data: [], has_more: false }), isMalformed)
}

/** Violations of clause 2.1 by malformed ids that are accepted, each of one form at one place. */
export const malformedIdDeviations: readonly Deviation[] = Object.entries(table).flatMap(
  ([checks, [at, places, names]]) =>
    names.map((form, index) => {
      const [name, place] = Object.entries(places)[index % Object.keys(places).length]!
      const description = `A malformed id (${form}) is accepted as ${name}.`
      const requirement = checks.replace('.written', '')
      return violation(
        `${checks}.${form}`,
        `${at}-${name}-takes-${form}`,
        description,
        accept(place, forms[form]!),
        requirement,
      )
    }),
)
