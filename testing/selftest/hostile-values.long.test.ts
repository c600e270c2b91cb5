// `HOSTILE_RUNS=2000 npx vitest run --project long hostile-values` runs as many as an attacker would.
import { expect, it } from 'vitest'
import { runWithHostileValues } from './hostile-values.ts'
import { resultLines } from './subject.ts'

const runs = Number(process.env['HOSTILE_RUNS'] ?? 150)

it(
  `ends in no error of the kit in ${runs} runs, whatever values stand in answers`,
  { timeout: 1_200_000 },
  async () => {
    const errors: string[] = []
    for (let seed = 1000; seed < 1000 + runs; seed++) {
      const lines = resultLines(await runWithHostileValues(seed, seed % 2 === 0 ? 25 : 100), 'error')
      errors.push(...lines.map((line) => `seed ${seed}: ${line}`))
    }
    expect(errors).toEqual([])
  },
)
