import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { temporaryFile } from '../../../emulator/serve/temporary-files.ts'
import { learnEmulator } from '../../../testing/learned-emulator.ts'
import { sameDeviations } from '../../judges/twin/same-deviations.ts'
import { twinAdapters } from '../../judges/twin/twin-adapters.ts'
import { twinRecords } from '../../judges/twin/twin-records.ts'
import { readConfigOptions } from '../../options/config-file.ts'
import { readLearned, twinFiles, writeTwin } from './twin-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'twins-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const learned = (deviations: readonly string[]) =>
  learnEmulator({ deviations: deviations as never }, { allowWrites: false })

it('suggests the deviation with the same fault in a comment, with the requirement and a script', async () => {
  const { learned: found, document } = await learned(['reference-prefixed'])
  const broken = await sameDeviations(found.failures, {}, false)
  const config = twinFiles(document, twinRecords({}), { broken })['emulator.config.yaml']!
  expect(config).toContain('  # ids.never-prefixed (clause 2.1): reference-prefixed\n')
  expect(config).toContain(
    "  #   npx @platform-data/emulator conformance 'http://target.test' --config target.yaml --only ids.never-prefixed.answers\n",
  )
  expect(parse(config)).toEqual({ conventions: 'conventions.yaml' })
  const open = config.replace('# "deviation"', '"deviation"')
  expect(readConfigOptions(parse(open), 'emulator.config.yaml')).toMatchObject({ deviation: ['reference-prefixed'] })
})

it('names no deviation that breaks the same requirement in another place', async () => {
  const { learned: found } = await learned(['product-ids-prefixed'])
  const broken = await sameDeviations(found.failures, {}, false)
  expect(broken.flatMap(({ deviations }) => deviations)).toEqual(['product-ids-prefixed'])
})

it('names neither deviations nor adapters of a correct service, and removes the files of a killed process', async () => {
  const { learned: found, document, emulator } = await learned([])
  expect(await sameDeviations(found.failures, {}, false)).toEqual([])
  expect(twinAdapters(found.commands, { adapter: emulator.samples.adapter! })).toEqual({ files: [], connections: [] })
  const files = twinFiles(document, twinRecords({}))
  expect(files['emulator.config.yaml']).not.toContain('deviation')
  const twin = join(directory, 'twin')
  // No process has this id, which is above the limit of Linux.
  const killed = temporaryFile(twin).replace(`.${process.pid}.`, '.4194305.')
  mkdirSync(killed)
  writeFileSync(join(killed, 'learned.json'), '{')
  writeTwin(twin, files)
  // The state after a kill between the two moves of a directory.
  renameSync(twin, join(directory, '.twin.before'))
  expect(readLearned(twin).baseUrl).toBe(document.baseUrl)
  writeTwin(twin, twinFiles({ ...document, baseUrl: 'http://next.test' }, twinRecords({})))
  expect(readdirSync(directory)).toEqual(['twin'])
  expect(readdirSync(twin).toSorted()).toEqual(Object.keys(files).toSorted())
  expect(readLearned(twin).baseUrl).toBe('http://next.test')
})
