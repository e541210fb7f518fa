import { expect, type Page } from '@playwright/test'
import { findAccessibilityProblems, findColorContrastProblems } from '../support/axe.ts'
import { test } from '../support/test.ts'

// Runs the tests of this file in one worker, because each further worker would have to build the gallery
// again.
test.describe.configure({ mode: 'default' })

/** Opens the gallery in one column and one theme, so that every component appears once. */
async function open(page: Page, gallery: string, theme = 'light') {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // The gallery shows an avatar with a broken picture on purpose.
    if (message.type() === 'error' && !message.location().url.endsWith('/missing.png'))
      errors.push(message.text())
  })
  await page.addInitScript((stored) => localStorage.setItem('theme', stored), theme)
  await page.goto(gallery)
  const both = page.getByRole('button', { name: 'Light beside dark' })
  await expect(both).toBeVisible()
  if ((await both.getAttribute('aria-pressed')) === 'true') await both.click()
  return errors
}

const picker = (page: Page, label: string) => page.locator(`[role=combobox][aria-label="${label}"]`).first()
const list = (page: Page, label: string) => page.getByRole('dialog', { name: label })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('axe finds nothing on any part in light', async ({ galleryTab: page, gallery }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, gallery, 'light')
  expect(await findAccessibilityProblems(page)).toEqual([])
})

for (const theme of ['dark', 'light_contrast', 'dark_contrast']) {
  test(`axe finds no color hard to read on any part in ${theme}`, async ({ galleryTab: page, gallery }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, gallery, theme)
    expect(await findColorContrastProblems(page)).toEqual([])
  })
}

test('axe finds nothing on anything that opens', async ({ galleryTab: page, gallery }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, gallery, 'dark')
  for (const [name, role] of [
    ['Open menu', 'menu'],
    ['Open dialog', 'dialog'],
    ['Delete…', 'alertdialog'],
    ['2026-11-24', 'dialog'],
    ['Choose picture', 'dialog'],
    ['Beside the list', 'dialog'],
  ] as const) {
    await button(page, name).click()
    await expect(page.getByRole(role)).toBeVisible()
    expect(await findAccessibilityProblems(page, `[role=${role}]`), name).toEqual([])
    if (role !== 'dialog' || name !== 'Beside the list') await page.keyboard.press('Escape')
    else await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole(role)).toBeHidden()
  }
})

test('parts run under a policy without inline code', async ({ galleryTab: page, gallery }) => {
  const errors = await open(page, gallery)
  await button(page, 'Error').click()
  await expect(page.getByText('ATL-97 did not move')).toBeVisible()
  await button(page, 'Choose picture').click()
  await expect(page.getByRole('gridcell', { name: 'grinning face', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await picker(page, 'State').click()
  await expect(list(page, 'State')).toBeVisible()
  expect(errors).toEqual([])
})

test('a picker is searched and answered by keyboard', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await picker(page, 'State').press('Enter')
  await expect(list(page, 'State').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('rev')
  await expect(page.getByRole('option')).toHaveText(['In review'])
  await page.keyboard.press('Enter')
  await expect(list(page, 'State')).toBeHidden()
  await expect(picker(page, 'State')).toHaveText('In review')
  await expect(picker(page, 'State')).toBeFocused()
})

test('a picker is answered by what was typed just before', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await picker(page, 'State').press('Enter')
  await expect(list(page, 'State').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('i')
  await expect(page.locator('[role=option][data-highlighted]')).toBeVisible()
  await list(page, 'State')
    .getByRole('combobox')
    .evaluate(async (field: HTMLInputElement) => {
      field.setRangeText('n rev', 1, 1, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
      // Runs only pending microtasks, as if two keys were pressed without a pause in between.
      await Promise.resolve()
      field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter' }))
    })
  await expect(list(page, 'State')).toBeHidden()
  await expect(picker(page, 'State')).toHaveText('In review')
})

test('a picker closes by the press that opened it', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await picker(page, 'State').click()
  await expect(list(page, 'State')).toBeVisible()
  await picker(page, 'State').click()
  await expect(list(page, 'State')).toBeHidden()
  await picker(page, 'State').click()
  await page.mouse.click(5, 500)
  await expect(list(page, 'State')).toBeHidden()
})

test('several are chosen without the list closing', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await picker(page, 'Assignees').click()
  await page.getByRole('option', { name: /Juno/ }).click()
  await page.getByRole('option', { name: /Lena/ }).click()
  await expect(page.getByRole('option', { selected: true })).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(picker(page, 'Assignees')).toHaveText('3 people')
})

test('a name that no option has is created', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await picker(page, 'Labels').click()
  await list(page, 'Labels').getByRole('combobox').pressSequentially('mobile')
  await page.getByRole('option', { name: 'Create “mobile”' }).click()
  await expect(page.getByRole('option')).toHaveText([/^design/, /^api/, /^perf/, /^mobile/])
})

test('a list that fails to load says so', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await picker(page, 'Failing').click()
  await expect(list(page, 'Failing').getByText('This could not be loaded')).toBeVisible()
})

