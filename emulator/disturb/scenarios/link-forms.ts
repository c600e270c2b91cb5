// Forms of the Link header that clause 4.10 and RFC 8288 allow.
import { noteOf, withNote } from '../../api/dialect/noted-response.ts'
import { attributeOf, type LinkEntry, parseLink, toLinkText } from './link-text.ts'
import { defineScenario, type PlainScenario, type Scenario, withHeaders } from './scenario.ts'

type ScenarioTexts = Pick<PlainScenario, 'name' | 'description'>

interface LinkForm extends ScenarioTexts {
  readonly change: (entries: readonly LinkEntry[]) => readonly LinkEntry[]
}

const isPrevious = (entry: LinkEntry): number => (attributeOf(entry, 'rel') === 'previous' ? 0 : 1)

const eachEntry = (change: (entry: LinkEntry) => LinkEntry) => (entries: readonly LinkEntry[]) => entries.map(change)

/** Puts further attributes first and behind `rel`. */
const withAttributes = (title: (rel: string) => string) =>
  eachEntry((entry) => {
    const at = entry.attributes.findIndex(({ name }) => name === 'rel') + 1
    const { attributes } = entry
    return {
      ...entry,
      attributes: [
        { name: 'title', value: title(attributeOf(entry, 'rel')) },
        ...attributes.slice(0, at),
        { name: 'type', value: 'application/json' },
        ...attributes.slice(at),
      ],
    }
  })

const forms: readonly LinkForm[] = [
  {
    name: 'link-previous-first',
    description:
      'In the Link header of a legacy list, rel="previous" comes before rel="next", and results comes before rel in each entry. The first page therefore begins with an entry that has results="false".',
    change: (entries) =>
      entries
        .toSorted((left, right) => isPrevious(left) - isPrevious(right))
        .map((entry) => ({
          ...entry,
          attributes: entry.attributes.toSorted(
            (left, right) => Number(left.name === 'rel') - Number(right.name === 'rel'),
          ),
        })),
  },
  {
    name: 'link-next-first',
    description: 'In the Link header of a legacy list, rel="next" comes before rel="previous".',
    change: (entries) => entries.toSorted((left, right) => isPrevious(right) - isPrevious(left)),
  },
  {
    name: 'link-unquoted',
    description:
      'In the Link header of a legacy list, rel and results have no quotes, as clause 4.10 writes them. RFC 8288 requires quotes around cursor, because it has colons.',
    change: eachEntry((entry) => ({
      ...entry,
      attributes: entry.attributes.map((attribute) =>
        attribute.name === 'rel' || attribute.name === 'results' ? { ...attribute, bare: true } : attribute,
      ),
    })),
  },
  {
    name: 'link-further-attributes',
    description: 'Each entry of the Link header of a legacy list also has the attributes title and type.',
    change: withAttributes((rel) => `The ${rel} page`),
  },
  {
    name: 'link-quoted-delimiters',
    description:
      'Each entry of the Link header of a legacy list has the attribute title, whose quoted text has a comma, a semicolon and an equals sign.',
    change: withAttributes((rel) => `The ${rel} page, in order; sort=time`),
  },
  {
    name: 'link-other-parameters',
    description:
      'The URLs of the Link header of a legacy list have other parameters before and behind cursor, which a client sends back as they are.',
    change: eachEntry((entry) => {
      const [path, query = ''] = entry.url.split('?')
      return { ...entry, url: `${path}?view=a%2Fb&${query}&trace=x%26cursor%3D0` }
    }),
  },
]

/** Scenarios that write a Link header in another form. */
const changed: readonly Scenario[] = forms.map(({ name, description, change }) =>
  defineScenario({
    name,
    clause: '4.10',
    description,
    begin: () => async (routed, next) => {
      const response = await next()
      const link = routed.endpoint.answer.kind === 'legacyList' ? response.headers.get('link') : null
      return link === null ? response : withHeaders(response, { Link: toLinkText(change(parseLink(link))) })
    },
  }),
)

const spellings: readonly (ScenarioTexts & { readonly spelling: string })[] = [
  {
    name: 'link-title-case',
    description:
      'Over HTTP/1.1, the name of the Link header of a legacy list is written Link. Without this scenario, all names are in lower case.',
    spelling: 'Link',
  },
  {
    name: 'link-upper-case',
    description: 'Over HTTP/1.1, the name of the Link header of a legacy list is written LINK.',
    spelling: 'LINK',
  },
]

/** Scenarios that write the name of the Link header in another case. They show over a socket alone. */
const spelled: readonly Scenario[] = spellings.map(({ name, description, spelling }) =>
  defineScenario({
    name,
    clause: '4.10',
    description,
    begin: () => async (routed, next) => {
      const response = await next()
      const note = routed.endpoint.answer.kind === 'legacyList' ? noteOf(response) : undefined
      return note ? withNote(response, { ...note, spelling: { link: spelling } }) : response
    },
  }),
)

/** Every scenario that changes the form of the Link header. */
export const linkForms: readonly Scenario[] = [...changed, ...spelled]
