import { expect, it } from 'vitest'
import { sampleCheck, sampleResult } from '../../testing/conformance/sample-result.ts'
import { checks } from '../checks/checks.ts'
import type { RunResult } from '../judge/result.ts'
import type { JsonReport } from './json.ts'
import { writeReport } from './reports.ts'

/** A run that decides one requirement, leaves one open, and lacks the declarations for the others. */
const decided = ['legacy.root.version', 'legacy.root.content-type', 'legacy.root.allow']
const results = checks.map(({ id, requirement }) => {
  if (decided.includes(id)) return { ...sampleCheck(id, 'pass'), requirement }
  const open = id.startsWith('http.json.')
  const verdict = open ? 'insufficientEvidence' : 'notApplicable'
  const message = open ? 'every answer was the same' : 'declare credentials.token in the target file'
  return { ...sampleCheck(id, verdict, message), requirement }
})

/** Every number in the reports for requirements that were not looked at. */
function numbersOf(result: RunResult): readonly (readonly [where: string, count: number])[] {
  const [terminal, markdown, html, junit] = (['terminal', 'markdown', 'html', 'junit'] as const).map((format) =>
    writeReport(format, result),
  ) as [string, string, string, string]
  const json = JSON.parse(writeReport('json', result)) as JsonReport
  const sum = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0)
  return [
    ['the verdict of the terminal', Number(/(\d+) not looked at[.,;]/.exec(terminal)?.[1])],
    ['the verdict of Markdown', Number(/(\d+) not looked at[.,;]/.exec(markdown)?.[1])],
    ['the verdict of HTML', Number(/(\d+) not looked at[.,;]/.exec(html)?.[1])],
    ['its button', sum(html, /Not looked at \((\d+)\)/g)],
    ['JUnit', [...junit.matchAll(/<skipped message="not looked at: /g)].length],
    ['JSON', json.score.notLookedAt],
  ]
}

it('says in every report that the same number of requirements was not looked at, and how many are not offered', () => {
  for (const without of [[], ['mcp', 'dsn']] as const) {
    const result = sampleResult(results, { claim: { profile: 'full', without } })
    const numbers = numbersOf(result)
    const [[, first]] = numbers as [[string, number]]
    expect(first).toBeGreaterThan(90)
    expect(numbers.filter(([, count]) => count !== first)).toEqual([])
    if (without.length > 0)
      expect(writeReport('terminal', result)).toContain(`${first} not looked at, of which 3 not offered.`)
  }
})
