import { defaultWorldName } from '../api/auth/world-suffix.ts'
import type { CaseRequest } from './case-file.ts'

/** The address before the path of most requests: their Host, the base path and their world. */
export function usualBase({ headers, world }: Pick<CaseRequest, 'headers' | 'world'>, basePath: string): string {
  const valueOf = (name: string) =>
    headers.find((_part, place) => place % 2 === 1 && headers[place - 1]!.toLowerCase() === name)
  const inPath = world === defaultWorldName || valueOf('x-emulator-world') !== undefined ? '' : `/~${world}`
  return `http://${valueOf('host') ?? 'emulator.invalid'}${basePath}${inPath}`
}
