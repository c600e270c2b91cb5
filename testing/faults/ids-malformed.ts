import type { OperationId } from '../../emulator/model/contract/operation-ids.ts'
import { notFound } from '../../emulator/disturb/deviations/wrappers/messages.ts'
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
} from '../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { on } from '../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import { type RequirementAndCheck, type Violation, violation } from './violations.ts'

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
] as const

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
] as const

/** What is wrong with an id. */
export type MalformedForm = (typeof bare)[number] | (typeof prefixed)[number] | 'anything'

/** Forms of malformed ids, by what their text looks like: written anew, not taken from the kit. */
export const malformedForms: Readonly<Record<MalformedForm, RegExp>> = {
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

/** Where an id stands: in the path of an operation, or in a parameter of the products. */
type FaultPlace = OperationId | { readonly parameter: string }

/** By checks of one place: names, the place, and forms that a run with the seed 1 asks there. */
const byPlace: readonly (readonly [
  decided: RequirementAndCheck,
  name: string,
  place: FaultPlace,
  forms: readonly MalformedForm[],
])[] = [
  [
    ['ids.malformed-path', 'ids.malformed-path.written.command'],
    'written-command',
    command,
    ['underscore-front', 'blank-behind', 'anything'],
  ],
  [
    ['ids.malformed-path', 'ids.malformed-path.written.renamed-token'],
    'written-renamed-token',
    renameToken,
    ['long', 'underscore', 'anything'],
  ],
  [
    ['ids.malformed-path', 'ids.malformed-path.written.deleted-token'],
    'written-deleted-token',
    revokeToken,
    ['blank-front', 'number', 'anything'],
  ],
  [
    ['ids.malformed-prefixed', 'ids.malformed-prefixed.written.command'],
    'written-command',
    command,
    ['two-prefixes', 'other-separator'],
  ],
  [
    ['ids.malformed-prefixed', 'ids.malformed-prefixed.written.renamed-token'],
    'written-renamed-token',
    renameToken,
    ['prefixed-long', 'two-letter-prefix'],
  ],
  [
    ['ids.malformed-prefixed', 'ids.malformed-prefixed.written.deleted-token'],
    'written-deleted-token',
    revokeToken,
    ['no-underscore', 'prefixed-hyphen'],
  ],
  [
    ['ids.malformed-cursor', 'ids.malformed-cursor.starting-after'],
    'cursor-starting-after',
    { parameter: 'starting_after' },
    ['blank-behind', 'other-separator', 'long', 'prefixed-long', 'underscore', 'two-letter-prefix'],
  ],
  [
    ['ids.malformed-cursor', 'ids.malformed-cursor.ending-before'],
    'cursor-ending-before',
    { parameter: 'ending_before' },
    ['blank-front', 'no-underscore', 'number', 'prefixed-hyphen', 'non-ascii', 'four-letter-prefix'],
  ],
  [
    ['ids.malformed-legacy', 'ids.malformed-legacy.project'],
    'legacy-project',
    groups,
    ['other-separator', 'long', 'prefixed-long', 'underscore', 'blank-front', 'no-underscore', 'anything'],
  ],
  [
    ['ids.malformed-legacy', 'ids.malformed-legacy.issue'],
    'legacy-issue',
    events,
    ['number', 'prefixed-hyphen', 'non-ascii', 'four-letter-prefix', 'line-end', 'digit-prefix', 'short', 'anything'],
  ],
  [
    ['ids.malformed-legacy', 'ids.malformed-legacy.written.new-group'],
    'written-new-group',
    newGroup,
    ['prefixed-short', 'underscore-front', 'two-prefixes', 'anything'],
  ],
  // A quick run with the seed 1 does not ask these pairs.
  [['ids.malformed-path', 'ids.malformed-path.short'], 'path-catalog', products, ['short']],
  [
    ['ids.malformed-prefixed', 'ids.malformed-prefixed.written.command'],
    'written-command',
    command,
    ['upper-case-prefix'],
  ],
  [
    ['ids.malformed-cursor', 'ids.malformed-cursor.ending-before'],
    'cursor-ending-before',
    { parameter: 'ending_before' },
    ['hyphen'],
  ],
  [['ids.malformed-legacy', 'ids.malformed-legacy.project'], 'legacy-project', groups, ['upper-case-prefix']],
]

/** Forms in which a lenient reader finds the id that was meant. */
const readable = new Set<MalformedForm>([
  'underscore-front',
  'blank-front',
  'blank-behind',
  'line-end',
  ...prefixed.filter((form) => !form.startsWith('prefixed-')),
])

const writes: readonly FaultPlace[] = [command, renameToken, revokeToken, newGroup]

/** A place accepts an id of some form: it reads the id that was meant, or finds nothing, or gives an empty page. */
function accept(place: FaultPlace, name: MalformedForm): FetchWrapper {
  const form = malformedForms[name]
  const meant = (id: string) => (readable.has(name) ? id.trim().slice(-27) : undefined)
  if (typeof place === 'object') {
    const { parameter } = place
    return on(products, async (intercepted) => {
      const id = intercepted.query.get(parameter) ?? ''
      if (!form.test(id)) return intercepted.send()
      const read = meant(id)
      return read === undefined
        ? Response.json({ data: [], has_more: false })
        : intercepted.send({ query: { [parameter]: read } })
    })
  }
  return on(place, async (intercepted) => {
    if (!form.test(intercepted.id)) return intercepted.send()
    const read = writes.includes(place) ? undefined : meant(intercepted.id)
    return read === undefined ? notFound() : intercepted.send({ id: read })
  })
}

const toDeviation = (decided: RequirementAndCheck, name: string, place: FaultPlace, form: MalformedForm): Violation =>
  violation(decided, `${name}-takes-${form}`, `A malformed id (${form}) is accepted at: ${name}.`, accept(place, form))

const paths = [
  ['path-catalog', products],
  ['path-connection', capabilities],
  ['path-scope', configuration],
] as const

/** The paths take turns as in a run with the seed 1, which asks each form in one of them. */
const inTurn = <Form extends MalformedForm>(forms: readonly Form[], decided: (form: Form) => RequirementAndCheck) =>
  forms.map((form, index) => {
    const [name, place] = paths[(index + 1) % paths.length]!
    return toDeviation(decided(form), name, place, form)
  })

/** Violations of clause 2.1 by malformed ids that are accepted, each of one form at one place. */
export const malformedIdFaults: readonly Violation[] = [
  ...inTurn(bare, (form) => ['ids.malformed-path', `ids.malformed-path.${form}`]),
  ...inTurn(prefixed, (form) => ['ids.malformed-prefixed', `ids.malformed-prefixed.${form}`]),
  ...byPlace.flatMap(([decided, name, place, forms]) => forms.map((form) => toDeviation(decided, name, place, form))),
]
