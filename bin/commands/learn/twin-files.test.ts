import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { learnEmulator } from '../../../testing/learned-emulator.ts'
import { temporaryFileBeside } from '../../../emulator/serve/temporary-files.ts'
import { twinRecords } from '../../judges/twin/twin-records.ts'
import { assertTwinDirectory, readLearned, twinFiles, type TwinFiles, writeTwin } from './twin-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'twins-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const twin = join(directory, 'twin')
const { document } = await learnEmulator({}, { allowWrites: false })
const filesOf = (baseUrl: string): TwinFiles => twinFiles({ ...document, baseUrl }, twinRecords({}))

/** Writes a twin again and again in a thread. Its answer is the first error. */
const script = `
  import { parentPort, workerData } from 'node:worker_threads'
  const { writeTwin } = await import(workerData.module)
  let error
  for (let time = 0; time < 15 && error === undefined; time++)
    try { writeTwin(workerData.twin, workerData.files) } catch (thrown) { error = String(thrown) }
  parentPort.postMessage(error)
`

it('is whole where two write it at once, and leaves nothing beside it', async () => {
  const module = new URL('twin-files.ts', import.meta.url).href
  const writers = ['http://left.test', 'http://right.test'].map(
    (baseUrl) =>
      new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
        workerData: { module, twin, files: filesOf(baseUrl) },
      }),
  )
  const errors = await Promise.all(writers.map(async (writer) => (await once(writer, 'message'))[0] as unknown))
  expect(errors).toEqual([undefined, undefined])
  expect(readdirSync(directory)).toEqual(['twin'])
  const files = filesOf(readLearned(twin).baseUrl)
  expect(readdirSync(twin).toSorted()).toEqual(Object.keys(files).toSorted())
})

it.runIf(process.platform === 'linux')('is refused where no directory can be made', () => {
  expect(() => writeTwin('/proc/twin', filesOf('http://left.test'))).toThrow('cannot write /proc/twin')
  expect(() => assertTwinDirectory('/proc/new/twin')).toThrow('cannot write /proc/new/twin')
})

it('is the old one or the new one after a kill, and the rest of the killed process goes', () => {
  // No process has this number: it is beyond those that Linux gives.
  const killed = temporaryFileBeside(twin).replace(`.${process.pid}.`, '.4194305.')
  mkdirSync(killed)
  writeFileSync(join(killed, 'learned.json'), '{')
  writeTwin(twin, filesOf('http://next.test'))
  expect(readdirSync(directory)).toEqual(['twin'])
  expect(readLearned(twin).baseUrl).toBe('http://next.test')
})
