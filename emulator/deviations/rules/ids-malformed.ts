import type { OperationId } from '../../endpoints/operation-ids.ts'
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
import { on, type Way } from '../algebra/ways.ts'
import { type Deviation, violation } from '../define-deviation.ts'

/** Forms of malformed ids, by what their text looks like: written anew, not taken from the kit. */
export const malformedForms: Readonly<Record<string, RegExp>> = {
  short: /^[0-9A-Za-z]{26}$/,
  long: /^[0-9A-Za-z]{28}$/,
  hyphen: /^(?=.{27}$)[0-9A-Za-z]*-[0-9A-Za-z]*$/,
  underscore: /^(?=.{27}$)(?![a-z]{3}_)[0-9A-Za-z]*_[0-9A-Za-z]*$/,
  'underscore-front': /^_[0-9A-Za-z]{27}$/,
  'blank-front': /^ [0-9A-Za-z]{27}$/,
  'blank-behind': /^[0-9A-Za-z]{27} $/,
  number: /^\d{1,9}$/,
  'line-end': /^[0-9A-Za-z]{27}\n$/,
  'no-underscore': /^[a-z]{3}[0-9A-Za-z]{27}$/,
  'non-ascii': /^[0-9A-Za-z]*[^\0-\x7F][0-9A-Za-z]*$/u,
  'upper-case-prefix': /^[A-Z]{3}_[0-9A-Za-z]{27}$/,
  'two-letter-prefix': /^[a-z]{2}_[0-9A-Za-z]{27}$/,
  'four-letter-prefix': /^[a-z]{4}_[0-9A-Za-z]{27}$/,
  'digit-prefix': /^(?=[a-z]*\d)[a-z\d]{3}_[0-9A-Za-z]{27}$/,
  'other-separator': /^[a-z]{3}-[0-9A-Za-z]{27}$/,
  'two-prefixes': /^[a-z]{3}_[a-z]{3}_[0-9A-Za-z]{27}$/,
  'prefixed-short': /^[a-z]{3}_[0-9A-Za-z]{26}$/,
  'prefixed-long': /^[a-z]{3}_[0-9A-Za-z]{28}$/,
  'prefixed-hyphen': /^[a-z]{3}_(?=.{27}$)[0-9A-Za-z]*-[0-9A-Za-z]*$/,
  anything: /^(?!(?:[a-z]{3}_)?[0-9A-Za-z]{27}$)/,
}

const bare = [
  'short',
  'hyphen',
  'underscore-front',
  'blank-behind',
  'long',
  'underscore',
  'blank-front',
  'number',
  'non-ascii',
  'line-end',
]
const prefixed = [
  'upper-case-prefix',
  'prefixed-short',
  'two-prefixes',
  'other-separator',
  'prefixed-long',
  'two-letter-prefix',
  'no-underscore',
  'prefixed-hyphen',
  'four-letter-prefix',
  'digit-prefix',
]
/** Where an id stands: in the path of an operation, or in a parameter of the products. */
type Place = OperationId | { readonly parameter: string }

const inPaths = { catalog: products, connection: capabilities, scope: configuration } as const

/**
 * By what the names of checks begin with, which end with a form: what names of deviations begin with, places, and
 * forms. The places take turns as in a run with the seed 1, which asks each form in one of them.
 */
const byForm: Readonly<Record<string, readonly [string, Readonly<Record<string, Place>>, readonly string[]]>> = {
  'ids.malformed-path': ['path', inPaths, bare],
  'ids.malformed-prefixed': ['path', inPaths, prefixed],
}

