import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const html =
  '<h2>Plan</h2><ul><li><p>Ship <strong>it</strong></p></li></ul><details><summary>More</summary><p>Inside</p></details>'
const markdown = '## Plan\n\n- Ship **it**\n\n<details>\n<summary>More</summary>\n\nInside\n\n</details>'

/**
 * Dispatches a copy event and returns the plain text that the editor writes to the clipboard for the
 * selection.
 */
const copied = (page: Page) =>
  text(page).evaluate((field) => {
    const clipboardData = new DataTransfer()
    field.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/plain')
  })

test('copied text is Markdown and pastes as the same blocks', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const item = await team.ann.call('createWorkItem', {
    params,
    body: { name: 'Source', description_html: html },
  })
  await visit(ann, `${team.board}?peek=${item.id}`)
  await expect(text(ann)).toBeEditable()
  await text(ann).getByText('Plan').click()
  await ann.keyboard.press('Control+a')
  expect(await copied(ann)).toBe(markdown)
  // Unformatted text within one block is copied without Markdown syntax, here without the `##` of the
  // heading.
  await text(ann).getByText('Plan').click()
  await ann.keyboard.press('Home')
  await ann.keyboard.press('Shift+End')
  await expect.poll(() => copied(ann)).toBe('Plan')
  const other = await createItem(team, 'Target')
  await visit(ann, `${team.board}?peek=${other.id}`)
  await expect(text(ann)).toBeEditable()
  await text(ann).click()
  await text(ann).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, markdown)
  await expect
    .poll(
      async () =>
        (await team.max.call('getWorkItem', { params: { ...params, id: other.id } })).description_html,
    )
    .toBe(html)
})

test('the menus of a page and a description copy Markdown', async ({ ann, max }) => {
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await max.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const params = { slug: team.slug, project_id: team.project_id }
  const page = await team.ann.call('createPage', { params, body: { name: 'Plan', description_html: html } })
  const item = await team.ann.call('createWorkItem', {
    params,
    body: { name: 'Source', description_html: html },
  })
  const clipboard = (at: Page) => at.evaluate(() => navigator.clipboard.readText())
  // Copies from the list of pages, where the document is not open.
  await visit(max, `/${team.slug}/projects/${team.project_id}/pages`)
  await max.getByRole('button', { name: 'Actions for Plan' }).click()
  await max.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
  await expect(max.getByText('Copied as Markdown')).toBeVisible()
  expect(await clipboard(max)).toBe(markdown)
  // Copies from the open page, including text that has just been typed.
  await visit(ann, `/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  const body = ann.getByRole('textbox', { name: 'Page text' })
  await expect(body).toBeEditable()
  await body.getByText('Plan').click()
  await ann.keyboard.press('End')
  await ann.keyboard.type(' B')
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
  await expect.poll(() => clipboard(ann)).toBe(markdown.replace('Plan', 'Plan B'))
  await visit(ann, `${team.board}?peek=${item.id}`)
  await ann.getByRole('dialog').getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Copy', exact: true }).hover()
  await ann.getByRole('menuitem', { name: 'Copy description as Markdown' }).click()
  await expect.poll(() => clipboard(ann)).toBe(markdown)
})
