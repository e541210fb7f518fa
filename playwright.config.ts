import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium was found; `npm test` installs one.')

/** Chromium uses only the last of repeated switches, so this repeats Playwright's list and adds one feature. */
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
  // With this feature, scripts are compiled again at every load despite the code cache, which takes a fifth of the time
  // to open a board.
  'BackgroundResourceFetch',
]

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // Tests are independent. One more worker than a small machine has cores, because tests often wait for the other
  // user's changes.
  workers: 3,
  // Shared machines are slower. The last line of `npm test` counts the retried tests.
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
        // A test ends before V8's optimised code pays off.
        '--js-flags=--no-opt --no-maglev',
        // GPU and network run in the browser process, because messages between processes cost a tenth of a test.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // A spare renderer process would be started in vain.
        '--renderer-process-limit=1',
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Animations are checked by eye; clicks would wait for them.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
  },
})
