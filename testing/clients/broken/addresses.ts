import { CarefulClient } from '../careful/client.ts'
import type { Call, Query } from '../careful/wire.ts'
import type { BrokenClient } from './broken-client.ts'

/** Clients that build addresses or treat ids wrongly (clauses 2.1, 4.4 and 9). */
export const brokenAddresses: readonly BrokenClient[] = [
  {
    name: 'base-path-lost',
    wrong: 'resolves its paths with new URL(path, baseUrl), which drops the path of the base URL',
    requirement: 'client.base-url',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override address(path: string, query?: Query): string {
        return new URL(super.address(path, query).slice(this.options.baseUrl.length), this.options.baseUrl).href
      }
    },
  },
  {
    name: 'base-path-lost-for-tokens',
    wrong: 'asks for tokens at the root of the host',
    requirement: 'client.base-url',
    tasks: ['get-token'],
    client: class extends CarefulClient {
      protected override tokenRequest(form: Readonly<Record<string, string>>): Call {
        return { ...super.tokenRequest(form), url: new URL('/oauth/token', this.options.baseUrl).href }
      }
    },
  },
  {
    name: 'version-missing',
    wrong: 'leaves the version out of its paths',
    requirement: 'client.versioned-paths',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override versioned(path: string): string {
        return path
      }
    },
  },
  {
    name: 'version-rounded',
    wrong: 'writes the version as the number 1.1',
    requirement: 'client.versioned-paths',
    tasks: ['list-environments'],
    client: class extends CarefulClient {
      protected override versioned(path: string): string {
        return super.versioned(path).replace('1.13', '1.1')
      }
    },
  },
  {
    name: 'token-path-versioned',
    wrong: 'puts the version before /oauth/token',
    requirement: 'client.unversioned-paths',
    tasks: ['get-token'],
    client: class extends CarefulClient {
      protected override address(path: string, query?: Query): string {
        return super.address(path === '/oauth/token' ? this.versioned(path) : path, query)
      }
    },
  },
  {
    name: 'services-path-versioned',
    wrong: 'puts the version before /services',
    requirement: 'client.unversioned-paths',
    tasks: ['capabilities', 'invoke'],
    client: class extends CarefulClient {
      protected override address(path: string, query?: Query): string {
        return super.address(path.startsWith('/services/') ? this.versioned(path) : path, query)
      }
    },
  },
  {
    name: 'legacy-path-versioned',
    wrong: 'asks for legacy lists under the current version',
    requirement: 'client.legacy-paths',
    tasks: ['walk-events', 'list-projects'],
    client: class extends CarefulClient {
      protected override address(path: string, query?: Query): string {
        return super.address(path.startsWith('/0/') ? this.versioned(path.slice(2)) : path, query)
      }
    },
  },
  {
    name: 'legacy-path-bare',
    wrong: 'asks for legacy lists without a version',
    requirement: 'client.legacy-paths',
    tasks: ['walk-groups', 'list-projects'],
    client: class extends CarefulClient {
      protected override address(path: string, query?: Query): string {
        return super.address(path.startsWith('/0/') ? path.slice(2) : path, query)
      }
    },
  },
  {
    name: 'ids-lower-cased',
    wrong: 'returns ids in lower case',
    requirement: 'client.ids-kept',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      protected override idsOf(list: unknown): readonly string[] {
        return super.idsOf(list)
      }
      override async walkProducts(...args: Parameters<CarefulClient['walkProducts']>): Promise<readonly string[]> {
        return (await super.walkProducts(...args)).map((id) => id.toLowerCase())
      }
    },
  },
  {
    name: 'ids-deduplicated-by-case',
    wrong: 'takes ids that differ in case for the same object',
    requirement: 'client.ids-kept',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      override async walkProducts(...args: Parameters<CarefulClient['walkProducts']>): Promise<readonly string[]> {
        return [...new Map((await super.walkProducts(...args)).map((id) => [id.toLowerCase(), id])).values()]
      }
    },
  },
  {
    name: 'ids-truncated',
    wrong: 'cuts ids to 20 characters in paths',
    requirement: 'client.ids-kept',
    tasks: ['capabilities'],
    client: class extends CarefulClient {
      override capabilities(id: string): Promise<readonly string[]> {
        return super.capabilities(id.slice(0, 20))
      }
    },
  },
  {
    name: 'ids-lower-cased-in-paths',
    wrong: 'writes ids in lower case in paths',
    requirement: 'client.ids-kept',
    tasks: ['rename-access-token'],
    client: class extends CarefulClient {
      override renameAccessToken(id: string, name: string): Promise<string> {
        return super.renameAccessToken(id.toLowerCase(), name)
      }
    },
  },
  {
    name: 'ids-sorted-by-locale',
    wrong: 'sorts what it has walked with localeCompare',
    requirement: 'client.id-order',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      override async walkProducts(...args: Parameters<CarefulClient['walkProducts']>): Promise<readonly string[]> {
        return (await super.walkProducts(...args)).toSorted((left, right) => right.localeCompare(left, 'en'))
      }
    },
  },
  {
    name: 'ids-oldest-first',
    wrong: 'returns what it has walked oldest first',
    requirement: 'client.id-order',
    tasks: ['walk-products'],
    client: class extends CarefulClient {
      override async walkProducts(...args: Parameters<CarefulClient['walkProducts']>): Promise<readonly string[]> {
        return (await super.walkProducts(...args)).toReversed()
      }
    },
  },
  {
    name: 'scope-prefix-stripped',
    wrong: 'strips the prefix of the scope',
    requirement: 'client.scope-prefixed',
    tasks: ['get-configuration'],
    client: class extends CarefulClient {
      override configuration(scopeId: string, path: string): Promise<unknown> {
        return super.configuration(scopeId.replace(/^[a-z]{3}_/, ''), path)
      }
    },
  },
  {
    name: 'scope-prefix-in-capitals',
    wrong: 'writes the prefix of the scope in capitals',
    requirement: 'client.scope-prefixed',
    tasks: ['get-configuration'],
    client: class extends CarefulClient {
      override configuration(scopeId: string, path: string): Promise<unknown> {
        return super.configuration(
          scopeId.replace(/^[a-z]{3}_/, (prefix) => prefix.toUpperCase()),
          path,
        )
      }
    },
  },
  {
    name: 'scope-prefix-always-project',
    wrong: 'writes the prefix of a project before every scope',
    requirement: 'client.scope-prefixed',
    tasks: ['get-configuration'],
    client: class extends CarefulClient {
      override configuration(scopeId: string, path: string): Promise<unknown> {
        return super.configuration(scopeId.replace(/^[a-z]{3}_/, 'prj_'), path)
      }
    },
  },
  {
    name: 'configuration-path-in-address',
    wrong: 'writes the dotted path as segments of the address',
    requirement: 'client.configuration-path',
    tasks: ['get-configuration'],
    client: class extends CarefulClient {
      protected override address(path: string, query: Query = {}): string {
        const { path: dotted, ...others } = query
        return super.address(dotted === undefined ? path : `${path}/${String(dotted).replaceAll('.', '/')}`, others)
      }
    },
  },
  {
    name: 'configuration-path-ignored',
    wrong: 'leaves the path out and returns the whole configuration',
    requirement: 'client.configuration-path',
    tasks: ['get-configuration'],
    client: class extends CarefulClient {
      protected override address(path: string, query: Query = {}): string {
        return super.address(path, { ...query, path: undefined })
      }
    },
  },
  {
    name: 'configuration-falsy-lost',
    wrong: 'takes a value such as false or 0 for a missing one',
    requirement: 'client.configuration-path',
    tasks: ['get-configuration'],
    client: class extends CarefulClient {
      override async configuration(scopeId: string, path: string): Promise<unknown> {
        return (await super.configuration(scopeId, path)) || null
      }
    },
  },
]
