import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator/create-emulator.ts'

/** A response with its body parsed. */
export interface ControlReply {
  readonly status: number
  readonly headers: Headers
  // eslint-disable-next-line typescript/no-explicit-any -- tests read arbitrary members
  readonly body: any
}

/** Sends requests to one emulator. */
export interface ControlClient {
  readonly emulator: Emulator
  /** Sends a request to the control API. A string body is sent as it is, any other as JSON. */
  readonly control: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<ControlReply>
  /** Sends a request to the emulated API with the default token. */
  readonly api: (path: string, init?: RequestInit) => Promise<ControlReply>
}

/** Makes an emulator and a client of its control API, for tests. */
export function controlClient(options: EmulatorOptions = {}): ControlClient {
  const emulator = createEmulator({ checkResponses: true, clock: '2026-03-01T12:00:00Z', ...options })
  const send = async (url: string, init: RequestInit): Promise<ControlReply> => {
    const response = await emulator.fetch(new Request(`http://emulator.test${url}`, init))
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    emulator,
    control: (method, path, body, headers = {}) =>
      send(`/_emulator${path}`, {
        method,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      }),
    api: (path, init = {}) =>
      send(path, {
        ...init,
        headers: {
          authorization: `Bearer ${emulator.credentials.token}`,
          ...(init.headers as Record<string, string> | undefined),
        },
      }),
  }
}
