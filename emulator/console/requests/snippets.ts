// A request as a test: with what it needs, and what came of it.
import type { RequestDetail } from './request-detail.ts'
import { bodyText, isOmitted, quoted, searchOf, toCurl, variableFor } from './curl.ts'

/** The kinds of snippets, by the name that the address has. */
export const snippetKinds = { vitest: 'Vitest', jest: 'Jest', python: 'Python', curl: 'curl', stub: 'Stub' } as const

/** A kind of snippet. */
export type SnippetKind = keyof typeof snippetKinds

/** The commands that give a test what it reads from the environment. */
const commands: Readonly<Record<Exclude<SnippetKind, 'stub'>, string>> = {
  vitest: 'npx @platform-data/emulator exec -- npx vitest run',
  jest: 'npx @platform-data/emulator exec -- npx jest',
  python: 'npx @platform-data/emulator exec -- python -m pytest',
  curl: 'npx @platform-data/emulator exec -- sh',
}

/** The command that goes with a snippet. */
export function commandFor(kind: SnippetKind, opened: RequestDetail): string {
  if (kind !== 'stub') return commands[kind]
  return `npx @platform-data/emulator start --fault ${quoted(JSON.stringify(stubOf(opened)))}`
}

/** The answer of a request as a stub of its operation. */
function stubOf({ request: { operation }, response }: RequestDetail): object {
  const { status = 200, body = null } = response ?? {}
  return { operation, status, ...(body === null ? {} : { body }) }
}

/** Writes a request as a test. Variables of the environment stand for the address and for what is secret. */
export function toSnippet(kind: SnippetKind, opened: RequestDetail): string {
  if (kind === 'stub') {
    if (opened.request.operation === null) return '// No operation has this path, so there is nothing to stub.'
    return `// emulator is the result of createEmulator().\nemulator.stub(${JSON.stringify(stubOf(opened), null, 2)})`
  }
  if (kind === 'curl') return toCurl(opened.request, '$PLATFORM_BASE_URL')
  return kind === 'python' ? toPython(opened) : toJavaScript(kind, opened)
}

/** A text with variables: their names stand between texts. */
type Part = string | { readonly variable: string }

/** The parts of a text that hides secrets under names. */
function partsOf(text: string): readonly Part[] {
  const hidden = /(?<="([\w-]+)":\s*")<redacted>|(?<=([\w-]+)=)%3Credacted%3E/g
  const parts: Part[] = []
  let from = 0
  for (const found of text.matchAll(hidden)) {
    const name = found[1] ?? found[2]!
    parts.push(text.slice(from, found.index), { variable: variableFor(name) })
    from = found.index + found[0].length
  }
  return [...parts, text.slice(from)].filter((part) => part !== '')
}

/** A header of a test. `isPair`: its parts are a user and a password, to be encoded. */
type SentHeader = readonly [name: string, parts: readonly Part[], isPair: boolean]

/** The headers that a test sends, with those of credentials as parts. */
function headersOf({ headers, path }: RequestDetail['request']): readonly SentHeader[] {
  return Object.entries(headers).flatMap(([name, value]): readonly SentHeader[] => {
    if (isOmitted(name) || value === '*/*') return []
    const [, scheme = ''] = name === 'authorization' ? (/^(\w+) <redacted>$/.exec(value) ?? []) : []
    if (scheme === 'Bearer') return [[name, ['Bearer ', { variable: 'PLATFORM_TOKEN' }], false]]
    if (scheme === 'DSN') return [[name, ['DSN ', { variable: 'PLATFORM_DSN' }], false]]
    if (scheme !== 'Basic') return [[name, [value], false]]
    const pair: readonly Part[] =
      path === '/oauth/token'
        ? [{ variable: 'PLATFORM_CLIENT_ID' }, ':', { variable: 'PLATFORM_CLIENT_SECRET' }]
        : [{ variable: 'PLATFORM_API_KEY' }, ':']
    return [[name, pair, true]]
  })
}

function titleOf({ request, response }: RequestDetail): string {
  const status = response ? String(response.status) : 'no answer'
  return `answers ${request.method} ${request.path} with ${status}`
}

function codeOf({ request }: RequestDetail): string | undefined {
  return request.refusal?.code
}

function faultOf({ request: { fault, operation } }: RequestDetail): string | undefined {
  return fault === null ? undefined : JSON.stringify({ ...fault, operation, times: 1 })
}

function toJavaScript(kind: 'vitest' | 'jest', opened: RequestDetail): string {
  const { request, response } = opened
  const { method, path, body, headers } = request
  const text = (parts: readonly Part[]) => {
    const plain = parts.every((part) => typeof part === 'string')
    if (plain) return `'${parts.join('').replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    const pieces = parts.map((part) =>
      typeof part === 'string' ? part.replaceAll(/[`\\$]/g, String.raw`\$&`) : `\${process.env.${part.variable}}`,
    )
    return `\`${pieces.join('')}\``
  }
  const sent = headersOf(request).map(([name, parts, isPair]) => {
    const value = isPair ? `\`Basic \${btoa(${text(parts)})}\`` : text(parts)
    return `      ${/^[a-z]+$/i.test(name) ? name : `'${name}'`}: ${value},`
  })
  const address = text([{ variable: 'PLATFORM_BASE_URL' }, path, ...partsOf(searchOf(request))])
  const fault = faultOf(opened)
  const code = codeOf(opened)
  return [
    kind === 'vitest' ? `import { expect, it } from 'vitest'` : `import { expect, it } from '@jest/globals'`,
    '',
    `it(${text([titleOf(opened)])}, async () => {`,
    ...(fault === undefined
      ? []
      : [
          '  await fetch(`${process.env.PLATFORM_BASE_URL}/_emulator/faults`, {',
          `    method: 'POST',`,
          `    headers: { 'content-type': 'application/json' },`,
          `    body: ${text([fault])},`,
          '  })',
        ]),
    `  ${response ? 'const response = ' : 'const answer = '}${response ? 'await ' : ''}fetch(${address}, {`,
    `    method: '${method}',`,
    ...(sent.length === 0 ? [] : ['    headers: {', ...sent, '    },']),
    ...(body === null ? [] : [`    body: ${text(partsOf(bodyText(body, headers['content-type'] ?? '')))},`]),
    '  })',
    ...(response
      ? [
          `  expect(response.status).toBe(${response.status})`,
          ...(code === undefined ? [] : [`  expect(await response.text()).toContain('${code}')`]),
        ]
      : ['  await expect(answer).rejects.toThrow()']),
    '})',
    '',
  ].join('\n')
}

