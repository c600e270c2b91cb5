import { requirements } from '../../conformance/catalogue/requirements.ts'
import { explain, explanationText } from '../../conformance/report/explain.ts'
import { checks } from '../../conformance/checks/checks.ts'
import { type Given, positional } from '../options/option.ts'
import { UsageError } from '../usage-error.ts'

/** `emulator conformance explain ID`: prints a requirement, its clause and its checks. */
export async function explainOne(given: Given): Promise<number> {
  const id = positional(given, 'id')
  if (id === undefined)
    throw new UsageError('explain needs the id of a requirement or a check; emulator conformance list prints them all.')
  process.stdout.write(explanationText(explain(id, checks, requirements)))
  return 0
}
