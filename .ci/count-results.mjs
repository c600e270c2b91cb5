// Prints the failures and the last line of .ci/run, and fails unless tests ran and all of them passed. Arguments:
// Vitest's JSON report and the exit status of each command, in pairs. The output of a command is read from the file
// that has the report's name and ends in .log. Plain JavaScript for any Node.
import { existsSync, readFileSync } from 'node:fs'

/** The lines shown of each failure, and of the output of a command that failed without one. */
const linesShown = 40

function tell(title, text) {
  console.error([`\n${title}`, ...text.trimEnd().split('\n').slice(0, linesShown)].join('\n  '))
}

function count(file) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  // A file that failed to load has no tests, so it counts as one failure.
  const broken = testResults.filter(
    (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  )
  for (const { name, message } of broken) tell(`FAILED ${name}`, message)
  for (const { name, assertionResults } of testResults)
    for (const test of assertionResults.filter(({ status }) => status === 'failed'))
      tell(`FAILED ${name} > ${test.fullName}`, test.failureMessages.join('\n'))
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

/** The counts of one command. An error without a failed test counts as one failure. */
function outcome(file, status) {
  let counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    counts = count(file)
  } catch (error) {
    console.error(`The report ${file} cannot be read: ${error.message}`)
  }
  const { passed, failed, skipped } = counts
  if (failed > 0) return counts
  if (passed > 0 && status === '0') return counts
  if (passed === 0) console.error(`No test ran by the report ${file}.`)
  // Vitest can fail without a failed test, as on an unhandled rejection, and so can the script before it.
  const log = file.replace(/\.json$/, '.log')
  if (existsSync(log))
    tell(`No test failed, but the command ended with status ${status}. Its output ends so:`, endOf(log))
  return { passed, failed: 1, skipped }
}

function endOf(file) {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-linesShown).join('\n')
}

const args = process.argv.slice(2)
const totals = { passed: 0, failed: 0, skipped: 0 }
for (let index = 0; index < args.length; index += 2) {
  const counts = outcome(args[index], args[index + 1])
  for (const name of Object.keys(totals)) totals[name] += counts[name]
}

const { passed, failed, skipped } = totals
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
