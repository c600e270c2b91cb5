/** The Services API and the MCP endpoint (clauses 4.7 and 4.8). */
export const serviceRequirements = [
  // 4.7: services
  {
    id: 'services.invoke',
    clause: '4.7',
    kind: 'stated',
    statement: 'POST /services/{adapterConnectionId}/{command} with a JSON body returns the result of the command.',
  },
  {
    id: 'services.validated',
    clause: '4.7',
    kind: 'stated',
    statement: "The request body is validated against the command's schema.",
  },
  {
    id: 'services.capabilities',
    clause: '4.7',
    kind: 'stated',
    statement: 'GET /services/{adapterConnectionId}/capabilities returns the schemas of the available commands.',
  },
  {
    id: 'services.capabilities-own',
    clause: '4.7',
    kind: 'stated',
    statement: 'Capabilities are those of that single connection.',
  },
  { id: 'services.auth', clause: '4.7', kind: 'stated', statement: 'The Services API takes a Bearer token.' },
  { id: 'services.unversioned', clause: '9', kind: 'stated', statement: 'The Services API is unversioned.' },
  // 4.8: MCP
  {
    id: 'mcp.endpoint',
    clause: '4.8',
    kind: 'stated',
    statement: 'The service has a Model Context Protocol endpoint.',
  },
  { id: 'mcp.behaviour', clause: '4.8', kind: 'notShown', statement: 'The path and behaviour of the MCP endpoint.' },
] as const
