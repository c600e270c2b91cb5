import { dirname } from 'node:path'

/** Makes a directory. Node's own `recursive` never returns in a directory without write support, such as /proc. */
export function makeDirectory(directory: string): void {
  const { accessSync, existsSync, mkdirSync } = process.getBuiltinModule('node:fs')
  // The dot makes this fail when it is not a directory.
  if (existsSync(directory)) return accessSync(`${directory}/.`)
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(directory)) throw error
  }
}
