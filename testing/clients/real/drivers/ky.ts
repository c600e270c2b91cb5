import type { ClientConnection, ClientDriver } from '../../../../bin/judges/client/driver.ts'
import type { Tools } from '../../../openapi-clients/tools.ts'
import { jsonTasks } from '../json-tasks.ts'
import { type Any, toIdsValue, relativeProductsPath, walkByCursors } from '../real-client.ts'

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
      ...jsonTasks,
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
