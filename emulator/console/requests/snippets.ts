// Writes a request as a test, with its set-up and its outcome, and its answer as a stub.
import type { OpenedRequest } from '../../journal/request-schemas.ts'
import { addressParts, baseVariable, bodyParts, sentHeaders, type Part } from './curl.ts'

/** The answer of a request as a stub of its operation. */
export function toStub({ request: { operation }, response }: OpenedRequest): object {
  const { status = 200, body = null } = response ?? {}
  return { operation, status, ...(body === null ? {} : { body }) }
}

function javaScriptText(parts: readonly Part[]): string {
  if (parts.every((part) => typeof part === 'string'))
    return `'${parts.join('').replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  const pieces = parts.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[`\\$]/g, String.raw`\$&`) : `\${process.env.${part.variable}}`,
  )
  return `\`${pieces.join('')}\``
}

/** Writes a request as a test of Vitest. Environment variables hold the address and the secrets. */
export function toTest({ request, response }: OpenedRequest): string {
  const { method, path, refusal, body, operation, fault } = request
  const headers = sentHeaders(request).map(([name, parts, isPair]) => {
    const text = javaScriptText(parts)
    const value = isPair ? `\`Basic \${btoa(${text})}\`` : text
    return `\n      ${/^[a-z]+$/i.test(name) ? name : `'${name}'`}: ${value},`
  })
  const title = `answers ${method} ${path} with ${response?.status ?? 'no answer'}`
  const lines = [
    "import { expect, it } from 'vitest'",
    '',
    `it(${javaScriptText([title])}, async () => {`,
    // The fault that answered the request is added again.
    fault !== null &&
      `  await fetch(\`\${process.env.PLATFORM_BASE_URL}/_emulator/faults\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: ${javaScriptText([JSON.stringify({ ...fault, operation, times: 1 })])},
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
    '',
  ]
  return lines.filter((line) => typeof line === 'string').join('\n')
}
