import { clientExplanation } from '../../conformance/client/reports/explain.ts'
import { type Given, positional } from '../options/option.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator client explain ID`: prints a requirement of clients, its clause and its checks. */
export function explainOne(given: Given): number {
  const id = positional(given, 'id')
  if (id === undefined)
    throw new UsageError('explain needs the id of a requirement or a check; emulator client list prints them all.')
  process.stdout.write(clientExplanation(id))
  return 0
}
