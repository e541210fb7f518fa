import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { runAsCommand, runNode } from './project.mjs'

/**
 * `retried` passed as well, at the second attempt.
 * @typedef {{ passed: number, failed: number, skipped: number, retried: number }} Counts
 */

/** @type {Counts} */
const none = { passed: 0, failed: 0, skipped: 0, retried: 0 }

/** Set-up, checks, then every test. Everything runs, also after a failure; the last line sums up. */
await runAsCommand(async () => {
  await ensureInstalled()
  const chromium = await ensureChromium()
  const failures = await check()
  const isBuilt = await build()
  if (!isBuilt) failures.push('Client build')
  const reports = mkdtempSync(join(tmpdir(), 'tandem-reports-'))
  try {
    console.log('\n── Unit, API and live tests')
    const unit = await runVitest(join(reports, 'vitest.json'))
    if (unit.passed + unit.failed === 0) failures.push('No unit, API or live test ran')
    console.log('\n── Browser tests')
    const browser = isBuilt ? await runPlaywright(join(reports, 'playwright.json'), chromium) : none
    if (browser.passed + browser.failed === 0) failures.push('No browser test ran')
    return summary(failures, unit, browser)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
})

/**
 * What failed apart from the tests counts as a failure each: with it the tests alone do not make a good run.
 * @param {string[]} failures
 * @param {Counts} unit
 * @param {Counts} browser
 */
function summary(failures, unit, browser) {
  for (const name of failures) console.log(`\nFailed: ${name}`)
  const failed = unit.failed + browser.failed + failures.length
  const skipped = unit.skipped + browser.skipped
  const skippedToo = skipped > 0 ? `, ${skipped} skipped` : ''
  const retriedToo = browser.retried > 0 ? `, ${browser.retried} at the second attempt` : ''
  console.log(`\n${unit.passed + browser.passed} passed, ${failed} failed${skippedToo}${retriedToo}`)
  return failed > 0 ? 1 : 0
}

async function build() {
  console.log('\n── Client build')
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
 * @returns {Promise<Counts>}
 */
async function runVitest(report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters])
  const read = readReport(report)
  if (!read) return { ...none, failed: 1 }
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
    retried: 0,
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
  if (!read) return { ...none, failed: 1 }
  const { expected, unexpected, flaky, skipped } = read.stats
  const failed = code !== 0 ? Math.max(unexpected, 1) : unexpected
  return { passed: expected + flaky, failed, skipped, retried: flaky }
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}
