import { setTimeout as sleepFor } from 'node:timers/promises'
import { CarefulClient } from '../careful/client.ts'
import { type Answer, type Call, PlatformError } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

/** Takes an answer for another one before it looks at its status. */
const mistakeAnswers = (read: (answer: Answer) => Answer): typeof CarefulClient =>
  class extends CarefulClient {
    protected override accepted(answer: Answer): Answer {
      return super.accepted(read(answer))
    }
  }

/** Takes answers of some statuses for empty pages. */
const takeForEmpty = (isEmpty: (status: number) => boolean): typeof CarefulClient =>
  mistakeAnswers((answer) => (isEmpty(answer.status) ? toEmptyPage(answer) : answer))

const toEmptyPage = (answer: Pick<Answer, 'url'> & Partial<Answer>): Answer => ({
  headers: new Headers(),
  ...answer,
  status: 200,
  text: '{"data":[],"has_more":false}',
})

/** Finds a fault in an object before it reads its id. */
const looking = (look: (item: Readonly<Record<string, unknown>>) => void): typeof CarefulClient =>
  class extends CarefulClient {
    protected override idOf(item: unknown): string {
      look(item as Readonly<Record<string, unknown>>)
      return super.idOf(item)
    }
  }

/** Waits so many milliseconds before it comes again. */
const waiting = (wait: (answer: Answer | undefined) => number | undefined): typeof CarefulClient =>
  class extends CarefulClient {
    protected override waitBefore(attempt: number, answer: Answer | undefined): number {
      return wait(answer) ?? super.waitBefore(attempt, answer)
    }
  }

/** Repeats what may have been done. */
class Repeating extends CarefulClient {
  protected override mayRepeat(): boolean {
    return true
  }
}

const knownMembers = ['id', 'name', 'created_at', 'project_id', 'kind', 'status', 'slug', 'url']

