import { comment, type DriverTemplate, eachTask, heading, longestName, camelCase } from './template.ts'

const text = `${heading('// ', 'platformdriver/platformdriver, made by: go build -o platformdriver/platformdriver platformdriver/main.go')}
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

${eachTask((name, task) => `${comment('// ', task)}\nfunc ${camelCase(name)}(input Input) (any, error) {\n\treturn nil, notFilled{}\n}`)}

var tasks = map[string]func(Input) (any, error){
${eachTask((name) => `\t${`"${name}":`.padEnd(longestName + 3)} ${camelCase(name)},`, '\n')}
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

/** The driver in Go. */
export const go: DriverTemplate = {
  // A separate folder, because a package main next to a client's package would break go build ./...
  file: 'platformdriver/main.go',
  // `go run` always fails with 1, whatever the exit code of its program.
  build: 'go build -o platformdriver/platformdriver platformdriver/main.go',
  command: ['platformdriver/platformdriver'],
  text,
}
