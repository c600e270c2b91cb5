import { judgedListChecks } from '../checks/lists/list-laws.ts'
import { groupChecks } from '../judge/check-order.ts'
import { type ActiveCheck, type Check, isPassive } from '../judge/define-check.ts'
import type { RequirementVerdicts } from './requirement-verdicts.ts'

/**
 * The number of concurrent checks. It is small because checks that are running when the requests are used up decide
 * nothing.
 */
const sideBySide = 4

interface OrderOptions {
  /** The requirements that the questions have decided. */
  readonly decided: RequirementVerdicts
  /** True if no check runs that sends a wrong credential or none. */
  readonly gentle: boolean
}

/**
 * The checks in the order in which they run while requests last: the first check of each requirement, then the second
 * of each, and so on. In each turn, those that only read come first: those of the list model and of ids, which send many
 * requests, after the others. Then come those that write, and those that send wrong credentials. Checks that move the
 * clock of the target come last.
 */
export function askingOrder(checks: readonly Check[], asking: OrderOptions): readonly (readonly ActiveCheck[])[] {
  const { quiet, anonymous, risky, exclusive, waiting } = groupChecks(checks)
  const turns = checkTurns(checks, asking.decided)
  const listChecks = listModelChecks(checks)
  const byTurn = Array.from({ length: Math.max(0, ...turns.values()) + 1 }, (_, turn) => {
    const checksOfTurn = (all: readonly ActiveCheck[]) => all.filter(({ id }) => turns.get(id) === turn)
    const wrong = asking.gentle ? [] : checksOfTurn(risky)
    const without = asking.gentle ? [] : checksOfTurn(anonymous)
    const [reads, writes] = (['read', 'write'] as const).map((effect) =>
      checksOfTurn(quiet).filter((check) => check.effect === effect),
    )
    const {
      ofIds = [],
      ofLists = [],
      others = [],
    } = Object.groupBy(reads!, (check) =>
      listChecks.has(check) ? 'ofLists' : check.requirement.startsWith('ids.') ? 'ofIds' : 'others',
    )
    return [others, without, ofLists, ofIds, writes!, wrong].flatMap(groupSideBySide)
  })
  return [...byTurn.flat(), ...[...exclusive, ...waiting].map((check) => [check])]
}

/**
 * Returns the checks that the list model decides, by many requests for all of them, and those that build on one: the
 * first of them to run sends all of these requests.
 */
function listModelChecks(checks: readonly Check[]): ReadonlySet<Check> {
  const byId = new Map<string, Check>(checks.map((check) => [check.id, check]))
  const known = new Map<Check, boolean>()
  const usesListModel = (check: Check): boolean => {
    if (!known.has(check))
      known.set(
        check,
        judgedListChecks.has(check.id) ||
          (!isPassive(check) && (check.after ?? []).some((id) => byId.has(id) && usesListModel(byId.get(id)!))),
      )
    return known.get(check)!
  }
  return new Set(checks.filter(usesListModel))
}

const isOnlyInFull = (check: Check): boolean => !isPassive(check) && check.inQuickRun === 'never'

/**
 * The turn of each check among those of its requirement: from 0, or from 1 where the questions have decided it. Checks
 * that run only in a full run come last.
 */
function checkTurns(checks: readonly Check[], decided: RequirementVerdicts): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const usualFirst = [...checks.filter((check) => !isOnlyInFull(check)), ...checks.filter(isOnlyInFull)]
  return new Map(
    usualFirst.map(({ id, requirement }) => {
      const turn = counts.get(requirement) ?? (decided[requirement] ? 1 : 0)
      counts.set(requirement, turn + 1)
      return [id, turn]
    }),
  )
}

function groupSideBySide(checks: readonly ActiveCheck[]): readonly (readonly ActiveCheck[])[] {
  return Array.from({ length: Math.ceil(checks.length / sideBySide) }, (_, index) =>
    checks.slice(index * sideBySide, (index + 1) * sideBySide),
  )
}
