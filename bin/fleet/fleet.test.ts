import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { runHere } from '../../testing/run-here.ts'

async function print(...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(['fleet', '--print', ...options])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

it.each([
  ['haproxy', /server worker-3 127\.0\.0\.1:4116 id 3\n/],
  ['nginx', /server 127\.0\.0\.1:4116 max_fails=0;\n/],
])('prints %s for some workers on this machine, with the commands that start them', async (kind, last) => {
  const text = await print(kind, '--workers', '3')
  expect(text).toMatch(last)
  expect(text).toContain('#      emulator start --port 4116 --data worker-3.db\n')
  expect(text).not.toContain('4117')
})

it('lets nginx refuse HTTP Basic that names a world, wherever the tilde is, and nothing else', async () => {
  const [, pattern = ''] = /"~(\^ \(\?i:basic\).*)" 1;/.exec(await print('nginx')) ?? []
  const refuses = (user: string) =>
    new RegExp(pattern.replace('(?i:basic)', 'basic')).test(` basic ${Buffer.from(`${user}:`).toString('base64')}`)
  const users = ['', 'a', 'ab', 'abc'].flatMap((begin) => ['', 'z', 'zz', 'zzz'].map((end) => [begin, end] as const))
  for (const [begin, end] of users) {
    for (const tilde of ['~', '%7E', '%7e']) expect(refuses(`${begin}${tilde}${end}`)).toBe(true)
    for (const other of ['', '-', '%7D', 'é']) expect(refuses(`${begin}${other}${end}`)).toBe(false)
  }
})

it('prints manifests for Kubernetes', async () => {
  const documents = parseAllDocuments(await print('kubernetes', '--workers', '2'))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const manifests = documents.map((document) => document.toJS())
  const find = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
  const { replicas, template } = find('StatefulSet', 'emulator-worker').spec
  expect(replicas).toBe(2)
  expect(template.spec.containers[0].args).toEqual(expect.arrayContaining(['--public-url', '--data']))
  const configuration = find('ConfigMap', 'emulator-balancer').data['haproxy.cfg']
  for (const name of ['emulator-worker-0', 'emulator-worker-1']) {
    expect(find('Service', name).spec.selector).toEqual({ 'statefulset.kubernetes.io/pod-name': name })
    expect(configuration).toContain(` ${name}:4113 id `)
  }
})
