import type { FetchWrapper } from '../../../emulator/disturb/deviations/deviation.ts'
import type { InterceptedRequest } from '../../../emulator/disturb/deviations/wrappers/intercepted-request.ts'
import {
  readJson,
  problem,
  listedRecords,
  replaceJsonBody,
  replaceRecords,
} from '../../../emulator/disturb/deviations/wrappers/messages.ts'
import { type ConditionName, during } from '../condition.ts'
import { type Fault, lawFaults } from '../law.ts'
import { documentedEnums, type EnumFilter, otherEnums } from '../listed.ts'

const filters: ReadonlyMap<string, EnumFilter> = new Map(
  [...documentedEnums, ...otherEnums].map((filter) => [`${filter.list}?${filter.parameter}`, filter]),
)

const conditions = [
  'always',
  'with-limit',
  'with-starting-after',
  'with-ending-before',
  'with-brand',
  'with-category',
  'with-search',
] as const satisfies readonly ConditionName[]
type When = (typeof conditions)[number]

/** The likeliest ways of reading values wrongly, which are tried at the lists beyond clause 4.4 too. */
const likeliest = new Set([
  'other-case',
  'upper-case',
  'trimmed',
  'trimmed-end',
  'list-first',
  'list-any',
  'longer',
  'ignored',
  'nothing-found',
  'unprocessable',
  'none',
  'without-last',
  'last-refused',
  'ignored-value',
])

/** Only the products have brands and categories. Lists beyond clause 4.4 have no stated paging. */
function canMeetEnum({ list }: EnumFilter, condition: When, kind: string): boolean {
  if (list === 'products.list') return true
  if (condition === 'with-brand' || condition === 'with-category') return false
  return documentedEnums.some((filter) => filter.list === list) || (condition === 'always' && likeliest.has(kind))
}

/** Reads a value that is not listed as one that is; undefined where it cannot. */
type ValueReader = (value: string, values: readonly string[]) => string | undefined

const readListed =
  (read: (value: string) => string): ValueReader =>
  (value, values) =>
    values.find((listed) => listed === read(value))

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** How a server reads values that are not listed. */
const readings: Readonly<Record<string, readonly [breaks: string, read: ValueReader]>> = {
  'other-case': ['A value is accepted in any case.', readListed((value) => value.toLowerCase())],
  capital: [
    'A value is accepted with a capital letter.',
    (value, values) => values.find((listed) => capitalize(listed) === value),
  ],
  'upper-case': [
    'A value is accepted in upper case.',
    (value, values) => values.find((listed) => listed.toUpperCase() === value),
  ],
  trimmed: ['Spaces around a value do not count.', readListed((value) => value.trim())],
  'trimmed-start': ['Spaces before a value do not count.', readListed((value) => value.trimStart())],
  'trimmed-end': ['Spaces behind a value do not count.', readListed((value) => value.trimEnd())],
  newline: ['A line break behind a value does not count.', readListed((value) => value.replace(/\n$/, ''))],
  'list-first': ['The server ignores the text after a comma.', readListed((value) => value.split(',')[0]!)],
  'list-last': ['The server ignores the text in front of a comma.', readListed((value) => value.split(',').at(-1)!)],
  'list-any': [
    'A value with commas passes if one of its parts is listed.',
    (value, values) => values.find((listed) => value.split(',').includes(listed)),
  ],
  'list-all': [
    'A value with commas means several, if all are listed.',
    (value, values) => (value.split(',').every((part) => values.includes(part)) ? value.split(',')[0] : undefined),
  ],
  number: [
    'The number of a value is accepted, from 0.',
    (value, values) => (/^\d$/.test(value) ? values[Number(value)] : undefined),
  ],
  'number-from-1': [
    'The number of a value is accepted, from 1.',
    (value, values) => (/^[1-9]$/.test(value) ? values[Number(value) - 1] : undefined),
  ],
  prefix: [
    'The beginning of a value is accepted.',
    (value, values) => values.find((listed) => value.length > 1 && listed.startsWith(value)),
  ],
  suffix: [
    'The end of a value is accepted.',
    (value, values) => values.find((listed) => value.length > 1 && listed.endsWith(value)),
  ],
  longer: ['A value is accepted with one letter more.', readListed((value) => value.slice(0, -1))],
  'compatible-forms': ['A value is accepted in any compatible form.', readListed((value) => value.normalize('NFKC'))],
  'folded-letters': [
    'Letters beyond ASCII count as those of ASCII that they fold to.',
    readListed((value) => value.replaceAll('ſ', 's').replaceAll('ı', 'i').replaceAll('\u212A', 'k')),
  ],
}

/**
 * The value of an enum filter that a request has, where it is not listed; undefined where it is, or where there is
 * none.
 */
function unlisted({ query }: InterceptedRequest, { parameter, values }: EnumFilter): string | undefined {
  const value = query.get(parameter)
  return value === null || value === '' || values.includes(value) ? undefined : value
}

const reading = (filter: EnumFilter, read: ValueReader, condition: ConditionName): FetchWrapper =>
  during(filter.list, condition, (intercepted) => {
    const value = unlisted(intercepted, filter)
    const meant = value === undefined ? undefined : read(value, filter.values)
    return intercepted.send(meant === undefined ? undefined : { query: { [filter.parameter]: meant } })
  })

