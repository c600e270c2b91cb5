// Sends a kept request again, unchanged or edited. Values that are still as the journal shows them are sent with their
// original text.
import { type Static, Type } from 'typebox'
import { defaultWorldName } from '../api/auth/sent-credential.ts'
import { ApiError } from '../api/dialect/api-error.ts'
import type { Emulator } from '../emulator.ts'
import type { JournalDraft } from '../journal/journal-draft.ts'
import { carriesForm } from '../journal/journal-entry.ts'
import type { Redactor } from '../journal/redactor.ts'
import { againHeader } from '../journal/opened-request.ts'
import type { ControlContext } from './define-control.ts'
import { nestsTooDeep } from '../tools/json-bounds.ts'
import { toHeaderRecord } from '../tools/raw-headers.ts'
import { patternRecord } from '../tools/record-of.ts'
import type { World } from '../world/world.ts'

/** The changes to a request that is sent again. */
export const RequestChanges = Type.Object(
  {
    method: Type.Optional(Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Za-z]+$' })),
    path: Type.Optional(
      Type.String({ maxLength: 65_536, pattern: '^/', description: 'The path below the base URL, with the query.' }),
    ),
    headers: Type.Optional(
      patternRecord(Type.Union([Type.String(), Type.Null()]), { description: 'By name; null leaves a header out.' }),
    ),
    body: Type.Optional(Type.String({ description: 'The text of the body.' })),
  },
  {
    title: 'RequestChanges',
    additionalProperties: false,
    description: 'A value shown as <redacted> is sent with its original text.',
  },
)
type RequestChanges = Static<typeof RequestChanges>

/** Headers of the connection or the body, which are not copied. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'keep-alive', 'transfer-encoding', 'expect'])

const redacted = '<redacted>'

/** The number of requests that were sent again, which distinguishes them. */
let count = 0

/** Sends a request again and returns its record in the journal. */
export async function sendAgain(
  emulator: Emulator,
  world: World,
  draft: JournalDraft,
  changes: RequestChanges,
  { request: { signal }, origin }: Pick<ControlContext, 'request' | 'origin'>,
): Promise<JournalDraft> {
  const { requests } = world
  const mark = `${draft.index}-${++count}`
  const method = changes.method?.toUpperCase() ?? draft.method
  const headers = resentHeaders(draft, changes.headers ?? {})
  headers.set(againHeader, mark)
  // Requests of the console do not count against a watched client.
  headers.set('x-emulator-unwatched', 'console')
  if (world.name !== defaultWorldName) headers.set('x-emulator-world', world.name)
  const before = requests.latest
  const body = method === 'GET' || method === 'HEAD' ? undefined : resentBody(draft, changes.body, requests.redactor)
  const address = `${origin}${emulator.basePath}${resentPath(draft, changes.path, requests.redactor)}`
  const request = new Request(address, { method, headers, signal, ...(body === undefined ? {} : { body }) })
  // A dropped connection is also an outcome, recorded in the journal.
  const response = await emulator.fetch(request).catch(() => undefined)
  await response?.body?.cancel()
  for (let index = requests.latest; index > before; index--) {
    const sent = requests.draftAt(index)
    if (sent?.header(againHeader) === mark) return sent
  }
  throw new ApiError('unknown', 'The request was sent, but the journal of this world does not keep it.', {
    code: 'unknown_request',
  })
}

function resentHeaders(draft: JournalDraft, changes: Readonly<Record<string, string | null>>): Headers {
  const kept = Object.entries(toHeaderRecord(draft.headers)).filter(([name]) => !ofConnection.has(name))
  const headers = new Headers(kept)
  for (const [name, value] of Object.entries(changes)) {
    if (value?.includes(redacted) && headers.has(name)) continue
    try {
      if (value === null) headers.delete(name)
      else if (!ofConnection.has(name.toLowerCase())) headers.set(name, value)
    } catch {
      throw new ApiError('refused', `headers: ${JSON.stringify(name.slice(0, 100))} is not a header that can be sent.`)
    }
  }
  return headers
}

function resentPath(draft: JournalDraft, path: string | undefined, redactor: Redactor): string {
  if (path === undefined) return `${draft.path}${draft.search}`
  const [printed = '', search = ''] = path.split(/\?(.*)/s)
  const before = printed === redactor.text(draft.path) ? draft.path : printed
  return search === '' ? before : `${before}?${restoreForm(search, draft.search.slice(1), redactor)}`
}

function resentBody(draft: JournalDraft, text: string | undefined, redactor: Redactor): string | undefined {
  if (text === undefined && draft.body === undefined && draft.bodyLength > 0)
    throw new ApiError('refused', 'The body was too long to keep, so it cannot be sent again. Give one in `body`.')
  if (text === undefined) return draft.body
  if (!text.includes(redacted) && !text.includes(encodeURIComponent(redacted))) return text
  const kept = draft.body ?? ''
  if (carriesForm(draft)) return restoreForm(text, kept, redactor)
  if (nestsTooDeep(text) || nestsTooDeep(kept)) return text
  try {
    return JSON.stringify(restoreJson(JSON.parse(text), JSON.parse(kept), redactor))
  } catch {
    return text === redactor.text(kept) ? kept : text
  }
}

/** Restores the hidden values of a form from the kept values of the same names. */
function restoreForm(text: string, kept: string, redactor: Redactor): string {
  const form = [...new URLSearchParams(text)]
  if (!form.some(([name, value]) => `${name} ${value}`.includes(redacted))) return text
  const came = [...new URLSearchParams(kept)].map(([name, value]) => ({
    original: [name, value],
    printed: [redactor.text(name), redactor.value(name, value)],
  }))
  const restored = form.map((pair) => {
    const place = came.findIndex(
      ({ printed: [name, value] }) => pair[0] === name && [value, redacted].includes(pair[1]),
    )
    return place < 0 ? pair : came.splice(place, 1)[0]!.original
  })
  return new URLSearchParams(restored).toString()
}

/** Restores the hidden values of a JSON value from the kept values at the same places. */
function restoreJson(value: unknown, kept: unknown, redactor: Redactor): unknown {
  if (value === redacted) return kept
  if (typeof value === 'string') return typeof kept === 'string' && value === redactor.text(kept) ? kept : value
  if (typeof value !== 'object' || value === null || typeof kept !== 'object' || kept === null) return value
  if (Array.isArray(value))
    return value.map((item, index) => restoreJson(item, (kept as readonly unknown[])[index], redactor))
  const names = new Map(Object.keys(kept).map((name) => [redactor.text(name), name]))
  return Object.fromEntries(
    Object.entries(value).map(([printed, member]) => {
      const name = names.get(printed)
      if (name === undefined) return [printed, member]
      return [name, restoreJson(member, (kept as Record<string, unknown>)[name], redactor)]
    }),
  )
}
