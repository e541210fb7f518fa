import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { createStepRunner } from './parts.mjs'
import { runAsCommand, runNode } from './project.mjs'

/**
 * Numbers of tests. `retried` tests passed at the second attempt and count as passed. `names` describes the
 * failed tests with file and message, and `seconds` the retried tests.
 * @typedef {{ passed: number, failed: number, skipped: number, retried: number, names: string[], seconds: string[] }} Counts
 */

/**
 * Returns the projects and workers of a Vitest run. Tests wait for timers, jobs and other processes, so more workers
 * than processors keep the processors busy, most of all during the tests of failures.
 * @type {(isFast: boolean) => { projects: string[], workers: number }}
 */
const vitestRun = (isFast) =>
  isFast
    ? { projects: ['server', 'web'], workers: 3 }
    : { projects: ['server', 'web', 'failures'], workers: 4 }

/**
 * The number of bytes of memory that must be free before temporary files are stored in memory. Databases and Chromium
 * profiles take at most 3 GB at once, and the tests themselves need 3 GB.
 */
const temporaryBytes = 6 * 2 ** 30

/** @type {Counts} */
const none = { passed: 0, failed: 0, skipped: 0, retried: 0, names: [], seconds: [] }

/**
 * Installs packages, runs the checks and then all tests, and continues after failures. `--fast` skips browser
 * tests and failure tests. In the generated tests, `--full` tries every combination of call, person and
 * value. The last lines of the output are a summary.
 */
await runAsCommand(
  [
    'npm test   runs the checks and every test; npm run test:fast leaves out those in a browser and of failures,',
    'npm run test:full   tries every combination of call, person and value',
  ].join('\n  '),
  async () => {
    const isFast = process.argv.includes('--fast')
    if (process.argv.includes('--full')) process.env['TEST_FULL'] = '1'
    useMemoryForTemporaryFiles()
    await ensureInstalled()
    const chromium = isFast ? null : await ensureChromium()
    const parts = createStepRunner()
    const failures = await runChecks(parts)
    const isBuilt = await parts.run('Client build', build)
    if (!isBuilt) failures.push('Client build')
    const reports = mkdtempSync(join(tmpdir(), 'tandem-reports-'))
    try {
      const title = isFast ? 'Unit, API and live tests' : 'Unit, API and live tests, and tests of failures'
      const unit = await parts.run(title, () => runVitest(join(reports, 'vitest.json'), vitestRun(isFast)))
      if (unit.passed + unit.failed === 0) failures.push('No unit, API or live test ran')
      if (chromium === null) return summary(parts, failures, [unit])
      const browser = await parts.run('Browser tests', async () =>
        isBuilt ? runPlaywright(join(reports, 'playwright.json'), chromium) : none,
      )
      if (browser.passed + browser.failed === 0) failures.push('No browser test ran')
      return summary(parts, failures, [unit, browser])
    } finally {
      rmSync(reports, { recursive: true, force: true })
    }
  },
)

/**
 * Prints the summary. Failed checks and builds count as failures too. Each failure is printed again here,
 * because its first message is far above in the output.
 * @param {import('./parts.mjs').Parts} parts
 * @param {string[]} failures
 * @param {Counts[]} counts
 */
function summary(parts, failures, counts) {
  for (const name of [...failures, ...counts.flatMap(({ names }) => names)]) console.log(`\nFailed: ${name}`)
  const sum = (/** @type {Exclude<keyof Counts, 'names' | 'seconds'>} */ of) =>
    counts.reduce((all, each) => all + each[of], 0)
  const failed = sum('failed') + failures.length
  const skippedToo = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  const retriedToo = sum('retried') > 0 ? `, ${sum('retried')} at the second attempt` : ''
  console.log(`\n${parts.report()}`)
  console.log(`\n${sum('passed')} passed, ${failed} failed${skippedToo}${retriedToo}`)
  return failed > 0 ? 1 : 0
}

/**
 * Stores temporary files in Linux's memory file system if it has enough free space, unless the caller has chosen a
 * folder. On a disk, copying the template database takes a tenth of the processor time of the unit tests.
 */
function useMemoryForTemporaryFiles() {
  const folder = '/dev/shm'
  if (process.env['TMPDIR'] || !existsSync(folder)) return
  const { bavail, bsize } = statfsSync(folder)
  if (Math.min(bavail * bsize, freemem()) >= temporaryBytes) process.env['TMPDIR'] = folder
}

async function build() {
  try {
    await ensureBuilt()
    return true
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return false
  }
}

/**
 * @param {string} report
 * @param {{ projects: string[], workers: number }} which
 * @returns {Promise<Counts>}
 */
async function runVitest(report, { projects, workers }) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects.map((name) => `--project=${name}`)
  const code = await runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    `--maxWorkers=${workers}`,
    ...reporters,
    ...chosen,
  ])
  const read = readReport(report)
  if (!read) return { ...none, failed: 1, names: ['the tests did not come to their end'] }
  const names = read.testResults.flatMap(failuresOf)
  const seconds = read.testResults.flatMap(retriedOf)
  if (code !== 0 && names.length === 0) names.push('something outside of a test; it stands above')
  return {
    passed: read.numPassedTests,
    failed: names.length,
    skipped: read.numPendingTests + read.numTodoTests,
    retried: seconds.length,
    names,
    seconds,
  }
}

/**
 * Returns the failures of a test file. If a file cannot be loaded or its setup fails, Vitest reports no
 * failed test, so the file counts as a failure.
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @param {VitestFile} file
 */
function failuresOf(file) {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length > 0) return failed.map((test) => described(file, test))
  return file.status === 'failed'
    ? [`${relative(process.cwd(), file.name)}\n${firstLines(file.message)}`]
    : []
}

/** @param {VitestFile} file */
function retriedOf(file) {
  const retried = file.assertionResults.filter(
    ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
  )
  return retried.map((test) => described(file, test))
}

/**
 * @param {VitestFile} file
 * @param {VitestTest} test
 */
function described({ name }, { fullName, failureMessages }) {
  return `${relative(process.cwd(), name)} › ${fullName}\n${firstLines(failureMessages.join('\n'))}`
}

/** @param {string} text */
function firstLines(text) {
  return text.split('\n', 12).join('\n')
}

/**
 * @param {string} report
 * @param {string} chromium
 * @returns {Promise<Counts>}
 */
async function runPlaywright(report, chromium) {
  const code = await runNode(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: chromium },
  })
  const read = readReport(report)
  if (!read) return { ...none, failed: 1, names: ['the browser tests did not come to their end'] }
  const { expected, unexpected, flaky, skipped } = read.stats
  /** @type {Spec[]} */
  const specs = read.suites.flatMap(specsOf)
  const names = specs.filter(({ ok }) => !ok).map(titleOf)
  const seconds = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(titleOf)
  if (code !== 0 && names.length === 0) names.push('something outside of a browser test; it stands above')
  return {
    passed: expected + flaky,
    failed: Math.max(unexpected, names.length),
    skipped,
    retried: flaky,
    names,
    seconds,
  }
}

/**
 * @typedef {{ file: string, title: string, ok: boolean, tests: { status: string }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** @param {Spec} spec */
function titleOf({ file, title }) {
  return `${file} › ${title}`
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
