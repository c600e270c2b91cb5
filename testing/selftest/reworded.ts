// Runs the kit in its own words and in others, for tests that nothing but text depends on the words.
import { expect, it } from 'vitest'
import { updateBaseline } from '../../conformance/report/baseline.ts'
import { summarize } from '../../conformance/report/summary.ts'
import { writeReport } from '../../conformance/report/reports.ts'
import type { RunResult } from '../../conformance/judge/result.ts'
import type * as wording from '../../conformance/wording/text.ts'
import type { Deviation } from '../../emulator/disturb/deviations/define-deviation.ts'
import { deviatingSubject, runKit } from './subject.ts'

/** Whether texts are made of other words. */
const words = { areOthers: false }

/** The module that makes texts, with other words while the kit runs in others. For `vi.mock`. */
export function reworded(real: typeof wording): typeof wording {
  const other = (text: string): string => (words.areOthers ? [...text].toReversed().join('') : text)
  return {
    ...real,
    textOf: (phrase) => other(real.textOf(phrase)),
    messageOf: (statement) => other(real.messageOf(statement)),
  }
}

/** An id of 27 characters, as the emulator makes it from the time and from how many it has made. */
const anId = /\b[0-9A-Za-z]{27}\b/g

/**
 * All of a run that must not depend on words. Ids are left out: requests that are sent together are answered in an
 * order of their own in each run.
 */
function concluded(result: RunResult): unknown {
  const { exitCode, conformant, counts, score, requirements } = summarize(result)
  const report = JSON.parse(writeReport('json', result)) as { results: Readonly<Record<string, unknown>>[] }
  const all = {
    exitCode,
    conformant,
    counts,
    score,
    requirements,
    results: report.results.map(({ message: _message, reproduce, durationMs: _time, ...rest }) => ({
      ...rest,
      script: typeof reproduce === 'string' ? withoutText(reproduce) : undefined,
    })),
    baseline: updateBaseline(result).entries,
    leftovers: result.leftovers.map((leftover) => leftover.replaceAll(anId, 'ID')).toSorted(),
  }
  return JSON.parse(JSON.stringify(all).replaceAll(anId, 'ID'))
}

/** A script without the lines that tell a reader what was expected and what came. */
function withoutText(script: string): string {
  return script
    .split('\n')
    .filter((line) => !/^# (?:Expected|Got):|FAULT: /.test(line))
    .join('\n')
}

/** Has each deviation met by the check that catches it, in the kit's words and in others. */
export function itConcludesTheSame(deviations: readonly (Deviation & { readonly caughtBy: string })[]): void {
  it.each(deviations)('concludes the same of $name, whatever words its messages are made of', async (deviation) => {
    const run = () => runKit(deviatingSubject(deviation), { only: [deviation.caughtBy] })
    const here = await run()
    words.areOthers = true
    const there = await run().finally(() => (words.areOthers = false))
    const told = (result: RunResult) => result.results.map(({ message }) => message).filter((text) => text.length > 10)
    // Words were changed at all.
    expect(told(there).filter((text) => told(here).includes(text))).toEqual([])
    expect(concluded(there)).toEqual(concluded(here))
    for (const { check, verdict, fact, cause } of here.results) {
      if (verdict === 'fail') expect([check, fact?.kind]).toEqual([check, expect.any(String)])
      if (verdict === 'blocked' || verdict === 'insufficientEvidence' || verdict === 'notApplicable')
        expect([check, cause?.kind]).toEqual([check, expect.any(String)])
    }
  })
}
