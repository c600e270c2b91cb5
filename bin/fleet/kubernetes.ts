import { toHaproxy } from './haproxy.ts'

/** The manifests of workers, their Services, and HAProxy in front of them. */
export function toKubernetes(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `emulator-worker-${index}`)
  const haproxy = toHaproxy(
    '*:8080',
    names.map((name) => `${name}:4113`),
  )
  return `# ${count} emulators behind HAProxy, by world, at http://emulator inside the cluster.
#
#   kubectl create secret generic emulator-control --from-literal=token="$(openssl rand -hex 24)"
#   kubectl apply -f fleet.yaml
#
# The control API needs that token, as Authorization: Bearer. It is the same for all workers.
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: emulator-worker, labels: { app: emulator-worker } }
spec:
  serviceName: emulator-workers
  replicas: ${count}
  podManagementPolicy: Parallel
  selector: { matchLabels: { app: emulator-worker } }
  template:
    metadata: { labels: { app: emulator-worker } }
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext: { runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532 }
      containers:
        - name: emulator
          image: platform-data/emulator:latest
          args: [start, --host, 0.0.0.0, --public-url, "http://emulator", --data, /data/worlds.db]
          env:
            - name: PLATFORM_CONTROL_TOKEN
              valueFrom: { secretKeyRef: { name: emulator-control, key: token } }
          ports: [{ containerPort: 4113 }]
          startupProbe: { httpGet: { path: /_emulator/health, port: 4113 }, periodSeconds: 1, failureThreshold: 60 }
          livenessProbe: { httpGet: { path: /_emulator/health, port: 4113 }, timeoutSeconds: 5, failureThreshold: 6 }
          resources: { requests: { cpu: 100m, memory: 256Mi }, limits: { memory: 1Gi } }
          securityContext:
            { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts: [{ name: data, mountPath: /data }, { name: tmp, mountPath: /tmp }]
      volumes: [{ name: tmp, emptyDir: {} }]
  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
# A StatefulSet needs it: it gives the pods their names.
apiVersion: v1
kind: Service
metadata: { name: emulator-workers }
spec: { clusterIP: None, publishNotReadyAddresses: true, selector: { app: emulator-worker }, ports: [{ port: 4113 }] }
---
# A Service for each worker: its address stays when the pod is replaced, so HAProxy never loses it.
${names.map(workerService).join('---\n')}---
apiVersion: v1
kind: ConfigMap
metadata: { name: emulator-balancer }
data:
  haproxy.cfg: |
${haproxy.replaceAll(/^(?=.)/gm, '    ')}---
apiVersion: apps/v1
kind: Deployment
metadata: { name: emulator-balancer, labels: { app: emulator-balancer } }
spec:
  replicas: 2 # two of them hash alike, by the ids of the workers
  selector: { matchLabels: { app: emulator-balancer } }
  template:
    metadata: { labels: { app: emulator-balancer } }
    spec:
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, runAsUser: 99, runAsGroup: 99 }
      containers:
        - name: haproxy
          image: haproxy:3.2
          args: [haproxy, -W, -db, -f, /etc/haproxy/haproxy.cfg]
          ports: [{ containerPort: 8080 }]
          # Ready once all workers were up. Later, a worker that is down concerns only its own worlds.
          startupProbe: { httpGet: { path: /_fleet/health, port: 8080 }, periodSeconds: 1, failureThreshold: 300 }
          readinessProbe: { tcpSocket: { port: 8080 } }
          resources: { requests: { cpu: 100m, memory: 64Mi }, limits: { memory: 256Mi } }
          securityContext:
            { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts: [{ name: config, mountPath: /etc/haproxy, readOnly: true }]
      volumes: [{ name: config, configMap: { name: emulator-balancer } }]
---
apiVersion: v1
kind: Service
metadata: { name: emulator }
spec: { selector: { app: emulator-balancer }, ports: [{ port: 80, targetPort: 8080 }] }
`
}

const workerService = (name: string): string => `apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { statefulset.kubernetes.io/pod-name: ${name} }, ports: [{ port: 4113 }] }
`
