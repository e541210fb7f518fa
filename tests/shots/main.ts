import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { runCommand } from '#api/platform/db/command-line.ts'
import { isLanguage, type Language, languages } from '#common/locales/languages.ts'
import { findChromium } from '../../scripts/chromium.mjs'
import { startServerProcess } from '../support/server-process.ts'
import { findCutTexts, findOverlaps } from './layout-faults.ts'
import { type ScreenshotData, type ScreenshotScreen, screenshotScreens } from './screens.ts'
import { createScreenshotData } from './stage.ts'

const folder = resolve(import.meta.dirname, '../../shots')
const sizes = { 1440: 900, 390: 844 }
/**
 * With `--blink-settings`, Chromium no longer uses its default pointer settings. These values are those of a mouse
 * (`Settings.json5` of Blink).
 */
const mouse = 'primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2'
const themes = { light: 'light', dark: 'dark', light_contrast: 'light', dark_contrast: 'dark' } as const
/** The number of milliseconds after which all fade-in animations have ended. */
const settling = 700

/**
 * `npm run shots` takes a picture of every screen, and `npm run shots -- board peek` only of the named screens. It
 * takes each picture in desktop and phone width, in light and dark: `shots/board-1440-dark.png`. People look through
 * the pictures; the tool does not compare them. `--contrast` uses the high-contrast themes, `--font 24` a larger font
 * of the browser, and `--language de` another language of the interface.
 */
async function main(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      contrast: { type: 'boolean', default: false },
      font: { type: 'string' },
      language: { type: 'string', default: 'en' },
    },
  })
  const unknown = positionals.filter((name) => !screenshotScreens.some((screen) => screen.name === name))
  if (unknown.length > 0)
    throw new Error(`There is no screen ${unknown.join(', ')}; see tests/shots/screens.ts.`)
  const { language } = values
  if (!isLanguage(language))
    throw new Error(`There is no language ${language}; see common/locales/languages.ts.`)
  const wanted = screenshotScreens.filter(
    ({ name, act }) =>
      (positionals.length === 0 || positionals.includes(name)) &&
      // Skip screens with actions in other languages, because the actions find buttons by their English
      // names.
      (language === 'en' || act === undefined),
  )
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium was found; `npm test` installs one.')
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-shots-'))
  const server = await startServerProcess(dataDir, everyProvider)
  const browser = await chromium.launch({
    executablePath,
    args: [
      // With font hinting, headless Chromium rounds the width of each letter, so that spaces between words vary.
      '--font-render-hinting=none',
      ...(values.font === undefined
        ? []
        : [`--blink-settings=${mouse},defaultFontSize=${Number(values.font)}`]),
    ],
  })
  try {
    await mkdir(folder, { recursive: true })
    const stage = await createScreenshotData(server)
    await stage.ann.call('updateProfile', { body: { language } })
    const shown = (['light', 'dark'] as const).map((theme) =>
      values.contrast ? (`${theme}_contrast` as const) : theme,
    )
    const suffix = `${values.font === undefined ? '' : `-font${values.font}`}${language === 'en' ? '' : `-${language}`}`
    for (const width of [1440, 390] as const)
      for (const screen of wanted)
        await take(browser, server.url, { stage, screen, width, shown, suffix, language })
    console.log(`${wanted.length * 4} pictures are in ${folder}`)
  } finally {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Enables every provider, so that the sign-in screen shows all of them. The tool never contacts one. */
const everyProvider = Object.fromEntries(
  ['GOOGLE', 'GITHUB', 'GITLAB', 'GITEA', 'OIDC'].flatMap((name) => [
    [`IS_${name}_ENABLED`, '1'],
    [`${name}_CLIENT_ID`, 'tandem'],
    [`${name}_CLIENT_SECRET`, 'tandem'],
    ...(name === 'OIDC'
      ? [
          ['OIDC_ISSUER', 'https://id.example.com'],
          ['OIDC_NAME', 'Example ID'],
        ]
      : []),
  ]),
)

interface Picture {
  stage: ScreenshotData
  screen: ScreenshotScreen
  width: keyof typeof sizes
  shown: readonly (keyof typeof themes)[]
  /** The suffix of the file names. */
  suffix: string
  language: Language
}

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const { stage, screen, width, shown, suffix, language } = picture
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: sizes[width] },
    isMobile: width === 390,
    hasTouch: width === 390,
    locale: language === 'en' ? 'en-US' : languages[language].tag,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  try {
    const [cookie = '', value = ''] = stage.ann.cookie.split('=')
    if (!screen.isPublic) await context.addCookies([{ name: cookie, value, url }])
    const { layout = 'kanban', display = {}, of = (all: ScreenshotData) => all } = screen
    const { slug, project_id } = of(stage)
    await stage.ann.call('updateUserProperties', {
      params: { slug, project_id },
      query: { context: 'project' },
      body: { display_filters: { layout, group_by: 'state', sub_group_by: null, ...display } },
    })
    const page = await context.newPage()
    await page.goto(screen.path(stage))
    await stand(page)
    await screen.act?.(page, stage)
    await stand(page)
    if (language !== 'en')
      for (const fault of [...(await page.evaluate(findCutTexts)), ...(await page.evaluate(findOverlaps))])
        console.log(`${screen.name} at ${width} in ${language}: ${fault}`)
    for (const theme of shown) {
      await page.emulateMedia({ colorScheme: themes[theme], reducedMotion: 'reduce' })
      // Waits until the page has applied the color scheme of the system.
      await page.waitForTimeout(settling / 3)
      if (theme !== themes[theme])
        await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
      await page.screenshot({ path: join(folder, `${screen.name}-${width}-${theme}${suffix}.png`) })
    }
  } catch (error) {
    console.error(
      `${screen.name} at ${width}: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    )
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

/** Waits until the page has loaded and its animations have ended. */
async function stand(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('#root')?.textContent ?? '') !== '')
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(settling)
}

const usage = `
  npm run shots                every screen at two widths, light and dark, in shots/
  npm run shots -- board peek  some of them: ${screenshotScreens.map(({ name }) => name).join(', ')}
    --contrast                 with more contrast
    --font 24                  in a browser with large type
    --language de              in another language, without the screens that need clicks
`

await runCommand(usage, main)
