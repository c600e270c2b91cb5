import { expect, it } from 'vitest'
import type { RaceOrder } from '../../../../conformance/client/races/orders.ts'
import { Clock } from '../../../../emulator/world/clock.ts'
import type { ClientDriver } from '../driver.ts'
import { RunWorlds } from '../run-worlds.ts'
import { virtualTime } from '../time/virtual-time.ts'
import { playRace } from './play-race.ts'

const order: RaceOrder = { tasks: ['list-environments', 'get-token'], event: 'expiry', answers: [] }

/** What the tasks of a race report. */
async function reportsOf(driver: ClientDriver): Promise<readonly string[]> {
  const restore = virtualTime()
  try {
    const { tasks } = await playRace(driver, new RunWorlds({}, new Clock().now()), order)
    return tasks.map(({ run }) => run.reported.kind)
  } finally {
    restore()
  }
}

const quick = { 'get-token': async () => {}, 'list-environments': async () => ({ ids: [] }) }
const never = () => new Promise<never>(() => {})

it('lets a client sleep while it opens', async () => {
  const open = () => new Promise((resolve) => setTimeout(resolve, 3_600_000))
  expect(await reportsOf({ ...quick, open })).toEqual(['value', 'value'])
})

it('reports the error of a client that cannot open, for each task', async () => {
  const open = () => Promise.reject(new Error('closed'))
  expect(await reportsOf({ ...quick, open })).toEqual(['error', 'error'])
})

it.each<[string, ClientDriver, readonly string[]]>([
  ['opens', { ...quick, open: never }, ['timeout', 'timeout']],
  ['ends a task', { ...quick, 'get-token': never }, ['value', 'timeout']],
  [
    'ends a task, but sets timers without an end',
    { ...quick, 'get-token': () => (setInterval(() => {}, 1000), never()) },
    ['value', 'timeout'],
  ],
])('ends though the client never %s', async (_name, driver, expected) => {
  expect(await reportsOf(driver)).toEqual(expected)
})
