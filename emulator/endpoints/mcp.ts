import type { Endpoint } from '../define-endpoint.ts'

/** The MCP endpoint (clause 4.8). */
export const mcpEndpoints: readonly Endpoint[] = []
