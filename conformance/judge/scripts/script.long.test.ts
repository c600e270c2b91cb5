// Runs the scripts of failures with `sh` and `curl` against the emulator that failed.
import { expect, it } from 'vitest'
import { checks } from '../../checks/checks.ts'
import { isPassive } from '../define-check.ts'
import { everyDeviation } from '../../../testing/faults/faults.ts'
import { selectPart } from '../../../testing/sample.ts'
import { hasCurl, runScript, failureScript } from '../../../testing/scripted-emulator.ts'

/** Checks in a browser have no script. */
const inBrowser = new Set<string>(checks.filter((check) => !isPassive(check) && check.inBrowser).map(({ id }) => id))

/** The first deviation of each requirement, but the one by which nothing can be deleted. */
const chosen = [
  ...Map.groupBy(
    everyDeviation.filter(({ caughtBy, name }) => !inBrowser.has(caughtBy) && name !== 'pat-revoke-without-effect'),
    ({ requirement }) => requirement,
  ).values(),
].map(([first]) => first!)

for (const deviation of selectPart(chosen, 15))
  it.skipIf(!hasCurl)(`shows ${deviation.name}, leaves nothing and prints no secret (needs curl)`, async () => {
    const script = await failureScript(deviation)
    const { exitCode, output, left, leaked } = await runScript(script, deviation)
    expect({ exitCode, left, leaked }, `${script}\n${output}`).toEqual({ exitCode: 0, left: [], leaked: [] })
  })
