import { type BrowserContext, expect, type Page } from '@playwright/test'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import {
  addToWorkspace,
  createItem,
  createTwoUserProject,
  signUpOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  for (const person of [team.ann, team.max]) await asLists(person)
})

const at = (path: string) => `/${team.slug}/${path}`
const archive = () => at(`projects/${team.project_id}/archives/issues`)
const row = (page: Page, name: string) => page.locator('[data-item]', { hasText: name })
const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const update = (id: string, body: object) =>
  team.ann.call('updateWorkItem', { params: { slug: team.slug, project_id: team.project_id, id }, body })

/** Sets the layout of the screens with items of several projects to a list for this person. */
async function asLists(person: TwoUserProject['ann']) {
  for (const context of ['all-issues', 'assigned', 'created', 'subscribed']) {
    await person.call('updateWorkspaceUserProperties', {
      params: { slug: team.slug },
      query: { context },
      body: { display_filters: { layout: 'list' } },
    })
  }
}

test('views show the items of all projects that one has access to', async ({ ann, max }) => {
  await createItem(team, 'In Atlas')
  const secret = await team.ann.call('createProject', {
    params: { slug: team.slug },
    body: { name: 'Secret', identifier: 'SEC', network: 0 },
  })
  const params = { slug: team.slug, project_id: secret.id }
  await team.ann.call('createWorkItem', { params, body: { name: 'In Secret' } })
  await visit(ann, at(''))
  await ann.getByRole('button', { name: 'More', exact: true }).click()
  await ann
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('link', { name: 'Workspace views' })
    .click()
  await expect(ann).toHaveURL(/workspace-views\/all-issues/)
  await expect(row(ann, 'In Atlas')).toBeVisible()
  await expect(row(ann, 'In Secret')).toBeVisible()
  await visit(max, at('workspace-views/all-issues'))
  await expect(row(max, 'In Atlas')).toBeVisible()
  await expect(row(max, 'In Secret')).toHaveCount(0)
  // After Max joins the project, he sees its items immediately.
  await team.ann.call('addProjectMembers', {
    params,
    body: { members: [{ member_id: team.max.id, role: role.member }] },
  })
  await expect(row(max, 'In Secret')).toBeVisible()
  await row(max, 'In Secret').click()
  await expect(max.getByRole('dialog', { name: 'SEC-1 In Secret' })).toBeVisible()
})

test('what is assigned to one comes into the view at once', async ({ ann, max }) => {
  const item = await createItem(team, 'Passed on')
  await visit(max, at('workspace-views/assigned'))
  await expect(max.getByText('No work items assigned to you')).toBeVisible()
  await visit(ann, at('workspace-views/created'))
  await expect(row(ann, 'Passed on')).toBeVisible()
  await update(item.id, { assignee_ids: [team.max.id] })
  await expect(row(max, 'Passed on')).toBeVisible()
  await tab(max, 'Created').click()
  await expect(max.getByText('You haven’t created any work items yet')).toBeVisible()
  await update(item.id, { assignee_ids: [] })
  await tab(max, 'Assigned').click()
  await expect(max.getByText('No work items assigned to you')).toBeVisible()
})

