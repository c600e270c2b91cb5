// The form of a target file, as a JSON Schema that drafts 07 and 2020-12 read alike. The package publishes it for
// editors, which show the descriptions.
import { offers, profiles } from '../catalogue/profiles.ts'
import { timeFormats } from '../reading/times.ts'

type Schema = Readonly<Record<string, unknown>>

const describedText = (description: string): Schema => ({ type: 'string', minLength: 1, description })
const patternSchema = (pattern: string, description: string): Schema => ({ type: 'string', pattern, description })
const strictObject = (description: string, properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  description,
  properties,
  required,
  additionalProperties: false,
})
const hookSchema = (description: string): Schema =>
  strictObject(
    description,
    {
      method: patternSchema('^[A-Za-z]+$', 'The HTTP method.'),
      path: patternSchema('^(?:/|https?://)', 'A path after baseUrl, or an absolute URL.'),
      body: { description: 'The JSON body. The whole string "$seconds" becomes a number, and "$id" an id.' },
      headers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Headers of the request.',
      },
    },
    ['method', 'path'],
  )

/** The schema of a target file. */
export const targetSchema: Schema = strictObject(
  'A service, for the conformance kit of the Platform Data API. Everything but baseUrl is optional. ${NAME} in a string is replaced by the environment variable.',
  {
    $schema: { type: 'string', description: 'The address of this schema, for editors.' },
    baseUrl: patternSchema('^https?://[^/]+', 'Where the service answers: the URL before the documented paths.'),
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Headers of every request to the service, such as those that a gateway demands. Reports hide them.',
    },
    tls: strictObject(
      'Files in PEM, for a service that asks for a client certificate or has a CA of its own. Paths begin at the target file.',
      {
        cert: describedText('The certificate of the kit.'),
        key: describedText('Its key.'),
        ca: describedText('The certificate of a CA to trust besides those that are known.'),
      },
    ),
    version: describedText('The current version in paths. Default: 1.13.'),
    credentials: strictObject('Credentials of requests.', {
      oauth: strictObject(
        'An OAuth client.',
        { clientId: describedText('The client_id.'), clientSecret: describedText('The client_secret.') },
        ['clientId', 'clientSecret'],
      ),
      token: describedText('Any Bearer value for the versioned API.'),
      integrationToken: describedText('A Bearer value for the legacy API.'),
      apiKey: describedText('An API key of the legacy API, without the colon.'),
      dsn: describedText('A client key, for endpoints that accept DSN authentication.'),
    }),
    samples: strictObject('Ids and names of objects that exist.', {
      catalogId: describedText('A catalog, best with ten products or more, of several brands and categories.'),
      scopeId: describedText('A project, an environment or a flow, with its prefix.'),
      configurationPath: describedText('A dotted path where that scope has a value.'),
      adapter: describedText('An adapter, as in /app/{adapter}/prepare-connect.'),
      adapterConnectionId: describedText('An adapter connection, as in /services/{adapterConnectionId}/capabilities.'),
      otherAdapterConnectionId: describedText('A connection with other commands, such as one of another adapter.'),
      command: strictObject(
        'A command of adapterConnectionId.',
        { name: describedText('Its name.'), validBody: { description: 'A body that its schema accepts.' } },
        ['name', 'validBody'],
      ),
      projectId: describedText('A project, best with more than one page of groups.'),
      issueId: describedText('An issue, best with more than one page of events.'),
      apiKeyProjectId: describedText('The project that the API key is bound to.'),
      dsnPath: patternSchema('^/', 'The path of an endpoint that accepts a DSN.'),
    }),
    paths: strictObject('Paths that the specification does not show.', {
      accessTokens: patternSchema('^/', 'The path of the personal access tokens. Default: /access-tokens.'),
      mcp: patternSchema('^/', 'The path of the MCP endpoint.'),
    }),
    connectOrigins: {
      type: 'array',
      items: { type: 'string', pattern: '^https?://[^/?#@\\s]+$' },
      uniqueItems: true,
      description:
        'Other origins that the pages of a connection need, such as https://login.example. A browser of the kit asks no other.',
    },
    enumFilters: {
      type: 'array',
      description: 'Filters that take one of several listed values.',
      items: strictObject(
        'A filter.',
        {
          path: patternSchema('^/', 'The path of the list.'),
          parameter: describedText('The query parameter.'),
          values: {
            type: 'array',
            items: { type: 'string', minLength: 1 },
            minItems: 1,
            description: 'All its values.',
          },
        },
        ['path', 'parameter', 'values'],
      ),
    },
    personalAccessTokens: strictObject('How personal access tokens are made.', {
      scopes: { type: 'array', minItems: 1, description: 'Scopes in the format of the service, two or more.' },
      expiresAt: { enum: timeFormats, description: 'The form of expires_at.' },
    }),
    hooks: strictObject('Requests that help to test. They are never needed for conformance.', {
      advanceClock: hookSchema('Moves the clock of the service forward.'),
      createProduct: hookSchema('Creates a product in samples.catalogId.'),
      createEvent: hookSchema('Creates an event of samples.issueId.'),
      deleteProduct: hookSchema('Deletes a product that createProduct made. $id in its path or body becomes the id.'),
      deleteEvent: hookSchema('Deletes an event that createEvent made. $id in its path or body becomes the id.'),
    }),
    findings: { type: 'object', description: 'Pins what the kit would otherwise discover.' },
    profile: { enum: profiles, description: 'The part of the specification that the service claims. Default: full.' },
    without: {
      type: 'array',
      items: { enum: offers },
      uniqueItems: true,
      description: 'Parts that the service does not offer.',
    },
    allowWrites: { type: 'boolean', description: 'Whether checks may create, change and delete. Default: false.' },
  },
  ['baseUrl'],
)