/** By checks of one place: names, the place, and forms that a run with the seed 1 asks there. */
const byPlace: Readonly<Record<string, readonly [string, Place, readonly string[]]>> = {
  'ids.malformed-path.written.command': ['written-command', command, ['underscore-front', 'blank-behind', 'anything']],
  'ids.malformed-path.written.renamed-token': [
    'written-renamed-token',
    renameToken,
    ['long', 'underscore', 'anything'],
  ],
  'ids.malformed-path.written.deleted-token': [
    'written-deleted-token',
    revokeToken,
    ['blank-front', 'number', 'anything'],
  ],
  'ids.malformed-prefixed.written.command': ['written-command', command, ['two-prefixes', 'other-separator']],
  'ids.malformed-prefixed.written.renamed-token': [
    'written-renamed-token',
    renameToken,
    ['prefixed-long', 'two-letter-prefix'],
  ],
  'ids.malformed-prefixed.written.deleted-token': [
    'written-deleted-token',
    revokeToken,
    ['no-underscore', 'prefixed-hyphen'],
  ],
  'ids.malformed-cursor.starting-after': [
    'cursor-starting-after',
    { parameter: 'starting_after' },
    ['blank-behind', 'other-separator', 'long', 'prefixed-long', 'underscore', 'two-letter-prefix'],
  ],
  'ids.malformed-cursor.ending-before': [
    'cursor-ending-before',
    { parameter: 'ending_before' },
    ['blank-front', 'no-underscore', 'number', 'prefixed-hyphen', 'non-ascii', 'four-letter-prefix'],
  ],
  'ids.malformed-legacy.project': [
    'legacy-project',
    groups,
    ['other-separator', 'long', 'prefixed-long', 'underscore', 'blank-front', 'no-underscore', 'anything'],
  ],
  'ids.malformed-legacy.issue': [
    'legacy-issue',
    events,
    ['number', 'prefixed-hyphen', 'non-ascii', 'four-letter-prefix', 'line-end', 'digit-prefix', 'short', 'anything'],
  ],
  'ids.malformed-legacy.written.new-group': [
    'written-new-group',
    newGroup,
    ['prefixed-short', 'underscore-front', 'two-prefixes', 'anything'],
  ],
}

/** Faults of one pair that a run with the seed 1 does not ask, and a thorough one does. */
const onlyThorough: readonly (readonly [check: string, name: string, place: Place, form: string])[] = [
  ['ids.malformed-path.short', 'path-catalog', products, 'short'],
  ['ids.malformed-prefixed.written.command', 'written-command', command, 'upper-case-prefix'],
  ['ids.malformed-cursor.ending-before', 'cursor-ending-before', { parameter: 'ending_before' }, 'hyphen'],
  ['ids.malformed-legacy.project', 'legacy-project', groups, 'upper-case-prefix'],
]

/** Forms in which a lenient reader finds the id that was meant. */
const readable = new Set([
  'underscore-front',
  'blank-front',
  'blank-behind',
  'line-end',
  ...prefixed.filter((form) => !form.startsWith('prefixed-')),
])
const writes: readonly Place[] = [command, renameToken, revokeToken, newGroup]

/** A place accepts an id of some form: it reads the id that was meant, or finds nothing, or gives an empty page. */
function accept(place: Place, name: string): Way {
  const form = malformedForms[name]!
  const meant = (id: string) => (readable.has(name) ? id.trim().slice(-27) : undefined)
  if (typeof place === 'object') {
    const { parameter } = place
    return on(products, async (asked) => {
      const id = asked.query.get(parameter) ?? ''
      if (!form.test(id)) return asked.send()
      const read = meant(id)
      return read === undefined
        ? Response.json({ data: [], has_more: false })
        : asked.send({ query: { [parameter]: read } })
    })
  }
  return on(place, async (asked) => {
    if (!form.test(asked.id)) return asked.send()
    const read = writes.includes(place) ? undefined : meant(asked.id)
    return read === undefined ? notFound() : asked.send({ id: read })
  })
}

const toDeviation = (check: string, name: string, place: Place, form: string): Deviation =>
  violation(
    check,
    `${name}-takes-${form}`,
    `A malformed id (${form}) is accepted at: ${name}.`,
    accept(place, form),
    check.split('.').slice(0, 2).join('.'),
  )

/** Violations of clause 2.1 by malformed ids that are accepted, each of one form at one place. */
export const malformedIdDeviations: readonly Deviation[] = [
  ...Object.entries(byForm).flatMap(([checks, [at, places, names]]) =>
    names.map((form, index) => {
      const [name, place] = Object.entries(places)[(index + 1) % Object.keys(places).length]!
      return toDeviation(`${checks}.${form}`, `${at}-${name}`, place, form)
    }),
  ),
  ...Object.entries(byPlace).flatMap(([check, [name, place, names]]) =>
    names.map((form) => toDeviation(check, name, place, form)),
  ),
  ...onlyThorough.map(([check, name, place, form]) => toDeviation(check, name, place, form)),
]
