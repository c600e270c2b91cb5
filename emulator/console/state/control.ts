// The client of the control API. Everything in the console is also available to programs.
import type { ReadonlySignal, Signal } from '@preact/signals'

/** The address of the control API, and its token. */
export interface ControlPlace {
  /** The path of the emulated API in the chosen world. */
  readonly apiBase: string
  /** The control token; empty without one. */
  readonly token: ReadonlySignal<string>
  /** Set when the emulator refuses a request for want of the control token. */
  readonly needsToken: Signal<boolean>
  /** The number of requests that are under way. */
  readonly waiting?: Signal<number>
}

/** One thing that is wrong with a request, and where: a form shows it at its field. */
export interface ProblemDetail {
  readonly at: string
  /** The fault, with the values that are allowed. */
  readonly message: string
}

/** Why a request failed. `status` is 0 when the emulator could not be reached. */
export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: readonly ProblemDetail[]
}

/** The outcome of a request. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem }

/** A request to the control API. */
export interface ControlRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** A JSON value. */
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** The answer for a path that would lead elsewhere: a link to the console may name any record. */
const leaving = { code: 'unknown_path', message: 'There is nothing of this name.' }

/** Returns true if a browser would resolve a part of a path as a step up. */
function leavesPath(path: string): boolean {
  return path.split(/[/\\]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}

/** Sends a request to the control API of the chosen world. The path is the one below `/_emulator`. */
export async function sendControl(place: ControlPlace, path: string, request: ControlRequest = {}): Promise<Response> {
  const { method = 'GET', query = {}, body, signal, headers } = request
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : ''
  if (leavesPath(path)) return Response.json({ error: leaving }, { status: 404 })
  const token = place.token.value
  const response = await fetch(`${place.apiBase}/_emulator${path}${search}`, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  if (response.status === 401) place.needsToken.value = true
  return response
}

/** Sends a request to the control API of the chosen world. It only rejects if its signal aborts. */
export function askControl<Value>(
  place: ControlPlace,
  path: string,
  request?: ControlRequest,
): Promise<Outcome<Value>> {
  return fetchOutcome(place, path, request, async (response) =>
    response.status === 204 ? undefined : await response.json(),
  ) as Promise<Outcome<Value>>
}

/** Requests a file, such as a report. */
export function askFile(place: ControlPlace, path: string, request?: ControlRequest): Promise<Outcome<Blob>> {
  return fetchOutcome(place, path, request, (response) => response.blob())
}

async function fetchOutcome<Value>(
  place: ControlPlace,
  path: string,
  request: ControlRequest = {},
  read: (response: Response) => Promise<Value>,
): Promise<Outcome<Value>> {
  const { waiting } = place
  if (waiting) waiting.value++
  try {
    const response = await sendControl(place, path, request)
    if (!response.ok) return { ok: false, problem: await readProblem(response) }
    return { ok: true, value: await read(response) }
  } catch (error) {
    if (request.signal?.aborted) throw error
    return { ok: false, problem: unreachable }
  } finally {
    if (waiting) waiting.value--
  }
}

const unreachable: Problem = {
  status: 0,
  code: 'unreachable',
  message: 'The emulator cannot be reached. Start it again, and the console continues.',
  details: [],
}

/** Reads why a request was refused. */
export async function readProblem(response: Response): Promise<Problem> {
  const { status } = response
  const body = (await response.json().catch(() => undefined)) as { readonly error?: Partial<Problem> } | undefined
  const { code = 'unknown', message = `The emulator answered ${status}.`, details = [] } = body?.error ?? {}
  return { status, code, message, details }
}
