// The verdicts on the careful clients in Python and shell under few conventions (`npm run languages`: all).
import { describe, expect, it } from 'vitest'
import { installDebian } from '../debian.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { coveringPlaces } from '../suite/covering-combinations.ts'
import { driveLanguage, languageClients } from './languages.ts'

/**
 * In these, every value of every convention comes. The first has the defaults: all scenarios are played in it. The
 * client in shell, which takes twice as long, is played in fewer of the others.
 */
const [defaults, ...others] = coveringPlaces(combinations)

it('begins with the defaults, and takes few combinations for all values', () => {
  expect(combinations[defaults!]).toEqual({})
  expect(others.length).toBeLessThan(8)
})

for (const client of languageClients) {
  const missing = installDebian(client.programs)
  describe.skipIf(missing !== undefined)(
    `the careful client in ${client.language}${missing ? ` (${missing})` : ''}`,
    () => {
      it('keeps everything, in every task and scenario', { timeout: 240_000 }, async () => {
        const began = performance.now()
        const driven = await driveLanguage(client, {})
        const seconds = Math.round((performance.now() - began) / 1000)
        console.log(`${client.language}: all tasks and scenarios took ${seconds} s with --jobs ${client.jobs}.`)
        expect(driven).toMatchObject({ bad: [], code: 0, conformant: true })
      })

      const places = client.language === 'shell' ? others.slice(0, 3) : others
      it.each(places.map((place) => [place + 1, combinations[place]!] as const))(
        'has no fault under convention combination %d',
        { timeout: 120_000 },
        async (_number, conventions) => {
          const driven = await driveLanguage(client, conventions, '--scenario', 'plain', '--allow-undecided')
          expect(driven).toMatchObject({ bad: [], code: 0 })
          expect(driven.passed).toBeGreaterThan(0)
        },
      )
    },
  )
}
