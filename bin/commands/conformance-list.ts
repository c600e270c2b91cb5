import { requirements } from '../../conformance/catalogue/requirements.ts'
import { listRequirements, listText } from '../../conformance/report/explain.ts'
import { checks } from '../../conformance/checks/checks.ts'

/** `emulator conformance list`: prints every requirement, and how many checks it has. */
export async function list(): Promise<number> {
  process.stdout.write(listText(listRequirements(checks, requirements)))
  return 0
}
