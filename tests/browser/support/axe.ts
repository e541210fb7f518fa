import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose verdict depends on the theme. */
const ofColours = ['color-contrast', 'link-in-text-block']

interface Where {
  /** What is looked at, for whoever reads a failure. */
  name?: string
  /** A selector, where less than the page is meant. */
  within?: string
}

/** Axe finds nothing on what is shown now, in light and in dark; for pages whose person follows the system's theme. */
export async function expectAccessible(page: Page, { name = page.url(), within = 'html' }: Where = {}) {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  expect(await problems(page, within), name).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  expect(await problemsOfColours(page, within), `${name} in dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
}

const others = ['dark', 'light_contrast', 'dark_contrast'] as const

/** The same in every theme: all rules in light, those about colours in the three others, on the same page. */
export async function expectAccessibleInThemes(
  page: Page,
  { name = page.url(), within = 'html' }: Where = {},
) {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  expect(await problems(page, within), name).toEqual([])
  for (const theme of others) {
    await html.evaluate((root, next) => root.setAttribute('data-theme', next), theme)
    expect(await problemsOfColours(page, within), `${name} in ${theme}`).toEqual([])
  }
  await html.evaluate((root) => root.setAttribute('data-theme', 'light'))
}

/** What axe finds. */
export async function problems(page: Page, within = 'html'): Promise<string[]> {
  await settled(page)
  return found(builder(page, within).withTags(all))
}

/** What axe finds that may be otherwise in another theme. */
export async function problemsOfColours(page: Page, within = 'html'): Promise<string[]> {
  await settled(page)
  return found(builder(page, within).withRules(ofColours))
}

/** Colours fade from one theme to the other; what is measured on the way is neither's. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const fading = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}

/** In one run within the page: for frames of others axe would open another page each time, which takes three times as long. */
function builder(page: Page, within: string): AxeBuilder {
  return new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .include(within)
    .setLegacyMode()
}

async function found(run: AxeBuilder): Promise<string[]> {
  const { violations } = await run.analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )
}
