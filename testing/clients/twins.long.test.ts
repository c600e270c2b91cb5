// A client that is written for a service meets its twin; one of another dialect fails at both alike.
import { expect, it } from 'vitest'
import { judgeClient } from '../../bin/judges/client/judge-client.ts'
import { twinRecords } from '../../bin/judges/twin/twin-records.ts'
import { twinConventions } from '../../bin/learn/twin-files.ts'
import type { Conventions } from '../../emulator/model/contract/conventions.ts'
import { learnEmulator } from '../learned-emulator.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { CarefulClient } from './careful/client.ts'
import { toDriver } from './careful/driver.ts'
import { badLines, verdictLines } from './careful/verdict-lines.ts'

const only = ['list-environments', 'walk-products', 'get-configuration', 'walk-groups']

it.each(combinations.slice(1, 4).map((conventions, index) => [index + 1, conventions] as const))(
  'a client of combination %d passes at the twin, and one of another dialect fails as at the service',
  async (_number, conventions) => {
    const { document } = await learnEmulator({ conventions })
    const twin = twinConventions(document, twinRecords(document.records)) as Partial<Conventions>
    const judge = async (speaks: Partial<Conventions>, meets: Partial<Conventions>) =>
      (await judgeClient(toDriver(CarefulClient, speaks), { conventions: meets, only })).results
    const right = await judge(conventions, twin)
    expect(badLines(right)).toEqual([])
    expect(right.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10)
    const other: Partial<Conventions> = {
      listEnvelope: twin.listEnvelope === 'array' ? 'data' : 'array',
      objectEnvelope: twin.objectEnvelope === 'named' ? 'data' : 'named',
    }
    const [atTwin, atService] = [await judge(other, twin), await judge(other, conventions)]
    expect(badLines(atTwin).length).toBeGreaterThan(0)
    expect(verdictLines(atTwin)).toEqual(verdictLines(atService))
  },
)
