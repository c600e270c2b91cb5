import type { ClientConnection, ClientDriver } from '../../../../bin/judges/client/driver.ts'
import type { Tools } from '../../../openapi-clients/tools.ts'
import { type Any, commandNames, connectUrl, toIdsValue, relativeProductsPath, walkByCursors } from '../real-client.ts'

/** How a driver renews its token: the plainest one does not, the others do as the documentation of ky shows. */
type Renewal = 'none' | 'beforeRetry' | 'afterResponse'

/** A driver of ky. */
export const kyDriver =
  (renewal: Renewal) =>
  async (tools: Tools): Promise<ClientDriver> => {
    const { default: ky } = await tools.load<Any>('ky')
    return {
      async open({ baseUrl, fetch, credentials }) {
        const api = ky.create({ prefix: baseUrl, fetch })
        let token = await fetchToken(api, credentials)
        const beforeRequest = [({ request }: Any) => request.headers.set('Authorization', `Bearer ${token}`)]
        const { hooks, ...options } = renewing(renewal, ky, async () => (token = await fetchToken(api, credentials)))
        return api.extend({ ...options, hooks: { beforeRequest, ...hooks } })
      },
      'get-token': async () => ({}),
      'list-environments': async ({ client }) => toIdsValue(await client.get('1.13/environments').json()),
      'walk-products': ({ client, input: { catalogId, pageSize, ...filters } }) =>
        walkByCursors((cursor) =>
          client
            .get(relativeProductsPath(catalogId), {
              searchParams: { ...filters, limit: pageSize, starting_after: cursor },
            })
            .json(),
        ),
      'get-configuration': async ({ client, input: { scopeId, path } }) => ({
        value: await client.get(`1.13/configurations/${scopeId}`, { searchParams: { path } }).json(),
      }),
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
      'prepare-connect': async ({ client, baseUrl, input: { adapter } }) =>
        connectUrl(baseUrl, adapter, (await client.post(`app/${adapter}/prepare-connect`).json()).state),
      invoke: async ({ client, input: { adapterConnectionId, command, body } }) => ({
        result: await client.post(`services/${adapterConnectionId}/${command}`, { json: body }).json(),
      }),
      capabilities: async ({ client, input: { adapterConnectionId } }) =>
        commandNames(await client.get(`services/${adapterConnectionId}/capabilities`).json()),
    }
  }

async function fetchToken(api: Any, { clientId, clientSecret }: ClientConnection['credentials']): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  return (await api.post('oauth/token', { body }).json()).access_token
}

function renewing(renewal: Renewal, ky: Any, newToken: () => Promise<string>): Any {
  switch (renewal) {
    case 'none':
      return {}
    case 'beforeRetry':
      return {
        retry: { statusCodes: [401] },
        hooks: {
          beforeRetry: [async ({ request }: Any) => request.headers.set('Authorization', `Bearer ${await newToken()}`)],
        },
      }
    case 'afterResponse':
      return {
        hooks: {
          afterResponse: [
            async ({ request, response, retryCount }: Any) => {
              if (response.status !== 401 || retryCount > 0) return undefined
              const headers = new Headers(request.headers)
              headers.set('Authorization', `Bearer ${await newToken()}`)
              return ky.retry({ request: new Request(request, { headers }), code: 'TOKEN_REFRESHED' })
            },
          ],
        },
      }
  }
}