function toPython(opened: RequestDetail): string {
  const { request, response } = opened
  const { method, path, body, headers } = request
  const text = (parts: readonly Part[]) =>
    parts.length === 0
      ? '""'
      : parts
          .map((part) => (typeof part === 'string' ? JSON.stringify(part) : `os.environ["${part.variable}"]`))
          .join(' + ')
  const sent = headersOf(request).map(([name, parts, isPair]) => {
    const value = isPair ? `"Basic " + base64.b64encode((${text(parts)}).encode()).decode()` : text(parts)
    return `        "${name}": ${value},`
  })
  const fault = faultOf(opened)
  const code = codeOf(opened)
  const needsBase64 = sent.some((line) => line.includes('base64'))
  const name = `${method}_${path}`
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')
  const wait = response ? [] : ['import pytest']
  return [
    ...(needsBase64 ? ['import base64'] : []),
    'import os',
    'import urllib.error',
    'import urllib.request',
    ...(wait.length > 0 ? ['', ...wait] : []),
    '',
    '',
    `def test_${name}():`,
    ...(fault === undefined
      ? []
      : [
          '    urllib.request.urlopen(urllib.request.Request(',
          '        os.environ["PLATFORM_BASE_URL"] + "/_emulator/faults", method="POST",',
          `        headers={"content-type": "application/json"}, data=${JSON.stringify(fault)}.encode(),`,
          '    ))',
        ]),
    '    request = urllib.request.Request(',
    `        ${text([{ variable: 'PLATFORM_BASE_URL' }, path, ...partsOf(searchOf(request))])},`,
    `        method="${method}",`,
    ...(body === null
      ? []
      : [`        data=(${text(partsOf(bodyText(body, headers['content-type'] ?? '')))}).encode(),`]),
    '    )',
    ...(sent.length === 0 ? [] : ['    request.headers.update({', ...sent, '    })']),
    ...(response
      ? [
          '    try:',
          '        response = urllib.request.urlopen(request)',
          '    except urllib.error.HTTPError as error:',
          '        response = error',
          `    assert response.status == ${response.status}`,
          ...(code === undefined ? [] : [`    assert "${code}" in response.read().decode()`]),
        ]
      : ['    with pytest.raises(OSError):', '        urllib.request.urlopen(request)']),
    '',
  ].join('\n')
}
