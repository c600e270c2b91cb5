import { expect, it } from 'vitest'
import { emulatorSubject, failedRequirements, runKit } from '../../testing/conformance/subject.ts'
import type { FetchFunction } from '../send/sender.ts'

const prefixed = /(?:^|[/=])[a-z]{3}_[0-9A-Za-z]{27}(?=$|[/&])/

/** Serves requests without credentials as the user of the target file. */
const serveAnonymous =
  (token: string) =>
  (next: FetchFunction): FetchFunction =>
  (request) => {
    if (request.headers.has('authorization') || new URL(request.url).pathname.endsWith('/oauth/token'))
      return next(request)
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${token}`)
    return next(new Request(request, { headers }))
  }

/** Accepts no prefix, except before the scope of a configuration. */
const refusePrefixes =
  (next: FetchFunction): FetchFunction =>
  async (request) => {
    const { pathname, search } = new URL(request.url)
    return prefixed.test(pathname + search) && !pathname.includes('/configurations/')
      ? Response.json({ error: 'This is no id.' }, { status: 400 })
      : await next(request)
  }

/** Returns prefixed ids. */
const prefixing =
  (next: FetchFunction): FetchFunction =>
  async (request) => {
    const response = await next(request)
    const text = await response.text()
    return new Response(
      response.status === 204 ? null : text.replaceAll(/"id":"([0-9A-Za-z]{27})"/g, '"id":"xyz_$1"'),
      response,
    )
  }

const subject = emulatorSubject()

it.each([
  ['no credentials are asked for anywhere', serveAnonymous(subject.target.credentials!.token!), ['auth.required']],
  ['prefixed ids are refused everywhere', refusePrefixes, ['ids.prefixed-form', 'ids.prefixed-cursor']],
  ['ids come prefixed everywhere', prefixing, ['ids.never-prefixed', 'pat.record']],
] as const)(
  'names at most two requirements, and only broken ones, given a server that %s',
  async (_what, wrap, requirements) => {
    const result = await runKit({ ...subject, fetch: wrap(subject.fetch) })
    expect(failedRequirements(result).toSorted()).toEqual(requirements.toSorted())
  },
)
