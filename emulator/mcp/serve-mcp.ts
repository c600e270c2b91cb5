import type * as Sdk from '@modelcontextprotocol/server'
import { authorize } from '../auth/authenticate.ts'
import { scopesBeyond } from '../auth/scopes.ts'
import { ApiError } from '../dialect/api-error.ts'
import { didYouMean } from '../tools/nearest.ts'
import { nestsTooDeep, tooDeep } from '../tools/nesting.ts'
import { readText } from '../input/read-body.ts'
import { commandTools } from './command-tools.ts'
import { resourceTools } from './resource-tools.ts'
import type { McpContext, Tool } from './tool.ts'

/**
 * Answers one MCP request by the official SDK. Nothing is kept between requests, so each sees the tools of its own
 * caller and moment.
 */
export async function serveMcp(context: McpContext): Promise<Response> {
  // Loaded on first use: it takes longer than everything else that a start does.
  const sdk = await import('@modelcontextprotocol/server')
  // No keep-alive: every answer is complete at once, and a timer would outlive the emulator.
  const handler = sdk.createMcpHandler(() => createServer(sdk, context), {
    maxRequestBodySize: context.conventions.bodyLimit,
    keepAliveMs: 0,
  })
  return handler.fetch(await withoutDeepNesting(context))
}

/** The request with its body read, so that what would overflow the stack never reaches the SDK. */
async function withoutDeepNesting({ request, conventions, draft }: McpContext): Promise<Request> {
  const body = await readText(request, conventions.bodyLimit, draft)
  if (nestsTooDeep(body)) throw new ApiError('refused', tooDeep, { requirement: 'http.json-body' })
  return new Request(request.url, { method: request.method, headers: request.headers, body })
}

function toolsOf(context: McpContext): readonly Tool[] {
  const resources = resourceTools(context)
  return [...commandTools(context, new Set(resources.map(({ name }) => name))), ...resources]
}

function createServer(sdk: typeof Sdk, context: McpContext): Sdk.Server {
  const { caller, conventions } = context
  const server = new sdk.Server(
    { name: 'platform-data-api', title: 'Platform Data API', version: conventions.versions[0]! },
    {
      capabilities: { tools: {} },
      instructions:
        'The commands of the adapter connections, named <adapter>_<command>, and read-only tools for listing resources, named list_<resources>.',
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: toolsOf(context)
      .filter(({ scope }) => scopesBeyond([scope], caller.scopes, conventions).length === 0)
      .map(describeTool),
  }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const tools = toolsOf(context)
    const tool = tools.find(({ name }) => name === params.name)
    if (tool) return callTool(tool, params.arguments ?? {}, context)
    const hint = didYouMean(
      params.name,
      tools.map(({ name }) => name),
    )
    throw new sdk.ProtocolError(
      sdk.ProtocolErrorCode.InvalidParams,
      `There is no tool ${JSON.stringify(params.name.slice(0, 100))}${hint} tools/list names them all.`,
    )
  })
  return server
}

/** The tool as `tools/list` shows it: plain JSON, without what running it takes. */
function describeTool({ scope: _scope, call: _call, ...tool }: Tool): Omit<Tool, 'scope' | 'call'> {
  return JSON.parse(JSON.stringify(tool)) as Omit<Tool, 'scope' | 'call'>
}

/** Runs a tool. A refusal is a result, so that a model can read what was wrong and try again. */
function callTool(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { caller, conventions, onError }: McpContext,
): Sdk.CallToolResult {
  try {
    authorize(caller, tool.scope, conventions)
    const value = tool.call(input)
    const content: Sdk.CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(value) }]
    return tool.outputSchema ? { content, structuredContent: value as Record<string, unknown> } : { content }
  } catch (error) {
    if (error instanceof ApiError) return { content: [{ type: 'text', text: error.message }], isError: true }
    // The SDK answers a protocol error and tells nobody.
    onError(error)
    throw error
  }
}
