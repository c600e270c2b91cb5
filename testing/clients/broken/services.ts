import { CarefulClient } from '../careful/client.ts'
import type { Answer, Call } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

/** Sends a body in another form. */
const posting = (change: (right: Call, body: Readonly<Record<string, string>>) => Call): typeof CarefulClient =>
  class extends CarefulClient {
    protected override post(path: string, body: unknown): Promise<Answer> {
      const headers = { 'content-type': 'application/json' }
      const right = { method: 'POST', url: this.address(path), headers, body: this.bodyText(body) }
      return this.call(change(right, body as Readonly<Record<string, string>>))
    }
  }

/** Reports other commands than there are. */
const changeReportedCommands = (change: (commands: readonly string[]) => readonly string[]): typeof CarefulClient =>
  class extends CarefulClient {
    override async capabilities(connectionId: string): Promise<readonly string[]> {
      return change(await super.capabilities(connectionId))
    }
  }

/** Clients that use the Services API wrongly (clause 4.7). */
export const brokenServices: readonly BrokenClient[] = [
  ...breaking(
    'client.json-bodies',
    ['invoke', 'create-access-token'],
    [
      'content-type-missing',
      'sends JSON bodies without Content-Type: application/json',
      posting(({ headers: _headers, ...call }) => call),
    ],
  ),
  ...breaking(
    'client.json-bodies',
    ['rename-access-token'],
    [
      'body-as-form',
      'sends bodies as forms',
      posting((call, body) => ({
        ...call,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(body).toString(),
      })),
    ],
  ),
  ...breaking(
    'client.invoke',
    ['invoke'],
    [
      'body-encoded-twice',
      'encodes the body of a command twice, as a text in JSON',
      posting((call) => ({ ...call, body: JSON.stringify(call.body) })),
    ],
    [
      'body-empty-members-dropped',
      'leaves out the members of a body that are null or false',
      posting((call, body) => ({
        ...call,
        body: JSON.stringify(body, (_name, value: unknown) => (value === null || value === false ? undefined : value)),
      })),
    ],
    [
      'body-wrapped',
      'wraps the body of a command in a member',
      posting((call, body) => ({ ...call, body: JSON.stringify({ body }) })),
    ],
    [
      'command-in-body',
      'writes the command into the body and not into the path',
      posting(({ url, ...call }, body) => {
        const [, service = '', command = ''] = /^(.*)\/([^/]*)$/.exec(url)!
        return { ...call, url: service, body: JSON.stringify({ ...body, command: decodeURIComponent(command) }) }
      }),
    ],
    ['invoked-by-put', 'invokes a command with PUT', posting((call) => ({ ...call, method: 'PUT' }))],
    [
      'result-unwrapped',
      'looks for the result of a command in a member data',
      class extends CarefulClient {
        override async invoke(connectionId: string, command: string, body: unknown): Promise<unknown> {
          const result = (await super.invoke(connectionId, command, body)) as { data?: unknown }
          return result.data ?? null
        }
      },
    ],
  ),
  ...breaking(
    'client.capabilities',
    ['capabilities'],
    [
      'capabilities-first-only',
      'reports only the first command',
      changeReportedCommands((commands) => commands.slice(0, 1)),
    ],
    [
      'capabilities-of-another-connection',
      'asks for the commands of the first connection that it finds',
      class extends CarefulClient {
        override async capabilities(connectionId: string): Promise<readonly string[]> {
          const { ids } = await this.page(this.versioned('/adapter-connections'), 'adapter_connections')
          return super.capabilities(ids.find((id) => id !== connectionId) ?? connectionId)
        }
      },
    ],
  ),
]
