import { expect, it } from 'vitest'
import { toTargetFile } from '../../bin/judges/service/target-file.ts'
import { selectPart } from '../../testing/sample.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { checks } from '../checks/checks.ts'
import { runConformance } from '../judge/run-conformance.ts'
import { type Target, toTarget } from '../target/target-file.ts'
import { declareNext } from './declare-next.ts'
import { summarize } from './summary.ts'

const emulator = createEmulator()
const whole = toTargetFile(emulator, 'http://target.test', true)

async function summarizeTarget(target: Target) {
  const result = await runConformance({ target, checks, fetch: emulator.fetch })
  const summary = summarize(result)
  return { decided: summary.requirements.decided, next: declareNext(result, summary.open) }
}

/** A part of the whole target file. */
function declaring(names: readonly string[]): Target {
  const target: Record<string, unknown> = { baseUrl: whole['baseUrl'] }
  for (const name of names) {
    const [section, member] = name.split('.') as [string, string | undefined]
    const value = whole[section] as Record<string, unknown>
    target[section] = member === undefined ? value : { ...(target[section] as object), [member]: value[member] }
  }
  return toTarget(target)
}

it.each(selectPart(['credentials.token', 'credentials.oauth', 'credentials.apiKey'], 3))(
  'names the five members that decide most, and how much, given a base URL and %s',
  async (credential) => {
    const before = await summarizeTarget(declaring([credential]))
    const names = before.next.members.map(({ name }) => name)
    expect(names).toHaveLength(5)
    const after = await summarizeTarget(declaring([credential, ...names]))
    // Even with these declarations, the data may not show everything.
    expect(after.decided - before.decided).toBeLessThanOrEqual(before.next.decides)
    expect(after.decided - before.decided).toBeGreaterThan(before.next.decides - 4)
    expect(before.next.decides).toBeGreaterThan(40)
  },
)
