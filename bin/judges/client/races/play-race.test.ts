import { expect, it } from 'vitest'
import type { RaceOrder } from '../../../../conformance/client/races/orders.ts'
import type { Race } from '../../../../conformance/client/races/race-finding.ts'
import { Clock } from '../../../../emulator/world/clock.ts'
import { racingDriver } from '../../../../testing/clients/racing/client.ts'
import type { ClientDriver } from '../driver.ts'
import { RunWorlds } from '../run-worlds.ts'
import { virtualTime } from '../time/virtual-time.ts'
import { playRace } from './play-race.ts'

const order: RaceOrder = { tasks: ['list-environments', 'get-token'], event: 'expiry', answers: [] }

async function raceOf(driver: ClientDriver, played: RaceOrder = order): Promise<Race> {
  const restore = virtualTime()
  try {
    return await playRace(driver, new RunWorlds({}, new Clock().now()), played)
  } finally {
    restore()
  }
}

/** What the tasks of a race report. */
async function reportsOf(driver: ClientDriver): Promise<readonly string[]> {
  const { tasks } = await raceOf(driver)
  return tasks.map(({ run }) => run.reported.kind)
}

const quick = { 'get-token': async () => {}, 'list-environments': async () => ({ ids: [] }) }
const never = () => new Promise<never>(() => {})

it('has the early task ask before the event, and gives the answers in their order', async () => {
  const [list, create, capabilities] = ['list-environments', 'create-access-token', 'capabilities'] as const
  const answers = [list, create, list, list, list, capabilities]
  const { requests, happened } = await raceOf(racingDriver(), {
    tasks: [list, create, capabilities],
    event: 'expiry',
    early: capabilities,
    answers,
  })
  const raced = requests.filter(({ task }) => task !== undefined)
  expect(raced.filter(({ arrived }) => arrived < happened).map(({ task }) => task)).toEqual([capabilities])
  // Its third turn is its last one: the fourth is passed over. What has no turn comes last, as it was sent.
  const inOrder = raced.toSorted((left, right) => left.answered! - right.answered!)
  expect(inOrder.map(({ task, answer }) => [task, answer?.status])).toEqual([
    [list, 401],
    [create, 401],
    [list, 200],
    [list, 200],
    [capabilities, 200],
    [create, 201],
  ])
})

it.each<[string, ClientDriver, readonly string[]]>([
  ['never opens', { ...quick, open: never }, ['timeout', 'timeout']],
  ['never ends a task', { ...quick, 'get-token': never }, ['value', 'timeout']],
  [
    'never ends a task, but sets timers without an end',
    { ...quick, 'get-token': () => (setInterval(() => {}, 1000), never()) },
    ['value', 'timeout'],
  ],
  ['cannot open', { ...quick, open: () => Promise.reject(new Error('closed')) }, ['error', 'error']],
])('reports what came of each task where the client %s', async (_name, driver, expected) => {
  expect(await reportsOf(driver)).toEqual(expected)
})
