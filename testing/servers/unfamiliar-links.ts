import { legacyChecks } from '../../conformance/checks/legacy/legacy-checks.ts'
import { linkChecks } from '../../conformance/checks/link/link-checks.ts'
import { linkPollingChecks } from '../../conformance/checks/link/polling-checks.ts'
import { linkResultChecks } from '../../conformance/checks/link/results-checks.ts'
import { linkBackChecks } from '../../conformance/checks/link/back-checks.ts'
import { linkGroupChecks } from '../../conformance/checks/link/groups-checks.ts'
import { linkWalkChecks } from '../../conformance/checks/link/walk-checks.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { type LinkEntry, mapPages } from '../../emulator/disturb/deviations/wrappers/link-pages.ts'
import { linkLists } from '../../emulator/disturb/deviations/wrappers/operations.ts'
import type { FetchLike, FetchWrapper } from '../../emulator/disturb/deviations/define-deviation.ts'
import { deviate, runKit, toSubject } from '../selftest/subject.ts'

interface Options {
  readonly conventions?: Partial<Conventions>
  readonly change?: (target: Target) => Target
  /** Stands between the kit and the target, the control API included. */
  readonly between?: (next: FetchLike) => FetchLike
}

/** Runs the checks of the legacy API and its links against an emulator with changed answers. */
export async function check(
  way: FetchWrapper,
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
export function written(write: (previous: LinkEntry, next: LinkEntry) => string): FetchWrapper {
  return mapPages(linkLists, ({ body, previous, next }) =>
    Response.json(body, { headers: { link: write(previous, next) } }),
  )
}
