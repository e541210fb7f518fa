import { expect, type Page } from '@playwright/test'
import { drag } from '../support/drag.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const list = (page: Page) => page.getByRole('navigation', { name: 'Favorites' })
const entries = (page: Page) => list(page).locator('[data-favorite]')
const params = () => ({ slug: team.slug, project_id: team.project_id })

async function choose(page: Page, name: string, ...actions: string[]) {
  await list(page).locator('[data-favorite]').filter({ hasText: name }).hover()
  await list(page)
    .getByRole('button', { name: `Actions for the favorite ${name}` })
    .click()
  for (const action of actions) await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a cycle is kept at hand by a key, on all of one’s screens, and leaves with Undo and its archive', async ({
  ann,
  max,
}) => {
  await team.ann.call('updateProject', { params: params(), body: { cycle_view: true } })
  const body = { name: 'Sprint 1', start_date: '2024-03-04', end_date: '2024-03-10' }
  const cycle = await team.ann.call('createCycle', { params: params(), body })
  const other = await ann.context().newPage()
  await other.goto(team.board)
  await visit(max, team.board)
  await visit(ann, `/${team.slug}/projects/${team.project_id}/cycles/${cycle.id}`)
  await expect(ann.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  await ann.keyboard.press('Shift+F')
  for (const page of [ann, other]) await expect(entries(page)).toHaveText(['Sprint 1'])
  await expect(list(max)).toContainText('Add what you open often')
  await expect(entries(max)).toHaveCount(0)
  await ann.keyboard.press('ControlOrMeta+z')
  for (const page of [ann, other]) await expect(entries(page)).toHaveCount(0)
  await ann.keyboard.press('Shift+F')
  await entries(other).click()
  await expect(other).toHaveURL(new RegExp(`/cycles/${cycle.id}`))
  const at = { ...params(), cycle_id: cycle.id }
  await team.ann.call('archiveCycle', { params: at })
  for (const page of [ann, other]) await expect(entries(page)).toHaveCount(0)
  await team.ann.call('unarchiveCycle', { params: at })
  for (const page of [ann, other]) await expect(entries(page)).toHaveText(['Sprint 1'])
})

test('a page or view leaves while it is deleted or private, and comes back', async ({ ann }) => {
  const own = { params: params(), body: { name: 'Plan', access: 0 } }
  const page = await team.max.call('createPage', own)
  const view = await team.max.call('createView', { params: params(), body: { name: 'Mine', access: 1 } })
  for (const [entity_type, entity_identifier] of [
    ['page', page.id],
    ['view', view.id],
  ])
    await team.ann.call('createFavorite', {
      params: { slug: team.slug },
      body: { entity_type, entity_identifier, project_id: team.project_id },
    })
  // Visits the lists of views and pages, so that the client has loaded the view and the page before they are
  // deleted.
  await visit(ann, `/${team.slug}/projects/${team.project_id}/views`)
  await expect(ann.getByRole('main').getByText('Mine')).toBeVisible()
  await ann.getByRole('navigation', { name: 'Your projects' }).getByRole('link', { name: 'Pages' }).click()
  await expect(ann.getByRole('main').getByText('Plan')).toBeVisible()
  const [atPage, atView] = [
    { params: { ...params(), page_id: page.id } },
    { params: { ...params(), view_id: view.id } },
  ]
  const both = [/Plan/, /Mine/]
  await expect(entries(ann)).toHaveText(both)
  await team.max.call('setPageAccess', { ...atPage, body: { access: 1 } })
  await team.max.call('setViewAccess', { ...atView, body: { access: 0 } })
  await expect(entries(ann)).toHaveCount(0)
  await team.max.call('setPageAccess', { ...atPage, body: { access: 0 } })
  await team.max.call('setViewAccess', { ...atView, body: { access: 1 } })
  await expect(entries(ann)).toHaveText(both)
  await team.max.call('deletePage', atPage)
  await team.max.call('deleteView', atView)
  await expect(entries(ann)).toHaveCount(0)
  await team.max.call('restorePage', atPage)
  await team.max.call('restoreView', atView)
  await expect(entries(ann)).toHaveText(both)
})

