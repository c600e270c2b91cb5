import { expect, it } from 'vitest'
import { Clock } from '../../../../emulator/world/clock.ts'
import type { ClientDriver } from '../driver.ts'
import { RunWorlds } from '../client-worlds.ts'
import { virtualTime } from '../time/virtual-time.ts'
import { playRace } from './play-race.ts'

const order = { tasks: ['list-environments', 'get-token'], answers: [] } as const

/** The reports of the tasks of a race. */
async function raceReports(driver: ClientDriver): Promise<readonly string[]> {
  const restore = virtualTime()
  const { tasks } = await playRace(driver, new RunWorlds({}, new Clock().now()), { order, timeout: 1000 }).finally(
    restore,
  )
  return tasks.map(({ run }) => run.reported.kind)
}

const quick = { 'get-token': async () => {}, 'list-environments': async () => ({ ids: [] }) }
const never = () => new Promise<never>(() => {})

it.each<[string, ClientDriver, readonly string[]]>([
  ['never opens', { ...quick, open: never }, ['timeout', 'timeout']],
  ['never ends a task', { ...quick, 'get-token': never }, ['value', 'timeout']],
  [
    'never ends a task, but sets timers without an end',
    { ...quick, 'get-token': () => (setInterval(() => {}, 1000), never()) },
    ['value', 'timeout'],
  ],
  ['cannot open', { ...quick, open: () => Promise.reject(new Error('closed')) }, ['error', 'error']],
])('reports the outcome of each task when the client %s', async (_name, driver, expected) => {
  expect(await raceReports(driver)).toEqual(expected)
})
