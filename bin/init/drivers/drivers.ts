// Drivers with every task left open, by language. Each reads the variables of `emulator client --driver`.
import { inputLines, type TaskText, taskTexts } from '../../conformance/client/tasks/task-texts.ts'

/** A driver to begin with. */
export interface DriverTemplate {
  /** The name of its file. */
  readonly file: string
  /** How it is made, before it runs. */
  readonly build?: string
  /** How it is run; undefined for one that a test calls in process. */
  readonly command?: readonly string[]
  readonly text: string
}

/** The languages of drivers. */
export const driverLanguages = ['ts', 'js', 'python', 'shell', 'go', 'java', 'ruby', 'php', 'csharp'] as const

/** The language of a driver. */
export type DriverLanguage = (typeof driverLanguages)[number]

const tasks = Object.entries(taskTexts)

/** The name of a task in camel, Pascal or snake case. */
const taskNameIn = {
  camel: (name: string): string => name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase()),
  pascal: (name: string): string => name.replaceAll(/(?:^|-)(\w)/g, (_dash, letter: string) => letter.toUpperCase()),
  snake: (name: string): string => name.replaceAll('-', '_'),
}

const longestName = Math.max(...tasks.map(([name]) => name.length))

/** One part for each task, joined by blank lines or without. */
function eachTask(partOf: (name: string, task: TaskText) => string, between = '\n\n'): string {
  return tasks.map(([name, task]) => partOf(name, task)).join(between)
}

const heading = (prefix: string, command: string): string =>
  [
    'Has your client do the tasks by which emulator client judges it.',
    `Run it: npx emulator client --driver -- ${command}`,
    'Fill one task after the other. A task that is not filled ends with exit code 77.',
  ]
    .map((line) => `${prefix}${line}`)
    .join('\n')

/** What a driver is given and returns, line by line. */
function taskLines(task: TaskText): readonly string[] {
  const members = inputLines(task).map((line) => `- ${line}`)
  return [task.does, ...(members.length === 0 ? ['Input: none'] : ['Input:', ...members]), `Value: ${task.value}`]
}

const comment = (prefix: string, task: TaskText): string =>
  taskLines(task)
    .map((line) => `${prefix}${line}`)
    .join('\n')

/** How a driver in process is written: as a module of TypeScript or JavaScript, or in CommonJS. */
export type ScriptForm = 'typed' | 'module' | 'commonJs'

/** How the file of a driver in process is named and written. Default: as a module with the ending of its language. */
export interface ScriptStyle {
  readonly ending?: string
  readonly form?: ScriptForm
}

const driverHead: Readonly<Record<ScriptForm, string>> = {
  typed: "import type { ClientDriver } from '@platform-data/emulator/client'\n\nexport const driver: ClientDriver = {",
  module: "\n/** @type {import('@platform-data/emulator/client').ClientDriver} */\nexport const driver = {",
  commonJs: "\n/** @type {import('@platform-data/emulator/client').ClientDriver} */\nexports.driver = {",
}

const inProcess = (
  form: ScriptForm,
): string => `// Has your client do the tasks by which it is judged, in the process of the test.
// Fill one task after the other. A task without a function is left out.
${driverHead[form]}
  // Makes your client. The tasks find it as \`client\`. Only this \`fetch\` reaches the emulator.
${form === 'typed' ? '  // ClientDriver<YourClient> types `client`.\n' : ''}  // open: ({ baseUrl, fetch, credentials: { clientId, clientSecret } }) =>
  //   new YourClient({ baseUrl, fetch, clientId, clientSecret }),

${eachTask((name, task) => {
  const members = Object.keys(task.input).map((member) => member.replace('?', ''))
  const input = members.length === 0 ? '' : `, input: { ${members.join(', ')} }`
  const key = name.includes('-') ? `'${name}'` : name
  return `${comment('  // ', task)}\n  // ${key}: async ({ client${input} }) => (${task.value.replaceAll('...', '/* … */').replaceAll('"', '')}),`
})}
}
`

const python = `"""${heading('', 'python3 platform_driver.py').replace('\n', '\n\n')}
"""

import json
import os
import sys


class NotFilled(Exception):
    pass


