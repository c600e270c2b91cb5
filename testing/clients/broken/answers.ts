import { setTimeout as sleepFor } from 'node:timers/promises'
import { CarefulClient } from '../careful/client.ts'
import { type Answer, type Call, PlatformError } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

const emptyPage = '{"data":[],"has_more":false}'

/** Clients that read answers and errors wrongly, or repeat requests wrongly (clauses 2, 7 and 8). */
export const brokenAnswers: readonly BrokenClient[] = [
  {
    name: 'unknown-members-refused',
    wrong: 'refuses an object with a member that it does not know',
    requirement: 'client.unknown-members',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override idOf(item: unknown): string {
        const known = ['id', 'name', 'created_at', 'project_id', 'kind', 'status', 'slug', 'url']
        const strange = Object.keys(item as object).find((name) => !known.includes(name))
        if (strange !== undefined) throw new PlatformError('unreadable', `There is an unknown member ${strange}.`)
        return super.idOf(item)
      }
    },
  },
  {
    name: 'members-by-place',
    wrong: 'takes the first member of an object for its id',
    requirement: 'client.unknown-members',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override idOf(item: unknown): string {
        return String(Object.values(item as object)[0])
      }
    },
  },
  {
    name: 'null-members-crash',
    wrong: 'reads every member as a text and fails at null',
    requirement: 'client.null-members',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override idOf(item: unknown): string {
        for (const value of Object.values(item as object))
          if (value === null) throw new TypeError("Cannot read properties of null (reading 'trim')")
        return super.idOf(item)
      }
    },
  },
  {
    name: 'redirects-refused',
    wrong: 'takes a redirect for an error',
    requirement: 'client.redirects',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override async exchange(call: Call): Promise<Answer> {
        const answer = await super.exchange(call)
        if (answer.url !== call.url) throw new PlatformError('redirect', `${call.url} redirects.`)
        return answer
      }
    },
  },
  {
    name: 'redirects-lose-query',
    wrong: 'follows a redirect without the query of its address',
    requirement: 'client.redirects',
    tasks: ['get-configuration'],
    client: class extends CarefulClient {
      protected override withinService(url: URL): string {
        url.search = ''
        return super.withinService(url)
      }
    },
  },
  {
    name: 'redirects-lose-credentials',
    wrong: 'follows a redirect without its Authorization header',
    requirement: 'client.redirects',
    tasks: ['walk-events'],
    client: class extends CarefulClient {
      protected override withinService(url: URL): string {
        this.redirected = true
        return super.withinService(url)
      }
      private redirected = false
      protected override async exchange(call: Call): Promise<Answer> {
        this.redirected = false
        const answer = await super.exchange(call)
        const { authorization: _secret, ...headers } = call.headers ?? {}
        return this.redirected ? super.exchange({ ...call, url: answer.url, headers }) : answer
      }
    },
  },
  {
    name: 'server-error-as-empty-list',
    wrong: 'takes a 500 for an empty list',
    requirement: 'client.server-errors',
    tasks: ['list-environments', 'walk-products'],
    client: class extends CarefulClient {
      protected override accepted(answer: Answer): Answer {
        return super.accepted(answer.status >= 500 ? { ...answer, status: 200, text: emptyPage } : answer)
      }
    },
  },
  {
    name: 'refusal-as-empty-list',
    wrong: 'takes a refusal with 400 or 404 for an empty list',
    requirement: 'client.errors-reported',
    tasks: ['walk-products', 'list-environments'],
    client: class extends CarefulClient {
      protected override accepted(answer: Answer): Answer {
        return super.accepted([400, 404].includes(answer.status) ? { ...answer, status: 200, text: emptyPage } : answer)
      }
    },
  },
  {
    name: 'unauthorized-as-empty-list',
    wrong: 'takes a 401 for an empty list',
    requirement: 'client.expired-token',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override isExpired(): boolean {
        return false
      }
      protected override accepted(answer: Answer): Answer {
        return super.accepted(answer.status === 401 ? { ...answer, status: 200, text: emptyPage } : answer)
      }
    },
  },
  {
    name: 'partial-list-on-503',
    wrong: 'returns the pages that it has when the service fails in mid-walk',
    requirement: 'client.server-errors',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async walk(...args: Parameters<CarefulClient['walk']>): Promise<readonly string[]> {
        this.had = []
        try {
          return await super.walk(...args)
        } catch (error) {
          if (error instanceof PlatformError && (error.status ?? 500) >= 500) return this.had
          throw error
        }
      }
      private had: readonly string[] = []
      protected override idsOf(list: unknown): readonly string[] {
        const ids = super.idsOf(list)
        this.had = [...this.had, ...ids]
        return ids
      }
    },
  },
  {
    name: 'dropped-connection-as-empty-page',
    wrong: 'takes a dropped connection for an empty page',
    requirement: 'client.server-errors',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async exchange(call: Call): Promise<Answer> {
        return super.exchange(call).catch((error: unknown) => {
          if (!call.url.includes('/products')) throw error
          return { url: call.url, status: 200, headers: new Headers(), text: emptyPage }
        })
      }
    },
  },
  {
    name: 'rate-limit-as-empty-page',
    wrong: 'takes a 429 for an empty page',
    requirement: 'client.rate-limits',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override isTransient(): boolean {
        return false
      }
      protected override accepted(answer: Answer): Answer {
        return super.accepted(answer.status === 429 ? { ...answer, status: 200, text: emptyPage } : answer)
      }
    },
  },
  {
    name: 'slow-answer-as-empty-page',
    wrong: 'waits 50 ms for an answer and then takes it for an empty page',
    requirement: 'client.errors-reported',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override async exchange(call: Call): Promise<Answer> {
        const none = { url: call.url, status: 200, headers: new Headers(), text: emptyPage }
        return Promise.race([super.exchange(call), sleepFor(50, none, { ref: false })])
      }
    },
  },
  {
    name: 'error-body-parsed',
    wrong: 'parses every error body as JSON, and reports that it cannot in place of the status',
    requirement: 'client.error-shapes',
    tasks: ['walk-groups'],
    client: class extends CarefulClient {
      protected override accepted(answer: Answer): Answer {
        if (answer.status >= 400) JSON.parse(answer.text)
        return super.accepted(answer)
      }
    },
  },
  {
    name: 'error-body-parsed-by-a-client-without-statuses',
    wrong: 'parses every error body as JSON, and none of its errors has a status',
    requirement: 'client.error-shapes',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override accepted(answer: Answer): Answer {
        if (answer.status < 400) return answer
        const { error } = JSON.parse(answer.text) as { error?: { message?: string } }
        throw new PlatformError('refused', error?.message ?? 'It was refused.')
      }
    },
  },
  {
    name: 'retry-after-date-as-number',
    wrong: 'reads Retry-After by parseInt, which makes no number of a date, and comes again at once',
    requirement: 'client.retry-after',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override waitBefore(attempt: number, answer: Answer | undefined): number {
        const header = answer?.headers.get('retry-after')
        return header ? Number.parseInt(header, 10) * 1000 || 1 : super.waitBefore(attempt, answer)
      }
    },
  },
  {
    name: 'retry-after-ignored',
    wrong: 'comes again after a fifth of a second, whatever Retry-After says',
    requirement: 'client.retry-after',
    tasks: ['invoke'],
    client: class extends CarefulClient {
      protected override waitBefore(): number {
        return 200
      }
    },
  },
  {
    name: 'status-lost-after-retries',
    wrong: 'reports that it gave up after several attempts, without the status of the last answer',
    requirement: 'client.error-shapes',
    caughtBy: 'client.error-shapes.value',
    tasks: ['walk-events', 'list-environments'],
    client: class extends CarefulClient {
      protected override accepted(answer: Answer): Answer {
        if (answer.status >= 500) throw new PlatformError('retries', 'It gave up after several attempts.')
        return super.accepted(answer)
      }
    },
  },
  {
    name: 'error-body-assumed',
    wrong: 'reads error.message of every error body, and reports a value when it cannot',
    requirement: 'client.errors-reported',
    tasks: ['list-environments', 'walk-products'],
    client: class extends CarefulClient {
      protected override accepted(answer: Answer): Answer {
        if (answer.status < 400) return answer
        try {
          const { error } = JSON.parse(answer.text) as { error: { message: string } }
          throw new PlatformError('refused', error.message, answer.status)
        } catch (error) {
          if (error instanceof PlatformError) throw error
          return { ...answer, status: 200, text: emptyPage }
        }
      }
    },
  },
  {
    name: 'write-repeated',
    wrong: 'repeats a POST whose connection was dropped, and so creates twice',
    requirement: 'client.writes-once',
    tasks: ['create-access-token'],
    client: class extends CarefulClient {
      protected override mayRepeat(): boolean {
        return true
      }
    },
  },
  {
    name: 'order-placed-twice',
    wrong: 'invokes a command again when its connection was dropped, and so runs it twice',
    requirement: 'client.writes-once',
    tasks: ['invoke'],
    client: class extends CarefulClient {
      protected override mayRepeat(): boolean {
        return true
      }
    },
  },
  {
    name: 'bad-request-repeated',
    wrong: 'repeats a request that was refused with 400',
    requirement: 'client.bad-request-repeated',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override isTransient(call: Call, answer: Answer): boolean {
        return answer.status === 400 || super.isTransient(call, answer)
      }
    },
  },
]
