import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium was found; `npm test` installs one.')

/**
 * Chromium uses only the last `--disable-features` switch. This list therefore repeats Playwright's features and adds one.
 */
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
  // With this feature, Chromium ignores its code cache and compiles scripts at every load. That takes a fifth of the time
  // to open a board.
  'BackgroundResourceFetch',
]

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // Tests are independent of each other. A small machine has two cores, and one more worker uses the time in which tests wait
  // for changes of another user.
  workers: 3,
  // CI machines are slower, so a test may time out. The summary of `npm test` counts the retried tests.
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
        // Tests are too short for V8's optimizing compilers to save time.
        '--js-flags=--no-opt --no-maglev',
        // GPU and network run in the browser process, because messages between processes take a tenth of the time of a test.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // Prevents Chromium from starting a spare renderer process, which tests do not use.
        '--renderer-process-limit=1',
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Clicks would wait for the end of animations, so tests run without them.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
  },
})