test('a date is typed or taken from the month', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await button(page, '2026-11-24').click()
  await page.getByLabel('Type a date').fill('2026-12-24')
  await expect(page.getByText('Thursday, December 24, 2026')).toBeVisible()
  await page.keyboard.press('Enter')
  await button(page, '2026-12-24').click()
  await page.getByRole('button', { name: /December 3, 2026/ }).click()
  await expect(button(page, '2026-12-03')).toBeVisible()
})

test('a date out of range is refused', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await button(page, 'Between two dates').click()
  const typed = page.getByLabel('Type a date')
  await typed.fill('2026-11-09')
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  await typed.press('Enter')
  await expect(typed).toBeVisible()
  await expect(page.getByText('Choose Tuesday, November 10, 2026 or a later day.')).toBeVisible()
  await typed.fill('2026-11-11')
  await expect(typed).not.toHaveAttribute('aria-invalid', 'true')
})

test('inline text is saved by Enter, reverted by Escape', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await page.getByRole('button', { name: /^Edit Title/ }).click()
  await page.keyboard.type('A new title')
  await page.keyboard.press('Enter')
  const saved = button(page, 'Edit Title: A new title')
  await expect(saved).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).fill('Another')
  await page.keyboard.press('Escape')
  await expect(saved).toBeFocused()
})

test('a dialog takes focus and gives it back', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await button(page, 'Open dialog').click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Open dialog')).toBeFocused()
})

