// If the wording of every message changes, nothing else does. `.ci/wording.test.ts` holds that nothing reads it.
import { expect, it } from 'vitest'
import { deviatingSubject, runKit } from '../../testing/conformance/subject.ts'
import { everyDeviation } from '../../testing/faults/faults.ts'
import type { RunResult } from '../judge/result.ts'
import { writeReport } from './service-document.ts'
import { summarize } from './summary.ts'

const textMembers: ReadonlySet<string> = new Set(['message', 'trouble', 'cutShort', 'leftovers', 'words'])

/** A value in which each text of the kit is another one. An exchange in two places stays the same object. */
function rewordTexts<Value>(value: Value, reword: (text: string) => string): Value {
  const made = new Map<unknown, unknown>()
  const changed = (part: unknown, isText: boolean): unknown => {
    if (typeof part === 'string') return isText && part !== '' ? reword(part) : part
    if (typeof part !== 'object' || part === null) return part
    if (made.has(part)) return made.get(part)
    const copy: Record<string, unknown> | unknown[] = Array.isArray(part) ? [] : {}
    made.set(part, copy)
    for (const [name, member] of Object.entries(part))
      Object.assign(copy, { [name]: changed(member, Array.isArray(part) ? isText : textMembers.has(name)) })
    return copy
  }
  return changed(value, false) as Value
}

/** The outcome of a run, without its texts. */
function outcomeNumbers(result: RunResult): unknown {
  const { exitCode, conformant, counts, score } = summarize(result)
  const terminal = writeReport('terminal', result, { verbose: true })
  const json = writeReport('json', { ...result, findings: {} })
  const marks = ['✗', '✓', 'also  ', 'blocks  ', 'breaks  '].map((mark) => terminal.split(`${mark} `).length)
  const told = JSON.parse(json, (name, value: unknown) => (textMembers.has(name) ? undefined : value)) as unknown
  return { exitCode, conformant, counts, score, marks, told }
}

it('reports the same of a faulty service in other words', async () => {
  const deviation = everyDeviation.find(({ name }) => name === 'link-next-repeats-the-page')!
  const run = await runKit(deviatingSubject(deviation), { only: ['link.*', 'legacy.*', 'pat.*'] })
  const usual = outcomeNumbers(run)
  expect(usual).toMatchObject({ conformant: false, counts: { blocked: expect.any(Number) } })
  let count = 0
  for (const reword of [() => 'a', () => ` ${(count += 1)} `])
    expect(outcomeNumbers(rewordTexts(run, reword))).toEqual(usual)
  expect(count).toBeGreaterThan(50)
})
