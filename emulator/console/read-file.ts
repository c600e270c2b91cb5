// Files that people drop on the page: a report of the kit, a journal, a snapshot, or a target file.
import type { JournalEntry } from '../journal/journal-entry.ts'
import { type CaseFacts, caseIn } from './case-file.ts'
import type { Problem } from './control.ts'
import type { Evidence } from './evidence.ts'
import type { RequestDetail } from './request-detail.ts'
import type { FactPlace, Reason } from './reasons.ts'

/** One result of a report, as far as the console shows it. */
export interface ReportResult {
  readonly check: string
  readonly requirement: string
  readonly clause: string
  readonly verdict: string
  readonly message: string
  readonly fact?: Reason
  readonly places?: readonly FactPlace[]
  readonly cause?: Reason | undefined
  /** The exchanges that show it. The deciding one is the last. */
  readonly evidence: readonly Evidence[]
  readonly reproduce?: string
  /** The client's task, in a report about a client. Null when the client was watched. */
  readonly task?: string | null
  /** Null in a plain run. */
  readonly scenario?: string | null
}

/** A convention of a service, as it was learned. */
interface LearnedConvention {
  readonly name: string
  readonly clause: string
  readonly state: string
  /** The value that was seen, or the nearest one; undefined for none. */
  readonly value: unknown
}

/** A report of a judge. */
interface Report {
  readonly kind: 'report'
  readonly facts: Readonly<Record<string, unknown>>
  readonly summary: Readonly<Record<string, number>>
  readonly results: readonly ReportResult[]
}

/** Where the answers to a question differ. */
interface QuestionDifference {
  readonly question: string
  readonly differences: readonly Readonly<Record<string, unknown>>[]
}

/** A file whose kind is known. */
export type OpenedFile = { readonly name: string } & (
  | Report
  | {
      readonly kind: 'proxy'
      readonly baseUrl: string
      readonly notes: readonly string[]
      readonly service: Report & { readonly name: string }
      readonly client: Report & { readonly name: string }
      /** Where a twin answers otherwise than the service. */
      readonly differences: readonly QuestionDifference[]
    }
  | { readonly kind: 'target'; readonly text: string }
  | { readonly kind: 'case'; readonly facts: CaseFacts }
  | {
      readonly kind: 'twin'
      readonly baseUrl: string
      readonly at: string
      readonly requests: number
      /** The whole content, to ask this emulator the same. */
      readonly learned: Readonly<Record<string, unknown>>
      readonly conventions: readonly LearnedConvention[]
      readonly differences: readonly QuestionDifference[]
    }
  | {
      readonly kind: 'drift'
      readonly subject: string
      readonly moved: boolean
      readonly drifts: readonly Readonly<Record<string, unknown>>[]
    }
  | {
      readonly kind: 'journal'
      readonly requests: readonly JournalEntry[]
      /** The requests with their answers, where the file has them. */
      readonly opened: readonly RequestDetail[]
    }
  | {
      readonly kind: 'snapshot'
      readonly clock: unknown
      readonly collections: Readonly<Record<string, readonly object[]>>
      readonly text: string
    }
)

/** The longest file that is opened, in bytes: a page parses it in one piece. */
const mostBytes = 268_435_456

/** The longest case when it is unpacked, in bytes. */
const mostUnpacked = 67_108_864

const expected =
  'A case of a failed test (.case.gz), a JSON report of the kit (--report json=FILE), a journal (GET /_emulator/requests), a snapshot (GET /_emulator/snapshot, --export-on-exit), learned.json or a report of drift (emulator learn), a report of emulator proxy or a target file can be opened.'

const problem = (message: string): { readonly problem: Problem } => ({
  problem: { status: 0, code: 'unreadable_file', message: `${message} ${expected}`, details: [] },
})

// The page has no code of the emulator, so this is its own.
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): boolean => Array.isArray(value)

const isText = (value: unknown): boolean => typeof value === 'string'

/** Tells whether a value is a list of objects with these members. */
const isListOf = (value: unknown, members: Readonly<Record<string, (member: unknown) => boolean>> = {}): boolean =>
  Array.isArray(value) &&
  value.every((item) => isObject(item) && Object.entries(members).every(([name, isRight]) => isRight(item[name])))

const isReason = (value: unknown): boolean => isObject(value) && typeof value['kind'] === 'string'

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)])) : {}

/** Reads an exchange of a report; nothing where it is none. */
function exchangesIn(value: unknown): readonly Evidence[] {
  if (!isObject(value) || !isObject(value['request'])) return []
  const { request, response } = value
  const bodyOf = ({ body }: Readonly<Record<string, unknown>>) => (typeof body === 'string' ? { body } : {})
  return [
    {
      request: {
        method: String(request['method']),
        url: String(request['url']),
        headers: textsOf(request['headers']),
        ...bodyOf(request),
      },
      response: isObject(response)
        ? {
            status: Number(response['status']),
            headers: textsOf(response['headers']),
            ...bodyOf(response),
            ...(typeof response['trouble'] === 'string' ? { trouble: response['trouble'] } : {}),
          }
        : undefined,
    },
  ]
}

/** A result without facts, causes, places and exchanges that are none. */
function withKnownMembers({ fact, cause, places, evidence, ...result }: ReportResult): ReportResult {
  return {
    ...result,
    evidence: Array.isArray(evidence) ? evidence.flatMap(exchangesIn) : [],
    ...(fact && isReason(fact) ? { fact } : {}),
    ...(cause && isReason(cause) ? { cause } : {}),
    ...(places && isListOf(places, { method: isText, url: isText }) ? { places } : {}),
  }
}

