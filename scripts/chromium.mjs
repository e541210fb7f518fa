import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { runNode, runProgram } from './project.mjs'

/**
 * Returns the path of a Chromium that starts: from `CHROMIUM_PATH`, the system or Playwright. Returns null if
 * there is none.
 * @returns {string | null}
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (starts(given)) return given
    throw new Error(`CHROMIUM_PATH is ${given}, which is no Chromium that starts.`)
  }
  return [...systemPlaces(), playwrightPlace()].find(starts) ?? null
}

/**
 * Returns the path of a Chromium like `findChromium`, but installs Chromium if it is missing. If that fails, the
 * error explains how to install it manually.
 */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium is on this machine; trying to get one for the browser tests …')
  await installByPlaywright()
  const downloaded = findChromium()
  if (downloaded) return downloaded
  if (isRoot() && existsSync('/usr/bin/apt-get')) await installByApt()
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need a Chromium and none could be installed. Install Chromium or Google Chrome ' +
      '(Debian: apt-get install chromium-headless-shell), or name one: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

function systemPlaces() {
  // Prefer the headless shell, because the browser tests take only two thirds of the time with it.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [
    ...names.flatMap((name) =>
      ['/usr/bin', '/usr/local/bin', '/snap/bin', ...folders].map((folder) => join(folder, name)),
    ),
    '/opt/google/chrome/chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
}

function playwrightPlace() {
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return chromium.executablePath()
}

/**
 * Returns whether the program starts. It must be tried, because Ubuntu installs a stub under this name, and a
 * downloaded Chromium may lack libraries.
 * @param {string} path
 */
function starts(path) {
  if (!existsSync(path)) return false
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

async function installByPlaywright() {
  const cli = 'node_modules/playwright/cli.js'
  await runNode([cli, 'install', 'chromium'], { env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' } })
  const path = playwrightPlace()
  if (isRoot() && existsSync(path) && !starts(path)) await runNode([cli, 'install-deps', 'chromium'])
}

async function installByApt() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update'], { env })
  const install = (/** @type {string} */ name) =>
    runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
  // Install the package `chromium` on systems that have no package for the headless shell, such as Ubuntu.
  if ((await install('chromium-headless-shell')) !== 0) await install('chromium')
}

function isRoot() {
  return process.getuid?.() === 0
}
