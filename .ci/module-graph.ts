// Reads the import graph, so that tests can enforce the order of the rooms and find cycles.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Each file with the files of the repository that it imports. Paths are relative to the root. */
export type ModuleGraph = ReadonlyMap<string, readonly string[]>

/**
 * The rooms from the lowest layer up. The rooms of an inner list are on the same layer and do not import each other.
 */
export type RoomOrder = readonly (string | readonly string[])[]

const staticImport = /^(?:import|export)\s[^'"();=]*?from\s+['"](\.[^'"]+)['"]|^import\s+['"](\.[^'"]+)['"]/gm
const typeImport = /^(?:import|export)\s+type\s[^'"();=]*?from\s+['"][^'"]+['"]/gm
const dynamicImport = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g

/**
 * The relative paths that a source text imports. `export ... from` and `import()` count like any other import: late
 * loading couples two files, too.
 */
function importedPaths(text: string): readonly string[] {
  return [...text.matchAll(staticImport), ...text.matchAll(dynamicImport)].map((match) => match[1] ?? match[2]!)
}

/**
 * The imports of the files in some folders, without tests.
 * @param imports `all` includes types, which couple two files as much as values do. `loaded` has only the modules that
 * a file loads.
 */
export function readModuleGraph(folders: readonly string[], imports: 'all' | 'loaded' = 'all'): ModuleGraph {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] }))
    .sort()
  return new Map(files.filter((file) => !file.endsWith('.test.ts')).map((file) => [file, importedFiles(file, imports)]))
}

const texts = new Map<string, string>()

/** The text of a file of the graph, cached. */
export function readSource(file: string): string {
  let text = texts.get(file)
  if (text === undefined) texts.set(file, (text = readFileSync(join(root, file), 'utf8')))
  return text
}

function importedFiles(file: string, imports: 'all' | 'loaded'): readonly string[] {
  const text = readSource(file)
  const paths = importedPaths(imports === 'all' ? text : text.replaceAll(typeImport, ''))
  return [...new Set(paths.map((path) => relative(root, join(root, dirname(file), path))))].sort()
}

/** The files that some files load, directly or indirectly, including themselves. */
export function reachableFiles(files: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set(files)
  for (const file of reached) for (const imported of graph.get(file) ?? []) reached.add(imported)
  return reached
}

/** The groups of files that import each other in a circle, each group sorted (Tarjan's algorithm). */
export function findCircles(graph: ModuleGraph): readonly (readonly string[])[] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []

  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    open.push(file)
    for (const imported of graph.get(file) ?? []) {
      if (!graph.has(imported)) continue
      if (!order.has(imported)) visit(imported)
      if (open.includes(imported)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(imported)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1 || graph.get(file)!.includes(file)) circles.push(circle.sort())
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}

/**
 * Files that import each other in a circle within one folder, as `folder: a, b`. There, `a` is a file, or a folder with
 * all its contents.
 */
export function findFolderCircles(graph: ModuleGraph): readonly string[] {
  const folders = new Set([...graph.keys()].flatMap(ancestorFolders))
  return [...folders].sort().flatMap((folder) => {
    const start = folder === '' ? '' : `${folder}/`
    const isInside = (file: string) => file.startsWith(start)
    const neighbourOf = (file: string) => file.slice(start.length).split('/')[0]!
    const imports = new Map<string, Set<string>>()
    for (const [file, imported] of graph) {
      if (!isInside(file)) continue
      const from = neighbourOf(file)
      const others = imported
        .filter(isInside)
        .map(neighbourOf)
        .filter((to) => to !== from)
      imports.set(from, new Set([...(imports.get(from) ?? []), ...others]))
    }
    const neighbours = new Map([...imports].map(([from, others]) => [from, [...others]]))
    return findCircles(neighbours).map((circle) => `${folder === '' ? 'the root' : folder}: ${circle.join(', ')}`)
  })
}

/** The folders of a file, from the root, which is an empty string. */
function ancestorFolders(file: string): readonly string[] {
  const parts = file.split('/')
  return parts.map((_, depth) => parts.slice(0, depth).join('/'))
}

/**
 * The imports between the rooms of a half that do not point to a lower layer. A room is a folder, or a file in the
 * half's root.
 */
export function importsUpwards(half: string, order: RoomOrder, graph: ModuleGraph): readonly string[] {
  const levels = new Map(order.flatMap((rooms, level) => [rooms].flat().map((room) => [room, level] as const)))
  const fileRoom = (file: string) => file.slice(half.length + 1).split('/')[0]!
  const roomLevel = (room: string) => {
    const level = levels.get(room)
    if (level === undefined) throw new Error(`${half}/${room} has no place in the order of rooms in .ci/rooms.test.ts`)
    return level
  }
  return [...graph].flatMap(([file, imports]) =>
    imports
      .filter((imported) => file.startsWith(`${half}/`) && imported.startsWith(`${half}/`))
      .filter((imported) => {
        const [from, to] = [fileRoom(file), fileRoom(imported)]
        return from !== to && roomLevel(to) >= roomLevel(from)
      })
      .map((imported) => `${file} -> ${imported}`),
  )
}
