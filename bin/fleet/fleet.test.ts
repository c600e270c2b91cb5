import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { runHere } from '../../testing/run-here.ts'

async function print(...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(['fleet', '--print', ...options])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

it.each([
  ['haproxy', /server worker-1 127\.0\.0\.1:4114 id 1\n/],
  ['nginx', /server 127\.0\.0\.1:4114 max_fails=0;\n/],
])('prints %s for four workers on this machine, or for workers elsewhere', async (kind, first) => {
  const text = await print(kind)
  expect(text).toMatch(first)
  expect(text).toContain('#      emulator start --port 4117 --data worker-4.db\n')
  expect(text).not.toContain('4118')
  const workers = '--worker 10.0.0.1:80 --worker [fd00::2]:81 --listen 0.0.0.0:80'
  const address = '--public-url http://emulator.example/a.b --base-path /a.b/'
  const elsewhere = await print(kind, ...`${workers} ${address}`.split(' '))
  expect(elsewhere).toContain(
    '#      emulator start --port 81 --host 0.0.0.0 --data worker-2.db --base-path /a.b --public-url http://emulator.example/a.b --control-token "$CONTROL_TOKEN"\n',
  )
  expect(elsewhere).toMatch(/server (worker-2 )?\[fd00::2\]:81 /)
  expect(elsewhere).toContain('^/a\\.b/oauth/token/?')
})

it('prints manifests for Kubernetes', async () => {
  const options = ['--workers', '2', '--name', 'shop', '--image', 'registry.example/e:1']
  const documents = parseAllDocuments(await print('kubernetes', ...options))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const manifests = documents.map((document) => document.toJS())
  const find = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
  const [container] = find('StatefulSet', 'shop-worker').spec.template.spec.containers
  expect(container).toMatchObject({ image: 'registry.example/e:1', securityContext: { readOnlyRootFilesystem: true } })
  expect(container.args).toEqual(expect.arrayContaining(['--public-url', 'http://shop', '--data']))
  const configuration = find('ConfigMap', 'shop-balancer').data['haproxy.cfg']
  for (const name of ['shop-worker-0', 'shop-worker-1']) {
    expect(find('Service', name).spec.selector).toEqual({ 'statefulset.kubernetes.io/pod-name': name })
    expect(configuration).toContain(` ${name}:4113 id `)
  }
})