/** Answers a value that is not listed without refusing it with 400. */
const instead: Readonly<
  Record<
    string,
    readonly [breaks: string, answer: (intercepted: InterceptedRequest, filter: EnumFilter) => Promise<Response>]
  >
> = {
  ignored: [
    'A value that is not listed does not count.',
    (intercepted, { parameter }) => intercepted.send({ query: { [parameter]: undefined } }),
  ],
  'nothing-found': [
    'A value that is not listed finds nothing.',
    async (intercepted, { parameter }) => {
      const response = await intercepted.send({ query: { [parameter]: undefined } })
      return response.ok
        ? replaceJsonBody(response, replaceRecords(await readJson(response), listedRecords(undefined)))
        : response
    },
  ],
  unprocessable: [
    'A value that is not listed gives 422.',
    async (_intercepted, { values }) => problem(422, 'invalid_enum_value', `It must be one of ${values.join(', ')}.`),
  ],
}

const refuseWithOptions = (options: readonly string[]): Response =>
  Response.json(
    { error: { code: 'invalid_enum_value', message: 'That is not an allowed value.', details: options } },
    { status: 400 },
  )

/** The values that the refusal of an unlisted value names. */
const refusals: Readonly<
  Record<string, readonly [breaks: string, options: (values: readonly string[]) => readonly string[]]>
> = {
  none: ['The 400 for a value that is not listed names no options.', () => []],
  'without-first': ['The 400 for a value that is not listed leaves out the first option.', (values) => values.slice(1)],
  'without-last': [
    'The 400 for a value that is not listed leaves out the last option.',
    (values) => values.slice(0, -1),
  ],
}

const places = [...filters.keys()]

/** The requirements that break if a filter does not count beside another parameter. */
const besides: Readonly<Partial<Record<When, 'filters.and' | 'filters.paged'>>> = {
  'with-limit': 'filters.paged',
  'with-starting-after': 'filters.paged',
  'with-ending-before': 'filters.paged',
  'with-brand': 'filters.and',
  'with-category': 'filters.and',
  'with-search': 'filters.and',
}

const law = (
  about: 'unlisted' | 'options' | 'listed',
  kind: string,
  requirement: 'filters.enum-invalid' | 'filters.enum-options' | 'filters.enum-filters',
  breaks: string,
  make: (filter: EnumFilter, condition: When) => FetchWrapper,
): readonly Fault[] =>
  lawFaults<string, When>({
    id: `enum-${about}`,
    way: kind,
    requirement: (_place, condition) => (kind === 'ignored-value' && besides[condition]) || requirement,
    breaks,
    places,
    conditions,
    fault(place, condition) {
      const filter = filters.get(place)!
      return canMeetEnum(filter, condition, kind) ? make(filter, condition) : undefined
    },
  })

const handleUnlisted = (
  filter: EnumFilter,
  condition: ConditionName,
  handle: (intercepted: InterceptedRequest, filter: EnumFilter) => Promise<Response>,
): FetchWrapper =>
  during(filter.list, condition, (intercepted) =>
    unlisted(intercepted, filter) === undefined ? intercepted.send() : handle(intercepted, filter),
  )

/** Refuses a listed value, or mixes another one in. */
const onListed: Readonly<
  Record<
    string,
    readonly [breaks: string, answer: (intercepted: InterceptedRequest, filter: EnumFilter) => Promise<Response>]
  >
> = {
  'last-refused': [
    'The last of the listed values is refused.',
    async (intercepted, { parameter, values }) =>
      intercepted.query.get(parameter) === values.at(-1) ? refuseWithOptions(values.slice(0, -1)) : intercepted.send(),
  ],
  'ignored-value': [
    'The first of the listed values filters nothing.',
    async (intercepted, { parameter, values }) =>
      intercepted.send(
        intercepted.query.get(parameter) === values[0] ? { query: { [parameter]: undefined } } : undefined,
      ),
  ],
}

/** Enum filters accept only the values listed; others get 400 with the allowed options (clause 4.5, rule 4). */
export const enumFilters: readonly Fault[] = [
  ...Object.entries(readings).flatMap(([kind, [breaks, read]]) =>
    law('unlisted', kind, 'filters.enum-invalid', breaks, (filter, condition) => reading(filter, read, condition)),
  ),
  ...Object.entries(instead).flatMap(([kind, [breaks, answer]]) =>
    law('unlisted', kind, 'filters.enum-invalid', breaks, (filter, condition) =>
      handleUnlisted(filter, condition, answer),
    ),
  ),
  ...Object.entries(refusals).flatMap(([kind, [breaks, options]]) =>
    law('options', kind, 'filters.enum-options', breaks, (filter, condition) =>
      handleUnlisted(filter, condition, async (intercepted) => {
        const response = await intercepted.send()
        return response.status === 400 ? refuseWithOptions(options(filter.values)) : response
      }),
    ),
  ),
  ...Object.entries(onListed).flatMap(([kind, [breaks, answer]]) =>
    law('listed', kind, 'filters.enum-filters', breaks, (filter, condition) =>
      during(filter.list, condition, (intercepted) => answer(intercepted, filter)),
    ),
  ),
]
