import type { FetchWrapper } from './define-deviation.ts'

export type Form = Readonly<Record<string, string>>

export const tokenPath: RegExp = /\/oauth\/token$/

/** Whether a request asks for an OAuth token (clause 4.1). */
export const isTokenRequest = (request: Request): boolean =>
  request.method === 'POST' && tokenPath.test(new URL(request.url).pathname)

/** The form that a request carries, which can be read again. */
export const formOf = async (request: Request): Promise<Form> =>
  Object.fromEntries(new URLSearchParams(await request.clone().text()))

/** The same request with another form. */
export function withForm(request: Request, form: Form): Request {
  return new Request(request.url, {
    method: 'POST',
    headers: request.headers,
    body: new URLSearchParams(form).toString(),
  })
}

/**
 * A deviation that gives a token where the server behind refuses: `repair` makes a good form of the refused one and
 * of the last good one, or undefined to leave it refused.
 */
export function accept(repair: (form: Form, good: Form) => Form | undefined): FetchWrapper {
  return (next) => {
    let good: Form = {}
    return async (request) => {
      if (!isTokenRequest(request)) return await next(request)
      const form = await formOf(request)
      const response = await next(request.clone())
      if (response.status < 300) good = form
      const repaired = response.status < 300 ? undefined : repair(form, good)
      return repaired ? await next(withForm(request, repaired)) : response
    }
  }
}

export const granting = (form: Form): boolean => form['grant_type'] === 'client_credentials'
export const refreshing = (form: Form): boolean => form['grant_type'] === 'refresh_token'
/** The credentials of the client in a form. */
export const clientOf = ({ client_id = '', client_secret = '' }: Form): Form => ({ client_id, client_secret })
