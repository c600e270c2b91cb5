import { CarefulClient } from '../careful/client.ts'
import type { Answer } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

/** Clients that use the Services API wrongly (clause 4.7). */
export const brokenServices: readonly BrokenClient[] = [
  {
    name: 'content-type-missing',
    wrong: 'sends JSON bodies without Content-Type: application/json',
    requirement: 'client.json-bodies',
    tasks: ['invoke', 'create-access-token'],
    client: class extends CarefulClient {
      protected override post(path: string, body: unknown): Promise<Answer> {
        return this.call({ method: 'POST', url: this.address(path), body: this.bodyText(body) })
      }
    },
  },
  {
    name: 'body-as-form',
    wrong: 'sends bodies as forms',
    requirement: 'client.json-bodies',
    tasks: ['rename-access-token'],
    client: class extends CarefulClient {
      protected override post(path: string, body: unknown): Promise<Answer> {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const form = new URLSearchParams(Object.entries(body as Record<string, string>)).toString()
        return this.call({ method: 'POST', url: this.address(path), headers, body: form })
      }
    },
  },
  {
    name: 'body-encoded-twice',
    wrong: 'encodes the body of a command twice, as a text in JSON',
    requirement: 'client.invoke',
    tasks: ['invoke'],
    client: class extends CarefulClient {
      protected override bodyText(body: unknown): string {
        return JSON.stringify(JSON.stringify(body))
      }
    },
  },
  {
    name: 'body-wrapped',
    wrong: 'wraps the body of a command in a member',
    requirement: 'client.invoke',
    tasks: ['invoke'],
    client: class extends CarefulClient {
      protected override bodyText(body: unknown): string {
        return JSON.stringify({ body })
      }
    },
  },
  {
    name: 'command-in-body',
    wrong: 'writes the command into the body and not into the path',
    requirement: 'client.invoke',
    tasks: ['invoke'],
    client: class extends CarefulClient {
      override invoke(connectionId: string, command: string, body: unknown): Promise<unknown> {
        return this.post(`/services/${connectionId}`, { ...(body as object), command }).then((answered) =>
          this.json(answered),
        )
      }
    },
  },
  {
    name: 'invoked-by-put',
    wrong: 'invokes a command with PUT',
    requirement: 'client.invoke',
    tasks: ['invoke'],
    client: class extends CarefulClient {
      protected override async post(path: string, body: unknown): Promise<Answer> {
        const headers = { 'content-type': 'application/json' }
        return this.call({ method: 'PUT', url: this.address(path), headers, body: this.bodyText(body) })
      }
    },
  },
  {
    name: 'result-unwrapped',
    wrong: 'looks for the result of a command in a member data',
    requirement: 'client.invoke',
    tasks: ['invoke'],
    client: class extends CarefulClient {
      override async invoke(connectionId: string, command: string, body: unknown): Promise<unknown> {
        const result = (await super.invoke(connectionId, command, body)) as { data?: unknown }
        return result.data ?? null
      }
    },
  },
  {
    name: 'capabilities-first-only',
    wrong: 'reports the first command alone',
    requirement: 'client.capabilities',
    tasks: ['capabilities'],
    client: class extends CarefulClient {
      override async capabilities(connectionId: string): Promise<readonly string[]> {
        return (await super.capabilities(connectionId)).slice(0, 1)
      }
    },
  },
  {
    name: 'capabilities-of-another-connection',
    wrong: 'asks for the commands of the first connection that it finds',
    requirement: 'client.capabilities',
    tasks: ['capabilities'],
    client: class extends CarefulClient {
      override async capabilities(connectionId: string): Promise<readonly string[]> {
        const { ids } = await this.page(this.versioned('/adapter-connections'), 'adapter_connections')
        return super.capabilities(ids.find((id) => id !== connectionId) ?? connectionId)
      }
    },
  },
]
