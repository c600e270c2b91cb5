/** A kind of object that a configuration can belong to. */
export interface ConfigurationScope {
  readonly type: 'project' | 'environment' | 'flow'
  readonly collection: 'projects' | 'environments' | 'flows'
  /** The prefix of its ids: clause 2.1 names two, a convention the third. */
  readonly prefix: (conventions: { readonly environmentPrefix: string }) => string
}

/** The kinds of objects that a configuration can belong to (clause 2.1). The prefix of the id distinguishes them. */
export const configurationScopes: readonly ConfigurationScope[] = [
  { type: 'project', collection: 'projects', prefix: () => 'prj_' },
  { type: 'environment', collection: 'environments', prefix: ({ environmentPrefix }) => environmentPrefix },
  { type: 'flow', collection: 'flows', prefix: () => 'flw_' },
]
