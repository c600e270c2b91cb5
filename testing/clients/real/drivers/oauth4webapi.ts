import type { ClientDriver } from '../../../../bin/judges/client/driver.ts'
import type { Tools } from '../../../openapi-clients/tools.ts'
import { type Any, toIdsValue } from '../real-client.ts'

/** A driver of oauth4webapi. It gets tokens and sends requests with them; when to do so, its user says. */
export const oauth4webapiDriver =
  (authentication: 'ClientSecretPost' | 'ClientSecretBasic') =>
  async (tools: Tools): Promise<ClientDriver> => {
    const oauth = await tools.load<Any>('oauth4webapi')
    return {
      async open({ baseUrl, fetch, credentials: { clientId, clientSecret } }) {
        const server = { issuer: baseUrl, token_endpoint: `${baseUrl}/oauth/token` }
        const client = { client_id: clientId }
        const proof = oauth[authentication](clientSecret)
        const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: fetch }
        const ask = oauth.clientCredentialsGrantRequest(server, client, proof, new URLSearchParams(), options)
        const { access_token: token } = await oauth.processClientCredentialsResponse(server, client, await ask)
        return async (path: string) => {
          const url = new URL(`${baseUrl}${path}`)
          const response = await oauth.protectedResourceRequest(token, 'GET', url, undefined, undefined, options)
          if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
          return response.json()
        }
      },
      'get-token': async () => ({}),
      'list-environments': async ({ client }) => toIdsValue(await client('/1.13/environments')),
    }
  }
