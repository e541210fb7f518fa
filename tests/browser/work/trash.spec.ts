import { expect, type Page } from '@playwright/test'
import {
  createItem,
  createTwoUserProject,
  signUpGuestOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let trash: string

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  trash = `/${team.slug}/projects/${team.project_id}/trash`
})

const line = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Deleted items' }).getByRole('listitem').filter({ hasText: name })
const card = (page: Page, name: string) => page.locator('[data-card]').filter({ hasText: name })

test('a deleted item is restored from the trash by another person with Undo', async ({ ann, max }) => {
  const item = await createItem(team, 'Goes and comes')
  const params = { slug: team.slug, project_id: team.project_id }
  await team.ann.call('createWorkItem', { params, body: { name: 'Part', parent_id: item.id } })
  await visit(ann, trash)
  await expect(ann.getByText('The trash is empty')).toBeVisible()
  await visit(max, team.board)
  await expect(card(max, 'Goes and comes')).toBeVisible()
  await team.ann.call('deleteWorkItem', { params: { ...params, id: item.id } })
  await expect(card(max, 'Goes and comes')).toHaveCount(0)
  await expect(line(ann, 'Goes and comes')).toContainText('and 1 sub-item')
  await expect(line(ann, 'Goes and comes')).toContainText('Deleted by Ann')
  await expect(line(ann, 'Goes and comes')).toContainText('30 days left')
  await line(ann, 'Goes and comes').getByRole('button', { name: 'Restore' }).focus()
  await ann.keyboard.press('Enter')
  await expect(line(ann, 'Goes and comes')).toHaveCount(0)
  await expect(card(max, 'Goes and comes')).toBeVisible()
  await expect(card(max, 'Part')).toBeVisible()
  await expect(ann.getByText('ATL-1 restored')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(card(max, 'Goes and comes')).toHaveCount(0)
  await expect(line(ann, 'Goes and comes')).toBeVisible()
  await ann.keyboard.press('Control+Shift+z')
  await expect(card(max, 'Part')).toBeVisible()
})

test('several items are restored or permanently deleted on all screens', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  for (const name of ['One', 'Two', 'Three']) {
    const { id } = await createItem(team, name)
    await team.ann.call('deleteWorkItem', { params: { ...params, id } })
  }
  await visit(max, trash)
  // Max did not create the items, so he sees them in the trash but has no actions.
  await expect(line(max, 'Two')).toBeVisible()
  await expect(max.getByRole('button', { name: /Restore/ })).toHaveCount(0)
  await expect(max.getByRole('checkbox')).toHaveCount(0)
  await visit(ann, team.board)
  await expect(ann.getByRole('button', { name: 'New work item' }).first()).toBeVisible()
  await ann.keyboard.press('Control+k')
  await ann.getByRole('combobox', { name: 'Command palette' }).fill('trash')
  await ann.getByRole('option', { name: 'Trash', exact: true }).click()
  await expect(ann).toHaveURL(new RegExp(`${trash}$`))
  // An empty list of work items contains a link to the trash.
  await ann.goto(team.board)
  await ann.getByRole('link', { name: '3 in the trash' }).click()
  await line(ann, 'Three').getByRole('checkbox').focus()
  await ann.keyboard.press('Space')
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('Space')
  await expect(ann.getByText('2 selected')).toBeVisible()
  await ann.getByRole('button', { name: 'Restore', exact: true }).first().click()
  await expect(line(max, 'Three')).toHaveCount(0)
  await expect(line(max, 'Two')).toHaveCount(0)
  await expect(line(ann, 'One')).toBeVisible()
  await line(ann, 'One')
    .getByRole('button', { name: /Actions/ })
    .click()
  await ann.getByRole('menuitem', { name: 'Delete forever' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(line(ann, 'One')).toBeVisible()
  await line(ann, 'One')
    .getByRole('button', { name: /Actions/ })
    .click()
  await ann.getByRole('menuitem', { name: 'Delete forever' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click()
  for (const page of [ann, max]) await expect(page.getByText('The trash is empty')).toBeVisible()
})

test('"Select all" includes rows of the trash that are not loaded', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const names = Array.from({ length: 103 }, (_, at) => `Item ${at}`)
  const items = await Promise.all(
    names.map((name) => team.ann.call('createWorkItem', { params, body: { name } })),
  )
  await team.ann.call('deleteWorkItems', { params, body: { issue_ids: items.map(({ id }) => id) } })
  await ann.goto(trash)
  await expect(ann.getByRole('button', { name: 'Show more' })).toBeVisible()
  const all = ann.getByRole('checkbox', { name: 'Select all' })
  await all.press('Space')
  await expect(ann.getByText('103 selected')).toBeVisible()
  await expect(all).toBeChecked()
  // After one item is deselected, the checkbox for all items is not checked. Pressing it selects all items
  // again.
  await ann
    .getByRole('checkbox', { name: /Select ATL-/ })
    .first()
    .press('Space')
  await expect(ann.getByText('102 selected')).toBeVisible()
  await all.press('Space')
  await expect(ann.getByText('103 selected')).toBeVisible()
  await ann.getByRole('button', { name: 'Restore', exact: true }).first().click()
  await expect(ann.getByText('103 work items restored')).toBeVisible()
  await expect(ann.getByText('The trash is empty')).toBeVisible()
})

test('a guest sees who can use the trash, and a failed request can be retried', async ({
  server,
  ann,
  max,
}) => {
  await signUpGuestOnPage(server, team, max)
  await visit(max, trash)
  await expect(max.getByText('You don’t have access to the trash')).toBeVisible()
  let isAway = true
  await ann.route('**/trashed-issues/**', (route) => (isAway ? route.abort() : route.fallback()))
  await visit(ann, trash)
  await expect(ann.getByRole('alert')).toBeVisible()
  isAway = false
  await ann.getByRole('button', { name: 'Try again' }).click()
  await expect(ann.getByText('The trash is empty')).toBeVisible()
})

/** Delays matching requests until `until` has resolved. */
async function held(page: Page, url: string, method: string, until: () => Promise<unknown>): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() === method) await until()
    await route.continue()
  })
}

