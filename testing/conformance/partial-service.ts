// Services that offer a part of the specification: the emulator, with some of its paths alone.
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import type { Offer } from '../../conformance/catalogue/profiles.ts'
import { checks } from '../../conformance/checks/checks.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import { runConformance } from '../../conformance/judge/run-conformance.ts'
import { summarize } from '../../conformance/report/summary.ts'
import { type Target, toTarget } from '../../conformance/target/target-file.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'

/** A target file that declares everything. */
export type Declared = Target & Required<Pick<Target, 'credentials' | 'samples' | 'hooks'>>

/** Some members of an object. */
export function some<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Partial<T> {
  const picked: Partial<T> = {}
  for (const name of names) if (name in value) picked[name] = value[name]
  return picked
}

/** Runs the kit against an emulator that offers only some paths, with a target file that declares only some members. */
export async function runAgainst(
  isOffered: Pick<RegExp, 'test'>,
  declare: (whole: Declared) => Partial<Target>,
  deviations: readonly 'legacy-root-204'[] = [],
): Promise<RunResult> {
  const emulator = createEmulator({ deviations })
  const { baseUrl, version, ...whole } = toTarget(toTargetFile(emulator, 'http://target.test', true)) as Declared
  return await runConformance({
    target: { baseUrl, version: version!, ...declare({ baseUrl, ...whole }) },
    checks,
    fetch: async (request) =>
      isOffered.test(new URL(request.url).pathname)
        ? await emulator.fetch(request)
        : Response.json({ error: { code: 'not_found', message: 'nothing is here' } }, { status: 404 }),
  })
}

/** The paths of what a service may lack. What has no path is a way to authenticate. */
const parts: Readonly<Record<Offer, RegExp>> = {
  mcp: /^\/mcp/,
  dsn: /^$/,
  apiKeys: /^$/,
  integrationTokens: /^$/,
  refreshTokens: /^$/,
  connect: /^\/app\//,
  services: /^\/services\//,
  legacy: /^\/0\//,
  versioned: /^\/1\.13\//,
  oauth: /^\/oauth\//,
  personalAccessTokens: /^\/access-tokens/,
}

/** The paths that do not belong to some offers. */
const notBelow = (...without: readonly Offer[]): Pick<RegExp, 'test'> => ({
  test: (path) => !without.some((offer) => parts[offer].test(path)),
})

/**
 * What is not green of a service that lacks some offers, and whose target file declares everything and says so: the
 * requirements that are left open, and the exit code and the claim where they are not right.
 */
export async function openWithout(...without: readonly Offer[]): Promise<readonly string[]> {
  const result = await runAgainst(notBelow(...without), (whole) => ({ ...whole, without }))
  const { open, conformant, exitCode } = summarize(result)
  const wrong = result.results.filter(({ verdict }) => !['pass', 'notApplicable', 'observed'].includes(verdict))
  return [
    ...open.map(({ id }) => id),
    ...wrong.map(({ check, message }) => `${check}: ${message}`),
    ...(conformant === true && exitCode === 0 ? [] : [`conformant: ${conformant}, exit code ${exitCode}`]),
  ]
}
