import { entryOf, parseLinkHeader } from '../../../conformance/reading/link-header.ts'

/** The longest answer that is read, in characters. */
const longest = 1_000_000

/** The size of a list, such as `20 records, more follow`. */
export interface ListNote {
  readonly text: string
  readonly records: number
}

/** Reads a list. Undefined for any other answer. */
export async function listNote(response: Response): Promise<ListNote | undefined> {
  if (!response.ok) return undefined
  const text = await response.text()
  if (text.length > longest) return undefined
  const list = listIn(parsed(text))
  if (!list) return undefined
  const { records, hasMore } = list
  const count = `${records.length} ${records.length === 1 ? 'record' : 'records'}`
  const isGoingOn = hasMore || hasNext(response.headers.get('link'))
  return { text: isGoingOn ? `${count}, more follow` : count, records: records.length }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The list of an answer: the answer itself, or its one member that is a list. Conventions name both members. */
function listIn(json: unknown): { readonly records: readonly unknown[]; readonly hasMore: boolean } | undefined {
  if (Array.isArray(json)) return { records: json, hasMore: false }
  if (typeof json !== 'object' || json === null) return undefined
  const values = Object.values(json)
  const lists = values.filter(Array.isArray)
  if (lists.length !== 1 || 'id' in json || 'error' in json) return undefined
  return { records: lists[0] as readonly unknown[], hasMore: values.includes(true) }
}

/** Returns true for a Link header whose next page has results. */
function hasNext(link: string | null): boolean {
  return entryOf(parseLinkHeader(link ?? '') ?? [], 'next')?.parameters['results'] === 'true'
}
