// Services that offer a part of the specification: the emulator with only some of its paths.
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import type { Offer } from '../../conformance/catalogue/profiles.ts'
import { checks } from '../../conformance/checks/checks.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { runConformance } from '../../conformance/judge/run-conformance.ts'
import type { FetchFunction } from '../../conformance/send/sender.ts'
import { summarize } from '../../conformance/report/summary.ts'
import { type Target, toTarget } from '../../conformance/target/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'

/** A target file that declares everything. */
export type FullTarget = Target & Required<Pick<Target, 'credentials' | 'samples' | 'hooks'>>

/** Some members of an object. */
export function some<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Partial<T> {
  const picked: Partial<T> = {}
  for (const name of names) if (name in value) picked[name] = value[name]
  return picked
}

const notFound = () => Response.json({ error: { code: 'not_found', message: 'nothing is here' } }, { status: 404 })

/** Runs the kit against an emulator that offers only some paths, with a target file that declares only some members. */
export async function runPartialService(
  isOffered: Pick<RegExp, 'test'> | readonly Lack[],
  declare: (whole: FullTarget) => Partial<Target>,
  deviations: readonly 'legacy-root-204'[] = [],
): Promise<RunResult> {
  const emulator = createEmulator({ deviations })
  const { baseUrl, version, ...whole } = toTarget(toTargetFile(emulator, 'http://target.test', true)) as FullTarget
  return await runConformance({
    target: { baseUrl, version: version!, ...declare({ baseUrl, ...whole }) },
    checks,
    fetch:
      'test' in isOffered
        ? async (request) => (isOffered.test(new URL(request.url).pathname) ? emulator.fetch(request) : notFound())
        : withholdParts(emulator.fetch, isOffered),
  })
}

/** The parts that a service lacks at some paths. */
export interface Lack {
  readonly at: RegExp
  /** Query parameters that change nothing, and members that no answer shows; the paths themselves without either. */
  readonly parameters?: readonly string[]
  readonly members?: readonly string[]
}

/** The parts that a service may lack. A way to authenticate has no path. */
const parts: Readonly<Partial<Record<Offer, readonly Lack[]>>> = {
  mcp: [{ at: /^\/mcp/ }],
  connect: [{ at: /^\/app\// }],
  services: [{ at: /^\/services\// }],
  legacy: [{ at: /^\/0\// }],
  versioned: [{ at: /^\/1\.13\// }],
  oauth: [{ at: /^\/oauth\// }],
  personalAccessTokens: [{ at: /^\/access-tokens/ }],
  resources: [{ at: /^\/1\.13\/resources$/ }],
  search: [{ at: /^\/1\.13\//, parameters: ['search'] }],
  stringFilters: [{ at: /^\/1\.13\//, parameters: ['brand', 'category'] }],
  enumFilters: [{ at: /^\/1\.13\//, parameters: ['status'] }],
  groupStatus: [{ at: /^\/0\/.*\/groups/, parameters: ['status'], members: ['status'] }],
}

/** JSON without members of some names, wherever they stand. */
function removeMembers(json: unknown, names: readonly string[]): unknown {
  if (Array.isArray(json)) return json.map((item) => removeMembers(item, names))
  if (typeof json !== 'object' || json === null) return json
  const kept = Object.entries(json).filter(([name]) => !names.includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, removeMembers(value, names)]))
}

/** A service without what it lacks. */
export function withholdParts(fetch: FetchFunction, lacks: readonly Lack[]): FetchFunction {
  return async (request) => {
    const url = new URL(request.url)
    const here = lacks.filter(({ at }) => at.test(url.pathname))
    if (here.some(({ parameters, members }) => !parameters && !members)) return notFound()
    for (const name of here.flatMap(({ parameters = [] }) => parameters)) url.searchParams.delete(name)
    const response = await fetch(new Request(url, request))
    const names = here.flatMap(({ members = [] }) => members)
    const text = names.length === 0 ? '' : await response.clone().text()
    if (text === '') return response
    return Response.json(removeMembers(JSON.parse(text), names), response)
  }
}

/**
 * The open parts of a service that lacks some offers, and whose target file declares everything and says so: the
 * requirements that are left open, and the exit code and the claim where they are not right.
 */
export async function openParts(...without: readonly Offer[]): Promise<readonly string[]> {
  const result = await runPartialService(
    without.flatMap((offer) => parts[offer] ?? []),
    (whole) => ({ ...whole, without }),
  )
  const { open, conformant, exitCode } = summarize(result)
  const wrong = result.results.filter(({ verdict }) => !['pass', 'notApplicable', 'observed'].includes(verdict))
  return [
    ...open.map(({ id }) => id),
    ...wrong.map(({ check, message }) => `${check}: ${message}`),
    ...(conformant === true && exitCode === 0 ? [] : [`conformant: ${conformant}, exit code ${exitCode}`]),
  ]
}
