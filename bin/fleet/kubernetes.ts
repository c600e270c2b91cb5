import { stringify } from 'yaml'
import { type Fleet, readyPath } from './fleet.ts'
import { haproxySections, whatIsBalanced } from './haproxy.ts'

/** The options of `fleet` for Kubernetes. */
export interface KubernetesFleet extends Pick<Fleet, 'basePath' | 'publicUrl'> {
  readonly workers: number
  /** The name of the objects, and the host name of the fleet inside the cluster. */
  readonly name: string
  readonly image: string
}

type Manifest = Readonly<Record<string, unknown>>

const port = 4113
/** The user of the emulator's image. */
const emulatorUser = 65_532
/** The user of HAProxy's own image. */
const haproxyUser = 99

/** Prints the manifests of a fleet: the workers, their Services, and HAProxy in front of them. */
export function toKubernetes(fleet: KubernetesFleet): string {
  const { workers, name } = fleet
  const manifests = [
    workerSet(fleet),
    headlessService(fleet),
    ...Array.from({ length: workers }, (_, index) => workerService(fleet, index)),
    configMap(fleet),
    balancer(fleet),
    balancerService(fleet),
  ]
  const documents = manifests.map((manifest) => stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false }))
  return `# ${workers} emulators behind HAProxy, by world, at ${urlOf(fleet)} inside the cluster.
#
#   kubectl create secret generic ${name}-control --from-literal=token="$(openssl rand -hex 24)"
#   kubectl apply -f fleet.yaml
#
# The control API needs that token, as Authorization: Bearer. It is the same for all workers.
${whatIsBalanced(fleet)}
---
${documents.join('---\n')}`
}

function urlOf({ publicUrl, name, basePath }: KubernetesFleet): string {
  return publicUrl ?? `http://${name}${basePath}`
}

const workerName = ({ name }: KubernetesFleet): string => `${name}-worker`
const workerLabels = (fleet: KubernetesFleet): Manifest => ({ 'app.kubernetes.io/name': workerName(fleet) })
const balancerLabels = ({ name }: KubernetesFleet): Manifest => ({ 'app.kubernetes.io/name': `${name}-balancer` })

/** The rights of a container: nothing beyond its own process and its volumes. */
const confined: Manifest = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

const podSecurity = (user: number): Manifest => ({
  runAsNonRoot: true,
  runAsUser: user,
  runAsGroup: user,
  fsGroup: user,
  seccompProfile: { type: 'RuntimeDefault' },
})

function workerSet(fleet: KubernetesFleet): Manifest {
  const labels = workerLabels(fleet)
  const { workers, name, image, basePath } = fleet
  const health = { httpGet: { path: `${basePath}/_emulator/health`, port } }
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: workerName(fleet), labels },
    spec: {
      serviceName: `${workerName(fleet)}s`,
      replicas: workers,
      podManagementPolicy: 'Parallel',
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: podSecurity(emulatorUser),
          containers: [
            {
              name: 'emulator',
              image,
              args: [
                'start',
                '--host',
                '0.0.0.0',
                '--port',
                String(port),
                '--public-url',
                urlOf(fleet),
                ...(basePath === '' ? [] : ['--base-path', basePath]),
                '--data',
                '/data/worlds.db',
              ],
              env: [
                {
                  name: 'PLATFORM_CONTROL_TOKEN',
                  valueFrom: { secretKeyRef: { name: `${name}-control`, key: 'token' } },
                },
              ],
              ports: [{ name: 'http', containerPort: port }],
              startupProbe: { ...health, periodSeconds: 1, failureThreshold: 60 },
              readinessProbe: { ...health, periodSeconds: 2, failureThreshold: 2 },
              livenessProbe: { ...health, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
              resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } },
              securityContext: confined,
              volumeMounts: [
                { name: 'data', mountPath: '/data' },
                { name: 'tmp', mountPath: '/tmp' },
              ],
            },
          ],
          volumes: [{ name: 'tmp', emptyDir: {} }],
        },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  }
}

/** A StatefulSet needs a Service without an address of its own: it gives the pods their names. */
function headlessService(fleet: KubernetesFleet): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: `${workerName(fleet)}s`, labels: workerLabels(fleet) },
    spec: {
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: workerLabels(fleet),
      ports: [{ name: 'http', port }],
    },
  }
}

/**
 * A Service for one worker. Its address stays when the pod is made anew, so HAProxy never takes a worker out of the
 * hash because its name has no address for a while.
 */
function workerService(fleet: KubernetesFleet, index: number): Manifest {
  const pod = `${workerName(fleet)}-${index}`
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: pod, labels: workerLabels(fleet) },
    spec: { selector: { 'statefulset.kubernetes.io/pod-name': pod }, ports: [{ name: 'http', port }] },
  }
}

function configMap(fleet: KubernetesFleet): Manifest {
  const workers = Array.from({ length: fleet.workers }, (_, index) => ({ host: `${workerName(fleet)}-${index}`, port }))
  const listen = { host: '*', port: 8080 }
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${fleet.name}-balancer`, labels: balancerLabels(fleet) },
    data: { 'haproxy.cfg': haproxySections({ workers, listen, basePath: fleet.basePath }) },
  }
}

function balancer(fleet: KubernetesFleet): Manifest {
  const labels = balancerLabels(fleet)
  const name = `${fleet.name}-balancer`
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      // Two of them hash alike: the hash depends on the ids of the workers alone.
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          securityContext: podSecurity(haproxyUser),
          containers: [
            {
              name: 'haproxy',
              image: 'haproxy:3.2',
              args: ['haproxy', '-W', '-db', '-f', '/etc/haproxy/haproxy.cfg'],
              ports: [{ name: 'http', containerPort: 8080 }],
              // Ready once all workers were up at the same time. Later, a worker that is down concerns its own worlds.
              startupProbe: { httpGet: { path: readyPath, port: 8080 }, periodSeconds: 1, failureThreshold: 300 },
              readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 2 },
              resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '256Mi' } },
              securityContext: confined,
              volumeMounts: [{ name: 'config', mountPath: '/etc/haproxy', readOnly: true }],
            },
          ],
          volumes: [{ name: 'config', configMap: { name } }],
        },
      },
    },
  }
}

function balancerService(fleet: KubernetesFleet): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: fleet.name, labels: balancerLabels(fleet) },
    spec: { selector: balancerLabels(fleet), ports: [{ name: 'http', port: 80, targetPort: 8080 }] },
  }
}
