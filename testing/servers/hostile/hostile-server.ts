// A hostile server: a right one whose answers are changed on their way.
import type { FetchFunction } from '../../../conformance/send/sender.ts'

/** A server that wants the kit to break, to hang or to use up its machine. */
export interface HostileServer {
  readonly name: string
  readonly wrap: (next: FetchFunction) => FetchFunction
}

type Json = Record<string, unknown>

/** Changes the text of each success in JSON. */
export const changeSuccessText =
  (change: (text: string, request: Request) => string): HostileServer['wrap'] =>
  (next) =>
  async (request) => {
    const response = await next(request)
    if (!response.ok || !/json/.test(response.headers.get('content-type') ?? '')) return response
    return new Response(change(await response.text(), request), response)
  }

/** Changes the text of a member wherever it stands, as it is written. */
export const member = (name: string, written: string): HostileServer['wrap'] =>
  changeSuccessText((body) =>
    body.replaceAll(new RegExp(`"${name}":(?:"[^"]*"|[\\d.]+|null|\\[[^\\]]*\\])`, 'g'), `"${name}":${written}`),
  )

/** Writes something among the records of each list: before the first, and after it. */
export const among = (written: string): HostileServer['wrap'] =>
  changeSuccessText((body) =>
    body.replace(/"data":\[(\{)?/, (_all, open?: string) => `"data":[${written}${open ? `,${open}` : ''}`),
  )

/** Adds a member to each answer, as it is written. */
export const addRawMember = (written: string): HostileServer['wrap'] =>
  changeSuccessText((body) => body.replace(/^\{(?=")/, `{${written},`))

/** Sets a header of each answer. */
export const header =
  (name: string, value: string | ((request: Request) => string)): HostileServer['wrap'] =>
  (next) =>
  async (request) => {
    const response = await next(request)
    const headers = new Headers(response.headers)
    headers.set(name, typeof value === 'string' ? value : value(request))
    return new Response(response.body, { status: response.status, headers })
  }

/** Answers everything itself. */
export const answerAlways =
  (answer: (request: Request) => Response | Promise<Response>): HostileServer['wrap'] =>
  () =>
  async (request) =>
    answer(request)

/** Changes the schema of each command in the capabilities, and in the tools of MCP. */
export const schema = (change: (schema: Json) => unknown): HostileServer['wrap'] =>
  changeSuccessText((body) =>
    body.includes('"inputSchema"')
      ? JSON.stringify(
          JSON.parse(body, (name, value: unknown) => (name === 'inputSchema' ? change(value as Json) : value)),
        )
      : body,
  )

/** The same, for a schema that JSON.stringify would not write. */
export const writtenSchema = (written: string): HostileServer['wrap'] =>
  changeSuccessText((body) =>
    body.includes('"inputSchema"')
      ? JSON.stringify(
          JSON.parse(body, (name, value: unknown) => (name === 'inputSchema' ? '<schema>' : value)),
        ).replaceAll('"<schema>"', written)
      : body,
  )

/** Text that is nested as deep as it says. */
export const nested = (open: string, depth: number, close: string, inner: string = ''): string =>
  open.repeat(depth) + inner + close.repeat(depth)
