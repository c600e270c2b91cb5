import { expect, it } from 'vitest'
import { resultLines } from '../../../testing/selftest/subject.ts'
import {
  check,
  configuration,
  groupPost,
  isGood,
  json,
  on,
  shaped,
  withHeaders,
  type Wrap,
} from '../../../testing/servers/unfamiliar-services.ts'

const states: string[] = []

it.each<[string, Wrap]>([
  [
    'configuration values in an envelope with many other members',
    shaped(configuration, (value) => ({
      id: 'x',
      scope: 'prj',
      path: 'a',
      value,
      version: 3,
      updated_at: '2026-01-01T00:00:00Z',
      links: {},
    })),
  ],
  [
    'configuration values next to their path, null for paths that lead to nothing',
    on(configuration, async (response, request) =>
      json({
        path: new URL(request.url).searchParams.get('path'),
        value: isGood(response) ? await response.json() : null,
      }),
    ),
  ],
  ['configuration values as entries of a list', shaped(configuration, (value) => ({ values: [{ value }] }))],
  [
    'a state code deep inside',
    shaped(/^POST .*prepare-connect$/, ({ state }: { state: string }) => ({
      data: {
        id: 'a1b2c3d4',
        type: 'connect_request',
        attributes: { stateCode: state, expiresAt: '2026-01-01T00:00:00.000000Z' },
      },
    })),
  ],
  [
    'a state code under another name',
    shaped(/^POST .*prepare-connect$/, ({ state }: { state: string }) => ({ nonce: state, expires_in: 60 })),
  ],
  [
    'a state code of a few letters',
    (next) => async (request) => {
      const url = new URL(request.url)
      const code = url.searchParams.get('prepare_state')
      if (code?.startsWith('kfq'))
        url.searchParams.set(
          'prepare_state',
          code.slice(3).replaceAll(/[a-z]/g, (letter) => states[letter.charCodeAt(0) - 97] ?? letter),
        )
      const response = await next(new Request(url, request))
      if (!url.pathname.endsWith('prepare-connect') || !isGood(response)) return response
      states.push(((await response.json()) as { state: string }).state)
      return json({ state: `kfq${String.fromCharCode(96 + states.length)}` })
    },
  ],
  [
    'a state code that is named as an id',
    shaped(/^POST .*prepare-connect$/, ({ state }: { state: string }) => ({ prepare_id: state, expires_in: 60 })),
  ],
  [
    'a state code within an address',
    shaped(/^POST .*prepare-connect$/, ({ state }: { state: string }) => ({
      url: `https://target.test/app/shop/connect?prepare_state=${state}&lang=en`,
    })),
  ],
  [
    'prepare-connect with 201',
    on(/^POST .*prepare-connect$/, async (response) =>
      response.status === 200 ? json(await response.json(), { status: 201 }) : response,
    ),
  ],
  [
    'connect by 302 to a provider, and an error page by 302',
    on(
      /^GET \/app\/[^/]+\/connect$/,
      (response, request) =>
        new Response(null, {
          status: 302,
          headers: {
            location:
              response.status < 400
                ? `https://provider.example/authorize?state=${new URL(request.url).searchParams.get('prepare_state')}`
                : '/connect-failed',
          },
        }),
    ),
  ],
  [
    'an error page with 200 for a wrong code',
    on(/^GET \/app\/[^/]+\/connect$/, (response) =>
      response.status >= 400
        ? new Response('<!doctype html><p>This link is no longer good.', { headers: { 'content-type': 'text/html' } })
        : response,
    ),
  ],
  [
    'Allow in another order and case',
    on(/^GET \/0\/$/, (response) => withHeaders(response, { allow: 'options,GET ,  head' })),
  ],
  [
    'media types with parameters',
    (next) => async (request) => {
      const response = await next(request)
      return response.headers.get('content-type') === 'application/json'
        ? withHeaders(response, { 'content-type': 'Application/JSON; charset="utf-8"' })
        : response
    },
  ],
  [
    'lists as application/vnd.api+json',
    on(/^GET \/1\.13\//, (response) => withHeaders(response, { 'content-type': 'application/vnd.api+json' })),
  ],
  [
    'refusals as pages, except 400',
    (next) => async (request) => {
      const response = await next(request)
      return response.status > 400
        ? new Response('<!doctype html><p>No', { status: response.status, headers: { 'content-type': 'text/html' } })
        : response
    },
  ],
  [
    'other members at the legacy root',
    shaped(/^GET \/0\/$/, (body: object) => ({ ...body, version: '', user: { id: 1 }, features: ['a'] })),
  ],
  [
    'a legacy root that takes credentials',
    on(/^GET \/0\/$/, (response, request) =>
      request.headers.has('authorization') ? response : json({ detail: 'credentials' }, { status: 401 }),
    ),
  ],
  ['projects within a page', shaped(/^GET \/0\/projects\/$/, (projects) => ({ results: { projects }, total: 2 }))],
  ['groups within a page', shaped(/^GET \/0\/projects\/[^/]+\/groups\/$/, (groups) => ({ results: { groups } }))],
  [
    'a new group within an envelope that has a status too',
    shaped(groupPost, (group) => ({ status: 'created', data: { group } })),
  ],
])('passes every check given %s', async (_what, wrap) => {
  const result = await check(wrap)
  expect(resultLines(result, 'fail', 'error', 'blocked', 'insufficientEvidence')).toEqual([])
})
