import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose verdict depends on the colors of a theme. */
const ofColors = ['color-contrast', 'link-in-text-block']

interface Where {
  /** Name of the tested screen, for the failure message. */
  name?: string
  /** A selector that limits the test to a part of the page. */
  within?: string
}

/**
 * Expects that axe finds no accessibility violations in the light and dark theme. The person's theme must be
 * set to follow the system.
 */
export async function expectAccessible(page: Page, { name = page.url(), within = 'html' }: Where = {}) {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await hasHeading(page)
  expect(await findAccessibilityProblems(page, within), name).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  expect(await findColorContrastProblems(page, within), `${name} in dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
}

/** Waits for the heading of the screen. A screen that is still loading has none, which axe would report. */
async function hasHeading(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached()
}

const others = ['dark', 'light_contrast', 'dark_contrast'] as const

/** Checks all rules in the light theme, and the color rules in the three other themes, on the same page. */
export async function expectAccessibleInThemes(
  page: Page,
  { name = page.url(), within = 'html' }: Where = {},
) {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await hasHeading(page)
  expect(await findAccessibilityProblems(page, within), name).toEqual([])
  for (const theme of others) {
    await html.evaluate((root, next) => root.setAttribute('data-theme', next), theme)
    expect(await findColorContrastProblems(page, within), `${name} in ${theme}`).toEqual([])
  }
  await html.evaluate((root) => root.setAttribute('data-theme', 'light'))
}

/** Returns all findings of axe. */
export function findAccessibilityProblems(page: Page, within = 'html'): Promise<string[]> {
  return run(page, within, { runOnly: all })
}

/** Returns all findings of axe that may depend on the theme. */
export function findColorContrastProblems(page: Page, within = 'html'): Promise<string[]> {
  return run(page, within, { runOnly: { type: 'rule', values: ofColors } })
}

/** Colors fade from one theme to the other. A measurement during the transition is valid for neither theme. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const fading = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}

/**
 * Runs axe inside the page, which compiles it once per load. `AxeBuilder` of `@axe-core/playwright` would send and compile it for each run. Frames of
 * other origins are not checked.
 */
async function run(page: Page, within: string, options: RunOptions): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([include, chosen]) => {
      const { violations } = await window.axe.run({ include }, { resultTypes: ['violations'], ...chosen })
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
    },
    [within, options] as const,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
