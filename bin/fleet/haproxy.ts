import { world, workerDown } from './balancer.ts'

/** A pattern of credentials that name a world. */
const named = `^.+~${world}$`

/**
 * The configuration of HAProxy.
 * @param listen HOST:PORT of the balancer.
 * @param workers HOST:PORT of each worker.
 */
export function toHaproxy(listen: string, workers: readonly string[]): string {
  const servers = (more: string) =>
    workers.map((address, index) => `  server worker-${index + 1} ${address} id ${index + 1}${more}\n`).join('')
  return `global
  log stdout format raw local0 notice
  maxconn 4000

defaults
  mode http
  log global
  option dontlog-normal
  # Slow bodies and events reach the client as they come.
  option http-no-delay
  timeout connect 2s
  timeout http-request 30s
  # A browser opens connections before it needs them.
  option http-ignore-probes
  timeout http-keep-alive 60s
  # Event streams and delays that a test asked for are silent for long.
  timeout client 1h
  timeout server 1h
  timeout tunnel 1h
  # Only requests that no worker has seen are sent again, once a second, and to the same worker.
  retries 10
  retry-on conn-failure
  # A worker that closes the connection without an answer, as a fault may ask for, closes it for the client, too.
  errorfile 502 /dev/null
  http-error status 503 content-type application/json string '${workerDown}' hdr Retry-After 1

frontend emulator
  bind ${listen}
  acl all-up nbsrv(health) ge ${workers.length}
  http-request return status 200 content-type text/plain string ready if { path /_fleet/health } all-up
  http-request return status 503 content-type text/plain string waiting if { path /_fleet/health }
  # The world of a request. Where several places name one, the worker refuses those that differ.
  http-request set-var(txn.world) str(default)
  acl token-path path_reg '^/oauth/token/?$'
  acl form req.hdr(content-type) -m reg -i '^application/x-www-form-urlencoded[[:space:]]*(;|$)'
  http-request wait-for-body time 10s if METH_POST token-path form
  http-request set-var(txn.client) req.body_param(client_id),url_dec(1)
  http-request set-var(txn.world) var(txn.client),field(-1,~) if METH_POST token-path form { var(txn.client) -m reg '${named}' }
  http-request set-var(txn.refresh) req.body_param(refresh_token),url_dec(1)
  http-request set-var(txn.world) var(txn.refresh),field(-1,~) if METH_POST token-path form { var(txn.refresh) -m reg '${named}' }
  http-request set-var(txn.state) url_param(prepare_state),url_dec(1)
  http-request set-var(txn.world) var(txn.state),field(-1,~) if { path_beg /app/ } { var(txn.state) -m reg '${named}' }
  http-request set-var(txn.user) http_auth_user,url_dec
  http-request set-var(txn.world) var(txn.user),field(-1,~) if { var(txn.user) -m reg '${named}' }
  http-request set-var(txn.token) req.fhdr(authorization)
  http-request set-var(txn.world) var(txn.token),field(-1,~) if !token-path { var(txn.token) -m reg -i '^(bearer|dsn) ' } { var(txn.token) -m reg '${named}' }
  acl by-header req.fhdr(x-emulator-world) -m found
  acl by-path path_reg '^/(~|%7[eE])${world}(/|$)'
  acl by-control path_reg '^(/(~|%7[eE])[^/]+)?/_emulator/worlds/[^/]+/?$'
  http-request set-var(txn.world) req.fhdr(x-emulator-world) if by-header
  http-request set-var(txn.world) path,field(2,/),url_dec,bytes(1) if by-path
  # The worker gets the world that was found, and refuses with 400 what it reads differently, as in /x/../~blue/.
  http-request set-header X-Emulator-World default if !by-header { var(txn.world) -m str default }
  http-request set-header X-Emulator-World %[path,field(2,/),url_dec,bytes(1)] if !by-header by-path
  # A world that the control API makes, shows or drops is in its own worker.
  http-request set-var(txn.world) path,field(-1,/),url_dec if by-control !{ path_end / }
  http-request set-var(txn.world) path,field(-2,/),url_dec if by-control { path_end / }
  default_backend workers

# Without health checks, so that a worker that is down keeps its place in the hash.
backend workers
  balance hash var(txn.world)
  hash-type consistent sdbm avalanche
  default-server weight 100
${servers('')}
# Shows on /_fleet/health and in the log which workers are up. Gets no other requests.
backend health
  option httpchk
  http-check send meth GET uri /_emulator/health ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
${servers(' check')}`
}
