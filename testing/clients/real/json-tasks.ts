// The tasks that ky and got do alike: both have a method for each HTTP method, and `json` for the body of an answer.
import type { ClientDriver } from '../../../bin/judges/client/driver.ts'
import { type Any, commandNames, connectUrl } from './real-client.ts'

/** Tasks of a client whose base URL and credentials are set. */
export const jsonTasks: ClientDriver<Any> = {
  'create-access-token': async ({ client, input: { name, scopes, expiresAt } }) => {
    const { id, token } = await client.post('access-tokens', { json: { name, scopes, expires_at: expiresAt } }).json()
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
