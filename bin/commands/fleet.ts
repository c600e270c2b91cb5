import { introduction } from '../fleet/balancer.ts'
import { toHaproxy } from '../fleet/haproxy.ts'
import { toKubernetes } from '../fleet/kubernetes.ts'
import { toNginx } from '../fleet/nginx.ts'
import { UsageError } from '../usage-error.ts'

interface FleetFlags {
  readonly print: 'haproxy' | 'nginx' | 'kubernetes' | undefined
  readonly workers: number | undefined
}

/** `emulator fleet`: prints the configuration of a balancer that sends each request to the worker of its world. */
export async function fleet({ print, workers: count = 4 }: FleetFlags): Promise<number> {
  if (print === undefined) throw new UsageError('fleet needs --print haproxy, --print nginx or --print kubernetes.')
  process.stdout.write(proxyConfiguration(print, count))
  return 0
}

function proxyConfiguration(print: NonNullable<FleetFlags['print']>, count: number): string {
  const listen = '127.0.0.1:4113'
  const workers = Array.from({ length: count }, (_, index) => `127.0.0.1:${4114 + index}`)
  switch (print) {
    case 'haproxy':
      return introduction('HAProxy 2.6', workers, 'haproxy.cfg', 'haproxy -f haproxy.cfg') + toHaproxy(listen, workers)
    case 'nginx':
      return introduction('nginx 1.18', workers, 'nginx.conf', nginxCommand) + toNginx(listen, workers)
    case 'kubernetes':
      return toKubernetes(count)
  }
}

const nginxCommand = `nginx -p "$PWD" -c nginx.conf -g 'daemon off;'`
