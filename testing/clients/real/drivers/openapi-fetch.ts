import type { ClientDriver } from '../../../../bin/judges/client/driver.ts'
import type { Tools } from '../../../openapi-clients/tools.ts'
import { type Any, commandNames, connectUrl, toIdsValue, relativeProductsPath, walkByCursors } from '../real-client.ts'

/** Its middleware sets the token, as its documentation shows. It leaves refusals to its user. */
export async function openapiFetch(tools: Tools): Promise<ClientDriver> {
  const { default: createClient } = await tools.load<Any>('openapi-fetch')
  const value = ({ data, error, response }: Any): Any => {
    if (error === undefined && response.ok) return data
    throw Object.assign(new Error('refused'), { status: response.status })
  }
  return {
    async open({ baseUrl, fetch, credentials: { clientId, clientSecret } }) {
      const api = createClient({ baseUrl, fetch })
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const bodySerializer = (form: Record<string, string>) => new URLSearchParams(form)
      // Without the header it sends application/json, whatever the serializer returns.
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const token = value(await api.POST('/oauth/token', { body, bodySerializer, headers })).access_token
      api.use({ onRequest: ({ request }: Any) => request.headers.set('Authorization', `Bearer ${token}`) })
      return api
    },
    'get-token': async () => ({}),
    'list-environments': async ({ client }) => toIdsValue(value(await client.GET('/1.13/environments'))),
    'walk-products': ({ client, input: { catalogId, pageSize, ...filters } }) =>
      walkByCursors(async (cursor) => {
        const query = { ...filters, limit: pageSize, starting_after: cursor }
        const path = { catalog_id: catalogId }
        return value(await client.GET(`/${relativeProductsPath('{catalog_id}')}`, { params: { path, query } }))
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
    'prepare-connect': async ({ client, baseUrl, input: { adapter } }) => {
      const { state } = value(await client.POST('/app/{adapter}/prepare-connect', { params: { path: { adapter } } }))
      return connectUrl(baseUrl, adapter, state)
    },
    invoke: async ({ client, input: { adapterConnectionId, command, body } }) => ({
      result: value(
        await client.POST('/services/{adapterConnectionId}/{command}', {
          params: { path: { adapterConnectionId, command } },
          body,
        }),
      ),
    }),
    capabilities: async ({ client, input: { adapterConnectionId } }) =>
      commandNames(
        value(
          await client.GET('/services/{adapterConnectionId}/capabilities', {
            params: { path: { adapterConnectionId } },
          }),
        ),
      ),
  }
}
