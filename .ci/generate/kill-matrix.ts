// The tables of what the kit makes of each deviation, and the judge of clients of each broken client.
import { everyDeviation } from '../../testing/faults/faults.ts'
import { KillPool } from '../../testing/selftest/kill-pool.ts'
import { brokenClients } from '../../testing/clients/broken/broken-clients.ts'
import { killMatrixHalves, toClientKillTable } from '../../testing/clients/client-kill-table.ts'
import { judgeBroken } from '../../testing/clients/judge-broken.ts'
import { judgeRacing, racingClients } from '../../testing/clients/racing/racing-clients.ts'
import { productParts } from '../../testing/product/product-table.ts'
import { killTablePath, toKillTable } from '../../testing/selftest/kill-table.ts'
import { committed } from '../../testing/committed.ts'

/** Runs the kit against every deviation. testing/product/kill-matrix.long.test.ts tells whether each is caught. */
export async function killMatrixFiles(progress: (text: string) => void): Promise<ReadonlyMap<string, string>> {
  const pool = new KillPool()
  let done = 0
  try {
    const kills = await Promise.all(
      everyDeviation.map(async ({ name }) => {
        const kill = await pool.kill(name)
        if (++done % 50 === 0) progress(`${done} of ${everyDeviation.length} deviations`)
        return kill
      }),
    )
    const [, clients] = killMatrixHalves(committed(killTablePath))
    return new Map([[killTablePath, `${toKillTable(kills)}${clients}`]])
  } finally {
    await pool.close()
  }
}

/** Has every broken client judged. testing/clients/broken.long.test.ts tells whether each is caught. */
export async function clientKillFiles(progress: (text: string) => void): Promise<ReadonlyMap<string, string>> {
  const kills = []
  for (const broken of brokenClients) {
    kills.push(await judgeBroken(broken))
    if (kills.length % 50 === 0) progress(`${kills.length} of ${brokenClients.length} clients`)
  }
  for (const racing of racingClients) kills.push(await judgeRacing(racing))
  const [others, product] = productParts(committed(killTablePath))
  const [servers] = killMatrixHalves(others)
  return new Map([[killTablePath, `${servers}\n${toClientKillTable(kills)}${product}`]])
}
