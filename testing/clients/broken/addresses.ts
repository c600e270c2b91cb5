import { CarefulClient } from '../careful/client.ts'
import type { Call, Query } from '../careful/wire.ts'
import { breaking, type BrokenClient } from './broken-client.ts'

type Address = (path: string, query?: Query) => string

/** Builds another address than it should. `baseUrl` is where the service is. */
const addressing = (address: (right: Address, path: string, query: Query, baseUrl: string) => string) =>
  class extends CarefulClient {
    protected override address(path: string, query: Query = {}): string {
      return address((...parts) => super.address(...parts), path, query, this.options.baseUrl)
    }
  }

/** Writes the version otherwise. `right` is the path with its version. */
const versioning = (write: (right: string, path: string) => string): typeof CarefulClient =>
  class extends CarefulClient {
    protected override versioned(path: string): string {
      return write(super.versioned(path), path)
    }
  }

/** Asks for paths that begin with a text in the current version, without what it takes from them. */
const versioningToo = (start: string, taken = 0): typeof CarefulClient =>
  class extends CarefulClient {
    protected override address(path: string, query?: Query): string {
      return super.address(path.startsWith(start) ? this.versioned(path.slice(taken)) : path, query)
    }
  }

/** Returns other ids than those that it has walked. */
const walking = (change: (ids: readonly string[]) => readonly string[]): typeof CarefulClient =>
  class extends CarefulClient {
    override async walkProducts(...args: Parameters<CarefulClient['walkProducts']>): Promise<readonly string[]> {
      return change(await super.walkProducts(...args))
    }
  }

/** Asks for the configuration of another scope. */
const scoping = (change: (scopeId: string) => string): typeof CarefulClient =>
  class extends CarefulClient {
    override configuration(scopeId: string, path: string): Promise<unknown> {
      return super.configuration(change(scopeId), path)
    }
  }

const prefix = /^[a-z]{3}_/

/** Clients that build addresses or treat ids wrongly (clauses 2.1, 4.4 and 9). */
export const brokenAddresses: readonly BrokenClient[] = [
  ...breaking(
    'client.base-url',
    ['list-environments'],
    [
      'base-path-lost',
      'resolves its paths with new URL(path, baseUrl), which drops the path of the base URL',
      addressing((right, path, query, base) => new URL(right(path, query).slice(base.length), base).href),
    ],
  ),
  ...breaking(
    'client.base-url',
    ['get-token'],
    [
      'base-path-lost-for-tokens',
      'asks for tokens at the root of the host',
      class extends CarefulClient {
        protected override tokenRequest(form: Readonly<Record<string, string>>): Call {
          return { ...super.tokenRequest(form), url: new URL('/oauth/token', this.options.baseUrl).href }
        }
      },
    ],
  ),
  ...breaking(
    'client.versioned-paths',
    ['list-environments'],
    ['version-missing', 'leaves the version out of its paths', versioning((_right, path) => path)],
    ['version-rounded', 'writes the version as the number 1.1', versioning((right) => right.replace('1.13', '1.1'))],
  ),
  ...breaking(
    'client.unversioned-paths',
    ['get-token', 'list-environments'],
    ['token-path-versioned', 'puts the version before /oauth/token', versioningToo('/oauth/token')],
  ),
  ...breaking(
    'client.unversioned-paths',
    ['capabilities', 'invoke'],
    ['services-path-versioned', 'puts the version before /services', versioningToo('/services/')],
  ),
  ...breaking(
    'client.legacy-paths',
    ['walk-events', 'list-projects'],
    ['legacy-path-versioned', 'asks for legacy lists under the current version', versioningToo('/0/', 2)],
  ),
  ...breaking(
    'client.legacy-paths',
    ['walk-groups', 'list-projects'],
    [
      'legacy-path-bare',
      'asks for legacy lists without a version',
      addressing((right, path, query) => right(path.replace(/^\/0\//, '/'), query)),
    ],
  ),
  ...breaking(
    'client.ids-kept',
    ['walk-products'],
    ['ids-lower-cased', 'returns ids in lower case', walking((ids) => ids.map((id) => id.toLowerCase()))],
    [
      'ids-deduplicated-by-case',
      'takes ids that differ in case for the same object',
      walking((ids) => [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()]),
    ],
  ),
  ...breaking(
    'client.ids-kept',
    ['capabilities'],
    [
      'ids-truncated',
      'cuts ids to 20 characters in paths',
      class extends CarefulClient {
        override capabilities(id: string): Promise<readonly string[]> {
          return super.capabilities(id.slice(0, 20))
        }
      },
    ],
  ),
  ...breaking(
    'client.ids-kept',
    ['rename-access-token'],
    [
      'ids-lower-cased-in-paths',
      'writes ids in lower case in paths',
      class extends CarefulClient {
        override renameAccessToken(id: string, name: string): Promise<string> {
          return super.renameAccessToken(id.toLowerCase(), name)
        }
      },
    ],
  ),
  ...breaking(
    'client.id-order',
    ['walk-products'],
    [
      'ids-sorted-by-locale',
      'sorts what it has walked with localeCompare',
      walking((ids) => ids.toSorted((left, right) => right.localeCompare(left, 'en'))),
    ],
    ['ids-oldest-first', 'returns what it has walked oldest first', walking((ids) => ids.toReversed())],
  ),
  ...breaking(
    'client.scope-prefixed',
    ['get-configuration'],
    ['scope-prefix-stripped', 'strips the prefix of the scope', scoping((scope) => scope.replace(prefix, ''))],
    [
      'scope-prefix-in-capitals',
      'writes the prefix of the scope in capitals',
      scoping((scope) => scope.replace(prefix, (text) => text.toUpperCase())),
    ],
    [
      'scope-prefix-always-project',
      'writes the prefix of a project before every scope',
      scoping((scope) => scope.replace(prefix, 'prj_')),
    ],
  ),
  ...breaking(
    'client.configuration-path',
    ['get-configuration'],
    [
      'configuration-path-in-address',
      'writes the dotted path as segments of the address',
      addressing((right, path, { path: dotted, ...others }) =>
        right(dotted === undefined ? path : `${path}/${String(dotted).replaceAll('.', '/')}`, others),
      ),
    ],
    [
      'configuration-path-ignored',
      'leaves the path out and returns the whole configuration',
      addressing((right, path, { path: _dotted, ...others }) => right(path, others)),
    ],
    [
      'configuration-falsy-lost',
      'takes a value such as false or 0 for a missing one',
      class extends CarefulClient {
        override async configuration(scopeId: string, path: string): Promise<unknown> {
          return (await super.configuration(scopeId, path)) || null
        }
      },
    ],
  ),
]
