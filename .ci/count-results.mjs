// Prints the last line of .ci/run from Vitest's JSON report, and fails unless tests ran and all of them passed.
import { readFileSync } from 'node:fs'

const [file, status] = process.argv.slice(2)

function count() {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    // A file that could not be loaded has no tests to count: it is one failure.
    const broken = testResults.filter(
      (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
    ).length
    return { passed: numPassedTests, failed: numFailedTests + broken }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

const { passed, failed } = count()
// Vitest can fail without a failed test, as on an unhandled rejection; so can what runs before it.
const failures = failed === 0 && status !== '0' ? 1 : failed
if (passed + failures === 0) console.error('No test ran.')
console.log(`${passed} passed, ${failures} failed`)
process.exit(failures > 0 || passed === 0 ? 1 : 0)
