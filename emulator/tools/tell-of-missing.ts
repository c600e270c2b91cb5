import { EmulatorError } from './emulator-error.ts'
import { nearest } from './nearest.ts'

/**
 * Has the objects of a class tell which of its methods was meant, where one is called that they do not have. Other
 * names are undefined as ever, such as `then`, by which promises are known.
 *
 * @param place How callers write the object.
 * @param otherWords Methods by what other tools call them.
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