/** Reads a file. It returns a problem for any other file. */
export async function readFile(file: File): Promise<OpenedFile | { readonly problem: Problem }> {
  if (file.size > mostBytes) return problem(`${file.name} has ${file.size} bytes, more than a page can show.`)
  const text = (await isGzip(file)) ? await unpacked(file) : await file.text()
  if (text === undefined) return problem(`${file.name} is cut off, damaged, or no case.`)
  // The emulator reads YAML; the page leaves it to it.
  if (/\.ya?ml$/i.test(file.name)) return { name: file.name, kind: 'target', text }
  try {
    return openJson(file.name, JSON.parse(text.replace(/^\uFEFF/, '')), text)
  } catch {
    return problem(`${file.name} is not JSON.`)
  }
}

async function isGzip(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x1f && second === 0x8b
}

/** The text of a gzip file; undefined where it is damaged, or longer than a case may be. */
async function unpacked(file: File): Promise<string | undefined> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.length
      if (bytes > mostUnpacked) {
        void reader.cancel().catch(() => {})
        return undefined
      }
      text += decoder.decode(read.value, { stream: true })
    }
    return text + decoder.decode()
  } catch {
    return undefined
  }
}

/** Reads the `learned.json` of `emulator learn`. */
function twinIn(name: string, json: Readonly<Record<string, unknown>>): OpenedFile | undefined {
  const { form, baseUrl, at, requests, conventions, twin } = json
  if (form !== 'platform-learned/1' || !isObject(conventions)) return undefined
  const found = Object.entries(conventions).flatMap(([convention, seen]): readonly LearnedConvention[] => {
    if (!isObject(seen)) return []
    const { state, clause, value, atLeast, values, nearest } = seen
    return [
      { name: convention, clause: String(clause), state: String(state), value: value ?? atLeast ?? values ?? nearest },
    ]
  })
  const differences =
    isObject(twin) &&
    isListOf(twin['differences'], {
      question: isText,
      differences: (list) => isListOf(list),
    })
  return {
    name,
    kind: 'twin',
    baseUrl: String(baseUrl),
    at: String(at),
    requests: Number(requests),
    learned: json,
    conventions: found,
    differences: differences ? (twin['differences'] as readonly QuestionDifference[]) : [],
  }
}

/** Reads a report of the kit, about a service or a client. */
function reportIn(
  name: string,
  json: Readonly<Record<string, unknown>>,
): (Report & { readonly name: string }) | undefined {
  const { results, summary, ...facts } = json
  const isReport = isListOf(results, { check: isText, requirement: isText, verdict: isText, message: isText })
  if (!isReport || !isObject(summary)) return undefined
  const counts = Object.entries(summary).filter(([, count]) => typeof count === 'number')
  return {
    name,
    kind: 'report',
    facts,
    summary: Object.fromEntries(counts) as Record<string, number>,
    results: (results as readonly ReportResult[]).map(withKnownMembers),
  }
}

/** Reads the report of `emulator proxy`, which holds two reports. */
function proxyIn(name: string, json: Readonly<Record<string, unknown>>): OpenedFile | undefined {
  const { kind, target, notes, twin } = json
  if (kind !== 'proxy' || !isObject(json['service']) || !isObject(json['client'])) return undefined
  const [service, client] = [reportIn(name, json['service']), reportIn(name, json['client'])]
  if (!service || !client) return undefined
  const found = isObject(twin) ? twin['differences'] : []
  const differences = isListOf(found, { operation: isText, method: isText, differences: (list) => isListOf(list) })
    ? (found as readonly Readonly<Record<string, string | number> & Pick<QuestionDifference, 'differences'>>[])
    : []
  return {
    name,
    kind: 'proxy',
    baseUrl: isObject(target) ? String(target['baseUrl']) : '',
    notes: Array.isArray(notes) ? notes.filter((note): note is string => isText(note)) : [],
    service,
    client,
    differences: differences.map(({ operation, method, status, differences: all }) => ({
      question: `${method} ${operation} (${status})`,
      differences: all,
    })),
  }
}

/**
 * Finds the kind of a file by its JSON. It returns a problem for any other file.
 * @param text The JSON as text. Default: it is written anew.
 */
export function openJson(
  name: string,
  json: unknown,
  text: string = JSON.stringify(json),
): OpenedFile | { readonly problem: Problem } {
  if (!isObject(json)) return problem(`${name} is JSON of another kind.`)
  const facts = caseIn(json)
  if (facts) return { name, kind: 'case', facts }
  const known = twinIn(name, json) ?? proxyIn(name, json)
  if (known) return known
  const { subject, moved, drifts } = json
  if (typeof subject === 'string' && typeof moved === 'boolean' && isListOf(drifts, { class: isText }))
    return { name, kind: 'drift', subject, moved, drifts: drifts as readonly Readonly<Record<string, unknown>>[] }
  if (typeof json['baseUrl'] === 'string' && json['results'] === undefined) return { name, kind: 'target', text }
  const { format, collections, requests, opened, clock } = json
  if (typeof format === 'string' && isObject(collections)) {
    const lists = Object.entries(collections).filter(([, list]) => isListOf(list))
    return { name, kind: 'snapshot', clock, collections: Object.fromEntries(lists) as Record<string, object[]>, text }
  }
  const report = reportIn(name, json)
  if (report) return report
  if (isListOf(requests, { index: Number.isInteger, method: isText, path: isText, query: isObject, headers: isObject }))
    return {
      name,
      kind: 'journal',
      requests: requests as readonly JournalEntry[],
      opened: isListOf(opened, { request: isObject, unread: isList, related: isList })
        ? (opened as readonly RequestDetail[])
        : [],
    }
  return problem(`${name} is JSON of another kind.`)
}
