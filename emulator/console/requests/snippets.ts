// Writes a request as a test, with its set-up and its outcome.
import type { OpenedRequest } from '../../journal/request-schemas.ts'
import { addressParts, baseVariable, bodyParts, sentHeaders, type Part, quoteShellText } from './curl.ts'

/** The kinds of snippets, by their name in the address. */
export const snippetKinds = { vitest: 'Vitest', python: 'Python', stub: 'Stub' } as const

/** A kind of snippet. */
export type SnippetKind = keyof typeof snippetKinds

/** The commands that set the environment variables of a test. */
const commands: Readonly<Record<Exclude<SnippetKind, 'stub'>, string>> = {
  vitest: 'npx emulator exec -- npx vitest run',
  python: 'npx emulator exec -- python -m pytest',
}

/** The command that goes with a snippet. */
export function snippetCommand(kind: SnippetKind, opened: OpenedRequest): string {
  if (kind !== 'stub') return commands[kind]
  return `npx emulator start --fault ${quoteShellText(JSON.stringify(toStub(opened)))}`
}

/** The answer of a request as a stub of its operation. */
function toStub({ request: { operation }, response }: OpenedRequest): object {
  const { status = 200, body = null } = response ?? {}
  return { operation, status, ...(body === null ? {} : { body }) }
}

/** Writes a request as a test. Environment variables hold the address and the secrets. */
export function toSnippet(kind: SnippetKind, opened: OpenedRequest): string {
  if (kind === 'stub') {
    if (opened.request.operation === null) return '// No operation has this path, so there is nothing to stub.'
    return `// emulator is the result of createEmulator().\nemulator.stub(${JSON.stringify(toStub(opened), null, 2)})`
  }
  return kind === 'python' ? toPython(opened) : toJavaScript(opened)
}

/** The fault that answered the request, to be added again. */
function repeatedFault({ request: { fault, operation } }: OpenedRequest): string | undefined {
  return fault === null ? undefined : JSON.stringify({ ...fault, operation, times: 1 })
}

/** The lines of a test, without unneeded ones. */
function joinLines(...lines: readonly (string | false | null | undefined)[]): string {
  return [...lines.filter((line) => typeof line === 'string'), ''].join('\n')
}

/** The variables that `emulator exec` sets. */
const variablesOfExec = new Set([
  'PLATFORM_BASE_URL',
  'PLATFORM_CLIENT_ID',
  'PLATFORM_CLIENT_SECRET',
  'PLATFORM_TOKEN',
  'PLATFORM_API_KEY',
  'PLATFORM_DSN',
  'PLATFORM_INTEGRATION_TOKEN',
])

/** Notes about the credentials of the request, and the variables to set. */
function credentialNotes({ request }: OpenedRequest): readonly string[] {
  const { credential, credentials, status } = request
  const parts = [
    ...addressParts(request, baseVariable),
    ...(request.body === null ? [] : bodyParts(request)),
    ...sentHeaders(request).flatMap(([, header]) => header),
  ]
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.variable]))
  const unset = [...new Set(names)].filter((name) => !variablesOfExec.has(name))
  return [
    ...(credentials === 'refused' && credential !== null
      ? [`The request carried ${credential}. A credential that was never issued is refused as well.`]
      : []),
    ...(status === 403 && credential !== null ? [`Set the credential to one with the scopes of ${credential}.`] : []),
    ...unset.map((name) => `Set ${name}: emulator exec does not.`),
  ]
}

function javaScriptText(parts: readonly Part[]): string {
  if (parts.every((part) => typeof part === 'string'))
    return `'${parts.join('').replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  const pieces = parts.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[`\\$]/g, String.raw`\$&`) : `\${process.env.${part.variable}}`,
  )
  return `\`${pieces.join('')}\``
}

function toJavaScript(opened: OpenedRequest): string {
  const { request, response } = opened
  const { method, path, refusal, body } = request
  const fault = repeatedFault(opened)
  const headers = sentHeaders(request).map(([name, parts, isPair]) => {
    const text = javaScriptText(parts)
    const value = isPair ? `\`Basic \${btoa(${text})}\`` : text
    return `\n      ${/^[a-z]+$/i.test(name) ? name : `'${name}'`}: ${value},`
  })
  const title = `answers ${method} ${path} with ${response?.status ?? 'no answer'}`
  return joinLines(
    "import { expect, it } from 'vitest'",
    '',
    `it(${javaScriptText([title])}, async () => {`,
    ...credentialNotes(opened).map((note) => `  // ${note}`),
    fault !== undefined &&
      `  await fetch(\`\${process.env.PLATFORM_BASE_URL}/_emulator/faults\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: ${javaScriptText([fault])},
  })`,
    `  const ${response ? 'response = await' : 'answer ='} fetch(${javaScriptText(addressParts(request, baseVariable))}, {`,
    `    method: '${method}',`,
    headers.length > 0 && `    headers: {${headers.join('')}\n    },`,
    body !== null && `    body: ${javaScriptText(bodyParts(request))},`,
    '  })',
    !response && '  await expect(answer).rejects.toThrow()',
    response && `  expect(response.status).toBe(${response.status})`,
    response && refusal && `  expect(await response.text()).toContain('${refusal.code}')`,
    '})',
  )
}

function pythonText(parts: readonly Part[]): string {
  const pieces = parts.map((part) =>
    typeof part === 'string' ? JSON.stringify(part) : `os.environ["${part.variable}"]`,
  )
  return pieces.join(' + ') || '""'
}

function toPython(opened: OpenedRequest): string {
  const { request, response } = opened
  const { method, path, refusal, body } = request
  const fault = repeatedFault(opened)
  const headers = sentHeaders(request).map(([name, parts, isPair]) => {
    const text = pythonText(parts)
    const value = isPair ? `"Basic " + base64.b64encode((${text}).encode()).decode()` : text
    return `\n        "${name}": ${value},`
  })
  const name = `${method}_${path}`.toLowerCase().replaceAll(/[^a-z\d]+/g, '_')
  return joinLines(
    headers.some((line) => line.includes('base64')) && 'import base64',
    'import os',
    'import urllib.error',
    'import urllib.request',
    !response && '\nimport pytest',
    '',
    '',
    `def test_${name.replace(/_$/, '')}():`,
    ...credentialNotes(opened).map((note) => `    # ${note}`),
    fault !== undefined &&
      `    urllib.request.urlopen(urllib.request.Request(
        os.environ["PLATFORM_BASE_URL"] + "/_emulator/faults", method="POST",
        headers={"content-type": "application/json"}, data=${JSON.stringify(fault)}.encode(),
    ))`,
    '    request = urllib.request.Request(',
    `        ${pythonText(addressParts(request, baseVariable))},`,
    `        method="${method}",`,
    body !== null && `        data=(${pythonText(bodyParts(request))}).encode(),`,
    '    )',
    headers.length > 0 && `    request.headers.update({${headers.join('')}\n    })`,
    !response && '    with pytest.raises(OSError):\n        urllib.request.urlopen(request)',
    response &&
      `    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    assert response.status == ${response.status}`,
    response && refusal && `    assert "${refusal.code}" in response.read().decode()`,
  )
}
