import { type Fleet, readyPath, startCommands, toAuthority, toldWorld, workerDown, worldName } from './fleet.ts'
import { hiddenTilde } from './hidden-tilde.ts'

/** The answer of nginx to HTTP Basic with a world, which it cannot read. */
const unreadable = JSON.stringify({
  error: {
    code: 'world_unreadable',
    message:
      'nginx cannot read the world in HTTP Basic credentials. Name it by the path /~WORLD/, by the header x-emulator-world or, at the token endpoint, by client_id in the form.',
    details: [],
  },
})

/** Prints the configuration of nginx for a fleet. */
export function toNginx(fleet: Fleet): string {
  const { workers, listen, basePath } = fleet
  return `# nginx 1.18 or later: one address for ${workers.length} emulators, by world.
#
# 1. Start the workers. All of them take the same further options, such as --seed and --fixtures:
${startCommands(fleet)
  .map((command) => `#      ${command}\n`)
  .join('')}# 2. Save this file as nginx.conf and run: nginx -p "$PWD" -c nginx.conf -g 'daemon off;'
#
# A world is in one worker: its name is hashed. Requests without a world go to the worker of "default".
# GET ${basePath}/_emulator/worlds lists the worlds of that worker alone; /_emulator/worlds/NAME asks the one of NAME.
# A worker that is down is not replaced by another, which would have none of its data: requests for its worlds get 503
# until it is back. Free nginx has no active health checks; each request finds out. Print this file anew to change the
# number of workers: the hash is consistent, so N workers more take only their share of the worlds, but nothing moves
# the data of those worlds.
# nginx cannot decode base64, so it refuses HTTP Basic credentials that name a world (<API key>~<world>, or a client id
# in HTTP Basic) with 501. The path, the header and Bearer, DSN, form and state code values work. HAProxy reads all.
pid nginx.pid;
error_log stderr warn;
worker_processes auto;

events {
  worker_connections 4096;
}

http {
  access_log off;
  default_type application/json;
  client_body_temp_path nginx-body;
  proxy_temp_path nginx-proxy;
  fastcgi_temp_path nginx-fastcgi;
  uwsgi_temp_path nginx-uwsgi;
  scgi_temp_path nginx-scgi;

${worldMaps(basePath)}
  # A worker that closes the connection without an answer, as a fault may ask for, closes it for the client, too.
  # Without a connection the time to connect is "-".
  map $upstream_connect_time $is_down {
    default "";
    "-" 1;
  }

  map $http_upgrade $upgraded {
    default upgrade;
    "" "";
  }

  upstream workers {
    hash $world consistent;
    # Without max_fails a worker that is down keeps its place in the hash.
${workers.map((worker) => `    server ${toAuthority(worker)} max_fails=0;\n`).join('')}    keepalive 64;
    keepalive_timeout 60s;
  }

  server {
    listen ${toAuthority(listen)};
    # Requests and answers pass unchanged.
    underscores_in_headers on;
    ignore_invalid_headers off;
    merge_slashes off;
    client_max_body_size 0;
    large_client_header_buffers 4 32k;
    client_header_timeout 30s;
    keepalive_timeout 60s;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Connection $upgraded;
    proxy_set_header Upgrade $http_upgrade;
    # ${toldWorld}
    proxy_set_header X-Emulator-World $told_world;
    proxy_pass_header Date;
    proxy_pass_header Server;
    proxy_buffer_size 32k;
    proxy_buffers 8 32k;
    # Slow bodies and event streams reach the client as they come.
    proxy_buffering off;
    tcp_nodelay on;
    # Event streams and delays that a test asked for are silent for long.
    proxy_connect_timeout 2s;
    proxy_read_timeout 1h;
    proxy_send_timeout 1h;
    # Another worker has none of the world's data, so a request is never sent again.
    proxy_next_upstream off;
    error_page 502 504 = @failed;

    if ($has_unreadable_world) {
      return 501 '${unreadable}';
    }

    location = ${readyPath} {
      default_type text/plain;
      return 200 ready;
    }

    location / {
      proxy_request_buffering off;
      proxy_pass http://workers;
    }

    # The hash needs the form, so it is read first.
    location ~ ^${basePath.replaceAll('.', '\\.')}/oauth/token/?$ {
      client_body_buffer_size 64k;
      client_body_in_single_buffer on;
      proxy_pass http://workers;
    }

    location @failed {
      if ($is_down = "") {
        return 444;
      }
      add_header Retry-After 1 always;
      return 503 '${workerDown}';
    }
  }
}
`
}

/** The maps that find the world of a request. Where several places name one, the worker refuses those that differ. */
function worldMaps(basePath: string): string {
  const base = basePath.replaceAll('.', '\\.')
  const name = (as: string) => `(?<${as}>${worldName})`
  const tilde = '(?:~|%7[eE])'
  const map = (source: string, result: string, pattern: string, value: string) =>
    `  map "${source}" ${result} {\n    default "";\n    "${pattern}" ${value};\n  }\n\n`
  return (
    '  # A world that the control API makes, shows or drops is in its own worker.\n' +
    map('$uri', '$world_of_control', `~^${base}(?:/~[^/]+)?/_emulator/worlds/${name('controlled')}/?$`, '$controlled') +
    // nginx has decoded this path and resolved its dot segments, as the worker does.
    map('$uri', '$world_of_path', `~^${base}/~${name('pathed')}(?:/|$)`, '$pathed') +
    map('$http_x_emulator_world', '$world_of_header', '~^[ \\t]*(?<headed>[^ \\t].*?)[ \\t]*$', '$headed') +
    // The token endpoint reads no Bearer.
    map(
      '$request_uri $http_authorization',
      '$world_of_token',
      `~*^(?!${base}/oauth/token/?(?:[?]| ))[^ ]* (?:bearer|dsn) +[^ ].*~${name('tokened')} *$`,
      '$tokened',
    ) +
    map(
      '$request_uri',
      '$world_of_state',
      `~^${base}/app/[^?]*[?](?:[^&]*&)*?prepare_state=[^&]+${tilde}${name('stated')}(?:&|$)`,
      '$stated',
    ) +
    map(
      '$content_type|$request_method $request_uri $request_body',
      '$world_of_form',
      `~(?s)^(?i:application/x-www-form-urlencoded)[ \\t]*(?:;[^|]*)?[|]POST ${base}/oauth/token/?(?:[?][^ ]*)? (?:.*&)?(?:client_id|refresh_token)=[^&]+${tilde}${name('formed')}(?:&|$)`,
      '$formed',
    ) +
    map(
      '$world_of_control|$world_of_path|$world_of_header|$world_of_token|$world_of_state|$world_of_form',
      '$world',
      '~^[|]*(?<first>[^|]+)',
      '$first',
    ).replace('default ""', 'default default') +
    `  map "$world_of_header|$world_of_path|$world" $told_world {
    default "";
    "~^(?<told_header>[^|]+)[|]" $told_header;
    "~^[|](?<told_path>[^|]+)[|]" $told_path;
    "||default" default;
  }

` +
    map(
      '$world_of_control$world_of_path$world_of_header $http_authorization',
      '$has_unreadable_world',
      `~^ (?i:basic) +${hiddenTilde}`,
      '1',
    )
  )
}
