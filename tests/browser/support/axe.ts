import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result depends on the colors of a theme. */
const ofColors = ['color-contrast', 'link-in-text-block']
const everyRule: RunOptions = { runOnly: all }
const colorRules: RunOptions = { runOnly: { type: 'rule', values: ofColors } }

interface Where {
  /** Name of the tested screen, for the failure message. */
  name?: string
  /**
   * A selector that limits the test to a part of the page. The default is everything except the sidebar, which is equal on all screens:
   * `platform/accessibility.spec.ts` checks it with each screen.
   */
  within?: string
}

const sidebar = 'aside:has(~ #main)'

/**
 * Expects that axe finds no accessibility violations in the light theme, and no violations of its color
 * rules in the dark theme.
 */
export function expectAccessible(page: Page, where?: Where): Promise<void> {
  return expectAccessibleIn(page, ['dark'], where)
}

/** Checks all rules in the light theme, and the color rules in the three other themes, on the same page. */
export function expectAccessibleInThemes(page: Page, where?: Where): Promise<void> {
  return expectAccessibleIn(page, ['dark', 'light_contrast', 'dark_contrast'], where)
}

async function expectAccessibleIn(page: Page, others: string[], { name = page.url(), within }: Where = {}) {
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // Axe would report the missing heading of a screen that is still loading.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached()
  const passes = others.map((theme) => ({ theme, options: colorRules }))
  const found = await run(page, within, [{ theme: 'light', options: everyRule }, ...passes])
  // A soft expectation lets a test that checks many screens report the findings of all of them.
  expect.soft(found, name).toEqual([])
}

/** Returns all findings of axe. */
export function findAccessibilityProblems(page: Page, within?: string): Promise<string[]> {
  return run(page, within, [{ options: everyRule }])
}

/** Returns all findings of axe that may depend on the theme. */
export function findColorContrastProblems(page: Page, within?: string): Promise<string[]> {
  return run(page, within, [{ options: colorRules }])
}

/** Waits for fades between colors, because a measurement during a fade is valid for neither color. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const fading = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}

interface Pass {
  /** The theme of the page during this pass. The default is its current theme. */
  theme?: string
  options: RunOptions
}

/**
 * Runs axe inside the page. The page compiles axe once per load, whereas `AxeBuilder` of `@axe-core/playwright` would
 * send and compile it for each run. Frames of other origins are not checked. This function sets the theme with an
 * attribute, because emulating another color scheme of the system takes longer than running axe. It disables
 * transitions meanwhile, because colors that are measured during a transition belong to neither theme.
 */
async function run(page: Page, within: string | undefined, passes: Pass[]): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([chosen, part, aside]) => {
      const { dataset } = document.documentElement
      const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
      const context =
        part === undefined ? { include: find('html'), exclude: find(aside) } : { include: find(part) }
      const shown = dataset['theme']
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets.push(still)
      const found: string[] = []
      for (const { theme, options } of chosen) {
        if (theme !== undefined) dataset['theme'] = theme
        const { violations } = await window.axe.run(context, { resultTypes: ['violations'], ...options })
        for (const { id, nodes } of violations)
          found.push(`${theme ?? shown}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
      }
      dataset['theme'] = shown
      // Forces a style calculation, so that the former theme is applied while transitions are still disabled.
      document.body.getBoundingClientRect()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
      return found
    },
    [passes, within, sidebar] as const,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
