import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { fleetOptions } from '../options/fleet-options.ts'
import { readOptions } from '../options/option.ts'
import { configurationOf } from './configuration.ts'

const print = (kind: string, flags: Readonly<Record<string, unknown>> = {}) =>
  configurationOf(readOptions(fleetOptions, { print: kind, ...flags }))

it.each([
  ['haproxy', /server worker-1 127\.0\.0\.1:4114 id 1\n/],
  ['nginx', /server 127\.0\.0\.1:4114 max_fails=0;\n/],
])('prints %s for four workers on this machine without options', (kind, first) => {
  const text = print(kind)
  expect(text).toMatch(first)
  expect(text).toContain('#      emulator start --port 4117 --data worker-4.db\n')
  expect(text).not.toContain('4118')
})

it.each(['haproxy', 'nginx'])('prints %s for workers elsewhere, with the options that they need', (kind) => {
  const text = print(kind, {
    worker: ['10.0.0.1:80', '[fd00::2]:81'],
    listen: '0.0.0.0:80',
    'public-url': 'http://emulator.example/a.b',
    'base-path': '/a.b/',
  })
  expect(text).toContain(
    '#      emulator start --port 81 --host 0.0.0.0 --data worker-2.db --base-path /a.b --public-url http://emulator.example/a.b --control-token "$CONTROL_TOKEN"\n',
  )
  expect(text).toMatch(/server (worker-2 )?\[fd00::2\]:81 /)
  expect(text).toContain('^/a\\.b/oauth/token/?')
})

it.each([
  [{}, 'fleet needs --print haproxy'],
  [{ print: 'traefik' }, '--print takes haproxy, nginx, kubernetes; got "traefik"'],
  [{ print: 'nginx', worker: '10.0.0.1' }, '--worker takes HOST:PORT, such as 127.0.0.1:4114; got "10.0.0.1".'],
  [{ print: 'nginx', worker: '10.0.0.1:99999' }, 'got "10.0.0.1:99999"'],
  [{ print: 'nginx', worker: 'a;b:80' }, '--worker takes the name or the address of a host; got "a;b".'],
  [{ print: 'nginx', host: "a'b" }, '--host takes the name or the address of a host'],
  [{ print: 'nginx', worker: ['a:1', 'a:1'] }, 'a:1 is used twice'],
  [{ print: 'nginx', 'first-port': '4113' }, '127.0.0.1:4113 is used twice'],
  [{ print: 'nginx', 'first-port': '65534' }, 'ends at port 65537; at most 65535'],
  [{ print: 'nginx', worker: 'a:1', workers: '2' }, '--workers: not together with --worker'],
  [{ print: 'nginx', listen: '0.0.0.0:80' }, 'Add --public-url'],
  [{ print: 'nginx', 'public-url': 'http://a/"\n' }, '--public-url takes a URL'],
  [{ print: 'nginx', 'base-path': 'api' }, 'basePath (--base-path) must be a path such as /api'],
  [{ print: 'haproxy', image: 'a' }, '--image: only for --print kubernetes'],
  [{ print: 'kubernetes', listen: 'a:1', host: 'b' }, '--host, --listen: not for --print kubernetes'],
  [{ print: 'kubernetes', name: 'Shop' }, '--name takes up to 42 lower-case letters'],
  [{ print: 'kubernetes', image: 'a b' }, '--image takes the name of an image'],
])('refuses %j', (flags, message) => {
  expect(() => configurationOf(readOptions(fleetOptions, flags))).toThrow(message)
})

/** The members of a manifest that a test reads. */
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind has its own shape
  readonly spec: any
  readonly data: Readonly<Record<string, string>>
}

it('prints manifests for Kubernetes that agree with each other', () => {
  const documents = parseAllDocuments(
    print('kubernetes', { workers: '3', name: 'shop', image: 'registry.example/e:1' }),
  )
  const manifests = documents.map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS() as Manifest
  })
  const find = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!
  const workers = find('StatefulSet', 'shop-worker').spec
  const labels = workers.template.metadata.labels
  expect(workers).toMatchObject({ replicas: 3, serviceName: 'shop-workers', selector: { matchLabels: labels } })
  expect(find('Service', 'shop-workers').spec).toMatchObject({ clusterIP: 'None', selector: labels })
  const pod = workers.template.spec
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532 })
  const [container] = pod.containers
  expect(container).toMatchObject({ image: 'registry.example/e:1', securityContext: { readOnlyRootFilesystem: true } })
  expect(container.args).toEqual(expect.arrayContaining(['--public-url', 'http://shop', '--data']))
  expect(container.env[0]).toEqual({
    name: 'PLATFORM_CONTROL_TOKEN',
    valueFrom: { secretKeyRef: { name: 'shop-control', key: 'token' } },
  })
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
    expect(container[probe].httpGet).toEqual({ path: '/_emulator/health', port: 4113 })
  expect(container.volumeMounts[0].name).toBe(workers.volumeClaimTemplates[0].metadata.name)
  const configuration = find('ConfigMap', 'shop-balancer').data['haproxy.cfg']!
  for (const index of [0, 1, 2]) {
    expect(find('Service', `shop-worker-${index}`).spec.selector).toEqual({
      'statefulset.kubernetes.io/pod-name': `shop-worker-${index}`,
    })
    expect(configuration).toContain(`server worker-${index + 1} shop-worker-${index}:4113 id ${index + 1}\n`)
  }
  const balancer = find('Deployment', 'shop-balancer').spec.template
  expect(find('Service', 'shop').spec.selector).toEqual(balancer.metadata.labels)
  expect(configuration).toContain(`bind *:${balancer.spec.containers[0].ports[0].containerPort}\n`)
  expect(balancer.spec.volumes[0].configMap.name).toBe('shop-balancer')
})