test('a deleted page is restored from the trash and from its URL', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const plan = await team.ann.call('createPage', { params, body: { name: 'Plan' } })
  const part = await team.ann.call('createPage', { params, body: { name: 'Part', parent: plan.id } })
  const path = trash.replace('trash', `pages/${plan.id}`)
  await visit(max, path)
  await expect(max.getByRole('textbox', { name: 'Page title' })).toHaveText('Plan')
  await visit(ann, path)
  await ann.getByRole('button', { name: 'More actions', exact: true }).click()
  await ann.getByRole('menuitem', { name: 'Delete page' }).click()
  const asked = ann.getByRole('alertdialog')
  await expect(asked).toContainText('Its sub-page is not deleted')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await ann.getByRole('button', { name: 'More actions', exact: true }).click()
  await ann.getByRole('menuitem', { name: 'Delete page' }).click()
  await asked.getByRole('button', { name: 'Delete page' }).click()
  // Ann deleted the page, so Max sees that it is in the trash, but he cannot restore it.
  await expect(max.getByRole('heading', { name: '“Plan” is in the trash' })).toBeAttached()
  await expect(
    max.getByText(/Deleted by Ann, .*Its owner or an admin can restore it within 30 days/),
  ).toBeVisible()
  await expect(max.getByRole('link', { name: 'Go to pages' })).toBeVisible()
  await expect(max.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await team.ann.call('deletePage', { params: { ...params, page_id: part.id } })
  await visit(ann, trash.replace('trash', 'pages'))
  await ann.getByRole('link', { name: '2 in the trash' }).click()
  await expect(line(ann, 'Plan')).toContainText('Deleted by Ann')
  await line(ann, 'Plan').getByRole('button', { name: 'Restore' }).click()
  await expect(line(ann, 'Plan')).toHaveCount(0)
  await expect(max.getByRole('textbox', { name: 'Page title' })).toHaveText('Plan')
  // The test delays the deletion of the page until the trash is loaded. The loaded trash therefore does not contain
  // the page, and the client must add it.
  const read = ann.waitForResponse((response) => response.url().includes('/trashed-pages/'))
  const deleted = ann.waitForResponse((response) => response.request().method() === 'DELETE')
  await held(ann, `**/pages/${plan.id}/`, 'DELETE', () => read)
  await ann.keyboard.press('Control+z')
  await deleted
  await expect(line(ann, 'Plan')).toBeVisible()
  await ann.goto(path)
  await expect(ann.getByText('Restore it within 30 days')).toBeVisible()
  // The test delays the restore request until the document is visible, so the restored page opens before the server
  // has restored it.
  await held(ann, '**/restore/', 'POST', () => ann.getByRole('article').waitFor())
  await ann.getByRole('button', { name: 'Restore' }).click()
  await expect(ann.getByRole('textbox', { name: 'Page title' })).toHaveText('Plan')
})
