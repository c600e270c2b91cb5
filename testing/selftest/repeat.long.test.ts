// A run comes out the same in any order of its checks, and over a network that delays some answers.
import { beforeAll, expect, it } from 'vitest'
import { Random } from '../../conformance/judge/random.ts'
import { systemTime } from '../../conformance/send/time.ts'
import { selectPart } from '../sample.ts'
import { emulatorSubject, resultLines, runKit, type Subject } from '../conformance/subject.ts'

/** Delays one answer in twenty by up to four milliseconds. */
function jittering(subject: Subject, seed: number): Subject {
  const random = new Random(seed)
  return {
    ...subject,
    fetch: async (request) => {
      if (random.next() < 0.05) await systemTime.sleep(random.next() * 4)
      return await subject.fetch(request)
    },
  }
}

/** The verdicts of a whole run, a line for each check. */
async function runVerdicts(subject: Subject, seed = 1): Promise<string> {
  const { results } = await runKit(subject, { seed })
  return results.map(({ check, verdict }) => `${check} ${verdict}`).join('\n')
}

const seeds = Array.from({ length: 100 }, (_, index) => index + 1)

let expected: string
beforeAll(async () => {
  expected = await runVerdicts(emulatorSubject())
})

it.each(selectPart(seeds))('gives the same verdicts over a network that jitters, in order %i', async (seed) => {
  expect(await runVerdicts(jittering(emulatorSubject(), seed), seed)).toBe(expected)
})

// Products that a hook makes have brand, category and status in step, and numbers as names.
it.each([40, 240])('tells filters apart where the hooks of earlier runs have made %d products', async (made) => {
  const subject = emulatorSubject()
  const { method, path } = subject.target.hooks!.createProduct!
  const url = `${subject.target.baseUrl}${path}`
  for (let count = 0; count < made; count++) await subject.fetch(new Request(url, { method, body: '{}' }))
  const result = await runKit(subject, { only: ['filters.and.pages', 'filters.and.pages', 'filters.and.pages'] })
  expect(resultLines(result, 'pass')).toHaveLength(result.results.length)
})