test('a menu is walked by keys and submenus', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await button(page, 'Open menu').press('Enter')
  await expect(page.getByRole('menuitem', { name: /Rename/ })).toBeFocused()
  await page.keyboard.press('o')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('menuitemradio', { name: 'Manual' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('a right press opens the actions there', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await page.getByText('Right-click here').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /Delete/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('keys and sequences work, but not while typing', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await page.keyboard.press('c')
  await expect(page.getByText('last: c')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByText('last: g h')).toBeVisible()
  await page.getByLabel('Workspace name').fill('')
  await page.keyboard.press('c')
  await expect(page.getByLabel('Workspace name')).toHaveValue('c')
  await expect(page.getByText('last: g h')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(list(page, 'Palette')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('typing after a text has lost the focus triggers no shortcuts', async ({
  galleryTab: page,
  gallery,
}) => {
  await open(page, gallery)
  const name = page.getByLabel('Workspace name')
  const last = (keys: string) => page.getByText(`last: ${keys}`, { exact: true })
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(last('g h')).toBeVisible()
  await name.fill('')
  await page.keyboard.type('Atlas')
  await page.keyboard.press('Tab')
  await page.keyboard.type(' c')
  // The field loses the focus while the user types, as if it were removed from the page.
  await name.focus()
  await page.keyboard.type('A')
  await name.blur()
  await page.keyboard.type('cc')
  await expect(last('g h')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await expect(last('c')).toBeVisible()
  await name.focus()
  await page.keyboard.type('b')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(last('g h')).toBeVisible()
})

test('an open popover holds the keyboard', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByText('last: g h')).toBeVisible()
  for (const name of ['Open popover', 'Add reaction', 'Open menu', '2026-11-24']) {
    await button(page, name).first().press('Enter')
    const float = page.locator('[data-side][data-open]:is([role=dialog], [role=menu])')
    await expect(float).toBeVisible()
    for (const key of ['c', '?']) await page.keyboard.press(key)
    // The focused element may have been removed from the page. The open popup must block shortcuts even when nothing
    // has the focus.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    for (const key of ['c', '?']) await page.keyboard.press(key)
    await page.keyboard.press('Escape')
    await expect(float).toHaveCount(0)
    await expect(page.getByText('last: g h'), name).toBeVisible()
  }
})

test('every picker opens with its current or its first row active', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  const active = page.locator('[role=option][data-highlighted]')
  // Pickers with multiple choice or without a value start at the first row.
  for (const [label, isFirst] of [
    ['State', false],
    ['Assignees', true],
    ['Labels', true],
    ['Loaded', true],
  ] as const) {
    await picker(page, label).press('Enter')
    await expect(active, label).toHaveCount(1)
    if (isFirst) await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted')
    else await expect(active, label).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(active).toHaveCount(0)
  }
})

test('a key pressed as a list closes belongs to the page', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await picker(page, 'State').press('Enter')
  await expect(list(page, 'State').getByRole('combobox')).toBeFocused()
  await list(page, 'State')
    .getByRole('combobox')
    .evaluate(async (field) => {
      const press = (key: string) =>
        field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key }))
      press('Escape')
      // Runs only pending microtasks, as if two keys were pressed without a pause in between.
      await Promise.resolve()
      press('c')
    })
  await expect(page.getByText('last: c')).toBeVisible()
})

test('a closing popup has already restored the focus', async ({ galleryTab: page, gallery }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, gallery)
  // Makes the closing animation longer than any timeout of this test.
  await page.evaluate(() => {
    for (const name of ['--fast', '--slow']) document.documentElement.style.setProperty(name, '60s')
  })
  const openers = [
    button(page, 'Open menu'),
    button(page, 'Open dialog'),
    button(page, 'Delete…'),
    button(page, 'Open popover'),
    button(page, '2026-11-24'),
    picker(page, 'State'),
    button(page, 'Beside the list'),
    button(page, 'Above everything'),
  ]
  for (const opener of openers) {
    await opener.focus()
    await page.keyboard.press('Enter')
    const float = page.locator('[data-open]:is([role=menu], [role=dialog], [role=alertdialog])')
    await expect(float).toHaveCount(1)
    if (await float.getByRole('button').count()) await float.getByRole('button').first().focus()
    await page.keyboard.press('Escape')
    await expect(float).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('the action of a toast undoes a change', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await button(page, 'Undo').click()
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Moved back')).toBeVisible()
})

test('a toast appears above a dialog on a phone and covers none of its buttons', async ({
  galleryTab: page,
  gallery,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const shown = page.locator('[data-sonner-toast]')
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  for (const [name, role] of [
    ['Open dialog', 'dialog'],
    ['Delete…', 'alertdialog'],
    ['Beside the list', 'dialog'],
  ] as const) {
    await open(page, gallery)
    await button(page, 'Undo').click()
    await expect(shown.getByRole('button', { name: 'Undo' })).toBeVisible()
    await button(page, name).click()
    const buttons = page.getByRole(role).getByRole('button')
    await expect(async () => {
      for (const each of await buttons.all()) expect(await each.evaluate(isOnTop)).toBe(true)
      expect(await shown.evaluate(isOnTop)).toBe(true)
      const box = await shown.boundingBox()
      expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(200)
    }, name).toPass({ timeout: 3000 })
  }
})

test('a side sheet leaves the page usable', async ({ galleryTab: page, gallery }) => {
  await open(page, gallery)
  await button(page, 'Beside the list').click()
  const sheet = list(page, 'ATL-108')
  await expect(sheet).toBeVisible()
  await page.getByText('Notify the assignees').click()
  await expect(page.getByRole('checkbox', { name: 'Notify the assignees' })).not.toBeChecked()
  await expect(sheet).toBeVisible()
  await sheet.getByLabel('Comment').press('Escape')
  await expect(sheet).toBeHidden()
})

test('touch targets are 40 pixels wide', async ({ browser, gallery }) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto(gallery)
  const small = page.getByRole('button', { name: 'Small' }).first()
  const hit = await small.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const at = (dy: number) => document.elementFromPoint(left + width / 2, top + height / 2 + dy)
    return at(19) === element && at(-19) === element
  })
  expect(hit).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await context.close()
})
