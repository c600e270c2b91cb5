import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { learnEmulator } from '../../../testing/learned-emulator.ts'
import { sameDeviations } from '../../judges/twin/same-deviations.ts'
import { optionsIn } from '../../options/config-file.ts'
import { twinFiles } from './twin-files.ts'

const noRecords = { recordMembers: undefined, fixtures: undefined }

/** The configuration of the twin of an emulator that deviates. */
async function configOf(name: string) {
  const { learned, document } = await learnEmulator({ deviations: [name as never] }, { allowWrites: false })
  const broken = await sameDeviations(learned.failures, {}, false)
  return { broken, config: twinFiles(document, noRecords, { broken })['emulator.config.yaml']! }
}

it('has a deviation that does the same commented out, with the requirement and a script', async () => {
  const { broken, config } = await configOf('event-ids-prefixed')
  expect(broken).toEqual([
    {
      requirement: 'ids.never-prefixed',
      clause: '2.1',
      check: 'ids.never-prefixed.answers',
      deviations: ['event-ids-prefixed'],
    },
  ])
  expect(config).toContain('  # ids.never-prefixed (clause 2.1): event-ids-prefixed\n')
  expect(config).toContain(
    "  #   emulator conformance 'http://target.test' --config target.yaml --only ids.never-prefixed.answers\n",
  )
  expect(parse(config)).toEqual({ conventions: 'conventions.yaml' })
  const open = config.replace('# "deviation"', '"deviation"')
  expect(optionsIn(parse(open), 'emulator.config.yaml')).toMatchObject({ deviation: ['event-ids-prefixed'] })
})

it('names no deviation that breaks the same requirement in another place', async () => {
  const { broken } = await configOf('product-ids-prefixed')
  expect(broken.flatMap(({ deviations }) => deviations)).toEqual(['product-ids-prefixed'])
})

it('has nothing of the kind for a service that breaks nothing', async () => {
  const { learned, document } = await learnEmulator({}, { allowWrites: false })
  expect(await sameDeviations(learned.failures, {}, false)).toEqual([])
  expect(twinFiles(document, noRecords)['emulator.config.yaml']).not.toContain('deviation')
})
