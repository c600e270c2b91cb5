import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { billOfMaterials, packagesOf } from './bundled-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

it('names each bundled package once, with its version, its licence and the hash that npm checked', () => {
  const ids = ['hono/dist/index.js', 'hono/dist/router.js', '@hono/node-server/dist/index.js'].map(
    (file) => `${root}node_modules/${file}`,
  )
  const packages = packagesOf([...ids, `${root}emulator/index.ts`])
  expect(packages.map(({ name }) => name)).toEqual(['@hono/node-server', 'hono'])
  const { components, dependencies } = JSON.parse(billOfMaterials(packages)) as {
    readonly components: readonly Readonly<Record<string, unknown>>[]
    readonly dependencies: readonly { readonly dependsOn?: readonly string[] }[]
  }
  const [scoped, plain] = packages
  expect(components).toMatchObject([
    { name: '@hono/node-server', purl: `pkg:npm/%40hono/node-server@${scoped!.version}` },
    { name: 'hono', purl: `pkg:npm/hono@${plain!.version}`, licenses: [{ expression: 'MIT' }] },
  ])
  for (const { hashes } of components)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }])
  expect(dependencies[0]!.dependsOn).toEqual(components.map(({ purl }) => purl))
})

it('gives the same bytes for the same packages', () => {
  const packages = packagesOf([`${root}node_modules/hono/dist/index.js`])
  expect(billOfMaterials(packages)).toBe(billOfMaterials(packages))
})
