// Drivers of clients from the registry, as their documentation shows them: what a library leaves to its user is done
// in the plainest way.
import type { ClientDriver } from '../../../bin/client/driver.ts'
import type { Tools } from '../../openapi-clients/tools.ts'

// The libraries are installed by the test, so their types are not at hand.
type Any = any

type Page = { readonly data: readonly { readonly id: string }[]; readonly has_more: boolean }

const idsOf = ({ data }: Pick<Page, 'data'>): readonly string[] => data.map(({ id }) => id)

/** Walks by id cursors, with the library's own way to get a page. */
async function walk(get: (cursor: string | undefined) => Promise<Page>): Promise<{ ids: readonly string[] }> {
  const ids: string[] = []
  for (let more = true; more;) {
    const page = await get(ids.at(-1))
    ids.push(...idsOf(page))
    more = page.has_more
  }
  return { ids }
}

const products = (catalogId: string): string => `1.13/pulse/catalogs/${catalogId}/products`

/** Each driver, by the name under which the test asserts what it is found to do. */
export const realDrivers: Readonly<Record<string, (tools: Tools) => Promise<ClientDriver>>> = {
  'openapi-fetch': async (tools) => {
    const { default: createClient } = await tools.load<Any>('openapi-fetch')
    const value = ({ data, error, response }: Any): Any => {
      if (error === undefined && response.ok) return data
      throw Object.assign(new Error('refused'), { status: response.status })
    }
    return {
      async open({ baseUrl, credentials: { clientId, clientSecret } }) {
        const api = createClient({ baseUrl })
        const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
        const bodySerializer = (form: Record<string, string>) => new URLSearchParams(form)
        // Without the header it sends application/json, whatever the serializer returns.
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
        const token = value(await api.POST('/oauth/token', { body, bodySerializer, headers })).access_token
        api.use({ onRequest: ({ request }: Any) => request.headers.set('Authorization', `Bearer ${token}`) })
        return api
      },
      'get-token': async () => ({}),
      'list-environments': async ({ client }) => ({ ids: idsOf(value(await client.GET('/1.13/environments'))) }),
      'walk-products': ({ client, input: { catalogId, pageSize, ...filters } }) =>
        walk(async (cursor) => {
          const query = { ...filters, limit: pageSize, starting_after: cursor }
          const path = { catalog_id: catalogId }
          return value(await client.GET(`/${products('{catalog_id}')}`, { params: { path, query } }))
        }),
      'get-configuration': async ({ client, input: { scopeId, path } }) => ({
        value: value(
          await client.GET('/1.13/configurations/{scope_id}', {
            params: { path: { scope_id: scopeId }, query: { path } },
          }),
        ),
      }),
      'create-access-token': async ({ client, input: { name, scopes, expiresAt } }) => {
        const { id, token } = value(
          await client.POST('/access-tokens', { body: { name, scopes, expires_at: expiresAt } }),
        )
        return { id, secret: token }
      },
      'rename-access-token': async ({ client, input: { id, name } }) =>
        value(await client.POST('/access-tokens/{id}', { params: { path: { id } }, body: { name } })),
      'revoke-access-token': async ({ client, input: { id } }) =>
        value(await client.DELETE('/access-tokens/{id}', { params: { path: { id } } })),
      invoke: async ({ client, input: { adapterConnectionId, command, body } }) => ({
        result: value(
          await client.POST('/services/{adapterConnectionId}/{command}', {
            params: { path: { adapterConnectionId, command } },
            body,
          }),
        ),
      }),
    }
  },

  ky: async (tools) => {
    const { default: ky } = await tools.load<Any>('ky')
    return {
      async open({ baseUrl, credentials: { clientId, clientSecret } }) {
        const api = ky.create({ prefix: baseUrl })
        const body = new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        })
        const { access_token: token } = await api.post('oauth/token', { body }).json()
        return api.extend({ headers: { authorization: `Bearer ${token}` } })
      },
      'get-token': async () => ({}),
      'list-environments': async ({ client }) => ({ ids: idsOf(await client.get('1.13/environments').json()) }),
      'walk-products': ({ client, input: { catalogId, pageSize, ...filters } }) =>
        walk((cursor) =>
          client
            .get(products(catalogId), { searchParams: { ...filters, limit: pageSize, starting_after: cursor } })
            .json(),
        ),
      'create-access-token': async ({ client, input: { name, scopes, expiresAt } }) => {
        const { id, token } = await client
          .post('access-tokens', { json: { name, scopes, expires_at: expiresAt } })
          .json()
        return { id, secret: token }
      },
      'rename-access-token': ({ client, input: { id, name } }) =>
        client.post(`access-tokens/${id}`, { json: { name } }).json(),
      'revoke-access-token': async ({ client, input: { id } }) => {
        await client.delete(`access-tokens/${id}`)
      },
    }
  },

  got: async (tools) => {
    const { default: got } = await tools.load<Any>('got')
    return {
      async open({ baseUrl, credentials: { clientId, clientSecret } }) {
        const api = got.extend({ prefixUrl: baseUrl })
        const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
        const { access_token: token } = await api.post('oauth/token', { form }).json()
        return api.extend({ headers: { authorization: `Bearer ${token}` } })
      },
      'get-token': async () => ({}),
      'list-environments': async ({ client }) => ({ ids: idsOf(await client('1.13/environments').json()) }),
      'walk-products': async ({ client, input: { catalogId, pageSize, ...filters } }) => ({
        ids: idsOf({
          data: await client.paginate.all(products(catalogId), {
            searchParams: { ...filters, limit: pageSize },
            responseType: 'json',
            pagination: {
              transform: ({ body }: Any) => body.data,
              paginate: ({ response: { body }, currentItems }: Any) =>
                body.has_more && {
                  searchParams: { ...filters, limit: pageSize, starting_after: currentItems.at(-1).id },
                },
            },
          }),
        }),
      }),
      // got.paginate follows rel="next" by itself.
      'walk-events': async ({ client, input: { issueId } }) => ({
        ids: idsOf({ data: await client.paginate.all(`0/issues/${issueId}/events/`) }),
      }),
    }
  },

  'oauth4webapi, ClientSecretPost': (tools) => oauth4webapi(tools, 'ClientSecretPost'),
  'oauth4webapi, ClientSecretBasic': (tools) => oauth4webapi(tools, 'ClientSecretBasic'),
  'simple-oauth2': (tools) => simpleOauth2(tools, {}),
  'simple-oauth2, with the path of the base URL in tokenPath': (tools) =>
    simpleOauth2(tools, { tokenPath: (baseUrl) => `${new URL(baseUrl).pathname}/oauth/token` }),
  'simple-oauth2, with tokenPath and authorizationMethod body': (tools) =>
    simpleOauth2(tools, {
      tokenPath: (baseUrl) => `${new URL(baseUrl).pathname}/oauth/token`,
      options: { authorizationMethod: 'body' },
    }),
}

