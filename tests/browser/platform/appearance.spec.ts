import { expect, type Page } from '@playwright/test'
import { expectAccessibleInThemes, findAccessibilityProblems } from '../support/axe.ts'
import { createTwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

function token(page: Page, name: string) {
  return page.evaluate((one) => document.documentElement.style.getPropertyValue(one), name)
}

test('own colors are chosen by keys, corrected, kept and followed by another tab', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const other = await ann.context().newPage()
  await other.goto(team.board)
  await ann.goto(`/${team.slug}/settings/profile/appearance`)
  const themes = ann.getByRole('radiogroup', { name: 'Theme' })
  await expect(themes).toBeVisible()
  await expectAccessibleInThemes(ann)
  await themes.getByRole('radio', { name: 'System' }).focus()
  await ann.keyboard.press('ArrowUp')
  await expect(themes.getByRole('radio', { name: 'Custom theme' })).toBeChecked()

  await ann.getByRole('textbox', { name: 'Background', exact: true }).fill('#12203a')
  await ann.getByRole('textbox', { name: 'Text', exact: true }).fill('blue')
  await expect(ann.getByText('Enter a color like #4b54d8')).toBeVisible()
  await ann.getByRole('textbox', { name: 'Text', exact: true }).fill('#24406a')
  await expect(ann.getByText(/^Contrast 1\.\d:1\. Hard to read/).first()).toBeVisible()
  await ann.getByRole('button', { name: 'Fix contrast: Text' }).press('Enter')
  await expect(ann.getByRole('button', { name: 'Fix contrast: Text' })).toHaveCount(0)
  await ann.getByRole('textbox', { name: 'Accent', exact: true }).fill('#ffcc00')
  await expect(ann.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(() => token(other, '--accent')).toBe('#ffcc00')
  await expect.poll(() => token(other, '--sheet')).toBe('#12203a')
  expect(await findAccessibilityProblems(ann)).toEqual([])
  const kept = async () => (await team.ann.call('getProfile', {})).theme
  await expect.poll(kept).toMatchObject({ theme: 'custom', background: '#12203a', primary: '#ffcc00' })

  // The test blocks all script files, so only the inline script that runs before the first paint can apply the theme.
  await other.route('**/assets/*.js', (route) => route.abort())
  await other.reload({ waitUntil: 'domcontentloaded' })
  expect(await token(other, '--sheet')).toBe('#12203a')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')

  // The test deletes the local settings, so that the client has to read the theme from the profile, as on a new
  // device.
  await ann.evaluate(() => localStorage.clear())
  await ann.reload()
  await expect.poll(() => token(ann, '--sheet')).toBe('#12203a')
  await ann.getByRole('button', { name: 'Reset colors' }).click()
  await expect.poll(() => token(ann, '--sheet')).toBe('#fbf6ee')
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => token(ann, '--sheet')).toBe('#12203a')
  await themes.getByRole('radio', { name: 'Light', exact: true }).click()
  await expect.poll(() => token(ann, '--sheet')).toBe('')
})