test('a person’s work is reached from the members', async ({ ann, max }) => {
  const item = await createItem(team, 'For Max')
  await update(item.id, { assignee_ids: [team.max.id] })
  await visit(ann, at('settings/members'))
  await ann.getByRole('main').getByRole('link', { name: 'Max' }).click()
  await expect(ann.getByRole('heading', { name: 'Max', exact: true })).toBeVisible()
  await expect(ann.getByText(`Member · ${team.max.email}`)).toBeVisible()
  await tab(ann, 'Assigned').click()
  await expect(row(ann, 'For Max')).toBeVisible()
  await expect(ann.getByRole('button', { name: 'New work item' })).toBeVisible()
  await tab(ann, 'Following').click()
  await expect(row(ann, 'For Max')).toBeVisible()
  await expect(ann.getByRole('button', { name: 'New work item' })).toHaveCount(0)
  await visit(max, at(''))
  await expect(max.getByRole('link', { name: 'Your work' })).toBeVisible()
  // Shortcuts work a moment after the shell is visible, so the key press is repeated.
  await expect(async () => {
    await max.keyboard.press('g')
    await max.keyboard.press('y')
    await expect(tab(max, 'Assigned')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await tab(max, 'Assigned').click()
  await expect(row(max, 'For Max')).toBeVisible()
  await update(item.id, { assignee_ids: [] })
  await expect(max.getByText('No work items assigned to you')).toBeVisible()
})

test('users outside the workspace have no profile page', async ({ ann }) => {
  await visit(ann, at('profile/01890000-0000-7000-8000-000000000000/assigned'))
  await expect(ann.getByText('Person not found')).toBeVisible()
  await visit(ann, at('workspace-views/nothing'))
  await expect(ann.getByText('Page not found').last()).toBeVisible()
})

test('a project that is not there is missing once', async ({ max }) => {
  await visit(max, at(`projects/${newId()}/issues`))
  await expect(max.getByText('You don’t have access to this project')).toHaveCount(1)
})

test('an item that is not there is missing by its key', async ({ max }) => {
  await visit(max, at('browse/ATL-999'))
  await expect(max.getByText('Work item not found')).toBeVisible()
  await expect(max.getByText('ATL-999').first()).toBeVisible()
})

test('only what is over goes to the archive, and Undo brings it back', async ({ ann, max }) => {
  const item = await createItem(team, 'Shipped')
  await visit(max, team.board)
  await visit(ann, `${team.board}?peek=${item.id}`)
  await ann.getByRole('button', { name: 'More actions' }).click()
  const entry = ann.getByRole('menuitem', { name: /Archive/ })
  await expect(entry).toBeDisabled()
  await expect(entry).toContainText('only done or cancelled')
  // On slow machines, the menu may not have the focus yet, so the test dispatches the key Escape to its button.
  // Escape closes the menu, but not the item.
  await ann
    .getByRole('button', { name: 'More actions', includeHidden: true })
    .dispatchEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  await expect(entry).toBeHidden()
  await update(item.id, { state_id: team.states['Done'] })
  await expect(ann.getByRole('combobox', { name: 'State: Done' })).toBeVisible()
  await ann.getByRole('button', { name: 'More actions' }).click()
  await entry.click()
  await expect(max.getByRole('link', { name: /Shipped/ })).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(max.getByRole('link', { name: /Shipped/ })).toBeVisible()
})

test('an item that is archived while it is open on its page says so of itself', async ({ ann }) => {
  const item = await createItem(team, 'Shipped', 'Done')
  const key = `ATL-${item.sequence_id}`
  await visit(ann, at(`browse/${key}`))
  await expect(ann.locator('[data-placeholder="Add a description…"]')).toBeVisible()
  await ann.getByRole('button', { name: 'More actions' }).click()
  await expect(ann.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
  await expect(ann.getByRole('menuitem', { name: 'Open as page' })).toHaveCount(0)
  await ann.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(ann.getByText(`${key} archived`)).toBeVisible()
  await expect(ann.locator('[data-placeholder="No description"]')).toBeVisible()
})

test('keys change the item of a page, at its values', async ({ ann, max }) => {
  const item = await createItem(team, 'By keys')
  const key = `ATL-${item.sequence_id}`
  await visit(max, team.board)
  await visit(ann, at(`browse/${key}`))
  await expect(ann.locator('[data-placeholder="Add a description…"]')).toBeVisible()
  await ann.keyboard.press('p')
  await expect(ann.getByRole('listbox')).toBeVisible()
  await ann.keyboard.type('urg')
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('combobox', { name: 'Priority: Urgent' })).toBeVisible()
  await ann.keyboard.press('i')
  await expect(ann.getByRole('combobox', { name: 'Assigned to Ann' })).toBeVisible()
  await ann.keyboard.press('ControlOrMeta+Backspace')
  await expect(ann).toHaveURL(new RegExp(`${team.board}$`))
  await expect(max.getByRole('link', { name: /By keys/ })).toHaveCount(0)
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(max.getByRole('link', { name: /By keys/ })).toBeVisible()
})

test('the live text takes the place of the stored one, and nothing below moves', async ({ ann }) => {
  const { sequence_id } = await team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: {
      name: 'Steady',
      description_html: '<p>One</p><ul><li><p>Two</p></li></ul><p>Three</p><p>Four</p>',
    },
  })
  let isAway = true
  await ann.routeWebSocket(/\/documents/, (socket) => void (!isAway && socket.connectToServer()))
  const open = () => ann.goto(at(`browse/ATL-${sequence_id}`))
  const below = async () => (await ann.getByRole('button', { name: 'Add relation' }).boundingBox())?.y
  await open()
  await expect(ann.locator('.document[aria-busy=true]')).toContainText('Four')
  await expect(ann.getByRole('button', { name: 'Add relation' })).toBeVisible()
  const stored = await below()
  isAway = false
  await open()
  await expect(ann.locator('.ProseMirror.document')).toContainText('Four')
  await expect.poll(below).toBe(stored)
})

test("a restored item appears on the other user's board", async ({ ann, max }) => {
  const item = await createItem(team, 'Back again', 'Done')
  await visit(ann, team.board)
  await expect(ann.getByRole('link', { name: /Back again/ })).toBeVisible()
  await visit(max, archive())
  await expect(max.getByText('No archived work items')).toBeVisible()
  await expect(max.getByRole('button', { name: 'New work item' })).toHaveCount(0)
  await team.ann.call('archiveWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: item.id },
  })
  await expect(row(max, 'Back again')).toBeVisible()
  await expect(ann.getByRole('link', { name: /Back again/ })).toHaveCount(0)
  await expect(max.getByRole('combobox', { name: 'State: Done' })).toBeDisabled()
  await max.getByRole('button', { name: 'More actions' }).click()
  await max.getByRole('menuitem', { name: 'Restore from the archive' }).click()
  await expect(max.getByText('No archived work items')).toBeVisible()
  await expect(ann.getByRole('link', { name: /Back again/ })).toBeVisible()
  await max.getByRole('button', { name: 'Undo' }).click()
  await expect(row(max, 'Back again')).toBeVisible()
  await expect(ann.getByRole('link', { name: /Back again/ })).toHaveCount(0)
})

