import type { Emulator } from '../../emulator/create-emulator.ts'

export interface Asked {
  readonly json?: unknown
  readonly form?: string | Readonly<Record<string, string>>
  /** The value of Authorization; null for none. Default: the personal access token of the fixtures. */
  readonly auth?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body; undefined when it is not JSON. */
  readonly json: any
}

/** Sends one request to an emulator in this process and reads the answer. */
export async function ask(
  emulator: Emulator,
  method: string,
  path: string,
  { json, form, auth, headers = {} }: Asked = {},
): Promise<Answered> {
  const sent = new Headers(headers)
  if (auth !== null) sent.set('authorization', auth ?? `Bearer ${emulator.credentials.token}`)
  const body =
    json === undefined
      ? form === undefined || typeof form === 'string'
        ? form
        : new URLSearchParams(form).toString()
      : JSON.stringify(json)
  if (body !== undefined && !sent.has('content-type'))
    sent.set('content-type', json === undefined ? 'application/x-www-form-urlencoded' : 'application/json')
  const response = await emulator.fetch(
    new Request(`http://localhost${path}`, { method, headers: sent, ...(body === undefined ? {} : { body }) }),
  )
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: response.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : undefined,
  }
}
