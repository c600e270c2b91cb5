import { suiteSeed } from '../suite/suite-seed.ts'
import { type Client, type ClientBehaviour, rejection } from './client.ts'

const answerIds = async (response: Response): Promise<readonly string[]> => {
  const body = (await response.json()) as readonly { id: string }[] | { data: readonly { id: string }[] }
  return ('data' in body ? body.data : body).map(({ id }) => id)
}

const statusAndCode = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: { code: string } }).error.code,
]

const { issueId } = suiteSeed.samples

/** The behaviour of the API that a client expects over every integration. */
export const apiBehaviours: readonly ClientBehaviour[] = [
  {
    name: 'walks a list by its Link header, which a page of another origin may read',
    observe: async (client) => {
      const found: string[] = []
      const links: string[] = []
      for (
        let url: string | undefined = `${client.facts.baseUrl}/0/issues/${client.facts.issueId}/events/`;
        url !== undefined;
      ) {
        const response: Response = await fetch(url, { headers: { authorization: `Bearer ${client.facts.token}` } })
        found.push(...(await answerIds(response)))
        const next: RegExpExecArray | null = /<([^>]+)>; rel="next"; results="(true|false)"/.exec(
          response.headers.get('link') ?? '',
        )
        url = next?.[2] === 'true' ? next[1] : undefined
        links.push(next?.[1]?.split('cursor=')[1] ?? 'none')
      }
      return { found, links }
    },
    expected: {
      found: suiteSeed
        .all('issue_events')
        .filter((event) => event['issue_id'] === issueId)
        .map(({ id }) => id),
      links: ['0:100:0', '0:200:0', '0:210:0'],
    },
  },
  {
    name: 'gets a token by a form and uses it',
    observe: async ({ facts }) => {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: facts.clientId,
        client_secret: facts.clientSecret,
      })
      const response = await fetch(`${facts.baseUrl}/oauth/token`, { method: 'POST', body })
      const { access_token: token, token_type: type } = (await response.json()) as Record<string, string>
      const used = await fetch(`${facts.baseUrl}/1.13/environments`, { headers: { authorization: `Bearer ${token}` } })
      return [response.status, type, used.status]
    },
    expected: [200, 'Bearer', 200],
  },
  {
    name: 'is answered by the emulator for paths that cannot be decoded, and ids with a colon or a slash',
    observe: async (client) => {
      const paths = [
        '/1.13/environments/%zz',
        '/1.13/environments/%E0%A4%A',
        '/1.13/environments/%',
        '/1.13/environments?limit=%zz',
        '/1.13/environments/a:b',
        '/1.13/environments/a%2Fb',
        '/1.13/environments/%00',
      ]
      return Promise.all(paths.map(async (path) => statusAndCode(await client.send(path))))
    },
    expected: [
      [400, 'malformed_id'],
      [400, 'malformed_id'],
      [400, 'malformed_id'],
      [400, 'invalid_request'],
      [400, 'malformed_id'],
      [400, 'malformed_id'],
      [400, 'malformed_id'],
    ],
  },
  {
    name: 'follows the redirect of the connection flow',
    observe: async (client) => {
      const response = await client.send(await connectPath(client))
      return [
        response.status,
        /\/app\/suite\/\w+/.exec(response.url)?.[0],
        response.redirected,
        /<h1>(.*)<\/h1>/.exec(await response.text())?.[1],
      ]
    },
    expected: [200, '/app/suite/authorize', true, 'Suite is connected'],
  },
  {
    name: 'sees the redirect that it does not follow',
    observe: async (client) => {
      const response = await client.send(await connectPath(client), { redirect: 'manual' })
      return [
        response.status,
        response.type === 'opaqueredirect',
        /\/app\/suite\/\w+/.exec(response.headers.get('location') ?? '')?.[0] ?? null,
        response.redirected,
      ]
    },
    expected: [303, false, '/app/suite/authorize', false],
    inBrowser: [0, true, null, false],
  },
  {
    name: 'fails at a redirect that it forbids',
    observe: async (client) => rejection(client.send(await connectPath(client), { redirect: 'error' })),
    expected: 'TypeError',
  },
  {
    name: 'gets only the headers by HEAD, and the description by OPTIONS',
    observe: async (client) => {
      const head = await client.send('/1.13/environments', { method: 'HEAD' })
      const options = await client.send('/1.13/environments', { method: 'OPTIONS' })
      return [
        head.status,
        head.headers.get('content-type'),
        await head.text(),
        options.status,
        options.headers.get('allow'),
      ]
    },
    expected: [200, 'application/json', '', 200, 'GET, HEAD, POST, OPTIONS'],
  },
  {
    name: 'reaches other servers as ever',
    observe: async ({ facts }) => {
      const response = await fetch(facts.otherUrl, { method: 'POST', body: 'hello' })
      return [response.status, await response.text()]
    },
    expected: [200, 'the network got hello'],
  },
]

async function connectPath(client: Client): Promise<string> {
  const { state } = (await (await client.json('POST', '/app/suite/prepare-connect', {})).json()) as { state: string }
  return `/app/suite/connect?prepare_state=${state}`
}
