import type { Conventions } from '../contract/conventions.ts'

/** A kind of object that a configuration can belong to. */
export interface ConfigurationScope {
  readonly type: 'project' | 'environment' | 'flow'
  readonly collection: 'projects' | 'environments' | 'flows'
  /** The prefix of the ids of its kind: clause 2.1 names two, a convention the third. */
  readonly prefix: (conventions: Pick<Conventions, 'environmentPrefix'>) => string
}

/** What a configuration can belong to (clause 2.1). The prefix of a scope's id tells which of them it is. */
export const configurationScopes: readonly ConfigurationScope[] = [
  { type: 'project', collection: 'projects', prefix: () => 'prj_' },
  { type: 'environment', collection: 'environments', prefix: ({ environmentPrefix }) => environmentPrefix },
  { type: 'flow', collection: 'flows', prefix: () => 'flw_' },
]
