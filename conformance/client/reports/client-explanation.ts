// The output of `client list` and `client explain`.
import { KitError } from '../../kit-error.ts'
import { didYouMean } from '../../nearest.ts'
import type { ClientRequirement, Level } from '../catalogue/client-requirement.ts'
import { clientRequirements } from '../catalogue/requirements.ts'
import { wireChecks } from '../checks/checks.ts'
import { outcomeCheck } from '../judge/may-decide.ts'
import type { RunContext } from './client-report-context.ts'
import { runNames, runsText } from './explain-runs.ts'
import { clientScenarios } from '../tasks/scenarios.ts'
import { clientTasks } from '../tasks/tasks.ts'

/** A check, and the situation that a client must meet before it can be judged. */
interface ExplainedClientCheck {
  readonly id: string
  readonly trap: string
}

/** The checks of a requirement: those of requests, and those that compare the client's report with the world. */
function explainChecks(requirement: (typeof clientRequirements)[number]): readonly ExplainedClientCheck[] {
  const runs = runsOf(requirement.id)
  if (requirement.id === 'client.reports')
    return [{ id: outcomeCheck(requirement.id), trap: 'The client does a task: each run shows it.' }]
  const wire = wireChecks.filter((check) => check.requirement === requirement.id)
  return [
    ...wire.map(({ id, trap }) => ({ id, trap })),
    ...(runs.length === 0
      ? []
      : [
          {
            id: outcomeCheck(requirement.id),
            trap: `The client reports the outcome of one of these runs: ${runs.join('; ')}.`,
          },
        ]),
  ]
}

/** The runs whose value decides a requirement: inputs of tasks in plain runs, and scenarios in each task. */
function runsOf(id: string): readonly string[] {
  const inputs = clientTasks.flatMap(({ name, inputs: its }) =>
    its.filter(({ tests }) => tests === id).map((input) => `${name} ${input.name}`),
  )
  return [...inputs, ...clientScenarios.filter(({ tests }) => tests === id).map(({ name }) => `scenario ${name}`)]
}

/** `client list`: one line per requirement, and the names of tasks and scenarios. */
export function clientListText(): string {
  const width = Math.max(...clientRequirements.map(({ id }) => id.length))
  const lines = clientRequirements.map((clientRequirement) => {
    const checks = explainChecks(clientRequirement).length
    const note = `${clientRequirement.level}, ${checks} ${checks === 1 ? 'check' : 'checks'}`
    return `${clientRequirement.id.padEnd(width)}  ${clientRequirement.clause.padEnd(4)}  ${note.padEnd(17)}  ${clientRequirement.statement}\n`
  })
  return [
    `Requirements (${clientRequirements.length}): id, clause, level and checks\n`,
    ...lines,
    ...nameSection('Tasks', clientTasks),
    ...nameSection('Scenarios', clientScenarios),
  ].join('')
}

function nameSection(title: string, all: readonly { readonly name: string }[]): readonly string[] {
  return [`\n${title} (${all.length})\n`, ...all.map(({ name }) => `${name}\n`)]
}

const levels: Readonly<Record<Level, string>> = {
  stated: 'stated: a client that breaks it fails',
  implied: 'implied: a client that breaks it gets advice, which --strict counts as a failure',
  silent: 'the specification is silent: what the client does is observed and never judged',
}

/**
 * `client explain ID`: explains a requirement (by its id or the id of one of its checks), a task or a scenario.
 * @param sentenceOf The sentence about a scenario.
 * @throws KitError `unknown_id`
 */
export function clientExplanation(id: string, sentenceOf: NonNullable<RunContext['sentenceOf']>): string {
  const requirement =
    clientRequirements.find((clientRequirement) => clientRequirement.id === id) ??
    clientRequirements.find((clientRequirement) => explainChecks(clientRequirement).some((check) => check.id === id))
  if (!requirement) {
    const runs = runsText(id, sentenceOf)
    if (runs !== undefined) return runs
    const checks = clientRequirements.flatMap((clientRequirement) => [
      clientRequirement.id,
      ...explainChecks(clientRequirement).map((check) => check.id),
    ])
    const known = [...checks, ...runNames]
    throw new KitError(
      'unknown_id',
      `expected the id of a requirement, a check, a task or a scenario of clients; got ${JSON.stringify(id)}` +
        didYouMean(id, known, '. `emulator client list` prints all of them.'),
    )
  }
  return explanationText(requirement, explainChecks(requirement))
}

function explanationText(
  { id, clause, level, statement, careful, judged, seen }: ClientRequirement,
  checks: readonly ExplainedClientCheck[],
): string {
  const head = [
    id,
    `  ${statement}`,
    `  Clause ${clause}; ${levels[level]}.`,
    `  A careful client: ${careful}`,
    `  How it is judged: ${judged}`,
    ...(seen === undefined ? [] : [`  Seen in ${seen}`]),
  ]
  const title = checks.length === 1 ? '  Its check, and what it waits for:' : '  Its checks, and what each waits for:'
  const lines = [...head, '', title, ...checks.flatMap(({ id: check, trap }) => [`    ${check}`, `      ${trap}`])]
  return `${lines.join('\n')}\n`
}
