import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { makeTeam, type Team, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
})

const list = (page: Page) => page.getByRole('list', { name: 'Drafts' })
const lines = (page: Page) => list(page).getByRole('listitem')
const inSidebar = (page: Page) => page.getByRole('link', { name: /^Drafts/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a draft is saved on close, shown in all tabs, continued and created by keyboard', async ({
  ann,
  max,
}) => {
  const other = await ann.context().newPage()
  await other.goto(`/${team.slug}/drafts`)
  await expect(other.getByText('No drafts')).toBeVisible()
  await visit(max, `/${team.slug}/drafts`)
  await visit(ann, team.board)
  await expect(ann.getByRole('button', { name: 'New work item' }).first()).toBeVisible()
  await ann.keyboard.press('c')
  const making = dialog(ann, 'New work item')
  await making.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
  await making.getByRole('textbox', { name: 'Description' }).fill('And how it goes on')
  await ann.keyboard.press('Escape')
  await expect(ann.getByText('Draft saved')).toBeVisible()
  await expect(inSidebar(ann)).toHaveText('Drafts1')
  await expect(lines(other)).toContainText(['Half a thought'])
  await expect(lines(other)).toContainText('And how it goes on')
  await expect(lines(max)).toHaveCount(0)
  // The next item starts empty.
  await ann.keyboard.press('c')
  await expect(making.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  await ann.keyboard.press('Escape')
  await expect(making).toHaveCount(0)
  await ann.keyboard.press('g')
  await ann.keyboard.press('j')
  await expect(ann).toHaveURL(/\/drafts$/)
  await list(ann).getByRole('button', { name: 'Half a thought', exact: true }).press('Enter')
  const editing = dialog(ann, 'Edit draft')
  await expect(editing.getByRole('textbox', { name: 'Description' })).toHaveText('And how it goes on')
  await editing.getByRole('textbox', { name: 'Title' }).fill('A whole thought')
  await ann.keyboard.press('Escape')
  await expect(lines(other)).toContainText(['A whole thought'])
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(lines(other)).toContainText(['Half a thought'])
  await expectAccessible(ann)
  await list(ann).getByRole('button', { name: 'Actions for Half a thought' }).press('Enter')
  await ann.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect(other.getByText('No drafts')).toBeVisible()
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(lines(other)).toContainText(['Half a thought'])
  await list(ann).getByRole('button', { name: 'Half a thought', exact: true }).press('Enter')
  await expect(editing.getByRole('textbox', { name: 'Description' })).toHaveText('And how it goes on')
  await editing.getByRole('textbox', { name: 'Title' }).press('ControlOrMeta+Enter')
  await expect(inSidebar(ann)).toHaveText('Drafts')
  await expect(other.getByText('No drafts')).toBeVisible()
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect(max.getByRole('button', { name: 'Edit Title: Half a thought' })).toBeVisible()
  await expect(max.getByRole('textbox', { name: 'Description' })).toHaveText('And how it goes on')
  await other.close()
})

test('a draft is created as an item from the list, or opened if it has no title', async ({ ann }) => {
  const params = { slug: team.slug }
  const { project_id } = team
  await team.ann.call('createDraft', {
    params,
    body: { name: 'Ready', project_id, description_html: '<p>All of it</p>' },
  })
  await team.ann.call('createDraft', { params, body: { project_id, priority: 'high' } })
  await visit(ann, `/${team.slug}/drafts`)
  await list(ann).getByRole('button', { name: 'Untitled', exact: true }).focus()
  await ann.keyboard.press('ArrowDown')
  await expect(list(ann).getByRole('button', { name: 'Ready', exact: true })).toBeFocused()
  await list(ann).getByRole('button', { name: 'Actions for Ready' }).click()
  await ann.getByRole('menuitem', { name: 'Create work item' }).click()
  await expect(lines(ann)).toHaveCount(1)
  await expect(ann.getByText('ATL-1 created')).toBeVisible()
  const item = await team.ann.call('getWorkItemByKey', { params: { ...params, key: 'ATL-1' } })
  expect(item).toMatchObject({ name: 'Ready', description_html: '<p>All of it</p>' })
  await list(ann).getByRole('button', { name: 'Actions for Untitled' }).click()
  await ann.getByRole('menuitem', { name: 'Create work item' }).click()
  await expect(dialog(ann, 'Edit draft')).toBeVisible()
})

test('the text of a draft is loaded again after an error and not overwritten', async ({ ann }) => {
  const params = { slug: team.slug }
  const draft = await team.ann.call('createDraft', {
    params,
    body: { name: 'Kept', description_html: '<p>Words</p>' },
  })
  await visit(ann, `/${team.slug}/drafts`)
  await ann.route(`**/draft-issues/${draft.id}/`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await list(ann).getByRole('button', { name: 'Kept', exact: true }).click()
  const editing = dialog(ann, 'Edit draft')
  await expect(editing.getByRole('alert')).toContainText('This could not be loaded')
  await editing.getByRole('textbox', { name: 'Title' }).fill('Kept, renamed')
  await ann.keyboard.press('Escape')
  await expect(lines(ann)).toContainText(['Kept, renamed'])
  await expect
    .poll(() => team.ann.call('getDraft', { params: { ...params, id: draft.id } }))
    .toMatchObject({ name: 'Kept, renamed', description_html: '<p>Words</p>' })
})