# The exceptions by which your client reports a refusal, such as (platform_data.ApiError,).
ERRORS = ()


def status_of(error):
    """The HTTP status that an exception of your client holds, or None."""
    return getattr(error, "status", None)


# PLATFORM_TOKEN, _INTEGRATION_TOKEN, _API_KEY and _DSN hold the other credentials.
BASE_URL = os.environ["PLATFORM_BASE_URL"]
CLIENT_ID = os.environ["PLATFORM_CLIENT_ID"]
CLIENT_SECRET = os.environ["PLATFORM_CLIENT_SECRET"]


def client():
    """Makes your client, such as platform_data.Client(BASE_URL, CLIENT_ID, CLIENT_SECRET)."""
    raise NotFilled


${eachTask(
  (name, task) => `def ${taskNameIn.snake(name)}(given):
    """${taskLines(task).join('\n\n').replaceAll('\n\n- ', '\n- ').replaceAll('\n', '\n    ').replaceAll(/^ +$/gm, '')}
    """
    raise NotFilled`,
  '\n\n\n',
)}


TASKS = {
${eachTask((name) => `    "${name}": ${taskNameIn.snake(name)},`, '\n')}
}


def main():
    task = TASKS.get(os.environ["PLATFORM_TASK"])
    try:
        if task is None:
            raise NotFilled
        report = {"value": task(json.loads(os.environ["PLATFORM_TASK_INPUT"]))}
    except NotFilled:
        sys.exit(77)
    except ERRORS as error:
        report = {"error": {"kind": type(error).__name__}}
        if status_of(error) is not None:
            report["error"]["status"] = status_of(error)
    print(json.dumps(report))


if __name__ == "__main__":
    main()
`

const shell = `#!/bin/sh
${heading('# ', 'sh platform-driver.sh')}
# PLATFORM_BASE_URL, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET, PLATFORM_TOKEN, PLATFORM_INTEGRATION_TOKEN,
# PLATFORM_API_KEY and PLATFORM_DSN say where the API is. PLATFORM_TASK_INPUT is JSON.
set -eu

# Prints a value as JSON, as in: value '{"ids": []}'
value() { printf '{"value": %s}\\n' "$1"; exit 0; }

# Prints an error of your client, as in: refused not-found 404
refused() { printf '{"error": {"kind": "%s", "status": %s}}\\n' "$1" "$2"; exit 0; }

case $PLATFORM_TASK in
${eachTask((name, task) => `${comment('  # ', task)}\n  ${name})\n    exit 77\n    ;;`)}

  *)
    exit 77
    ;;
esac
`

const go = `${heading('// ', 'platformdriver/platformdriver, made by: go build -o platformdriver/platformdriver platformdriver/main.go')}
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Input holds the members of PLATFORM_TASK_INPUT.
type Input map[string]any

