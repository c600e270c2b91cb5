import type { ClientDriver } from '../../../../bin/judges/client/driver.ts'
import type { Tools } from '../../../openapi-clients/tools.ts'
import { type Any, toIdsValue } from '../real-client.ts'

/** The settings of simple-oauth2 in a driver. */
interface Settings {
  readonly tokenPath?: (baseUrl: string) => string
  readonly options?: { readonly authorizationMethod: 'body' }
}

/** The token endpoint below the path of the base URL. */
export const belowBaseUrl = (baseUrl: string): string => `${new URL(baseUrl).pathname}/oauth/token`

/** A driver of simple-oauth2. The library only gets tokens: the driver sends the requests with them. */
export const simpleOauth2Driver =
  ({ tokenPath, options }: Settings) =>
  async (tools: Tools): Promise<ClientDriver> => {
    const { ClientCredentials } = await tools.load<Any>('simple-oauth2')
    return {
      async open({ baseUrl, credentials: { clientId, clientSecret } }) {
        const grant = new ClientCredentials({
          client: { id: clientId, secret: clientSecret },
          auth: { tokenHost: baseUrl, ...(tokenPath && { tokenPath: tokenPath(baseUrl) }) },
          ...(options && { options }),
        })
        let token = await grant.getToken({})
        return async (path: string) => {
          // Its documentation: "Fetch a new token when it's expired."
          if (token.expired()) token = await grant.getToken({})
          const headers = { authorization: `Bearer ${token.token.access_token}` }
          const response = await fetch(`${baseUrl}${path}`, { headers })
          if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status })
          return response.json()
        }
      },
      'get-token': async () => ({}),
      'list-environments': async ({ client }) => toIdsValue(await client('/1.13/environments')),
    }
  }
