/** The Services API and the MCP endpoint (clauses 4.7 and 4.8). */
export const serviceRequirements = {
  // 4.7: services
  'services.invoke': {
    clause: '4.7',
    statement: 'POST /services/{adapterConnectionId}/{command} with a JSON body returns the result of the command.',
    profiles: ['services'],
    cause: 'The command is not routed, or runs for any connection.',
    remedy: 'Run the command of that connection, and answer with its result as JSON.',
  },
  'services.validated': {
    clause: '4.7',
    statement: "The request body is validated against the command's schema.",
    profiles: ['services'],
    cause: 'The body is passed on as it is, or only its first level is checked.',
    remedy: 'Validate the whole body against the schema in the capabilities before the command runs.',
  },
  'services.capabilities': {
    clause: '4.7',
    statement: 'GET /services/{adapterConnectionId}/capabilities returns the schemas of the available commands.',
    profiles: ['services', 'read-only'],
    cause: 'The answer lists names without schemas, or leaves commands out.',
    remedy: 'Show the schema of every command of the connection.',
  },
  'services.capabilities-own': {
    clause: '4.7',
    statement: 'Capabilities are those of that single connection.',
    profiles: ['services', 'read-only'],
    cause: 'The capabilities are those of the adapter or of the whole service.',
    remedy: 'Show the commands of that connection, and none for an id of anything else.',
  },
  'services.auth': {
    clause: '4.7',
    statement: 'The Services API takes a Bearer token.',
    profiles: ['services', 'read-only'],
    cause: 'Another gateway serves the Services API, or an undocumented route is open.',
    remedy: 'Require a Bearer token for commands and capabilities.',
  },
  'services.unversioned': {
    clause: '9',
    statement: 'The Services API is unversioned.',
    profiles: ['services', 'read-only'],
    cause: 'The API has the version in its path.',
    remedy: 'Serve /services without a version.',
  },
  // 4.8: MCP
  'mcp.endpoint': {
    clause: '4.8',
    statement: 'The service has a Model Context Protocol endpoint.',
    profiles: ['services', 'read-only'],
    cause: 'The path differs, or its answers are not JSON-RPC.',
    remedy: 'Declare paths.mcp, and answer initialize with a JSON-RPC 2.0 response that has the id of the request.',
  },
  'mcp.behaviour': { clause: '4.8', kind: 'notShown', statement: 'The path and behaviour of the MCP endpoint.' },
} as const
