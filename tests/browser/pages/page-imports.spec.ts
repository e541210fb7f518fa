import { expect, type Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { expectAccessible, expectAccessibleInThemes } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const list = () => `/${team.slug}/projects/${team.project_id}/pages`
const dialog = (page: Page) => page.locator('[data-modal]')
const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(content),
})

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
}

test('several files of Markdown become pages below the chosen one, and one Undo takes them back', async ({
  ann,
}) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const above = await team.ann.call('createPage', { params, body: { name: 'Handbook' } })
  await visit(ann, list())
  await openImport(ann)
  await expectAccessibleInThemes(ann, { within: '[data-modal]' })
  await expect(dialog(ann)).toContainText('Everyone in the project can see and edit the pages.')
  await dialog(ann).getByRole('combobox', { name: 'Import into' }).click()
  await ann.getByRole('option', { name: 'Workspace pages' }).click()
  await expect(dialog(ann)).toContainText('All members of the workspace can see and edit the pages.')
  await dialog(ann).getByRole('combobox', { name: 'Import into' }).click()
  await ann.getByRole('option', { name: 'Atlas' }).click()
  await dialog(ann)
    .locator('input[type=file]')
    .setInputFiles([
      text('setup.md', '# Setting up\n\n[Next](daily.md) and [gone](gone.md)'),
      text('daily.md', 'Every day'),
    ])
  await expect(dialog(ann).getByRole('list', { name: 'Selected files' }).getByRole('listitem')).toHaveCount(2)
  await dialog(ann).getByRole('combobox', { name: 'Parent page' }).click()
  await ann.getByRole('option', { name: 'Handbook' }).click()
  await dialog(ann).getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog(ann)).toContainText('2 pages imported')
  await expect(dialog(ann)).toContainText('gone.md')
  await expectAccessible(ann, { within: '[data-modal]' })
  const link = dialog(ann).getByRole('link', { name: 'Setting up' }).first()
  await link.click()
  await expect(ann.getByRole('textbox', { name: 'Page text' })).toContainText('Next and gone')
  const pages = await team.ann.call('listPages', { params })
  expect(
    pages
      .filter((page) => page.parent === above.id)
      .map((page) => page.name)
      .sort(),
  ).toEqual(['Setting up', 'daily'])
  // Opens the report of the import again and undoes the import.
  await visit(ann, list())
  await openImport(ann)
  await dialog(ann)
    .getByRole('button', { name: /2 files/ })
    .click()
  await dialog(ann).getByRole('button', { name: 'Undo import' }).click()
  await expect(ann.getByRole('link', { name: 'Setting up' })).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(ann.getByRole('link', { name: 'Setting up' })).toBeVisible()
})

test('dropped files open the import dialog, and unreadable files are reported', async ({ ann }) => {
  await ann.setViewportSize({ width: 390, height: 800 })
  await visit(ann, list())
  await expect(ann.getByText('No pages yet')).toBeVisible()
  const zip = zipSync({ 'a.md': strToU8('Text'), 'b.pdf': strToU8('%PDF') })
  const transfer = await ann.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'notes.zip'))
      return data
    },
    [...zip],
  )
  await ann.getByText('No pages yet').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(dialog(ann)).toContainText('notes.zip')
  await dialog(ann).getByRole('button', { name: 'Private' }).click()
  await dialog(ann).getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog(ann)).toContainText('1 page imported · 1 file skipped')
  await expect(dialog(ann)).toContainText('Not used on any page')
})
