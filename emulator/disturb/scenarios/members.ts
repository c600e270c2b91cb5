import type { Middleware, RoutedContext } from '../../model/contract/request-context.ts'
import type { Resource } from '../../model/contract/resource.ts'
import { parseId } from '../../model/resources/ids.ts'
import { resourceByCollection } from '../../model/resources/resources.ts'
import { dataOwner, changeJsonBody } from './scenario.ts'

/**
 * Changes every object of a JSON value, innermost first. An object whose members are named by ids is a list of records.
 * @param untouched The member that holds a user's own data.
 */
function eachObject(
  value: unknown,
  change: (object: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  untouched: string | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((item) => eachObject(item, change, untouched))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const changed = Object.fromEntries(
    members.map(([name, member]) => [name, name === untouched ? member : eachObject(member, change, untouched)]),
  )
  return isById(members) ? changed : change(changed)
}

/** An object without members may be an empty list of records. */
function isById(members: readonly (readonly [name: string, member: unknown])[]): boolean {
  return members.every(([name]) => name.length === 27 && parseId(name) !== undefined)
}

const extra = { unknown_member: { note: 'clients ignore unknown members', list: [1, null, 'x'] } }

function servedResource({ endpoint: { id, answer } }: RoutedContext): Resource | undefined {
  if (id === 'legacy.projects') return resourceByCollection.projects
  return 'resource' in answer ? answer.resource : undefined
}

/** Members that the specification names, apart from filters. */
const named = new Set(['id', 'name', 'scopes', 'expires_at', 'value', 'scope_type', 'scope_id'])

/** Scenarios that change the members of objects. */
export const members = {
  title: 'Answers in other forms',
  scenarios: {
    'unknown-members': {
      clause: '2.4',
      description:
        "Every object of every JSON answer, including errors, has an unknown member. Configuration values, the Services API and MCP are unchanged, because their objects are not the API's own.",
      begin: (): Middleware => async (context, next) =>
        changeJsonBody(context, await next(context), (json) =>
          eachObject(json, (object) => ({ ...object, ...extra }), dataOwner(context)),
        ),
    },
    'members-reordered': {
      clause: '4',
      description:
        'The members of every object of every JSON answer, including errors, come in the opposite order: the order of members has no meaning in JSON. Data of users and adapters is unchanged, as with unknown-members.',
      begin: (): Middleware => async (context, next) =>
        changeJsonBody(context, await next(context), (json) =>
          eachObject(json, (object) => Object.fromEntries(Object.entries(object).toReversed()), dataOwner(context)),
        ),
    },
    'null-members': {
      clause: '2.4',
      description:
        'In every object of a resource, all members are null but id, name, filters and what the specification names elsewhere. An additional member, archived_at, is null too.',
      begin: (): Middleware => async (context, next) => {
        const response = await next(context)
        const resource = servedResource(context)
        if (!resource || !response.ok) return response
        const unneeded = new Set(
          [...Object.keys(resource.members), 'created_at'].filter(
            (name) => !named.has(name) && !resource.filters.includes(name),
          ),
        )
        const nulled = (object: Readonly<Record<string, unknown>>) =>
          typeof object['id'] !== 'string' || typeof object['name'] !== 'string'
            ? object
            : {
                ...Object.fromEntries(
                  Object.entries(object).map(([name, member]) => [name, unneeded.has(name) ? null : member]),
                ),
                archived_at: null,
              }
        return changeJsonBody(context, response, (json) => eachObject(json, nulled, dataOwner(context)))
      },
    },
  },
}
