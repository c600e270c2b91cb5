// What a request under way asks for, as a race judges it.
import { isRefresh } from '../../../conformance/client/evidence/tokens.ts'
import { formOf, jsonOf } from '../../../conformance/client/evidence/read-request.ts'
import type { RaceRequest } from '../../../conformance/client/races/step.ts'
import { tokenObject } from '../../../conformance/reading/token-answer.ts'
import { noteOf } from '../../../emulator/dialect/noted-response.ts'
import type { HeldRequest } from './held-fetch.ts'

/** What is known of a request before it is served. */
export interface SentRequest extends Pick<RaceRequest, 'asks' | 'bearer' | 'exchanges'> {
  /** A call that writes, in a form in which two that are the same are equal; undefined for others. */
  readonly write: string | undefined
  /** What serving it uses up or writes to. */
  readonly uses: string | undefined
}

/** Reads a request and leaves it as it is. */
export async function readRequest({ request, path }: HeldRequest): Promise<SentRequest> {
  const { method, headers } = request
  const bearer = /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const read = { asks: 'call', bearer, exchanges: undefined, write: undefined, uses: undefined } as const
  if (method === 'GET' || method === 'HEAD') return read
  const body = await request.clone().text()
  if (!isForToken({ path })) return { ...read, write: `${method} ${path} ${body}`, uses: path.split('?')[0] }
  if (!isRefresh({ body })) return { ...read, asks: 'token' }
  const exchanges = formOf({ body }).get('refresh_token') ?? undefined
  return { ...read, asks: 'refresh', exchanges, uses: `refresh token ${exchanges}` }
}

/** The tokens in an answer, which can still be read. */
export async function tokensIn(response: Response): Promise<Pick<RaceRequest, 'issued' | 'issuedRefresh'>> {
  const object = tokenObject(jsonOf({ body: noteOf(response)?.text ?? (await response.clone().text()) }))
  return { issued: textOf(object?.['access_token']), issuedRefresh: textOf(object?.['refresh_token']) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Whether a request goes to the token endpoint. */
export function isForToken({ path }: Pick<HeldRequest, 'path'>): boolean {
  return path.split('?')[0] === '/oauth/token'
}
