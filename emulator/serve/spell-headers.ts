import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Headers = OutgoingHttpHeaders | readonly (string | number)[]

/** Writes the names of headers as asked, by their names in lower case: `Headers` knows no other case than lower. */
export function spellHeaders(outgoing: ServerResponse, spelling: Readonly<Record<string, string>>): void {
  const spelled = (name: string) => spelling[name.toLowerCase()] ?? name
  const respelled = (headers: Headers): Headers =>
    Array.isArray(headers)
      ? headers.map((text, index) => (index % 2 === 0 ? spelled(String(text)) : text))
      : Object.fromEntries(Object.entries(headers).map(([name, value]) => [spelled(name), value]))
  const writeHead = outgoing.writeHead.bind(outgoing) as (status: number, headers?: Headers) => ServerResponse
  const spellingHead = (status: number, headers?: Headers) => writeHead(status, headers && respelled(headers))
  outgoing.writeHead = spellingHead as ServerResponse['writeHead']
}
