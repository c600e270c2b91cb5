// Everything that the kit may not blame: right servers, and the emulator in every dialect and allowed scenario.
import { scenarioNames } from '../../emulator/disturb/scenarios/scenarios.ts'
import type { RightServer } from '../servers/right/right-server.ts'
import { rightServers } from '../servers/right/right-servers.ts'
import { openCombinations } from '../suite/open-combinations.ts'
import { combinations } from '../suite/tested-combinations.ts'
import { notAllowed } from './scenarios.ts'
import { timelessSubject } from '../conformance/subject.ts'

/** Every server that the kit may not blame, each with a name of its own. */
export const blameless: readonly RightServer[] = [
  ...Object.values(rightServers).flat(),
  ...[...combinations, ...openCombinations].map((conventions) => ({
    name: `conventions ${JSON.stringify(conventions)}`,
    make: () => timelessSubject({ conventions }),
  })),
  ...scenarioNames
    .filter((scenario) => !(scenario in notAllowed))
    .map((scenario) => ({
      name: `scenario ${scenario}`,
      make: () => timelessSubject({ scenarios: [scenario] }),
      varies: scenario.startsWith('rate-limited') ? 'counts-requests' : undefined,
    })),
  {
    name: 'scenarios of each family, under other conventions',
    make: () =>
      timelessSubject({
        conventions: { ...combinations.at(-1), ...openCombinations[0] },
        scenarios: [
          'token-expires-mid-walk',
          'objects-change-mid-walk',
          'link-previous-first',
          'unknown-members',
          'rate-limited-mid-walk',
          'rename-races-revoke',
        ],
      }),
  },
]
