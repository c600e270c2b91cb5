// What a request under way asks for, as a race judges it.
import { isRefresh } from '../../../conformance/client/evidence/tokens.ts'
import { formOf, jsonOf } from '../../../conformance/client/evidence/read-request.ts'
import type { RaceRequest } from '../../../conformance/client/races/step.ts'
import { tokenObject } from '../../../conformance/reading/token-answer.ts'
import { noteOf } from '../../../emulator/dialect/noted-response.ts'
import type { HeldRequest } from './held-fetch.ts'

/** What is known of a request before it is served. */
export interface SentRequest extends Pick<RaceRequest, 'asks' | 'bearer'> {
  /** A call that writes, in a form in which two that are the same are equal; undefined for others. */
  readonly write: string | undefined
  /** What serving it uses up or writes to. */
  readonly uses: string | undefined
}

/** Reads a request and leaves it as it is. */
export async function readRequest({ request, path }: HeldRequest): Promise<SentRequest> {
  const { method, headers } = request
  const bearer = /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (method === 'GET' || method === 'HEAD') return { asks: 'call', bearer, write: undefined, uses: undefined }
  const body = await request.clone().text()
  if (!isForToken({ path }))
    return { asks: 'call', bearer, write: `${method} ${path} ${body}`, uses: path.split('?')[0] }
  if (!isRefresh({ body })) return { asks: 'token', bearer, write: undefined, uses: undefined }
  return { asks: 'refresh', bearer, write: undefined, uses: `refresh token ${formOf({ body }).get('refresh_token')}` }
}

/** The access token in an answer, which can still be read. */
export async function accessTokenIn(response: Response): Promise<string | undefined> {
  const token = tokenObject(jsonOf({ body: noteOf(response)?.text ?? (await response.clone().text()) }))?.[
    'access_token'
  ]
  return typeof token === 'string' ? token : undefined
}

/** Whether a request goes to the token endpoint. */
export function isForToken({ path }: Pick<HeldRequest, 'path'>): boolean {
  return path.split('?')[0] === '/oauth/token'
}
