import { world, workerDown } from './balancer.ts'

/** The answer to HTTP Basic credentials with a world, which nginx cannot decode. */
const unreadable = JSON.stringify({
  error: {
    code: 'world_unreadable',
    message:
      'nginx cannot read the world in HTTP Basic credentials. Name it by the path /~WORLD/, by the header x-emulator-world or, at the token endpoint, by client_id in the form.',
    details: [],
  },
})

const tilde = '(?:~|%7[eE])'

/**
 * A pattern of base64 that encodes `~`, or `%7E` (RFC 6749 section 2.3.1). Four characters of base64 encode three
 * bytes, so each text has three patterns, by its position in the three bytes.
 */
const hiddenTilde =
  '(?:[A-Za-z0-9+/]{4})*(?:f[ghijklmnopqrstuv]|.[HXn3][4567]|..[BFJNRVZdhlptx159][+]|JTdF|.[CSiy]U3R[QRSTUVWXYZabcdef]|..[AEIMQUYcgkosw048]lN0[UVWX]|JTdl|.[CSiy]U3Z[QRSTUVWXYZabcdef]|..[AEIMQUYcgkosw048]lN2[UVWX])'

/**
 * The configuration of nginx.
 * @param listen HOST:PORT of the balancer.
 * @param workers HOST:PORT of each worker.
 */
export function toNginx(listen: string, workers: readonly string[]): string {
  return String.raw`pid nginx.pid;
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

  # A world that the control API makes, shows or drops is in its own worker.
  map "$uri" $world_of_control {
    default "";
    "~^(?:/~[^/]+)?/_emulator/worlds/(?<controlled>${world})/?$" $controlled;
  }

  map "$uri" $world_of_path {
    default "";
    "~^/~(?<pathed>${world})(?:/|$)" $pathed;
  }

  map "$http_x_emulator_world" $world_of_header {
    default "";
    "~^[ \t]*(?<headed>[^ \t].*?)[ \t]*$" $headed;
  }

  map "$request_uri $http_authorization" $world_of_token {
    default "";
    "~*^(?!/oauth/token/?(?:[?]| ))[^ ]* (?:bearer|dsn) +[^ ].*~(?<tokened>${world}) *$" $tokened;
  }

  map "$request_uri" $world_of_state {
    default "";
    "~^/app/[^?]*[?](?:[^&]*&)*?prepare_state=[^&]+${tilde}(?<stated>${world})(?:&|$)" $stated;
  }

  map "$content_type|$request_method $request_uri $request_body" $world_of_form {
    default "";
    "~(?s)^(?i:application/x-www-form-urlencoded)[ \t]*(?:;[^|]*)?[|]POST /oauth/token/?(?:[?][^ ]*)? (?:.*&)?(?:client_id|refresh_token)=[^&]+${tilde}(?<formed>${world})(?:&|$)" $formed;
  }

  map "$world_of_control|$world_of_path|$world_of_header|$world_of_token|$world_of_state|$world_of_form" $world {
    default default;
    "~^[|]*(?<first>[^|]+)" $first;
  }

  map "$world_of_header|$world_of_path|$world" $told_world {
    default "";
    "~^(?<told_header>[^|]+)[|]" $told_header;
    "~^[|](?<told_path>[^|]+)[|]" $told_path;
    "||default" default;
  }

  map "$world_of_control$world_of_path$world_of_header $http_authorization" $has_unreadable_world {
    default "";
    "~^ (?i:basic) +${hiddenTilde}" 1;
  }

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
${workers.map((address) => `    server ${address} max_fails=0;\n`).join('')}    keepalive 64;
    keepalive_timeout 60s;
  }

  server {
    listen ${listen};
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
    # The worker gets the world that was found, and refuses with 400 what it reads differently, as in /x/../~blue/.
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

    location = /_fleet/health {
      default_type text/plain;
      return 200 ready;
    }

    location / {
      proxy_request_buffering off;
      proxy_pass http://workers;
    }

    # The hash needs the form, so it is read first.
    location ~ ^/oauth/token/?$ {
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
