import type { Conventions } from '../../../emulator/model/contract/conventions.ts'
import type { SuiteClient } from '../suite-client.ts'

/** Something that must hold under every convention and over every transport. */
export interface Behaviour {
  readonly name: string
  readonly run: (client: SuiteClient) => Promise<void>
  /** The conventions under which it applies. Default: all. */
  readonly under?: (conventions: Conventions) => boolean
}

/** Declares a behaviour. `under` limits it to some conventions. */
export function behaviour(
  name: string,
  run: (client: SuiteClient) => Promise<void>,
  under?: (conventions: Conventions) => boolean,
): Behaviour {
  return under ? { name, run, under } : { name, run }
}

/** Conventions under which every resource can be written. */
export const writable = ({ versionedResources }: Conventions): boolean => versionedResources === 'on'
