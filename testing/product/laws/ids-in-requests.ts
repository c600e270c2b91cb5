// Ids in requests (clause 2.1): malformed ones are refused with 400, prefixes are accepted and ignored.
import type { RequirementId } from '../../../conformance/catalogue/requirements.ts'
import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import { invalidIdResponse } from '../../../emulator/disturb/deviations/groups/ids.ts'
import { on } from '../../../emulator/disturb/deviations/wrappers/fetch-wrappers.ts'
import type { InterceptedRequest } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import {
  notFound,
  problem,
  replaceRecords,
  readJson,
  replaceJsonBody,
} from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type Fault, lawFaults } from '../law.ts'
import { idOperations, type IdOperation, type VersionedList } from '../places.ts'

type Cursor = 'starting_after' | 'ending_before'
type CursorPlace = `${VersionedList}?${Cursor}`
type IdPlace = IdOperation | CursorPlace

const cursorPlaces: readonly CursorPlace[] = (
  ['products.list', 'resources.list', 'environments.list'] as const
).flatMap((list) => (['starting_after', 'ending_before'] as const).map((name): CursorPlace => `${list}?${name}`))

const places: readonly IdPlace[] = [...idOperations, ...cursorPlaces]

const isCursorPlace = (place: IdPlace): place is CursorPlace => place.includes('?')

/** Handles a request with an id in it. `sendWith` sends it on with another one, or without. */
type Handle = (
  intercepted: InterceptedRequest,
  id: string,
  sendWith: (id: string | undefined) => Promise<Response>,
) => Promise<Response>

/** Handles the requests that have an id in a place. */
function wrapPlace(place: IdPlace, handle: Handle): FetchWrapper {
  if (!isCursorPlace(place))
    return on(place, (intercepted) =>
      handle(intercepted, intercepted.id, (id) => intercepted.send(id === undefined ? {} : { id })),
    )
  const [list, name] = place.split('?') as [VersionedList, Cursor]
  return on(list, (intercepted) => {
    const id = intercepted.query.get(name)
    return id === null
      ? intercepted.send()
      : handle(intercepted, id, (other) => intercepted.send({ query: { [name]: other } }))
  })
}

/** A form of malformed ids. */
type Form =
  | 'short'
  | 'long'
  | 'hyphen'
  | 'underscore'
  | 'underscore-front'
  | 'blank-front'
  | 'blank-behind'
  | 'number'
  | 'line-end'
  | 'no-underscore'
  | 'non-ascii'
  | 'upper-case-prefix'
  | 'two-letter-prefix'
  | 'four-letter-prefix'
  | 'digit-prefix'
  | 'other-separator'
  | 'two-prefixes'
  | 'prefixed-short'
  | 'prefixed-long'
  | 'prefixed-hyphen'
  | 'line-front'
  | 'line-within'
  | 'dot'
  | 'overlong'
  | 'prefixed-line-end'
  | 'prefixed-blank-behind'
  | 'prefixed-non-ascii'
  | 'prefix-alone'

/** Forms of malformed ids, by the look of their text: written again, not taken from the kit. */
export const malformedForms: Readonly<Record<Form, RegExp>> = {
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
  'line-front': /^\n[0-9A-Za-z]{27}$/,
  'line-within': /^[0-9A-Za-z]+\n[0-9A-Za-z]+$/,
  dot: /^(?=.{27}$)[0-9A-Za-z]*\.[0-9A-Za-z]*$/,
  overlong: /^[0-9A-Za-z]{54,}$/,
  'prefixed-line-end': /^[a-z]{3}_[0-9A-Za-z]{27}\n$/,
  'prefixed-blank-behind': /^[a-z]{3}_[0-9A-Za-z]{27} $/,
  'prefixed-non-ascii': /^[a-z]{3}_(?=[^]*[^\0-\x7F])[^\s]{27}$/u,
  'prefix-alone': /^[a-z]{3}_$/,
}

const formNames = Object.keys(malformedForms) as Form[]

/** The lists of a server share the code that reads a cursor: these forms represent the others there. */
const sharedForms: ReadonlySet<Form> = new Set<Form>([
  'short',
  'long',
  'hyphen',
  'number',
  'non-ascii',
  'line-end',
  'upper-case-prefix',
  'prefixed-short',
  'prefixed-long',
  'two-prefixes',
  'other-separator',
  'no-underscore',
])

/** Forms in which a lenient reader finds the id that was meant. */
const readable: ReadonlySet<Form> = new Set<Form>([
  'underscore-front',
  'blank-front',
  'blank-behind',
  'line-end',
  'line-front',
  'prefixed-line-end',
  'prefixed-blank-behind',
  'upper-case-prefix',
  'two-prefixes',
  'other-separator',
  'two-letter-prefix',
  'no-underscore',
  'four-letter-prefix',
  'digit-prefix',
  'long',
  'prefixed-long',
  'overlong',
])

/** The id that a lenient reader takes. */
function meant(id: string, form: Form): string {
  if (form === 'long' || form === 'overlong') return id.slice(0, 27)
  if (form === 'prefixed-long') return id.slice(4, 31)
  return /[0-9A-Za-z]{27}(?=[^0-9A-Za-z]*$)/.exec(id)?.[0] ?? id
}

const malformedRequirement = (place: IdPlace, form: Form): RequirementId => {
  if (isCursorPlace(place)) return 'ids.malformed-cursor'
  if (place.startsWith('legacy.')) return 'ids.malformed-legacy'
  const isPrefixed = form.includes('prefix') || form === 'other-separator' || form === 'no-underscore'
  return isPrefixed && form !== 'underscore-front' ? 'ids.malformed-prefixed' : 'ids.malformed-path'
}