test('an archived item is looked at and restored in the peek', async ({ ann }) => {
  const item = await createItem(team, 'Put away', 'Done')
  await team.ann.call('archiveWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: item.id },
  })
  await visit(ann, at(''))
  await ann.getByRole('button', { name: 'Actions for Atlas' }).click()
  await ann.getByRole('menuitem', { name: 'Archived work items' }).click()
  await row(ann, 'Put away').click()
  await expect(ann.getByText('This work item is archived and cannot be changed.')).toBeVisible()
  await ann.getByRole('button', { name: 'Restore from the archive' }).click()
  await expect(ann.getByText('This work item is archived and cannot be changed.')).toHaveCount(0)
  await expect(ann.getByRole('combobox', { name: 'State: Done' })).toBeEnabled()
  await expect(row(ann, 'Put away')).toHaveCount(0)
})

/** Gus is a guest of the workspace and the project. He has a separate browser. */
async function guestOfProject(server: ServerProcess, browser: BrowserContext) {
  const page = await browser.newPage()
  const gus = await signUpOnPage(server, page, 'Gus')
  await addToWorkspace(team, gus, role.guest)
  await team.ann.call('addProjectMembers', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { members: [{ member_id: gus.id, role: role.guest }] },
  })
  return { page, gus }
}

test('read-only users see no editing controls', async ({ server, elsewhere }) => {
  const { page } = await guestOfProject(server, elsewhere)
  await visit(page, team.board)
  await expect(page.getByText('As a guest, you see only the work items that you created')).toBeVisible()
  await runSql(server.databaseUrl, 'update projects set guest_view_all_features = true where id = $1', [
    team.project_id,
  ])
  await createItem(team, 'Looked at')
  await page.reload()
  await page.getByRole('link', { name: /Looked at/ }).click()
  const peek = page.getByRole('dialog', { name: /Looked at/ })
  await expect(peek.getByText('Unassigned')).toBeVisible()
  // A guest cannot set the properties of the item, so empty properties are not shown.
  await expect(peek.getByText('Labels')).toHaveCount(0)
  await expect(peek.getByRole('button', { name: 'Add property' })).toHaveCount(0)
  await expect(peek.locator('[data-placeholder="No description"]')).toBeVisible()
  await expect(peek.getByRole('button', { name: 'Add relation' })).toHaveCount(0)
})

test('a guest sees their own items and no archive', async ({ server, elsewhere }) => {
  const { page, gus } = await guestOfProject(server, elsewhere)
  await createItem(team, 'Of the team')
  const own = await createItem(team, 'Of the guest')
  await runSql(server.databaseUrl, 'update work_items set created_by = $1 where id = $2', [gus.id, own.id])
  await asLists(gus)
  await visit(page, at('workspace-views/all-issues'))
  await expect(row(page, 'Of the guest')).toBeVisible()
  await expect(row(page, 'Of the team')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New work item' })).toHaveCount(0)
  await visit(page, at(`profile/${team.ann.id}/created`))
  await expect(page.getByText('This person hasn’t created any work items')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Atlas' }).click()
  await expect(page.getByRole('menuitem', { name: 'Members' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toHaveCount(0)
  await visit(page, archive())
  await expect(page.getByText('You don’t have access to the archive')).toBeVisible()
})
