import type { RaceEvent, RaceStep } from './step.ts'

const eventTexts: Readonly<Record<RaceEvent, string>> = {
  expiry: 'the access token expires',
  revocation: 'the access token and its refresh token are revoked',
}

/** A schedule as a numbered list: in each line what happened, to whom, and how it was answered. */
export function scheduleText(steps: readonly RaceStep[], event: RaceEvent): string {
  const isTwice = (name: string | undefined, place: number | undefined) =>
    steps.some(({ taskName, effect }) => taskName === name && effect.task !== place)
  const width = String(steps.length).length
  return steps
    .map(({ taskName, method, path, status, effect }, index) => {
      const number = `${String(index + 1).padStart(width)}.`
      if (effect.kind === 'event') return `${number} ${eventTexts[event]}`
      const who = isTwice(taskName, effect.task) ? `${taskName} (${(effect.task ?? 0) + 1})` : taskName
      return `${number} ${who}: ${method} ${path} → ${status ?? 'no answer'}`
    })
    .join('\n')
}
