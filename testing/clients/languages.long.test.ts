// The verdicts on the careful clients in Python and shell, in a few scenarios and one combination of conventions a day.
import { describe, expect, it } from 'vitest'
import { clientScenarios } from '../../conformance/client/tasks/scenarios.ts'
import { installDebian } from '../debian.ts'
import { selectPart } from '../sample.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { driveLanguage, languageClients } from './languages.ts'

const scenarios = selectPart(
  clientScenarios.map(({ name }) => name),
  15,
)
const numbered = combinations.map((combination, index) => [index + 1, combination] as const)

for (const client of languageClients) {
  const missing = installDebian(client.programs)
  describe.skipIf(missing !== undefined)(
    `the careful client in ${client.language}${missing ? ` (${missing})` : ''}`,
    () => {
      it.each(scenarios)('keeps everything while %s plays', async (scenario) => {
        const driven = await driveLanguage(client, {}, '--scenario', scenario, '--allow-undecided')
        expect(driven).toMatchObject({ bad: [], code: 0 })
      })

      it.each(selectPart(numbered, 60))(
        'has no fault under convention combination %d',
        async (_number, conventions) => {
          const driven = await driveLanguage(client, conventions, '--scenario', 'plain', '--allow-undecided')
          expect(driven).toMatchObject({ bad: [], code: 0 })
          expect(driven.passed).toBeGreaterThan(0)
        },
      )
    },
  )
}
