import { expect, it } from 'vitest'
import { besideNames, commandWithoutSecrets } from './beside-names.ts'

it.each([
  [['psql', '--password', 'hunter2'], 'psql --password <secret>'],
  [['psql', '--password=hunter2', '-v'], 'psql --password=<secret> -v'],
  [['env', 'API_TOKEN=hunter2', 'npm', 'test'], 'env API_TOKEN=<secret> npm test'],
  [['psql', 'postgres://u:hunter2@host/db'], 'psql postgres://u:<secret>@host/db'],
  [
    ['curl', '-u', 'id:hunter2', '-H', 'Authorization: Bearer hunter2'],
    'curl -u id:<secret> -H Authorization: <secret>',
  ],
  [['open', 'https://host/?a=1&code=hunter2'], 'open https://host/?a=1&code=<secret>'],
  [['run', '--token-file', 'a.txt', '--page-token-name=x'], 'run --token-file a.txt --page-token-name=x'],
])('takes the secrets out of %j', (words, without) => {
  expect(commandWithoutSecrets(words).join(' ')).toBe(without)
})

it.each(['://a:', '?token=', '?a=', '?a=%3A%2F%2F', 'name="token"\n', 'name="a"\n\n', '[{"a":'])(
  'reads a long row of %j in its time',
  (part) => {
    expect(besideNames(part.repeat(200_000 / part.length)).length).toBeLessThan(200_000)
  },
)
