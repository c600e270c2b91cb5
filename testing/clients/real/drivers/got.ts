import LinkHeader from 'http-link-header'
import type { ClientDriver } from '../../../../bin/judges/client/driver.ts'
import type { Tools } from '../../../openapi-clients/tools.ts'
import { jsonTasks } from '../json-tasks.ts'
import { type Any, toIdsValue, relativeProductsPath } from '../real-client.ts'

/** The settings of a driver beside the credentials. */
interface Settings {
  /** True if it renews its token in `afterResponse`, as the documentation of got shows. */
  readonly renews: boolean
  /** True if it ends a walk by `results`. Without that, `paginate` follows rel="next" by itself. */
  readonly readsResults: boolean
}

/** A driver of got. */
export const gotDriver =
  ({ renews, readsResults }: Settings) =>
  async (tools: Tools): Promise<ClientDriver> => {
    const { default: got } = await tools.load<Any>('got')
    const pagination = readsResults ? { paginate: nextWithResults } : {}
    return {
      async open({ baseUrl, credentials: { clientId, clientSecret } }) {
        const api = got.extend({ prefixUrl: baseUrl })
        const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
        const newHeaders = async () => {
          const { access_token: token } = await api.post('oauth/token', { form }).json()
          return { authorization: `Bearer ${token}` }
        }
        const headers = await newHeaders()
        if (!renews) return api.extend({ headers })
        const instance = api.extend({
          headers,
          hooks: {
            afterResponse: [
              async (response: Any, retryWithMergedOptions: Any) => {
                if (response.statusCode !== 401) return response
                const updated = { headers: await newHeaders() }
                instance.defaults.options.merge(updated)
                return retryWithMergedOptions(updated)
              },
            ],
          },
          mutableDefaults: true,
        })
        return instance
      },
      'get-token': async () => ({}),
      'list-environments': async ({ client }) => toIdsValue(await client('1.13/environments').json()),
      'walk-products': async ({ client, input: { catalogId, pageSize, ...filters } }) =>
        toIdsValue({
          data: await client.paginate.all(relativeProductsPath(catalogId), {
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
      ...jsonTasks,
      'walk-groups': async ({ client, input: { projectId } }) =>
        toIdsValue({ data: await client.paginate.all(`0/projects/${projectId}/groups/`, { pagination }) }),
      'walk-events': async ({ client, input: { issueId } }) =>
        toIdsValue({ data: await client.paginate.all(`0/issues/${issueId}/events/`, { pagination }) }),
    }
  }

/** The next page, unless its entry says that it has no results. */
function nextWithResults({ response }: Any): { readonly url: string } | false {
  const next = LinkHeader.parse(response.headers.link).rel('next')[0]
  return next?.['results'] === 'true' && { url: next.uri }
}
