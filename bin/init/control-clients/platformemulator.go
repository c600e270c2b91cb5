// Package platformemulator is a client of the emulator's control API. Start the tests with:
//
//	npx emulator exec -- go test ./...
package platformemulator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Members of a record, a fault or an answer.
type Members = map[string]any

// World is an isolated world: data, clock, faults and requests. Clients reach it at BaseURL.
type World struct {
	Name    string
	BaseURL string
	root    string
	t       *testing.T
}

// NewWorld makes a world that ends with the test.
func NewWorld(t *testing.T) *World {
	t.Helper()
	root := strings.TrimRight(os.Getenv("PLATFORM_BASE_URL"), "/")
	if root == "" {
		t.Fatal("PLATFORM_BASE_URL is not set. Start the tests by: npx emulator exec -- go test ./...")
	}
	name := worldName(t)
	world := &World{Name: name, BaseURL: root + "/~" + name, root: root, t: t}
	world.Control("PUT", "/worlds/"+name, nil, nil)
	t.Cleanup(func() {
		// The world of a failed test is kept, so that the case of emulator exec contains its requests.
		if !t.Failed() {
			world.Control("DELETE", "/worlds/"+name, nil, nil)
		}
	})
	return world
}

// The same name in each run, so that emulator replay compares a test with its case.
func worldName(t *testing.T) string {
	id := t.Name()
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for frame, more := frames.Next(); more; frame, more = frames.Next() {
		if strings.HasSuffix(frame.File, "_test.go") {
			id = frame.Function + " " + t.Name() // tests of several packages run concurrently
		}
	}
	words := regexp.MustCompile("[^A-Za-z0-9]+").ReplaceAllString(t.Name(), "-")
	words = regexp.MustCompile("^.{0,60}").FindString(words)
	return fmt.Sprintf("%s-%08x", strings.Trim(words, "-"), crc32.ChecksumIEEE([]byte(id)))
}

// Reset restores the data, clock and faults of a new world.
func (w *World) Reset() { w.t.Helper(); w.Control("POST", "/reset", nil, nil) }

// Advance moves the clock by a duration such as "8d".
func (w *World) Advance(duration string) { w.t.Helper(); w.clock("advance", duration) }

// SetTime sets the clock to a time such as "2026-01-01T00:00:00Z".
func (w *World) SetTime(moment string) { w.t.Helper(); w.clock("set", moment) }

// Freeze stops the clock, or lets it run.
func (w *World) Freeze(frozen bool) { w.t.Helper(); w.clock("frozen", frozen) }

// Now is the time of the world, such as "2026-01-01T00:00:00Z".
func (w *World) Now() string { w.t.Helper(); return w.members("/clock")["now"].(string) }

// Snapshot returns the data, ids and time of this world, to restore later.
func (w *World) Snapshot() Members { w.t.Helper(); return w.members("/snapshot") }

// Restore replaces the world's contents with a snapshot.
func (w *World) Restore(snapshot Members) { w.t.Helper(); w.Control("PUT", "/snapshot", snapshot, nil) }

// Deviations activates exactly these deviations, in every world, so no other test may run at the same time.
func (w *World) Deviations(names ...string) { w.t.Helper(); w.send("PUT", "/deviations", named(names)) }

// Fault adds a fault, such as {"operation": "environments.list", "status": 503, "times": 2}.
func (w *World) Fault(fault Members) { w.t.Helper(); w.Control("POST", "/faults", fault, nil) }

// ClearFaults removes all faults.
func (w *World) ClearFaults() { w.t.Helper(); w.Control("DELETE", "/faults", nil, nil) }

// Scenarios plays exactly these scenarios from now on.
func (w *World) Scenarios(names ...string) { w.t.Helper(); w.send("PUT", "/scenarios", named(names)) }

// Requests returns the client's requests, such as those with operation=environments.list.
func (w *World) Requests(query url.Values) []any {
	w.t.Helper()
	return w.list("/requests", query, "requests")
}

// Unread returns the parameters and body members that no endpoint read, such as misspelt filters.
func (w *World) Unread() []any { w.t.Helper(); return w.list("/requests", nil, "unread") }

// ClearRequests empties the journal.
func (w *World) ClearRequests() { w.t.Helper(); w.Control("DELETE", "/requests", nil, nil) }

// Find returns the records of a collection, such as "projects".
func (w *World) Find(collection string, where url.Values) []any {
	w.t.Helper()
	return w.list("/data/"+collection, where, "data")
}

// Insert creates a record.
func (w *World) Insert(collection string, members Members) Members {
	w.t.Helper()
	record, _ := w.Control("POST", "/data/"+collection, members, nil).(Members)
	return record
}

// Update changes members of a record.
func (w *World) Update(collection, id string, changes Members) {
	w.t.Helper()
	w.Control("PUT", "/data/"+collection+"/"+id, changes, nil)
}

// Remove deletes a record.
func (w *World) Remove(collection, id string) {
	w.t.Helper()
	w.send("DELETE", "/data/"+collection+"/"+id, nil)
}

func (w *World) clock(member string, value any) {
	w.t.Helper()
	w.send("POST", "/clock", Members{member: value})
}

func (w *World) send(method, path string, body any) { w.t.Helper(); w.Control(method, path, body, nil) }

func (w *World) members(path string) Members {
	w.t.Helper()
	answer, _ := w.Control("GET", path, nil, nil).(Members)
	return answer
}

// Without names, the JSON is an empty array and not null.
func named(names []string) []string { return append([]string{}, names...) }

func (w *World) list(path string, query url.Values, member string) []any {
	w.t.Helper()
	answer, _ := w.Control("GET", path, nil, query).(Members)
	items, _ := answer[member].([]any)
	return items
}

// Control calls the control API for this world. GET /_emulator/ lists its endpoints.
func (w *World) Control(method, path string, body any, query url.Values) any {
	w.t.Helper()
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			w.t.Fatal(err)
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, w.root+"/_emulator"+path+"?"+query.Encode(), sent)
	if err != nil {
		w.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Emulator-World", w.Name)
	if token := os.Getenv("PLATFORM_CONTROL_TOKEN"); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	if response.StatusCode >= 300 {
		w.t.Fatalf("%s %s: %d: %s", method, path, response.StatusCode, text)
	}
	var answer any
	if len(text) > 0 {
		if err := json.Unmarshal(text, &answer); err != nil {
			w.t.Fatal(err)
		}
	}
	return answer
}
