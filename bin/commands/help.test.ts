import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { docsPage, root } from '../../testing/readme-code.ts'
import { runHere } from '../../testing/run-here.ts'
import { topics, findTopic, topicWords } from '../help/topics.ts'

async function shows(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, stdout } = await runHere(['help', ...words], { env: { ...process.env, ...env } })
  expect(code).toBe(0)
  return stdout
}

it('has a page for each topic', () => {
  const names = Object.keys(topics)
  const pages = globSync('*.md', { cwd: `${root}bin/docs` }).map((file) => file.slice(0, -3))
  expect(pages.toSorted()).toEqual(names.toSorted())
  expect(topicWords.filter((word) => !names.includes(findTopic(word)!))).toEqual([])
})

it.each(Object.keys(topics))('prints the page %s without the marks of generated tables', async (topic) => {
  const page = await shows([topic], { npm_command: '', npm_config_user_agent: '' })
  expect(page).not.toContain('<!--')
  expect(page).toBe(docsPage(topic).replaceAll(/^<!-- (?:table: .+|end of table) -->\n/gm, ''))
})

it('lists the topics below the commands, one per line', async () => {
  const lines = (await shows([])).split('\n')
  for (const [topic, about] of Object.entries(topics)) expect(lines).toContain(`  ${topic.padEnd(11)}  ${about}`)
  expect(await shows(['--help'])).toContain('Exit codes:')
})

it('shows the page about a command, with commands that the caller can run', async () => {
  expect(await shows(['exec'], { npm_command: 'exec' })).toContain('`npx emulator list operations|')
})
