// Reads histories of decisions from standard input, one JSON array of operations per line, and prints for each line
// `true` or `false`: whether some order of its operations, which respects their times, is one that a gate permits.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/anishathalye/porcupine"
)

// What a client asked for, and what it was told. Times are microseconds.
type operation struct {
	Client   int    `json:"client"`
	Call     int64  `json:"call"`
	Return   int64  `json:"return"`
	Kind     string `json:"kind"`
	Revision int    `json:"revision"`
	By       string `json:"by"`
	// "taken", "refused", "busy", or "unknown" without an answer.
	Answer string `json:"answer"`
	// With taken: the current revision after it.
	Now int `json:"now"`
	// With read.
	Seen seen `json:"seen"`
}

type seen struct {
	Revision int      `json:"revision"`
	Outcome  string   `json:"outcome"`
	Given    []string `json:"given"`
}

// A gate that three different people must approve.
const required = 3

type gate struct {
	revision int
	outcome  string
	// Sorted names, joined by commas: states are compared.
	given string
}

func names(given string) []string {
	if given == "" {
		return nil
	}
	return strings.Split(given, ",")
}

func (state gate) permits(input operation) bool {
	if state.outcome != "" || input.Revision != state.revision {
		return false
	}
	return input.Kind != "approve" || !slices.Contains(names(state.given), input.By)
}

func (state gate) after(input operation) gate {
	switch input.Kind {
	case "approve":
		given := append(names(state.given), input.By)
		slices.Sort(given)
		state.given = strings.Join(given, ",")
		if len(given) == required {
			state.outcome = "approved"
		}
	case "edit":
		state.revision++
		state.given = ""
	case "reject":
		state.outcome = "rejected"
	}
	return state
}

func step(before, in, out any) (bool, any) {
	state, input, output := before.(gate), in.(operation), out.(operation)
	if input.Kind == "read" {
		same := output.Seen.Revision == state.revision && output.Seen.Outcome == state.outcome
		// The approvals of a gate that is complete are no longer listed.
		if state.outcome == "" {
			slices.Sort(output.Seen.Given)
			same = same && strings.Join(output.Seen.Given, ",") == state.given
		}
		return same, state
	}
	permitted := state.permits(input)
	switch output.Answer {
	case "taken":
		if !permitted {
			return false, state
		}
		next := state.after(input)
		return next.revision == output.Now, next
	case "refused":
		return !permitted, state
	// Another decision was being carried out: this one had no effect.
	case "busy":
		return true, state
	default:
		if permitted {
			return true, state.after(input)
		}
		return true, state
	}
}

func main() {
	model := porcupine.Model{Init: func() any { return gate{revision: 1} }, Step: step}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var history []operation
		if err := json.Unmarshal(lines.Bytes(), &history); err != nil {
			log.Fatal(err)
		}
		operations := make([]porcupine.Operation, 0, len(history))
		for _, each := range history {
			operations = append(operations, porcupine.Operation{
				ClientId: each.Client, Input: each, Call: each.Call, Output: each, Return: each.Return,
			})
		}
		fmt.Println(porcupine.CheckOperations(model, operations))
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
}
