import { clientListText } from '../../conformance/client/reports/explain.ts'

/** `emulator client list`: prints every requirement of clients, its level and how many checks it has. */
export function list(): number {
  process.stdout.write(clientListText())
  return 0
}
