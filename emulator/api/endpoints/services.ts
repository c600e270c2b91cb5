import { Type } from 'typebox'
import { bearerCredentials, defineEndpoint } from './define-endpoint.ts'
import type { Endpoint } from '../../model/contract/endpoint.ts'
import { readJsonBody, addQueryMembers } from '../input/read-body.ts'
import { parseSearch, readQuery } from '../input/read-parameters.ts'
import { RequestId } from '../../model/resources/define-resource.ts'
import { commandNamed, connectionCommands, usableConnection } from '../services/connections.ts'
import { invokeCommand } from '../services/invoke-command.ts'
import { bodyProperties } from '../services/read-command-body.ts'
import { isObject } from '../../tools/is-object.ts'

const Schema = Type.Object({}, { additionalProperties: true, description: 'A JSON Schema 2020-12.' })

const otherInvokeAnswers = () => ({ 409: 'The adapter connection is disabled.' })

const capabilities = defineEndpoint({
  id: 'services.capabilities',
  method: 'GET',
  path: '/services/{adapterConnectionId}/capabilities',
  family: 'services',
  credentials: bearerCredentials,
  summary: 'Lists the commands of an adapter connection with their schemas.',
  params: Type.Object({ adapterConnectionId: RequestId }),
  answer: {
    kind: 'template',
    template: 'capabilities',
    holes: { $name: Type.String(), $description: Type.String(), $inputSchema: Schema, $outputSchema: Schema },
    description: 'The commands and their schemas.',
    others: otherInvokeAnswers,
  },
  requirements: [
    'services.capabilities',
    'services.capabilities-own',
    'services.auth',
    'services.unversioned',
    'ids.malformed-path',
    'ids.malformed-prefixed',
    'ids.prefixed-form',
    'ids.prefix-ignored',
  ],
  conventions: ['capabilities', 'unknownIdStatus'],
  handle: ({ world, adapters, params }) => {
    const commands = connectionCommands(world, adapters, usableConnection(world, params.adapterConnectionId))
    const values = () =>
      commands.map(({ name, description, body, result }) => ({
        $name: name,
        $description: description,
        $inputSchema: JSON.stringify(body),
        $outputSchema: JSON.stringify(result),
      }))
    return { kind: 'template', template: 'capabilities', values: {}, repeated: { $commands: values } }
  },
})

const invoke = defineEndpoint({
  id: 'services.invoke',
  method: 'POST',
  path: '/services/{adapterConnectionId}/{command}',
  family: 'services',
  credentials: bearerCredentials,
  summary:
    'Runs a command of an adapter connection. capabilities shows the schema of its body. No body is an empty object.',
  params: Type.Object({ adapterConnectionId: RequestId, command: Type.String() }),
  // The known parameters and members depend on the command, so the handler reads both.
  query: Type.Object({}, { additionalProperties: true }),
  body: Type.Object({}, { additionalProperties: true }),
  bodyType: 'own',
  answer: {
    kind: 'json',
    schema: () => Type.Unknown(),
    description: 'The result, as the schema of the command describes it.',
    others: () => ({ ...otherInvokeAnswers(), 404: 'There is no such connection, or it has no such command.' }),
  },
  codes: 'any',
  requirements: [
    'services.invoke',
    'services.validated',
    'services.auth',
    'services.unversioned',
    'http.json-body',
    'http.query-on-writes',
    'ids.malformed-path',
    'ids.malformed-prefixed',
    'ids.prefixed-form',
    'ids.prefix-ignored',
    'ids.prefixed-body',
  ],
  conventions: ['unknownIdStatus', 'unknownParameters', 'repeatedParameters'],
  handle: async ({ request, search, world, draft, adapters, conventions, params, checkResponses }) => {
    const { adapterConnectionId, command: name } = params
    const find = () => {
      const connection = usableConnection(world, adapterConnectionId)
      return { connection, command: commandNamed(name, connectionCommands(world, adapters, connection), connection) }
    }
    find()
    const json = await readJsonBody(request, conventions, draft)
    // Looked up again, because the connection may have changed while the body was read. Nothing awaits after this.
    const { connection, command } = find()
    const members = bodyProperties(command.body)
    draft.parameters = Object.keys(members)
    const parameters = parseSearch(search)
    readQuery(undefined, parameters, conventions, draft.parameters)
    const sent = json === undefined ? {} : json
    const body = isObject(sent) ? addQueryMembers(members, sent, parameters, conventions) : sent
    return {
      kind: 'json',
      value: invokeCommand({ world, connectionId: connection.id, command, body, checkResult: checkResponses }),
    }
  },
})

/** The Services API (clause 4.7). */
export const serviceEndpoints: readonly Endpoint[] = [capabilities, invoke]
