import { type Fleet, readyPath, startCommands, toAuthority, toldWorld, workerDown, worldName } from './fleet.ts'

/** Prints the configuration of HAProxy for a fleet. */
export function toHaproxy(fleet: Fleet): string {
  return `# HAProxy 2.6 or later: one address for ${fleet.workers.length} emulators, by world.
#
# 1. Start the workers. All of them take the same further options, such as --seed and --fixtures:
${startCommands(fleet)
  .map((command) => `#      ${command}\n`)
  .join('')}# 2. Save this file as haproxy.cfg and run: haproxy -f haproxy.cfg
#
${whatIsBalanced(fleet)}
${haproxySections(fleet)}`
}

/** Explains the balancing, as comments of any configuration. */
export function whatIsBalanced({ basePath }: Pick<Fleet, 'basePath'>): string {
  return `# A world is in one worker: its name is hashed. Requests without a world go to the worker of "default".
# GET ${basePath}/_emulator/worlds lists the worlds of that worker alone; /_emulator/worlds/NAME asks the one of NAME.
# A worker that is down is not replaced by another, which would have none of its data. Requests for its worlds wait
# up to 10 seconds for it, then get 503. Print this file anew to change the number of workers: the hash is consistent,
# so N workers more take only their share of the worlds, but nothing moves the data of those worlds.`
}

/** The sections of a configuration of HAProxy. */
export function haproxySections({ workers, listen, basePath }: Omit<Fleet, 'publicUrl'>): string {
  const servers = (options: string) =>
    workers.map((worker, index) => `  server worker-${index + 1} ${toAuthority(worker)} id ${index + 1}${options}\n`)
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
  bind ${toAuthority(listen)}
  acl all-up nbsrv(health) ge ${workers.length}
  http-request return status 200 content-type text/plain string ready if { path ${readyPath} } all-up
  http-request return status 503 content-type text/plain string waiting if { path ${readyPath} }
${worldRules(basePath)}
  default_backend workers

# Without health checks, so that a worker that is down keeps its place in the hash.
backend workers
  balance hash var(txn.world)
  hash-type consistent sdbm avalanche
  default-server weight 100
${servers('').join('')}
# Says on ${readyPath} and in the log which workers are up. Takes no other requests.
backend health
  option httpchk
  http-check send meth GET uri ${basePath}/_emulator/health ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
${servers(' check').join('')}`
}

/** The rules that find the world of a request. A later rule replaces what an earlier one found. */
function worldRules(basePath: string): string {
  const base = basePath.replaceAll('.', '\\.')
  // The part of the path that names the world; HAProxy counts from 1, and the first part is empty.
  const part = basePath.split('/').length + 1
  const set = 'http-request set-var(txn.world)'
  const tell = 'http-request set-header X-Emulator-World'
  const named = `-m reg '^.+~${worldName}$'`
  const pathWorld = `path,field(${part},/),url_dec,bytes(1)`
  const control = `${base}(/(~|%7[eE])[^/]+)?/_emulator/worlds/[^/]+`
  // A condition would look at each of several values, and the rule take another: so one of them is kept first.
  const byCredential = (kept: string, sample: string, condition = '') =>
    `  http-request set-var(txn.${kept}) ${sample}
  ${set} var(txn.${kept}),field(-1,~) if ${condition}{ var(txn.${kept}) ${named} }`
  return `  # The world of a request. Where several places name one, the worker refuses those that differ.
  ${set} str(default)
  acl token-path path_reg '^${base}/oauth/token/?$'
  acl form req.hdr(content-type) -m reg -i '^application/x-www-form-urlencoded[[:space:]]*(;|$)'
  http-request wait-for-body time 10s if METH_POST token-path form
${byCredential('client', 'req.body_param(client_id),url_dec(1)', 'METH_POST token-path form ')}
${byCredential('refresh', 'req.body_param(refresh_token),url_dec(1)', 'METH_POST token-path form ')}
${byCredential('state', 'url_param(prepare_state),url_dec(1)', `{ path_beg ${basePath}/app/ } `)}
${byCredential('user', 'http_auth_user,url_dec')}
${byCredential('token', 'req.fhdr(authorization)', "!token-path { var(txn.token) -m reg -i '^(bearer|dsn) ' } ")}
  acl by-header req.fhdr(x-emulator-world) -m found
  acl by-path path_reg '^${base}/(~|%7[eE])${worldName}(/|$)'
  acl by-control path_reg '^${control}/?$'
  ${set} req.fhdr(x-emulator-world) if by-header
  ${set} ${pathWorld} if by-path
  # ${toldWorld}
  ${tell} default if !by-header { var(txn.world) -m str default }
  ${tell} %[${pathWorld}] if !by-header by-path
  # A world that the control API makes, shows or drops is in its own worker.
  ${set} path,field(-1,/),url_dec if by-control !{ path_end / }
  ${set} path,field(-2,/),url_dec if by-control { path_end / }`
}
