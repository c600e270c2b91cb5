// The target of a run that the control API starts: an object, or a target file with the values of its variables, plus
// declarations from a form.
import type { Target } from '../../../conformance/target/target-file.ts'
import { ApiError } from '../../../emulator/api/dialect/api-error.ts'
import type { Kit } from './load-kit.ts'
import { refusing } from './refusing.ts'
import type { RunOrder, TargetFileFacts } from './run-schemas.ts'

type TargetReader = Pick<Kit, 'isKitError' | 'parseTargetFile' | 'toTarget' | 'parseYaml'>

/** Reads the target of an order. @throws ApiError `refused` */
export function readTarget(kit: TargetReader, order: RunOrder, known: Target | undefined): Target {
  const { targetFile, target, variables = {}, declare = {} } = order
  const base =
    targetFile === undefined
      ? (target ?? known)
      : refusing(kit, () => kit.parseTargetFile(targetFile, variables, 'The target file'))
  const declared = Object.entries(declare).reduce<unknown>(
    (object, [name, text]) => withMember(object, name.split('.'), parseTyped(kit, name, text)),
    base,
  )
  return refusing(kit, () => kit.toTarget(declared))
}

/** A placeholder for the value of a variable. A URL is valid wherever a text is. */
const unknownValue = 'http://variable.invalid'

/** Reads a target file without the values of its variables. @throws ApiError `refused` if it is invalid. */
export function targetFileFacts(kit: TargetReader, targetFile: string): TargetFileFacts {
  const names = new Set<string>()
  const variables = new Proxy<Record<string, string>>(
    {},
    { get: (_none, name) => (typeof name === 'string' && names.add(name) ? unknownValue : undefined) },
  )
  const target = readTarget(kit, { targetFile, variables }, undefined)
  return {
    baseUrl: target.baseUrl.startsWith(unknownValue) ? null : target.baseUrl,
    declared: declaredIn(target),
    allowWrites: target.allowWrites ?? false,
    variables: [...names],
  }
}

/** The value of a typed text: a list, an object or a boolean in JSON or YAML is parsed, other text stays text. */
function parseTyped({ parseYaml }: TargetReader, name: string, text: string): unknown {
  if (!/^\s*(?:[[{]|(?:true|false)\s*$)/.test(text)) return text
  try {
    return parseYaml(text)
  } catch {
    throw new ApiError('refused', `${name} must be JSON or YAML, as it begins with a bracket.`, {
      details: [{ at: `/declare/${name}`, message: 'is neither JSON nor YAML' }],
    })
  }
}

function withMember(object: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value
  const members = typeof object === 'object' && object !== null ? (object as Readonly<Record<string, unknown>>) : {}
  const inner = Object.hasOwn(members, first) ? members[first] : undefined
  return Object.fromEntries([...Object.entries(members), [first, withMember(inner, rest, value)]])
}

/** The members that a target file declares, such as `samples.catalogId`. */
export function declaredIn(target: Target): readonly string[] {
  return Object.entries(target).flatMap(([name, value]) =>
    name === 'baseUrl'
      ? []
      : typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value).map((member) => `${name}.${member}`)
        : [name],
  )
}
