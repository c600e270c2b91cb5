import type { Run } from './run.ts'
import { Session } from './session.ts'

/**
 * Deletes what a run made, by its ledger.
 * @param runId Only what this run made; without it, whatever the ledger still holds.
 * @returns what could not be deleted, for a person.
 */
export async function cleanUp(run: Run, runId?: string): Promise<readonly string[]> {
  const leftovers: string[] = []
  for (const entry of run.ledger.entries.filter((one) => runId === undefined || one.runId === runId)) {
    if (entry.path === '') {
      leftovers.push(`${entry.what} ${entry.id ?? entry.name}: the specification documents no way to delete it`)
      run.ledger.close(entry)
      continue
    }
    if (entry.id === undefined) {
      leftovers.push(`${entry.what} named ${entry.name} may exist: its id never came back`)
      continue
    }
    try {
      const { response } = await new Session(run).send({ method: 'DELETE', path: entry.path.replace('{id}', entry.id) })
      if (response.status < 300 || response.status === 404 || response.status === 410) run.ledger.close(entry)
      else leftovers.push(`${entry.what} ${entry.id} named ${entry.name}: DELETE answered ${response.status}`)
    } catch (error) {
      leftovers.push(`${entry.what} ${entry.id} named ${entry.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return leftovers
}
