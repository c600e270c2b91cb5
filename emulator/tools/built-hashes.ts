/**
 * The SHA-256 of the credentials of the default seed by their text, made by the build (.ci/built-seed.ts). The first
 * hashes of a process take as long as opening a world. In the sources there are none.
 */
export const builtHashes: ReadonlyMap<string, string> = new Map()