/** Clients that read answers and errors wrongly, or repeat requests wrongly (clauses 2, 7 and 8). */
export const brokenAnswers: readonly BrokenClient[] = [
  ...breaking(
    'client.unknown-members',
    ['list-environments'],
    [
      'unknown-members-refused',
      'refuses an object with a member that it does not know',
      looking((item) => {
        const strange = Object.keys(item).find((name) => !knownMembers.includes(name))
        if (strange !== undefined) throw new PlatformError('unreadable', `There is an unknown member ${strange}.`)
      }),
    ],
    [
      'members-by-place',
      'takes the first member of an object for its id',
      class extends CarefulClient {
        protected override idOf(item: unknown): string {
          return String(Object.values(item as object)[0])
        }
      },
    ],
  ),
  ...breaking(
    'client.null-members',
    ['list-environments'],
    [
      'null-members-crash',
      'reads every member as a text and fails at null',
      looking((item) => {
        if (Object.values(item).includes(null)) throw new TypeError("Cannot read properties of null (reading 'trim')")
      }),
    ],
  ),
  ...breaking(
    'client.redirects',
    ['walk-events'],
    [
      'redirects-refused',
      'takes a redirect for an error',
      class extends CarefulClient {
        protected override async exchange(call: Call): Promise<Answer> {
          const answer = await super.exchange(call)
          if (answer.url !== call.url) throw new PlatformError('redirect', `${call.url} redirects.`)
          return answer
        }
      },
    ],
    [
      'redirects-lose-credentials',
      'follows a redirect without its Authorization header',
      class extends CarefulClient {
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
    ],
  ),
  ...breaking(
    'client.redirects',
    ['get-configuration'],
    [
      'redirects-lose-query',
      'follows a redirect without the query of its address',
      class extends CarefulClient {
        protected override withinService(url: URL): string {
          url.search = ''
          return super.withinService(url)
        }
      },
    ],
  ),
  ...breaking(
    'client.server-errors',
    ['list-environments', 'walk-products'],
    ['server-error-as-empty-list', 'takes a 500 for an empty list', takeForEmpty((status) => status >= 500)],
  ),
  ...breaking(
    'client.server-errors',
    ['walk-products'],
    [
      'partial-list-on-503',
      'returns the pages that it has when the service fails in mid-walk',
      class extends CarefulClient {
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
    ],
    [
      'dropped-connection-as-empty-page',
      'takes a dropped connection for an empty page',
      class extends CarefulClient {
        protected override async exchange(call: Call): Promise<Answer> {
          return super.exchange(call).catch((error: unknown) => {
            if (!call.url.includes('/products')) throw error
            return toEmptyPage({ url: call.url })
          })
        }
      },
    ],
  ),
  ...breaking(
    'client.errors-reported',
    ['walk-products', 'list-environments'],
    [
      'refusal-as-empty-list',
      'takes a refusal with 400 or 404 for an empty list',
      takeForEmpty((status) => status === 400 || status === 404),
    ],
    [
      'error-body-assumed',
      'reads error.message of every error body, and reports a value when it cannot',
      mistakeAnswers((answer) => {
        if (answer.status < 400) return answer
        try {
          const { error } = JSON.parse(answer.text) as { error: { message: string } }
          throw new PlatformError('refused', error.message, answer.status)
        } catch (error) {
          if (error instanceof PlatformError) throw error
          return toEmptyPage(answer)
        }
      }),
    ],
  ),
  ...breaking(
    'client.errors-reported',
    ['walk-products'],
    [
      'slow-answer-as-empty-page',
      'waits 50 ms for an answer and then takes it for an empty page',
      class extends CarefulClient {
        protected override async exchange(call: Call): Promise<Answer> {
          return Promise.race([super.exchange(call), sleepFor(50, toEmptyPage({ url: call.url }), { ref: false })])
        }
      },
    ],
  ),
  ...breaking(
    'client.expired-token',
    ['walk-products'],
    [
      'unauthorized-as-empty-list',
      'takes a 401 for an empty list',
      class extends takeForEmpty((status) => status === 401) {
        protected override isExpired(): boolean {
          return false
        }
      },
    ],
  ),
  ...breaking(
    'client.rate-limits',
    ['walk-products'],
    [
      'rate-limit-as-empty-page',
      'takes a 429 for an empty page',
      class extends takeForEmpty((status) => status === 429) {
        protected override isTransient(): boolean {
          return false
        }
      },
    ],
  ),
  ...breaking(
    'client.error-shapes',
    ['walk-groups'],
    [
      'error-body-parsed',
      'parses every error body as JSON, and reports that it cannot in place of the status',
      mistakeAnswers((answer) => {
        if (answer.status >= 400) JSON.parse(answer.text)
        return answer
      }),
    ],
  ),
  ...breaking(
    'client.error-shapes',
    ['walk-products'],
    [
      'error-body-parsed-by-a-client-without-statuses',
      'parses every error body as JSON, and none of its errors has a status',
      mistakeAnswers((answer) => {
        if (answer.status < 400) return answer
        const { error } = JSON.parse(answer.text) as { error?: { message?: string } }
        throw new PlatformError('refused', error?.message ?? 'It was refused.')
      }),
    ],
  ),
  ...breaking(
    'client.error-shapes',
    ['walk-events', 'list-environments'],
    [
      'status-lost-after-retries',
      'reports that it gave up after several attempts, without the status of the last answer',
      mistakeAnswers((answer) => {
        if (answer.status >= 500) throw new PlatformError('retries', 'It gave up after several attempts.')
        return answer
      }),
    ],
  ).map((broken) => ({ ...broken, caughtBy: 'client.error-shapes.value' })),
  ...breaking(
    'client.retry-after',
    ['list-environments'],
    [
      'retry-after-date-as-number',
      'reads Retry-After by parseInt, which makes no number of a date, and comes again at once',
      waiting((answer) => {
        const header = answer?.headers.get('retry-after')
        return header ? Number.parseInt(header, 10) * 1000 || 1 : undefined
      }),
    ],
  ),
  ...breaking(
    'client.retry-after',
    ['invoke'],
    ['retry-after-ignored', 'comes again after a fifth of a second, whatever Retry-After says', waiting(() => 200)],
  ),
  ...breaking(
    'client.retry-after',
    ['list-environments'],
    [
      'retry-after-capped',
      'waits half a minute at most, however long Retry-After says',
      waiting((answer) => Math.min(30_000, Number(answer?.headers.get('retry-after')) * 1000 || 30_000)),
    ],
  ),
  ...breaking(
    'client.writes-once',
    ['create-access-token'],
    ['write-repeated', 'repeats a POST whose connection was dropped, and so creates twice', Repeating],
  ),
  ...breaking(
    'client.writes-once',
    ['invoke'],
    [
      'order-placed-again-after-504',
      'invokes a command again when it was answered with 5xx',
      class extends CarefulClient {
        protected override isTransient(call: Call, answer: Answer): boolean {
          return answer.status >= 500 || super.isTransient(call, answer)
        }
      },
    ],
    ['order-placed-twice', 'invokes a command again when its connection was dropped, and so runs it twice', Repeating],
  ),
  ...breaking(
    'client.bad-request-repeated',
    ['walk-products'],
    [
      'bad-request-repeated',
      'repeats a request that was refused with 400',
      class extends CarefulClient {
        protected override isTransient(call: Call, answer: Answer): boolean {
          return answer.status === 400 || super.isTransient(call, answer)
        }
      },
    ],
  ),
]
