/** The Services API and the MCP endpoint (clauses 4.7 and 4.8). */
export const serviceRequirements = [
  // 4.7: services
  {
    id: 'services.invoke',
    clause: '4.7',
    kind: 'stated',
    statement: 'POST /services/{adapterConnectionId}/{command} with a JSON body returns the result of the command.',
    profiles: ['services'],
    advice: {
      cause: 'The command is not routed, or runs for any connection.',
      remedy: 'Run the command of that connection, and answer with its result as JSON.',
    },
  },
  {
    id: 'services.validated',
    clause: '4.7',
    kind: 'stated',
    statement: "The request body is validated against the command's schema.",
    profiles: ['services'],
    advice: {
      cause: 'The body is passed on as it is, or only its first level is checked.',
      remedy: 'Validate the whole body against the schema in the capabilities before the command runs.',
    },
  },
  {
    id: 'services.capabilities',
    clause: '4.7',
    kind: 'stated',
    statement: 'GET /services/{adapterConnectionId}/capabilities returns the schemas of the available commands.',
    profiles: ['services', 'read-only'],
    advice: {
      cause: 'The answer lists names without schemas, or leaves commands out.',
      remedy: 'Show the schema of every command of the connection.',
    },
  },
  {
    id: 'services.capabilities-own',
    clause: '4.7',
    kind: 'stated',
    statement: 'Capabilities are those of that single connection.',
    profiles: ['services', 'read-only'],
    advice: {
      cause: 'The capabilities are those of the adapter or of the whole service.',
      remedy: 'Show the commands of that connection, and none for an id of anything else.',
    },
  },
  {
    id: 'services.auth',
    clause: '4.7',
    kind: 'stated',
    statement: 'The Services API takes a Bearer token.',
    profiles: ['services', 'read-only'],
    advice: {
      cause: 'Another gateway serves the Services API, or an undocumented route is open.',
      remedy: 'Require a Bearer token for commands and capabilities.',
    },
  },
  {
    id: 'services.unversioned',
    clause: '9',
    kind: 'stated',
    statement: 'The Services API is unversioned.',
    profiles: ['services', 'read-only'],
    advice: {
      cause: 'The API has the version in its path.',
      remedy: 'Serve /services without a version.',
    },
  },
  // 4.8: MCP
  {
    id: 'mcp.endpoint',
    clause: '4.8',
    kind: 'stated',
    statement: 'The service has a Model Context Protocol endpoint.',
    profiles: ['services', 'read-only'],
    advice: {
      cause: 'The path differs, or its answers are not JSON-RPC.',
      remedy: 'Declare paths.mcp, and answer initialize with a JSON-RPC 2.0 response that has the id of the request.',
    },
  },
  { id: 'mcp.behaviour', clause: '4.8', kind: 'notShown', statement: 'The path and behaviour of the MCP endpoint.' },
] as const
