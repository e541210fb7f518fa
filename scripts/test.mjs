import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode } from './project.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Set-up, checks, then every test. Everything runs, also after a failure; the last line sums up. */
await runAsCommand(async () => {
  await ensureInstalled()
  const chromium = await ensureChromium()
  const failedChecks = await check()
  console.log('\n── Client build')
  await ensureBuilt()
  const reports = mkdtempSync(join(tmpdir(), 'tandem-reports-'))
  try {
    console.log('\n── Unit, API and live tests')
    const unit = await runVitest(join(reports, 'vitest.json'))
    console.log('\n── Browser tests')
    const browser = await runPlaywright(join(reports, 'playwright.json'), chromium)
    return summary(failedChecks, unit, browser)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
})

/**
 * A failed check counts as one failure: with it the tests alone do not make a good run.
 * @param {string[]} failedChecks
 * @param {Counts} unit
 * @param {Counts} browser
 */
function summary(failedChecks, unit, browser) {
  const passed = unit.passed + browser.passed
  const failed = unit.failed + browser.failed + failedChecks.length
  const skipped = unit.skipped + browser.skipped
  for (const name of failedChecks) console.log(`\nFailed check: ${name}`)
  if (unit.passed + unit.failed === 0 || browser.passed + browser.failed === 0) {
    console.log(`\nNo ${unit.passed + unit.failed === 0 ? 'unit' : 'browser'} test ran, which is a failure.`)
    console.log(`\n${passed} passed, ${failed + 1} failed`)
    return 1
  }
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 ? 1 : 0
}

/**
 * @param {string} report
 * @returns {Promise<Counts>}
 */
async function runVitest(report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters])
  const read = readReport(report)
  if (!read) return { passed: 0, failed: 1, skipped: 0 }
  // A file that cannot be loaded has no tests that could fail.
  const unloaded = read.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failed = read.numFailedTests + unloaded.length
  return {
    passed: read.numPassedTests,
    failed: code !== 0 ? Math.max(failed, 1) : failed,
    skipped: read.numPendingTests + read.numTodoTests,
  }
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
  if (!read) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = read.stats
  const failed = unexpected + flaky
  return { passed: expected, failed: code !== 0 ? Math.max(failed, 1) : failed, skipped }
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