// ClientError is how a task reports an error of your client.
type ClientError struct {
	Kind   string \`json:"kind"\`
	Status int    \`json:"status,omitempty"\`
}

func (e *ClientError) Error() string { return e.Kind }

type notFilled struct{}

func (notFilled) Error() string { return "not filled" }

var (
	baseURL      = os.Getenv("PLATFORM_BASE_URL")
	clientID     = os.Getenv("PLATFORM_CLIENT_ID")
	clientSecret = os.Getenv("PLATFORM_CLIENT_SECRET")
)

${eachTask((name, task) => `${comment('// ', task)}\nfunc ${taskNameIn.camel(name)}(input Input) (any, error) {\n\treturn nil, notFilled{}\n}`)}

var tasks = map[string]func(Input) (any, error){
${eachTask((name) => `\t${`"${name}":`.padEnd(longestName + 3)} ${taskNameIn.camel(name)},`, '\n')}
}

func main() {
	task := tasks[os.Getenv("PLATFORM_TASK")]
	if task == nil {
		os.Exit(77)
	}
	var input Input
	if err := json.Unmarshal([]byte(os.Getenv("PLATFORM_TASK_INPUT")), &input); err != nil {
		panic(err)
	}
	value, err := task(input)
	report := map[string]any{"value": value}
	var problem *ClientError
	switch {
	case err == nil:
	case errors.Is(err, notFilled{}):
		os.Exit(77)
	case errors.As(err, &problem):
		report = map[string]any{"error": problem}
	default:
		panic(err)
	}
	text, err := json.Marshal(report)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
`

const java = `${heading('// ', 'java -cp platform-driver PlatformDriver, made by: javac -d platform-driver PlatformDriver.java')}
// A task gets PLATFORM_TASK_INPUT as JSON, to be read by the JSON library of your client, and returns JSON.
import java.util.Map;

public class PlatformDriver {
    static final String BASE_URL = System.getenv("PLATFORM_BASE_URL");
    static final String CLIENT_ID = System.getenv("PLATFORM_CLIENT_ID");
    static final String CLIENT_SECRET = System.getenv("PLATFORM_CLIENT_SECRET");

    /** Tells that a task is not filled. */
    static class NotFilled extends RuntimeException {}

    /** Throw it where your client reports an error. The status is null where it has none. */
    static class ClientError extends RuntimeException {
        final Integer status;

        ClientError(String kind, Integer status) {
            super(kind);
            this.status = status;
        }
    }

    interface Task {
        String run(String input) throws Exception;
    }

${eachTask((name, task) => `${comment('    // ', task)}\n    static String ${taskNameIn.camel(name)}(String input) throws Exception {\n        throw new NotFilled();\n    }`)}

    static final Map<String, Task> TASKS = Map.ofEntries(
${eachTask((name) => `        Map.entry("${name}", PlatformDriver::${taskNameIn.camel(name)})`, ',\n')});

    public static void main(String[] args) throws Exception {
        Task task = TASKS.get(System.getenv("PLATFORM_TASK"));
        if (task == null) System.exit(77);
        try {
            System.out.println("{\\"value\\": " + task.run(System.getenv("PLATFORM_TASK_INPUT")) + "}");
        } catch (NotFilled error) {
            System.exit(77);
        } catch (ClientError error) {
            String status = error.status == null ? "" : ", \\"status\\": " + error.status;
            String kind = error.getMessage().replaceAll("[\\\\p{Cntrl}\\"\\\\\\\\]", " ");
            System.out.println("{\\"error\\": {\\"kind\\": \\"" + kind + "\\"" + status + "}}");
        }
    }
}
`

const ruby = `${heading('# ', 'ruby platform_driver.rb')}
require 'json'

NotFilled = Class.new(StandardError)

# Raise it where your client reports an error. The status is nil where it has none.
class ClientError < StandardError
  attr_reader :status

  def initialize(kind, status = nil)
    super(kind)
    @status = status
  end
end

BASE_URL = ENV.fetch('PLATFORM_BASE_URL')
CLIENT_ID = ENV.fetch('PLATFORM_CLIENT_ID')
CLIENT_SECRET = ENV.fetch('PLATFORM_CLIENT_SECRET')

TASKS = {
${eachTask((name, task) => `${comment('  # ', task)}\n  '${name}' => ->(_input) { raise NotFilled },`)}
}.freeze

begin
  task = TASKS.fetch(ENV.fetch('PLATFORM_TASK')) { raise NotFilled }
  puts JSON.generate({ value: task.call(JSON.parse(ENV.fetch('PLATFORM_TASK_INPUT'))) })
rescue NotFilled
  exit 77
rescue ClientError => e
  puts JSON.generate({ error: { kind: e.message, status: e.status }.compact })
end
`

const php = `<?php
${heading('// ', 'php platform_driver.php')}
declare(strict_types=1);

final class NotFilled extends Exception {}

/** Throw it where your client reports an error. The status is null where it has none. */
final class ClientError extends Exception
{
    public function __construct(string $kind, public readonly ?int $status = null)
    {
        parent::__construct($kind);
    }
}

$baseUrl = getenv('PLATFORM_BASE_URL');
$clientId = getenv('PLATFORM_CLIENT_ID');
$clientSecret = getenv('PLATFORM_CLIENT_SECRET');

$tasks = [
${eachTask((name, task) => `${comment('    // ', task)}\n    '${name}' => fn (array $input) => throw new NotFilled(),`)}
];

try {
    $task = $tasks[getenv('PLATFORM_TASK')] ?? throw new NotFilled();
    // Objects within the input stay objects, so that {} does not become [].
    $report = ['value' => $task((array) json_decode(getenv('PLATFORM_TASK_INPUT')))];
} catch (NotFilled) {
    exit(77);
} catch (ClientError $error) {
    $report = ['error' => array_filter(['kind' => $error->getMessage(), 'status' => $error->status])];
}
echo json_encode($report, JSON_THROW_ON_ERROR), "\\n";
`

const csharp = `${heading('// ', 'dotnet platform-driver/bin/platform-driver.dll, made by: dotnet build platform-driver -o platform-driver/bin')}
using System.Text.Json;

var baseUrl = Environment.GetEnvironmentVariable("PLATFORM_BASE_URL");
var clientId = Environment.GetEnvironmentVariable("PLATFORM_CLIENT_ID");
var clientSecret = Environment.GetEnvironmentVariable("PLATFORM_CLIENT_SECRET");

var tasks = new Dictionary<string, Func<JsonElement, Task<object>>>
{
${eachTask((name, task) => `${comment('    // ', task)}\n    ["${name}"] = input => throw new NotFilled(),`)}
};

try
{
    if (!tasks.TryGetValue(Environment.GetEnvironmentVariable("PLATFORM_TASK") ?? "", out var task)) throw new NotFilled();
    var input = JsonDocument.Parse(Environment.GetEnvironmentVariable("PLATFORM_TASK_INPUT") ?? "{}").RootElement;
    Console.WriteLine(JsonSerializer.Serialize(new { value = await task(input) }));
    return 0;
}
catch (NotFilled)
{
    return 77;
}
catch (ClientError error)
{
    object problem = error.Status is int status ? new { kind = error.Message, status } : new { kind = error.Message };
    Console.WriteLine(JsonSerializer.Serialize(new { error = problem }));
    return 0;
}

/// <summary>Tells that a task is not filled.</summary>
class NotFilled : Exception { }

/// <summary>Throw it where your client reports an error. The status is null where it has none.</summary>
class ClientError(string kind, int? status = null) : Exception(kind)
{
    public int? Status { get; } = status;
}
`

const csharpProject = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net8.0</TargetFramework>
    <RollForward>Major</RollForward>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
`

/** The files of a driver in a language, the driver first. */
export function driverFiles(language: DriverLanguage, style: ScriptStyle = {}): readonly DriverTemplate[] {
  switch (language) {
    case 'ts':
    case 'js': {
      const { ending = language, form = language === 'ts' ? 'typed' : 'module' } = style
      return [{ file: `platform-driver.${ending}`, text: inProcess(form) }]
    }
    case 'python':
      return [{ file: 'platform_driver.py', command: ['python3', 'platform_driver.py'], text: python }]
    case 'shell':
      return [{ file: 'platform-driver.sh', command: ['sh', 'platform-driver.sh'], text: shell }]
    case 'go':
      return [
        {
          // A folder of its own: a package main beside the package of a client would break go build ./...
          file: 'platformdriver/main.go',
          // go run ends with 1, whatever its program ends with.
          build: 'go build -o platformdriver/platformdriver platformdriver/main.go',
          command: ['platformdriver/platformdriver'],
          text: go,
        },
      ]
    case 'java':
      return [
        {
          file: 'PlatformDriver.java',
          // java PlatformDriver.java would compile it for each of some 200 runs, which takes minutes.
          build: 'javac -d platform-driver PlatformDriver.java',
          command: ['java', '-cp', 'platform-driver', 'PlatformDriver'],
          text: java,
        },
      ]
    case 'ruby':
      return [{ file: 'platform_driver.rb', command: ['ruby', 'platform_driver.rb'], text: ruby }]
    case 'php':
      return [{ file: 'platform_driver.php', command: ['php', 'platform_driver.php'], text: php }]
    case 'csharp':
      return [
        {
          file: 'platform-driver/Program.cs',
          // Several dotnet run at a time would build into one folder.
          build: 'dotnet build platform-driver -o platform-driver/bin',
          command: ['dotnet', 'platform-driver/bin/platform-driver.dll'],
          text: csharp,
        },
        { file: 'platform-driver/platform-driver.csproj', text: csharpProject },
      ]
  }
}
