import { terminalLine } from '../wording/escaping/terminal.ts'
import type { PlannedCheck } from '../judge/plan.ts'

/** The text of a plan. A gentle run sends no wrong credentials to explain a failure. */
export function planText(plan: readonly PlannedCheck[], baseUrl: string, gentle = false): string {
  const runs = plan.filter((check) => check.ruledOut === undefined)
  const writes = runs.filter(({ effect }) => effect === 'write').length
  const ofWhich = writes === 0 ? 'none of which writes' : `${writes} of which write`
  const wrong = runs.reduce((sum, { wrongCredentials }) => sum + wrongCredentials, 0)
  const head = `Against ${terminalLine(baseUrl)}: ${runs.length} of ${plan.length} checks would run, ${ofWhich}. At most ${wrong} requests would carry wrong credentials${wrong === 0 || gentle ? '' : ', and some more to explain a failure'}. Nothing was sent.`
  return `${head}\n\n${plan.flatMap(planLines).join('\n')}\n`
}

const effects: Readonly<Record<PlannedCheck['effect'], string>> = {
  write: 'WRITE  ',
  read: 'read   ',
  observe: 'observe',
}

function planLines({
  check,
  effect,
  ruledOut: reason,
  prerequisite,
  wrongCredentials,
}: PlannedCheck): readonly string[] {
  const notes = [
    ...(prerequisite ? ['others build on it'] : []),
    ...(wrongCredentials > 0 ? [`wrong credentials: at most ${wrongCredentials}`] : []),
  ]
  const note = notes.length > 0 ? ` (${notes.join('; ')})` : ''
  return [
    `${reason === undefined ? '  ' : '– '}${effects[effect]}  ${check.id}${note}`,
    `             ${reason === undefined ? check.description : `does not run: ${terminalLine(reason)}`}`,
  ]
}
