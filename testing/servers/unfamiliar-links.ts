import { legacyChecks } from '../../conformance/rules/legacy/legacy-checks.ts'
import { linkChecks } from '../../conformance/rules/link/link-checks.ts'
import { linkPollingChecks } from '../../conformance/rules/link/polling-checks.ts'
import { linkResultChecks } from '../../conformance/rules/link/results-checks.ts'
import { linkWalkChecks } from '../../conformance/rules/link/walk-checks.ts'
import type { RunResult } from '../../conformance/run/result.ts'
import type { Target } from '../../conformance/target/target-file.ts'
import type { Conventions } from '../../emulator/contract/conventions.ts'
import type { FetchLike } from '../../emulator/deviations/define-deviation.ts'
import { isLinkList, type LinkEntry, readPage } from '../../emulator/deviations/link-lists.ts'
import { emulatorSubject, runKit } from '../selftest/subject.ts'

/** Changes what a target answers. */
export type Wrap = (next: FetchLike) => FetchLike

interface Options {
  readonly conventions?: Partial<Conventions>
  readonly change?: (target: Target) => Target
}

/** Runs the checks of the legacy API and its links against an emulator with changed answers. */
export async function check(
  wrap: Wrap,
  { conventions = {}, change = (target) => target }: Options = {},
): Promise<RunResult> {
  const { target, fetch } = emulatorSubject(conventions)
  return runKit(
    { target: change(target), fetch: wrap(fetch) },
    { checks: [...linkPollingChecks, ...linkChecks, ...linkResultChecks, ...linkWalkChecks, ...legacyChecks] },
  )
}

/** Writes the Link header in another form. */
export function written(write: (previous: LinkEntry, next: LinkEntry) => string): Wrap {
  return (next) => async (request) => {
    const response = await next(request.clone())
    const read = isLinkList(request) && response.status === 200 ? await readPage(request, response) : undefined
    if (!read) return response
    return Response.json(read.body, { headers: { link: write(read.page.previous, read.page.next) } })
  }
}
