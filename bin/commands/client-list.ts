import { clientListText } from '../../conformance/client/reports/explain.ts'

/** `emulator client list`: prints every requirement of clients with its level, and the names of tasks and scenarios. */
export function list(): number {
  process.stdout.write(clientListText())
  return 0
}
