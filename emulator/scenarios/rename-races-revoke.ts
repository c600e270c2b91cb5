import { parseId } from '../resources/ids.ts'
import type { Operation } from '../contract/intercept.ts'
import { defineScenario, isAuthenticated, once, type Scenario } from './scenario.ts'

function tokenId({ endpoint, scope: { path, world } }: Operation): string | undefined {
  const id = endpoint.id === 'access-tokens.rename' ? parseId(path.split('/').at(-1)!)?.bare : undefined
  return id !== undefined && world.get('access_tokens', id) ? id : undefined
}

export const renameRacesRevoke: Scenario = defineScenario({
  name: 'rename-races-revoke',
  clause: '4.2',
  description:
    'Somebody else revokes a personal access token just before the first request that renames it is served: the rename finds no such token.',
  begin: () =>
    once(
      (operation) => isAuthenticated(operation) && tokenId(operation) !== undefined,
      (operation, next) => {
        operation.scope.world.remove('access_tokens', tokenId(operation)!)
        return next()
      },
    ),
})
