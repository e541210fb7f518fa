import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium was found; `npm test` installs one.')

/** Of two such switches Chromium heeds the last, so here is Playwright's list again, and one feature of our own. */
const disabledFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // With it scripts are parsed and compiled anew at every load, though what came of that is kept: a fifth of opening a board.
  'BackgroundResourceFetch',
]

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // No test builds on another. One more worker than the cores of a small machine: while two people wait for each other's changes, others go on.
  workers: 3,
  // Where the machine is shared; the last line of `npm test` counts what needed it.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      args: [
        // A test is over before code that V8 optimises has paid for that.
        '--js-flags=--no-opt --no-maglev',
        // What draws and what speaks with the network need no processes of their own: messages between processes cost a tenth of a test.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // Nor does the page after this one: a process that waits for it is started in vain, since another takes it.
        '--renderer-process-limit=1',
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // What slides and fades in is looked at by eye; a press waits until it stands still.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
  },
})
