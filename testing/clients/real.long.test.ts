// Clients from the registry, plain and in every scenario, and what they are found to do.
import { statementText } from '../../conformance/wording/text.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { inProcess } from '../../bin/judges/client/in-process.ts'
import { virtualTime } from '../../bin/judges/client/time/virtual-time.ts'
import type { ClientResult } from '../../conformance/client/judge/client-result.ts'
import { judgeTasks } from '../../conformance/client/judge/judge-tasks.ts'
import { withoutSetting } from '../../conformance/client/tasks/scenarios.ts'
import { installTools, type Tools } from '../openapi-clients/tools.ts'
import { selectPart } from '../sample.ts'
import type { RealClient } from './real/real-client.ts'
import { realClients } from './real/real-clients.ts'

const installed = await installTools(fileURLToPath(new URL('real', import.meta.url)))
const suite = typeof installed === 'string' ? describe.skip : describe.concurrent
const why = typeof installed === 'string' ? ` (skipped: ${installed})` : ''

async function judgeRealClient({ driver }: RealClient): Promise<readonly ClientResult[]> {
  const made = await driver(installed as Tools)
  const restore = virtualTime()
  return judgeTasks(inProcess(made), { jobs: 32 }).finally(restore)
}

/** The broken requirements, as `RealFinding` has it. */
function realFindings(results: readonly ClientResult[]) {
  const bad = results.filter(({ verdict }) => ['fail', 'advice', 'error'].includes(verdict))
  return [...Map.groupBy(bad, ({ verdict, requirement }) => `${verdict} ${requirement}`).values()].map((findings) => {
    const scenarios = [...new Set(findings.map(({ scenario }) => withoutSetting(scenario ?? 'plain')))].sort()
    const { verdict, requirement } = findings[0]!
    return {
      verdict,
      requirement,
      in: scenarios.includes('plain') ? ['plain'] : scenarios,
      messages: findings.map(statementText),
    }
  })
}

suite(`clients from the registry${why}`, { timeout: 60_000 }, () => {
  it.each(selectPart(realClients, 5))('finds what $name does', async (client) => {
    const results = await judgeRealClient(client)
    const found = realFindings(results).sort((left, right) => left.requirement.localeCompare(right.requirement))
    expect(found).toEqual(
      client.found.map(({ why: _why, message, ...finding }) => ({
        ...finding,
        messages: found
          .find(({ requirement }) => requirement === finding.requirement)
          ?.messages.map(() => expect.stringContaining(message)),
      })),
    )
    expect(results.some(({ verdict }) => verdict === 'pass')).toBe(true)
    const waits = results.filter(({ check }) => check === 'client.retry-after').map(({ verdict }) => verdict)
    expect(waits.includes('pass')).toBe(client.waits ?? false)
  })
})

it('the table of README.md shows these findings', () => {
  const table = readFileSync(new URL('real/README.md', import.meta.url), 'utf8')
  const rows = realClients.flatMap(({ name, found }) =>
    found.length === 0
      ? [`| ${name} | nothing | | |`]
      : found.map(
          (finding) =>
            `| ${name} | ${finding.verdict} \`${finding.requirement}\` | ${finding.in.join(', ')} | ${finding.why} |`,
        ),
  )
  expect(
    table
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1),
  ).toEqual(rows)
})
