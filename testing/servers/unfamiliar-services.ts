import { configurationChecks } from '../../conformance/checks/configurations/configurations-checks.ts'
import { connectChecks } from '../../conformance/checks/connect/connect-checks.ts'
import { httpChecks } from '../../conformance/checks/http/http-checks.ts'
import { legacyGroupChecks } from '../../conformance/checks/legacy/groups-checks.ts'
import { legacyChecks } from '../../conformance/checks/legacy/legacy-checks.ts'
import { mcpChecks } from '../../conformance/checks/mcp/mcp-checks.ts'
import { serviceChecks } from '../../conformance/checks/services/services-checks.ts'
import type { Check } from '../../conformance/judge/define-check.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import type { FetchLike } from '../../emulator/disturb/deviations/define-deviation.ts'
import { emulatorSubject, runKit } from '../selftest/subject.ts'

/** Changes what a target answers. */
export type Wrap = (next: FetchLike) => FetchLike

const checks: readonly Check[] = [
  ...legacyChecks,
  ...legacyGroupChecks,
  ...httpChecks,
  ...configurationChecks,
  ...serviceChecks,
  ...connectChecks,
  ...mcpChecks,
]

/** Runs the checks of everything that is not a list against an emulator with changed answers. */
export async function check(wrap: Wrap, conventions: Partial<Conventions> = {}): Promise<RunResult> {
  const { target, fetch } = emulatorSubject(conventions)
  return runKit({ target, fetch: wrap(fetch) }, { checks })
}

/** Changes the answers to requests whose method and path match. */
export function on(
  pattern: RegExp,
  change: (response: Response, request: Request) => Response | Promise<Response>,
): Wrap {
  return (next) => async (request) => {
    const response = await next(request.clone())
    return pattern.test(`${request.method} ${new URL(request.url).pathname}`) ? change(response, request) : response
  }
}

/** A JSON answer. */
export const json = (body: unknown, init?: ResponseInit): Response => Response.json(body, init)
/** Returns true if an answer is a success. */
export const isGood = (response: Response): boolean => response.status >= 200 && response.status < 300
/** Changes the shape of good JSON answers. */
export const shaped = (pattern: RegExp, change: (body: never) => unknown): Wrap =>
  on(pattern, async (response) =>
    isGood(response) && response.status !== 204
      ? withHeaders(json(change((await response.json()) as never), { status: response.status }), {
          allow: response.headers.get('allow') ?? '',
          link: response.headers.get('link') ?? '',
        })
      : response,
  )
/** An answer with other headers. */
export const withHeaders = (response: Response, headers: Readonly<Record<string, string>>): Response =>
  new Response(response.body, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...headers },
  })

interface Capabilities {
  readonly commands: readonly {
    readonly name: string
    readonly inputSchema: {
      readonly properties: Readonly<Record<string, unknown>>
      readonly required: readonly string[]
    }
  }[]
}

/** Changes the shape of capabilities. */
export const capabilities = (change: (body: Capabilities) => unknown): Wrap =>
  shaped(/^GET \/services\/[^/]+\/capabilities$/, change)
/** Requests for configuration values. */
export const configuration: RegExp = /^GET \/1\.13\/configurations\//
/** Requests that create groups. */
export const groupPost: RegExp = /^POST \/0\/projects\/[^/]+\/groups\/$/
