import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCase } from '../../emulator/serve/case/read-case.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { installDebian } from '../../testing/debian.ts'
import { runToEnd } from '../../testing/run-cli.ts'
import { selectPart } from '../../testing/sample.ts'
import { readPackageFile } from '../package-file.ts'
import { type DriverLanguage, driverFiles } from './drivers/drivers.ts'

const directory = mkdtempSync(join(tmpdir(), 'init-drivers-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Filled {
  readonly language: DriverLanguage
  readonly packages: Readonly<Record<string, string>>
  /** The task list-environments, as a user would fill it in. */
  readonly fill: (text: string) => string
}

const go = `request, err := http.NewRequest("GET", baseURL+"/1.13/environments", nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("PLATFORM_TOKEN"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		return nil, &ClientError{"refused", response.StatusCode}
	}
	var page struct{ Data []struct{ ID string } }
	if err := json.NewDecoder(response.Body).Decode(&page); err != nil {
		return nil, err
	}
	ids := []string{}
	for _, environment := range page.Data {
		ids = append(ids, environment.ID)
	}
	return map[string]any{"ids": ids}, nil`

const languages: readonly Filled[] = [
  {
    language: 'python',
    packages: { python3: 'python3' },
    fill: (text) =>
      text
        .replace('ERRORS = ()', 'import urllib.error\nimport urllib.request\n\nERRORS = (urllib.error.HTTPError,)')
        .replace(
          /(def list_environments\(given\):[^]*?)raise NotFilled/,
          `$1headers = {"authorization": "Bearer " + os.environ["PLATFORM_TOKEN"]}
    request = urllib.request.Request(os.environ["PLATFORM_BASE_URL"] + "/1.13/environments", headers=headers)
    return {"ids": [item["id"] for item in json.load(urllib.request.urlopen(request))["data"]]}`,
        ),
  },
  {
    language: 'shell',
    packages: { curl: 'curl', jq: 'jq' },
    fill: (text) =>
      text.replace(
        /(\n {2}list-environments\)\n) {4}exit 77/,
        `$1    answer=$(curl -sS -w '\\n%{http_code}' -H "Authorization: Bearer $PLATFORM_TOKEN" "$PLATFORM_BASE_URL/1.13/environments")
    status=$(printf '%s' "$answer" | tail -n 1)
    [ "$status" = 200 ] || refused refused "$status"
    value "$(printf '%s' "$answer" | sed '$d' | jq -c '{ ids: [.data[].id] }')"`,
      ),
  },
  {
    language: 'go',
    packages: { go: 'golang-go' },
    fill: (text) =>
      text
        .replace('"fmt"\n', '"fmt"\n\t"net/http"\n')
        .replace(/(func listEnvironments\(input Input\) \(any, error\) \{\n\t)return nil, notFilled\{\}/, `$1${go}`),
  },
  {
    language: 'java',
    packages: { java: 'default-jdk-headless' },
    fill: (text) =>
      text.replace(
        /(static String listEnvironments\(String input\) throws Exception \{\n) {8}throw new NotFilled\(\);/,
        `$1        var request = java.net.http.HttpRequest.newBuilder(java.net.URI.create(BASE_URL + "/1.13/environments"))
            .header("Authorization", "Bearer " + System.getenv("PLATFORM_TOKEN")).build();
        var response = java.net.http.HttpClient.newHttpClient()
            .send(request, java.net.http.HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new ClientError("refused", response.statusCode());
        var ids = new java.util.ArrayList<String>();
        var matcher = java.util.regex.Pattern.compile("\\"id\\":\\"(\\\\w{27})\\"").matcher(response.body());
        while (matcher.find()) ids.add("\\"" + matcher.group(1) + "\\"");
        return "{\\"ids\\": [" + String.join(",", ids) + "]}";`,
      ),
  },
  {
    language: 'ruby',
    packages: { ruby: 'ruby' },
    fill: (text) =>
      text.replace(
        "'list-environments' => ->(_input) { raise NotFilled }",
        `'list-environments' => lambda do |_input|
    require 'net/http'
    answer = Net::HTTP.get_response(URI("#{BASE_URL}/1.13/environments"), { 'Authorization' => "Bearer #{ENV['PLATFORM_TOKEN']}" })
    raise ClientError.new('refused', answer.code.to_i) unless answer.code == '200'
    { ids: JSON.parse(answer.body)['data'].map { |item| item['id'] } }
  end`,
      ),
  },
  {
    language: 'php',
    packages: { php: 'php-cli' },
    fill: (text) =>
      text.replace(
        "'list-environments' => fn (array $input) => throw new NotFilled()",
        `'list-environments' => function (array $input) use ($baseUrl) {
        $context = stream_context_create(['http' => [
            'header' => 'Authorization: Bearer ' . getenv('PLATFORM_TOKEN'), 'ignore_errors' => true,
        ]]);
        $text = file_get_contents("$baseUrl/1.13/environments", false, $context);
        $status = (int) explode(' ', $http_response_header[0])[1];
        if ($status !== 200) throw new ClientError('refused', $status);
        return ['ids' => array_column(json_decode($text, true)['data'], 'id')];
    }`,
      ),
  },
]

const { data, credentials } = createEmulator()
const ids = data.find('environments', { limit: 20 }).map(({ id }) => id)

const chosen = selectPart(languages, 3)

describe.each(chosen)('a driver in $language', ({ language, packages, fill }) => {
  const missing = installDebian(packages)
  const place = join(directory, language)
  const [driver] = driverFiles(language)

  /** Writes and builds the driver, and runs its list-environments against an emulator. */
  const play = async (change: (text: string) => string, token = credentials.token) => {
    for (const { file, text } of driverFiles(language)) {
      mkdirSync(dirname(join(place, file)), { recursive: true })
      writeFileSync(join(place, file), change(text))
    }
    if (driver!.build !== undefined) execFileSync('sh', ['-c', driver!.build], { cwd: place })
    const set = ['PLATFORM_TASK=list-environments', 'PLATFORM_TASK_INPUT={}', `PLATFORM_TOKEN=${token}`]
    const { code, stdout } = await runToEnd(['exec', '--log', 'off', '--', 'env', ...set, ...driver!.command!], {
      cwd: place,
    })
    return { code, report: stdout.trim().split('\n').at(-1)! }
  }

  it.skipIf(missing)(
    `ends with 77 as it is, and does what it is filled with${missing ? ` (${missing})` : ''}`,
    async () => {
      expect((await play((text) => text)).code).toBe(77)
      const right = await play(fill)
      expect([right.code, JSON.parse(right.report)]).toEqual([0, { value: { ids } }])
      const wrong = await play(fill, 'nothing')
      expect(JSON.parse(wrong.report)).toMatchObject({ error: { status: 401 } })
    },
  )
})

it('ends its first run with the tasks to fill in', async () => {
  writeFileSync(join(directory, 'driver.sh'), driverFiles('shell')[0]!.text)
  const { code, stdout } = await runToEnd(['client', '--driver', '--only', 'get-token', '--', 'sh', 'driver.sh'], {
    cwd: directory,
  })
  expect(code).not.toBe(0)
  expect(stdout).toMatch(
    /Tasks that the driver does not do yet\n {2}get-token: `(?:npx )?emulator client explain get-token`/,
  )
})

it('has a fixture for pytest, which keeps the world of a failed test for its case', async () => {
  if (installDebian({ 'pytest-3': 'python3-pytest' })) return
  const place = join(directory, 'pytest')
  mkdirSync(place)
  writeFileSync(join(place, 'platform_emulator.py'), readPackageFile('init/control-clients/platform_emulator.py'))
  writeFileSync(join(place, 'conftest.py'), readPackageFile('init/control-clients/conftest.py'))
  writeFileSync(
    join(place, 'test_worlds.py'),
    `import datetime
import urllib.request

from platform_emulator import World


def ask(world, query=""):
    request = urllib.request.Request(f"{world.base_url}/1.13/environments{query}")
    request.add_header("authorization", f"Bearer {world.token}")
    urllib.request.urlopen(request).read()


def test_passes(world):
    world.advance("1h")
    project = world.insert("projects", name="Mine")
    world.update("projects", project["id"], name="Other")
    assert len(world.find("projects", name="Other")) == 1
    world.remove("projects", project["id"])
    ask(world, "?limti=2")
    assert world.client_id and world.client_secret and world.api_key and world.dsn and world.integration_token
    assert len(world.requests(operation="environments.list", status=200)) == 1
    assert world.one(operation="environments.list")["query"] == {"limti": "2"}
    assert [entry["name"] for entry in world.unread()] == ["limti"]
    before = world.snapshot()
    world.remove_all("projects")
    world.restore(before)
    assert len(world.find("projects")) > 0 and world.get("projects", world.find("projects")[0]["id"])
    world.fault(operation="environments.list", status=503)
    assert len(world.faults()) == 1
    world.clear_faults()
    world.deviations("filters-or-combined")
    world.deviations()
    world.conventions(errorBody="problem")
    world.reset_conventions()
    world.clear_requests()
    assert world.requests() == [] and world.now() > "2026"
    world.advance(datetime.timedelta(days=1))
    world.set_time(datetime.datetime(2036, 1, 1, tzinfo=datetime.timezone.utc))
    assert world.now().startswith("2036-01-01T00:00")


def test_asks_the_emulator_for_credentials(world, monkeypatch):
    for name in ("TOKEN", "CLIENT_ID", "CLIENT_SECRET", "INTEGRATION_TOKEN", "API_KEY", "DSN"):
        monkeypatch.delenv(f"PLATFORM_{name}")
    other = World("a name/of any text", world.root)
    members = ("token", "client_id", "client_secret", "integration_token", "api_key", "dsn")
    assert [getattr(other, name) for name in members] == [getattr(world, name) for name in members]
    ask(other)
    other.close()


def test_fails(world):
    ask(world)
    world.fault(operation="environments.list", retry_after=1)


def test_is_refused(world):
    ask(world, "?knd=a")
    ask(world, "?limit=999")
`,
  )
  const file = join(place, 'failed.case.gz')
  const { code, stdout, stderr } = await runToEnd(
    ['exec', '--log', 'off', '--case', file, '--', 'pytest-3', '-p', 'no:cacheprovider'],
    { cwd: place },
  )
  expect(code, stderr).toBe(1)
  expect(stdout).toContain('2 failed, 2 passed')
  expect(stdout).toMatch(
    /Requests to the emulator -+\n#1 GET \/1\.13\/environments\?knd=a \(environments\.list\) 200\n#2 GET \/1\.13\/environments\?limit=999 \(environments\.list\) 400: limit must be from 1 to 100; got 999\..*\nNo endpoint reads the parameter "knd" of #1 \(did you mean kind\?\)\.\n\nOpen this failure again: npx emulator replay \.emulator\/cases\/.*-test-is-refused-[0-9a-f]{8}\.case\.gz\n/,
  )
  const kept = readdirSync(join(place, '.emulator/cases')).filter((name) => name.endsWith('.case.gz'))
  expect(kept).toHaveLength(2)
  const { events: refused } = readCase(readFileSync(join(place, '.emulator/cases', kept.at(-1)!)))
  expect(refused.filter(({ kind }) => kind === 'request')).toHaveLength(2)
  expect(stdout).toContain('EmulatorError: 400: The body is invalid: /retry_after is not known here; use retryAfter')
  const { events } = readCase(readFileSync(file))
  const requests = events.filter(({ kind }) => kind === 'request')
  expect(requests[0]).toMatchObject({ world: 'test-worlds-py-test-fails-1e48d6fd' })
  expect(requests).toHaveLength(3)
})
