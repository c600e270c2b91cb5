// Forms of the Link header that clause 4.10 and RFC 8288 allow.
import { readNote, attachNote } from '../../api/dialect/noted-response.ts'
import type { Middleware } from '../../model/contract/request-context.ts'
import { changeLink, findAttribute, type LinkEntry } from './link-text.ts'

const isPrevious = (entry: LinkEntry): number => (findAttribute(entry, 'rel') === 'previous' ? 0 : 1)

const eachEntry = (change: (entry: LinkEntry) => LinkEntry) => (entries: readonly LinkEntry[]) => entries.map(change)

/** Adds further attributes before and after `rel`. */
const addAttributes = (title: (rel: string) => string) =>
  eachEntry((entry) => {
    const at = entry.attributes.findIndex(({ name }) => name === 'rel') + 1
    const { attributes } = entry
    return {
      ...entry,
      attributes: [
        { name: 'title', value: title(findAttribute(entry, 'rel')) },
        ...attributes.slice(0, at),
        { name: 'type', value: 'application/json' },
        ...attributes.slice(at),
      ],
    }
  })

/** Writes the Link header in another form. */
const rewriteLink =
  (change: (entries: readonly LinkEntry[]) => readonly LinkEntry[]): Middleware =>
  async (context, next) => {
    const response = await next(context)
    return context.endpoint.answer.kind === 'legacyList' ? changeLink(response, change) : response
  }

/** Writes the name of the Link header in another case, which is visible only over a socket. */
const respellLink =
  (spelling: string): Middleware =>
  async (context, next) => {
    const response = await next(context)
    const note = context.endpoint.answer.kind === 'legacyList' ? readNote(response) : undefined
    return note ? attachNote(response, { ...note, spelling: { link: spelling } }) : response
  }

const addedView = 'a%2Fb'
const addedTrace = 'x%26cursor%3D0'
const added = new Set([`view=${addedView}`, `trace=${addedTrace}`].map(decodeURIComponent))

/** A query string without the parameters that the emulator itself has added to a link. A client may encode them again. */
function withoutAdded(search: string): string {
  const parts = search.slice(1).split('&')
  const sent = parts.filter((part) => ![...new URLSearchParams(part)].some((pair) => added.has(pair.join('='))))
  return sent.length === parts.length ? search : sent.length === 0 ? '' : `?${sent.join('&')}`
}

/** Scenarios that change the form of the Link header. */
export const linkForms = {
  title: 'Link headers in other forms',
  scenarios: {
    'link-previous-first': {
      clause: '4.10',
      description:
        'In the Link header of a legacy list, rel="previous" comes before rel="next", and results comes before rel in each entry. The first page therefore begins with an entry that has results="false".',
      begin: (): Middleware =>
        rewriteLink((entries) =>
          entries
            .toSorted((left, right) => isPrevious(left) - isPrevious(right))
            .map((entry) => ({
              ...entry,
              attributes: entry.attributes.toSorted(
                (left, right) => Number(left.name === 'rel') - Number(right.name === 'rel'),
              ),
            })),
        ),
    },
    'link-next-first': {
      clause: '4.10',
      description: 'In the Link header of a legacy list, rel="next" comes before rel="previous".',
      begin: (): Middleware =>
        rewriteLink((entries) => entries.toSorted((left, right) => isPrevious(right) - isPrevious(left))),
    },
    'link-unquoted': {
      clause: '4.10',
      description:
        'In the Link header of a legacy list, rel and results have no quotes, as clause 4.10 writes them. RFC 8288 requires quotes around cursor, because it has colons.',
      begin: (): Middleware =>
        rewriteLink(
          eachEntry((entry) => ({
            ...entry,
            attributes: entry.attributes.map((attribute) =>
              attribute.name === 'rel' || attribute.name === 'results' ? { ...attribute, bare: true } : attribute,
            ),
          })),
        ),
    },
    'link-further-attributes': {
      clause: '4.10',
      description: 'Each entry of the Link header of a legacy list also has the attributes title and type.',
      begin: (): Middleware => rewriteLink(addAttributes((rel) => `The ${rel} page`)),
    },
    'link-quoted-delimiters': {
      clause: '4.10',
      description:
        'Each entry of the Link header of a legacy list has the attribute title, whose quoted text has a comma, a semicolon and an equals sign, and names the rel of the other entry.',
      begin: (): Middleware =>
        rewriteLink(
          addAttributes((rel) => `In order, beside rel=${rel === 'next' ? 'previous' : 'next'}; results=true`),
        ),
    },
    'link-other-parameters': {
      clause: '4.10',
      description:
        'The URLs of the Link header of a legacy list have other parameters before and after cursor, which a client sends back unchanged.',
      begin: (): Middleware => {
        const add = rewriteLink(
          eachEntry((entry) => {
            const [path, query = ''] = entry.url.split('?')
            return { ...entry, url: `${path}?view=${addedView}&${query}&trace=${addedTrace}` }
          }),
        )
        return (context, next) => add({ ...context, search: withoutAdded(context.search) }, next)
      },
    },
    'link-title-case': {
      clause: '4.10',
      description:
        'Over HTTP/1.1, the name of the Link header of a legacy list is written Link. Without this scenario, all names are in lower case.',
      begin: (): Middleware => respellLink('Link'),
    },
    'link-upper-case': {
      clause: '4.10',
      description: 'Over HTTP/1.1, the name of the Link header of a legacy list is written LINK.',
      begin: (): Middleware => respellLink('LINK'),
    },
  },
}