async function oauth4webapi(
  tools: Tools,
  authentication: 'ClientSecretPost' | 'ClientSecretBasic',
): Promise<ClientDriver> {
  const oauth = await tools.load<Any>('oauth4webapi')
  const insecure = { [oauth.allowInsecureRequests]: true }
  return {
    async open({ baseUrl, credentials: { clientId, clientSecret } }) {
      const server = { issuer: baseUrl, token_endpoint: `${baseUrl}/oauth/token` }
      const client = { client_id: clientId }
      const proof = oauth[authentication](clientSecret)
      const ask = oauth.clientCredentialsGrantRequest(server, client, proof, new URLSearchParams(), insecure)
      const { access_token: token } = await oauth.processClientCredentialsResponse(server, client, await ask)
      return (path: string) =>
        oauth.protectedResourceRequest(token, 'GET', new URL(`${baseUrl}${path}`), undefined, undefined, insecure)
    },
    'get-token': async () => ({}),
    'list-environments': async ({ client }) => ({ ids: idsOf(await (await client('/1.13/environments')).json()) }),
  }
}

interface SimpleOauth2Options {
  readonly tokenPath?: (baseUrl: string) => string
  readonly options?: { readonly authorizationMethod: 'body' }
}

async function simpleOauth2(tools: Tools, { tokenPath, options }: SimpleOauth2Options): Promise<ClientDriver> {
  const { ClientCredentials } = await tools.load<Any>('simple-oauth2')
  return {
    async open({ baseUrl, credentials: { clientId, clientSecret } }) {
      const grant = new ClientCredentials({
        client: { id: clientId, secret: clientSecret },
        auth: { tokenHost: baseUrl, ...(tokenPath && { tokenPath: tokenPath(baseUrl) }) },
        ...(options && { options }),
      })
      let token = await grant.getToken({})
      // What its documentation shows: refresh when the token says that it has expired.
      return async (path: string) => {
        if (token.expired()) token = await token.refresh()
        const headers = { authorization: `Bearer ${token.token.access_token}` }
        const response = await fetch(`${baseUrl}${path}`, { headers })
        if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
        return response.json()
      }
    },
    'get-token': async () => ({}),
    'list-environments': async ({ client }) => ({ ids: idsOf(await client('/1.13/environments')) }),
  }
}
