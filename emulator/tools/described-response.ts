// The read-only properties of a Response that only a network can set.
import { statusText } from './status-texts.ts'

/** The members of a response that derive from its request. */
export interface ResponseFacts {
  readonly url: string
  readonly redirected: boolean
  readonly type: ResponseType
}

const facts: unique symbol = Symbol('what a response says of its request')

type DescribedResponse = Response & { [facts]: ResponseFacts }

/**
 * The prototypes of described responses, by those of plain ones. Properties on each response would take a microsecond.
 */
const prototypes = new WeakMap<object, object>()

/** Sets the facts about their request on a response and its clones. */
export function describeResponse(response: Response, its: ResponseFacts): Response {
  if (!(facts in response))
    Object.setPrototypeOf(response, describedPrototype(Object.getPrototypeOf(response) as Response))
  // A substitute for the platform's class may have own properties, which hide those of a prototype.
  for (const name of ['url', 'redirected', 'type'])
    if (Object.hasOwn(response, name)) Reflect.deleteProperty(response, name)
  if (Object.hasOwn(response, 'statusText') && response.statusText === '')
    Reflect.deleteProperty(response, 'statusText')
  ;(response as DescribedResponse)[facts] = its
  return response
}

function describedPrototype(plain: Response): object {
  const known = prototypes.get(plain)
  if (known) return known
  const made = Object.create(plain, {
    url: defineGetter((its) => its.url),
    redirected: defineGetter((its) => its.redirected),
    type: defineGetter((its) => its.type),
    statusText: {
      get(this: DescribedResponse) {
        return (Reflect.get(plain, 'statusText', this) as string | undefined) || statusText(this.status)
      },
      enumerable: true,
      configurable: true,
    },
    clone: {
      value(this: DescribedResponse) {
        return describeResponse(plain.clone.call(this), this[facts])
      },
      configurable: true,
      writable: true,
    },
  }) as object
  prototypes.set(plain, made)
  return made
}

function defineGetter(read: (its: ResponseFacts) => unknown): PropertyDescriptor & ThisType<DescribedResponse> {
  return {
    get() {
      return read(this[facts])
    },
    enumerable: true,
    configurable: true,
  }
}

/** The address of a response: that of its request without the fragment. */
export function withoutFragment(url: string): string {
  const end = url.indexOf('#')
  return end < 0 ? url : url.slice(0, end)
}
