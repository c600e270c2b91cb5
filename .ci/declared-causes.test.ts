import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'

const ends: ReadonlySet<string> = new Set(['blocked', 'insufficient', 'notApplicable'])

/** The ends of checks that ask to declare something and say by a constant cause that it is about something else. */
function othersThatAskToDeclare(name: string, source: string): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, start, callee, arguments: passed } = node as Record<string, any>
    if (type === 'CallExpression' && ends.has(callee.name) && passed.length > 1) {
      const [cause, remark] = passed.map((part: { start: number; end: number }) => source.slice(part.start, part.end))
      if (/\bdeclare\b/.test(remark) && /^(?:because\.|see\()/.test(cause))
        found.push(`${name}:${source.slice(0, start).split('\n').length}`)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(name, source).program)
  return found
}

it('gives a declaration as the cause of what asks to declare something, so that reports know it', () => {
  const files = globSync('conformance/{checks,judge}/**/*.ts', { exclude: ['**/*.test.ts'] })
  expect(files.flatMap((name) => othersThatAskToDeclare(name, readFileSync(name, 'utf8')))).toEqual([])
})

it('finds an end with another cause', () => {
  const end = (cause: string) => `if (x)\n  insufficient(${cause}, phrase\`no value; declare one at \${path}\`)`
  expect(othersThatAskToDeclare('x.ts', end('because.data'))).toEqual(['x.ts:2'])
  expect(othersThatAskToDeclare('x.ts', end("see('pat.list')"))).toEqual(['x.ts:2'])
  expect(othersThatAskToDeclare('x.ts', end("undeclared('samples.issueId')"))).toEqual([])
})
