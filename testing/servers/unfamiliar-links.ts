import { legacyChecks } from '../../conformance/rules/legacy/legacy-checks.ts'
import { linkChecks } from '../../conformance/rules/link/link-checks.ts'
import { linkPollingChecks } from '../../conformance/rules/link/polling-checks.ts'
import { linkResultChecks } from '../../conformance/rules/link/results-checks.ts'
import { linkBackChecks } from '../../conformance/rules/link/back-checks.ts'
import { linkGroupChecks } from '../../conformance/rules/link/groups-checks.ts'
import { linkWalkChecks } from '../../conformance/rules/link/walk-checks.ts'
import type { RunResult } from '../../conformance/run/result.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import type { Conventions } from '../../emulator/contract/conventions.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { type LinkEntry, mapPages } from '../../emulator/deviations/algebra/link-pages.ts'
import { linkLists } from '../../emulator/deviations/algebra/places.ts'
import type { Way } from '../../emulator/deviations/algebra/ways.ts'
import type { FetchLike } from '../../emulator/deviations/define-deviation.ts'
import { deviate, runKit, toSubject } from '../selftest/subject.ts'

interface Options {
  readonly conventions?: Partial<Conventions>
  readonly change?: (target: Target) => Target
  /** Stands between the kit and the target, the control API included. */
  readonly between?: (next: FetchLike) => FetchLike
}

/** Runs the checks of the legacy API and its links against an emulator with changed answers. */
export async function check(
  way: Way,
  { conventions = {}, change = (target) => target, between = (next) => next }: Options = {},
): Promise<RunResult> {
  const emulator = createEmulator({ conventions, onError: () => undefined })
  deviate(emulator, way)
  return runKit(
    { target: change(toSubject(emulator).target), fetch: between(emulator.fetch) },
    {
      checks: [
        ...linkPollingChecks,
        ...linkChecks,
        ...linkResultChecks,
        ...linkWalkChecks,
        ...linkGroupChecks,
        ...linkBackChecks,
        ...legacyChecks,
      ],
    },
  )
}

/** Writes the Link header in another form. */
export function written(write: (previous: LinkEntry, next: LinkEntry) => string): Way {
  return mapPages(linkLists, ({ body, previous, next }) =>
    Response.json(body, { headers: { link: write(previous, next) } }),
  )
}
