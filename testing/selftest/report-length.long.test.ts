// The report of one fault fits a screen: at most 40 lines, and 12 where nothing failed.
import { expect, it } from 'vitest'
import { writeReport } from '../../conformance/report/service-document.ts'
import { deviations } from '../../emulator/disturb/deviations/shipped.ts'
import { deviatingSubject, runKit, type Subject, timelessSubject } from '../conformance/subject.ts'
import { selectPart } from '../sample.ts'

async function reportLines(subject: Subject): Promise<readonly string[]> {
  const result = await runKit(subject, { allowWrites: true })
  return writeReport('terminal', result, { columns: 120 }).trimEnd().split('\n')
}

it.each(selectPart(deviations, 10).map((deviation) => [deviation.name, deviation] as const))(
  'fits the report of %s on a screen, with the requirement in the first line and the verdict in the last',
  async (_name, deviation) => {
    const lines = await reportLines(deviatingSubject(deviation))
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(lines[0]).toMatch(/^Not conformant: [a-z-]+\.[a-z-]+: /)
    expect(lines.at(-1)).toMatch(/^Not conformant: \d+ requirements? failed, /)
  },
)

it('needs 12 lines at most when nothing failed', async () => {
  const lines = await reportLines(timelessSubject({}))
  expect(lines.length).toBeLessThanOrEqual(12)
  expect(lines.at(-1)).toBe(lines[0])
})