test('favorites are put into folders and in order, by the menu and by keys, with Undo', async ({ ann }) => {
  const page = await team.ann.call('createPage', { params: params(), body: { name: 'Notes' } })
  const view = await team.ann.call('createView', { params: params(), body: { name: 'Mine' } })
  const slug = { slug: team.slug }
  await team.ann.call('createFavorite', {
    params: slug,
    body: { entity_type: 'page', entity_identifier: page.id },
  })
  await visit(ann, team.board)
  await expect(entries(ann)).toHaveText(['Notes'])
  // The favorite is added with the API and not in this client, so the client must load the name of the view.
  await team.ann.call('addFavoriteView', { params: params(), body: { view: view.id } })
  await expect(entries(ann)).toHaveText(['Notes', 'Mine'])
  await list(ann).getByRole('button', { name: 'Add folder' }).click()
  await ann.keyboard.type('Work')
  await ann.keyboard.press('Enter')
  await expect(entries(ann)).toHaveText(['Notes', 'Mine', 'Work'])
  await choose(ann, 'Notes', 'Move to folder', 'Work')
  await expect(list(ann).getByRole('list', { name: 'Work' }).locator('[data-favorite]')).toHaveText(['Notes'])
  await entries(ann).filter({ hasText: 'Work' }).focus()
  await ann.keyboard.press('Alt+ArrowUp')
  await expect(entries(ann)).toHaveText(['Work', 'Notes', 'Mine'])
  // Returns the number of favorites in folders on the server. The test waits for it, because a reload before the
  // server has stored the change would show the old order.
  const inFolders = async () => {
    const all = await team.ann.call('listFavorites', { params: slug, query: { all: 'true' } })
    return all.filter(({ parent }) => parent !== null).length
  }
  await choose(ann, 'Work', 'Delete folder')
  await expect(entries(ann)).toHaveText(['Notes', 'Mine'])
  await expect.poll(inFolders).toBe(0)
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(list(ann).getByRole('list', { name: 'Work' }).locator('[data-favorite]')).toHaveText(['Notes'])
  await expect.poll(inFolders).toBe(1)
  await ann.reload()
  await expect(entries(ann)).toHaveText(['Work', 'Notes', 'Mine'])
  const other = await ann.context().newPage()
  await other.goto(team.board)
  // The client loads the code for drag and drop when the pointer is on an entry.
  await entries(ann).first().hover()
  await drag(entries(ann).filter({ hasText: 'Mine' }), entries(ann).filter({ hasText: 'Work' }))
  const inside = (on: Page) => list(on).getByRole('list', { name: 'Work' }).locator('[data-favorite]')
  for (const on of [ann, other]) await expect(inside(on)).toHaveText(['Notes', 'Mine'])
  await drag(inside(ann).filter({ hasText: 'Mine' }), inside(ann).filter({ hasText: 'Notes' }), {
    targetPosition: { x: 60, y: 3 },
  })
  for (const on of [ann, other]) await expect(inside(on)).toHaveText(['Mine', 'Notes'])
  for (let number = 1; number <= 8; number++) {
    const { id } = await team.ann.call('createPage', { params: params(), body: { name: `Page ${number}` } })
    const body = { entity_type: 'page', entity_identifier: id } as const
    await team.ann.call('createFavorite', { params: slug, body })
  }
  await list(ann).getByRole('searchbox', { name: 'Search favorites' }).fill('note')
  await expect(entries(ann)).toHaveText(['Notes'])
  await ann.keyboard.press('Escape')
  await expect(entries(ann)).toHaveCount(11)
  await other.close()
})

test('a work item is added by its star and a shortcut, and its entry follows its name', async ({
  ann,
  max,
}) => {
  const item = await createItem(team, 'Fix the door')
  await visit(ann, `/${team.slug}/browse/ATL-${item.sequence_id}`)
  await ann.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(entries(ann)).toHaveText(['Fix the door'])
  await team.max.call('updateWorkItem', {
    params: { ...params(), id: item.id },
    body: { name: 'Fix the gate' },
  })
  await expect(entries(ann)).toHaveText(['Fix the gate'])
  await ann.keyboard.press('Shift+F')
  await expect(entries(ann)).toHaveCount(0)
  await visit(max, team.board)
  await max.locator(`[data-item="${item.id}"]`).click({ button: 'right' })
  await max.getByRole('menuitem', { name: 'Add to favorites' }).click()
  await expect(entries(max)).toHaveText(['Fix the gate'])
  await visit(max, `/${team.slug}/settings/members`)
  await entries(max).click()
  await expect(max).toHaveURL(new RegExp(`/browse/ATL-${item.sequence_id}$`))
})
