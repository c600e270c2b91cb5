import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: { readonly command: readonly string[] } }
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const workflowJobs = (path: string) => Object.values((parse(read(path)) as { readonly jobs: Record<string, Job> }).jobs)
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }

it.each(globSync('.github/workflows/*.yml', { cwd: root }))(
  'runs existing scripts and pinned actions in %s',
  (path) => {
    const commands = workflowJobs(path).flatMap(({ steps, strategy }) => [
      ...(strategy?.matrix.command ?? []),
      ...steps.flatMap(({ run }) => run ?? []),
    ])
    const named = (pattern: RegExp) => commands.flatMap((command) => pattern.exec(command)?.[1] ?? [])
    const run = named(/^npm (?:run )?(?!ci\b|pack\b|sbom\b|publish\b)([\w:-]+)/)
    expect(run.length).toBeGreaterThan(1)
    expect(run.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    expect(named(/^node (\S+)/).filter((file) => !existsSync(`${root}${file}`))).toEqual([])
    for (const { steps } of workflowJobs(path))
      for (const { uses } of steps) expect(uses ?? 'a/b@v1').toMatch(/^[\w-]+\/[\w-]+@v\d+$/)
  },
)

it('publishes one tarball with provenance, from the only job with permission', () => {
  const jobs = workflowJobs('.github/workflows/release.yml')
  const publishing = jobs.filter(({ steps }) => steps.some(({ run }) => run?.startsWith('npm publish')))
  expect(publishing.map(({ permissions }) => permissions)).toEqual([{ contents: 'read', 'id-token': 'write' }])
  expect(publishing.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))).toEqual([
    'npm publish --provenance --access public ./*.tgz',
  ])
})