const saysForm = (form: Form) => `for an id of the form ${form}`

const sendEmptyPage = async (intercepted: InterceptedRequest): Promise<Response> => {
  const whole = await intercepted.send({ query: { starting_after: undefined, ending_before: undefined } })
  return replaceJsonBody(whole, replaceRecords(await readJson(whole), []))
}

/** Handles the requests that have an id of a form in a place. None if others represent it. */
function wrapForm(place: IdPlace, form: Form, handle: Handle): FetchWrapper | undefined {
  if (isCursorPlace(place) && !place.startsWith('products.') && !sharedForms.has(form)) return undefined
  return wrapPlace(place, (intercepted, id, sendWith) =>
    malformedForms[form].test(id) ? handle(intercepted, id, sendWith) : intercepted.send(),
  )
}

/** A malformed id is answered as one of no object (clauses 2.1 and 7). */
const takenForUnknown: readonly Fault[] = lawFaults({
  id: 'malformed-id-is-not-found',
  requirement: malformedRequirement,
  breaks: 'The server takes a malformed id for one of no object.',
  places,
  conditions: formNames,
  says: saysForm,
  fault: (place, form) =>
    wrapForm(place, form, async (intercepted) => (isCursorPlace(place) ? sendEmptyPage(intercepted) : notFound())),
})

/** A malformed id is refused with another status than 400 (clauses 2.1 and 7). */
const refusedOtherwise: readonly Fault[] = lawFaults({
  id: 'malformed-id-is-400',
  requirement: malformedRequirement,
  breaks: 'The server refuses a malformed id with 422.',
  places,
  conditions: formNames,
  says: saysForm,
  fault: (place, form) => wrapForm(place, form, async () => problem(422)),
})

/** A malformed id is read as the one that was meant (clause 2.1). */
const readLeniently: readonly Fault[] = lawFaults({
  id: 'malformed-id-is-not-mended',
  requirement: malformedRequirement,
  breaks: 'The server reads a malformed id as the one that was meant.',
  places,
  conditions: formNames.filter((form) => readable.has(form)),
  says: saysForm,
  fault: (place, form) =>
    wrapForm(place, form, (_intercepted, id, sendWith) =>
      // A scope without its prefix would be refused as ambiguous.
      sendWith(place === 'configurations.value' ? `prj_${meant(id, form)}` : meant(id, form)),
    ),
})

/** A malformed cursor is taken for none (clause 2.1). */
const ignoredCursor: readonly Fault[] = lawFaults({
  id: 'malformed-cursor-is-not-ignored',
  requirement: 'ids.malformed-cursor',
  breaks: 'The server ignores a malformed cursor.',
  places: cursorPlaces,
  conditions: formNames,
  says: saysForm,
  fault: (place, form) => wrapForm(place, form, (_intercepted, _id, sendWith) => sendWith(undefined)),
})

const prefixes = {
  any: /^[a-z]{3}_/,
  wrk: /^wrk_/,
  flw: /^flw_/,
  flr: /^flr_/,
  prj: /^prj_/,
  unknown: /^(?!wrk_|flw_|flr_|prj_)[a-z]{3}_/,
} as const
type Prefix = keyof typeof prefixes

/** A configuration scope needs the prefix of its kind. */
const ignoringPlaces = places.filter((place) => place !== 'configurations.value')

const isLegacyProject = (place: IdPlace) => place === 'legacy.groups.list' || place === 'legacy.groups.create'

function prefixRequirement(place: IdPlace, prefix: Prefix): RequirementId {
  if (isLegacyProject(place) && (prefix === 'prj' || prefix === 'any')) return 'ids.known-prefixes'
  if (prefix !== 'any') return 'ids.prefix-ignored'
  return isCursorPlace(place) ? 'ids.prefixed-cursor' : 'ids.prefixed-form'
}

const prefixed = {
  requirement: prefixRequirement,
  places: ignoringPlaces,
  conditions: Object.keys(prefixes) as readonly Prefix[],
  says: (prefix: Prefix) => {
    if (prefix === 'any') return 'whatever the prefix is'
    return prefix === 'unknown' ? 'where the prefix is not documented' : `where the prefix is ${prefix}_`
  },
}

/** Handles the requests that have an id with a prefix in a place. */
const wrapPrefix = (place: IdPlace, prefix: Prefix, handle: Handle): FetchWrapper =>
  wrapPlace(place, (intercepted, id, sendWith) =>
    prefixes[prefix].test(id) && /^.{4}[0-9A-Za-z]{27}$/.test(id)
      ? handle(intercepted, id, sendWith)
      : intercepted.send(),
  )

/** A prefix is refused (clause 2.1). */
const prefixRefused: readonly Fault[] = lawFaults({
  ...prefixed,
  id: 'prefix-is-accepted',
  breaks: 'The server refuses an id with a prefix.',
  fault: (place, prefix) => wrapPrefix(place, prefix, async () => invalidIdResponse()),
})

/** An id with a prefix names another object, or none (clause 2.1). */
const prefixCounts: readonly Fault[] = lawFaults({
  ...prefixed,
  id: 'prefix-is-ignored',
  breaks: 'The server looks for the prefix as well: it finds nothing where the prefix is of another kind.',
  fault: (place, prefix) =>
    wrapPrefix(place, prefix, async (_intercepted, _id, sendWith) =>
      isCursorPlace(place) ? sendWith(undefined) : notFound(),
    ),
})

/** Ids in requests (clause 2.1). */
export const idsInRequests: readonly Fault[] = [
  ...takenForUnknown,
  ...refusedOtherwise,
  ...readLeniently,
  ...ignoredCursor,
  ...prefixRefused,
  ...prefixCounts,
]
