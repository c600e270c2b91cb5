import { exampleAdapters } from '../fixtures.ts'
import type { Adapter, AdapterRegistry } from '../model/contract/adapter.ts'
import { hashOf } from '../tools/hash.ts'
import type { CaseFile } from './case-file.ts'

/** The adapters of the user, by name, with a digest of what they do. The examples are those of the version. */
export function adapterDigests(adapters: AdapterRegistry): CaseFile['adapters'] {
  return [...adapters.values()]
    .filter((adapter) => !exampleAdapters.includes(adapter))
    .map((adapter) => ({ name: adapter.name, digest: digestOf(adapter) }))
}

function digestOf({ name, title, kind, commands }: Adapter): string {
  const parts = commands.map(({ handle, ...others }) => ({ ...others, handle: String(handle) }))
  return `sha256:${hashOf(JSON.stringify({ name, title, kind, commands: parts }))}`
}
