import type { Emulator } from '../../emulator/create-emulator.ts'

/** The parts of a request beside its method and path. */
export interface RequestParts {
  readonly json?: unknown
  /** JSON as text, sent as it is. */
  readonly text?: string
  readonly form?: string | Readonly<Record<string, string>>
  /** The value of Authorization; null for none. Default: the personal access token of the fixtures. */
  readonly auth?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A response with its body read. */
export interface ReadResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body; undefined when it is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any member.
  readonly json: any
}

/** Sends one request to an emulator in this process and reads the answer. */
export async function ask(
  emulator: Emulator,
  method: string,
  path: string,
  asked: RequestParts = {},
): Promise<ReadResponse> {
  const { auth = `Bearer ${emulator.credentials.token}`, form } = asked
  const body = encodeAskedBody(asked)
  const headers = new Headers(asked.headers)
  if (auth !== null && !headers.has('authorization')) headers.set('authorization', auth)
  if (body !== undefined && !headers.has('content-type'))
    headers.set('content-type', form === undefined ? 'application/json' : 'application/x-www-form-urlencoded')
  const response = await emulator.fetch(
    new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  )
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: response.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : undefined,
  }
}

function encodeAskedBody({ json, text, form }: RequestParts): string | undefined {
  if (typeof form === 'object') return new URLSearchParams(form).toString()
  return form ?? text ?? (json === undefined ? undefined : JSON.stringify(json))
}
