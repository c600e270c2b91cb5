import { EmulatorError } from './emulator-error.ts'
import { nearest } from './nearest.ts'

/**
 * Makes calls of unknown methods throw an error that suggests the right method of a class. Other names stay undefined,
 * such as `then`, which would mark a promise.
 *
 * @param place How callers write the object.
 * @param otherWords Methods by their names in other tools.
 */
export function tellOfMissing(
  type: { readonly prototype: object },
  place: string,
  methods: readonly string[],
  otherWords: Readonly<Record<string, string>>,
): void {
  const missing = new Proxy(
    {},
    {
      get: (base, name, receiver) => {
        if (typeof name === 'symbol' || name in base) return Reflect.get(base, name, receiver) as unknown
        const guess = Object.hasOwn(otherWords, name) ? otherWords[name] : nearest(name, methods)
        if (guess === undefined) return undefined
        return () => {
          const list = methods.join(', ')
          throw new EmulatorError(
            'invalid_option',
            `${place} has no method ${name}; did you mean ${guess}? It has ${list}.`,
          )
        }
      },
    },
  )
  Object.setPrototypeOf(type.prototype, missing)
}
