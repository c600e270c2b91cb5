// The table of what the kit makes of each deviation.
import { deviations } from '../../emulator/deviations/deviations.ts'
import { KillPool } from '../../testing/selftest/kill-pool.ts'
import { killTablePath, toKillTable } from '../../testing/selftest/kill-table.ts'

/** Runs the kit against every deviation. testing/selftest/kill-matrix.long.test.ts tells whether each is caught. */
export async function killMatrixFiles(progress: (text: string) => void): Promise<ReadonlyMap<string, string>> {
  const pool = new KillPool()
  let done = 0
  try {
    const kills = await Promise.all(
      deviations.map(async ({ name }) => {
        const kill = await pool.kill(name)
        if (++done % 50 === 0) progress(`${done} of ${deviations.length} deviations`)
        return kill
      }),
    )
    return new Map([[killTablePath, toKillTable(kills)]])
  } finally {
    await pool.close()
  }
}
