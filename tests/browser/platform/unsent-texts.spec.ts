import { expect, type Page } from '@playwright/test'
import { countStoredText, countUnsentMarks } from '../support/stored-documents.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

/** Opens the first item, writes `words` without a network, and closes Tandem. */
async function writeOffline(page: Page, words: string): Promise<void> {
  // The code of the board is loaded while the browser is online.
  await page.goto(team.board)
  await expect(page.locator('[data-card]')).toBeVisible()
  await visit(page, `/${team.slug}/browse/ATL-1`)
  const text = page.getByRole('textbox', { name: 'Description' })
  await expect(text).toBeEditable()
  await text.click()
  await page.context().setOffline(true)
  // One edit is stored at once. Closing the page could interrupt the storing of many edits.
  await page.keyboard.insertText(words)
  await visit(page, team.board)
  await expect(page.getByText('Offline. 1 change is waiting to be sent.')).toBeVisible()
  await page.goto('about:blank')
}

test('a text that was edited offline is sent although its page is not opened again', async ({ ann }) => {
  const item = await createItem(team, 'Written on the train')
  await writeOffline(ann, 'Only on this device')
  await ann.context().setOffline(false)
  await ann.goto(`/${team.slug}/notifications`)
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  const serverText = async () => (await team.ann.call('getWorkItem', { params })).description_html
  await expect.poll(serverText, { timeout: 20_000 }).toContain('Only on this device')
})

test('edits of a tab that was closed offline are sent although another tab has sent its own', async ({
  ann,
}) => {
  const item = await createItem(team, 'Written in two tabs')
  const other = await ann.context().newPage()
  const address = `/${team.slug}/browse/ATL-1`
  await other.goto(address)
  const text = other.getByRole('textbox', { name: 'Description' })
  await expect(text).toBeEditable()
  await writeOffline(ann, 'In the closed tab')
  await text.click()
  await other.keyboard.insertText('In the open tab')
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  const serverText = async () => (await team.ann.call('getWorkItem', { params })).description_html
  await ann.context().setOffline(false)
  await expect.poll(serverText).toContain('In the open tab')
  // The open tab has removed its own mark, and the mark of the closed tab stays.
  await expect.poll(() => countUnsentMarks(other, item.id)).toBe(1)
  await other.goto(`/${team.slug}/notifications`)
  await expect.poll(serverText, { timeout: 20_000 }).toContain('In the closed tab')
  await expect.poll(() => countUnsentMarks(other, item.id)).toBe(0)
  await other.close()
})

test('a text that the user can no longer edit can be copied before it is discarded', async ({ max }) => {
  const item = await createItem(team, 'Only for members')
  await writeOffline(max, 'Nobody else has this')
  const params = { slug: team.slug, project_id: team.project_id }
  const members = await team.ann.call('listProjectMembers', { params })
  const membership = members.find(({ member_id }) => member_id === team.max.id)
  await team.ann.call('removeProjectMember', { params: { ...params, member_id: membership?.id ?? '' } })
  await max.context().setOffline(false)
  await max.goto(`/${team.slug}/notifications`)
  const dialog = max.getByRole('alertdialog', { name: 'Your changes could not be saved' })
  await expect(dialog.getByText('Nobody else has this')).toBeVisible({ timeout: 20_000 })
  await max.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy as Markdown' }).click()
  expect(await max.evaluate(() => navigator.clipboard.readText())).toContain('Nobody else has this')
  expect(await countStoredText(max, item.id)).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => countStoredText(max, item.id)).toBe(0)
})
