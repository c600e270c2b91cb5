// Reads recorded traffic from a HAR file (HTTP Archive 1.2), whose content is not trusted.
import type { RecordedExchange } from '../conclusions/exchange.ts'
import { KitError } from '../kit-error.ts'
import { isObject } from '../reading/find-list.ts'
import { parseJson } from '../send/parse-json.ts'
import { type NameAndValue, type PassedBody, recordedRequest, recordedResponse } from './traffic.ts'

const mostEntries = 20_000
const longestBody = 4_194_304

const invalidRecording = (message: string) => new KitError('invalid_recording', message)

const cutJson = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80)

type Members = Readonly<Record<string, unknown>>

/**
 * The exchanges of a HAR file in the order of their times. Entries of protocols other than HTTP, and those without an
 * answer, such as blocked ones, are skipped.
 * @throws KitError that names the file and what is wrong with it.
 */
export function readHar(text: string, file: string): readonly RecordedExchange[] {
  const json = parseJson(text)
  if (json === undefined)
    throw invalidRecording(`${file} is not JSON, or nests too deep; export the traffic again as HAR.`)
  const entries = readMember(readMember(json, 'log'), 'entries')
  if (!Array.isArray(entries))
    throw invalidRecording(`${file} is not a HAR file: it has no list log.entries; export the traffic as HAR.`)
  if (entries.length > mostEntries)
    throw invalidRecording(
      `${file} has ${entries.length} entries, and at most ${mostEntries} are read; export fewer of them.`,
    )
  return entries
    .flatMap((entry: unknown, index) => readHarEntry(entry, `${file}: log.entries[${index}]`))
    .toSorted((left, right) => left.startedAt - right.startedAt)
    .map((exchange, index) => ({ ...exchange, arrived: 2 * index, answered: 2 * index + 1 }))
}

function readMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Members)[name] : undefined
}

function readHarEntry(entry: unknown, place: string): readonly RecordedExchange[] {
  const [request, response] = [readMember(entry, 'request'), readMember(entry, 'response')]
  if (!isObject(request) || !isObject(response))
    throw invalidRecording(`${place} must have a request and a response; got ${cutJson(entry)}.`)
  const { method, url } = request as Members
  const { status } = response as Members
  if (typeof method !== 'string' || !/^[A-Za-z]{1,20}$/.test(method))
    throw invalidRecording(`${place}.request.method must be a method such as GET; got ${cutJson(method)}.`)
  if (typeof url !== 'string' || !URL.canParse(url))
    throw invalidRecording(`${place}.request.url must be an absolute URL; got ${cutJson(url)}.`)
  if (typeof status !== 'number' || !Number.isInteger(status))
    throw invalidRecording(`${place}.response.status must be a whole number; got ${cutJson(status)}.`)
  const { origin, protocol, pathname, search } = new URL(url)
  // Browsers write 0 for a request that they blocked or cancelled.
  if (!/^https?:$/.test(protocol) || status < 200 || status > 599) return []
  const { startedDateTime, time } = entry as Members
  const startedAt = Date.parse(String(startedDateTime))
  if (!Number.isFinite(startedAt))
    throw invalidRecording(`${place}.startedDateTime must be a time; got ${cutJson(startedDateTime)}.`)
  return [
    {
      arrived: 0,
      answered: 0,
      startedAt,
      durationMs: typeof time === 'number' && time > 0 ? time : 0,
      connection: 1,
      request: recordedRequest(
        { method: method.toUpperCase(), url: `${origin}${pathname}${search}`, headers: readHeaders(request, place) },
        readSentBody(readMember(request, 'postData')),
      ),
      response: recordedResponse(
        { status, headers: readHeaders(response, place) },
        receivedBody(readMember(response, 'content')),
      ),
    },
  ]
}

function readHeaders(message: unknown, place: string): readonly NameAndValue[] {
  const headers = readMember(message, 'headers') ?? []
  if (!Array.isArray(headers))
    throw invalidRecording(`${place} has headers that are not a list; got ${cutJson(headers)}.`)
  return headers.flatMap((header: unknown): readonly NameAndValue[] => {
    const [name, value] = [readMember(header, 'name'), readMember(header, 'value')]
    // HTTP/2 puts the address and the method into headers that begin with a colon.
    if (typeof name !== 'string' || typeof value !== 'string' || !/^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name)) return []
    return [[name, value]]
  })
}

/** The body of a request: its text, or the parameters of its form. */
function readSentBody(data: unknown): PassedBody {
  const [text, parameters] = [readMember(data, 'text'), readMember(data, 'params')]
  if (typeof text === 'string' && text !== '')
    return text.length > longestBody ? { text: '', unread: 'long' } : { text }
  if (!Array.isArray(parameters)) return { text: '' }
  const form = new URLSearchParams(
    parameters.map((parameter): [string, string] => [
      String(readMember(parameter, 'name') ?? ''),
      String(readMember(parameter, 'value') ?? ''),
    ]),
  )
  return { text: form.toString() }
}

function receivedBody(content: unknown): PassedBody {
  const [text = '', encoding, size] = [
    readMember(content, 'text'),
    readMember(content, 'encoding'),
    readMember(content, 'size'),
  ]
  if (typeof text !== 'string') return { text: '', unread: 'text' }
  // Browsers do not keep the text of streamed responses.
  if (text === '' && typeof size === 'number' && size > 0) return { text: '', unread: 'full' }
  if (text.length > 2 * longestBody) return { text: '', unread: 'long' }
  if (encoding === undefined || encoding === '') return { text }
  if (encoding !== 'base64') return { text: '', unread: 'encoding' }
  try {
    const bytes = Buffer.from(text, 'base64')
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: '', unread: 'text' }
  }
}
