import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let next: { board: string; project_id: string }

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug }
  const { id } = await team.ann.call('createProject', {
    params,
    body: { name: 'Borealis', identifier: 'BOR' },
  })
  next = { project_id: id, board: `/${team.slug}/projects/${id}/issues` }
})

const card = (page: Page, name: string) => page.locator('[data-card]').filter({ hasText: name })

async function moveBy(page: Page, name: string): Promise<void> {
  await card(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to project' }).click()
  await chooseBorealis(page)
}

/** Chooses the target project Borealis, and confirms the preview of the move with Enter. */
async function chooseBorealis(page: Page): Promise<void> {
  await page.getByRole('option', { name: /Borealis/ }).click()
  const move = page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true })
  await expect(move).toBeFocused()
  await expect(move).toBeEnabled()
  await page.keyboard.press('Enter')
}

test('an item moves to another project on all screens, and Undo moves it back', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const item = await createItem(team, 'Wanders')
  const { id } = await team.ann.call('createLabel', { params, body: { name: 'Only in Atlas' } })
  await team.ann.call('updateWorkItem', { params: { ...params, id: item.id }, body: { label_ids: [id] } })
  await visit(max, team.board)
  await expect(card(max, 'Wanders')).toBeVisible()
  await visit(ann, team.board)
  await moveBy(ann, 'Wanders')
  await expect(card(ann, 'Wanders')).toHaveCount(0)
  await expect(card(max, 'Wanders')).toHaveCount(0)
  await expect(ann.getByText('ATL-1 · Moved to Borealis')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(max.locator('[data-item]').filter({ hasText: 'Wanders' })).toContainText('Only in Atlas')
  await expect(card(ann, 'Wanders')).toContainText('ATL-1')
  await ann.keyboard.press('Control+Shift+z')
  await expect(card(max, 'Wanders')).toHaveCount(0)
  await visit(ann, next.board)
  await expect(card(ann, 'Wanders')).toContainText('BOR-1')
})

test('a preview lists the changes, and cancelling changes nothing', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const [only, bug] = [
    await team.ann.call('createLabel', { params, body: { name: 'Only here' } }),
    await team.ann.call('createLabel', { params, body: { name: 'Everywhere' } }),
  ]
  const there = { slug: team.slug, project_id: next.project_id }
  await team.ann.call('createLabel', { params: there, body: { name: 'everywhere' } })
  await team.ann.call('updateProject', { params, body: { cycle_view: true } })
  const cycle = await team.ann.call('createCycle', { params, body: { name: 'Sprint 1' } })
  const estimateIn = (params: typeof there, values: string[]) =>
    team.ann.call('createEstimate', {
      params,
      body: {
        estimate: { type: 'time', last_used: true },
        estimate_points: values.map((value, at) => ({ key: at + 1, value })),
      },
    })
  const { points } = await estimateIn(params, ['60', '90'])
  await estimateIn(there, ['90'])
  const whole = await createItem(team, 'Whole')
  const fields = {
    parent_id: whole.id,
    label_ids: [only.id, bug.id],
    assignee_ids: [team.max.id],
    ...{ cycle_id: cycle.id, estimate_point: points[1]?.id ?? null },
  }
  const item = await team.ann.call('createWorkItem', { params, body: { name: 'Wanders', ...fields } })
  await team.ann.call('createWorkItem', {
    params,
    body: { name: 'Part', parent_id: item.id, estimate_point: points[0]?.id ?? null },
  })
  await visit(ann, team.board)
  await card(ann, 'Wanders').click({ button: 'right' })
  await ann.getByRole('menuitem', { name: 'Move to project' }).click()
  let isAway = true
  await ann.route('**/bulk-move-issues/preview/**', (route) => (isAway ? route.abort() : route.fallback()))
  await ann.getByRole('option', { name: /Borealis/ }).click()
  const dialog = ann.getByRole('dialog', { name: 'Move ATL-2 to Borealis?' })
  await expect(dialog.getByRole('alert')).toBeVisible()
  isAway = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText(/ATL-2\s*BOR-1/)
  await expect(dialog).toContainText('1 sub-item moves too')
  await expect(dialog).toContainText('No longer a sub-item of ATL-1 Whole')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Only here' })).toHaveCount(1)
  await expect(dialog).toContainText(/Removed.*Only here/)
  await expect(dialog).toContainText(/Kept.*Everywhere/)
  await expect(dialog).toContainText(/Removed.*Max.*Not in Borealis/)
  await expect(dialog).toContainText(/Cycle.*Removed.*Sprint 1.*Estimate.*Kept.*1h 30m.*Removed.*1h/)
  await expectAccessible(ann, { name: 'move' })
  await ann.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(card(ann, 'Wanders')).toBeFocused()
})

test('the old key of a moved item opens it under its new key', async ({ ann }) => {
  const item = await createItem(team, 'Wanders')
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await expect(ann.getByRole('button', { name: 'Edit Title: Wanders' })).toBeVisible()
  await ann.getByRole('button', { name: 'More actions' }).last().click()
  await ann.getByRole('menuitem', { name: 'Move to project' }).click()
  await chooseBorealis(ann)
  await expect(ann).toHaveURL(/browse\/BOR-1$/)
  await expect(ann.getByRole('button', { name: 'Edit Title: Wanders' })).toBeVisible()
  await visit(ann, `/${team.slug}/browse/atl-1`)
  await expect(ann).toHaveURL(/browse\/BOR-1$/)
  await visit(ann, `${team.board}?peek=${item.id}`)
  await expect(ann.getByRole('dialog', { name: 'BOR-1 Wanders' })).toBeVisible()
  const params = { slug: team.slug, project_id: next.project_id, id: item.id }
  const description_html = '<p>See ATL-1.</p>'
  await team.ann.call('updateWorkItem', { params, body: { description_html } })
  await ann.reload()
  await expect(ann.getByRole('textbox', { name: 'Description' })).toContainText('Wanders')
})

test('several items are moved together, also from the palette', async ({ ann }) => {
  for (const name of ['One', 'Two', 'Three']) await createItem(team, name)
  await visit(ann, team.board)
  for (const name of ['One', 'Two']) {
    await card(ann, name).focus()
    await ann.keyboard.press('x')
  }
  await ann.keyboard.press('Control+k')
  await ann.getByRole('combobox', { name: 'Command palette' }).fill('move')
  await ann.getByRole('option', { name: 'Move to project' }).click()
  await chooseBorealis(ann)
  await expect(card(ann, 'One')).toHaveCount(0)
  await expect(card(ann, 'Two')).toHaveCount(0)
  await expect(card(ann, 'Three')).toBeVisible()
  await expect(ann.getByText('2 work items moved to Borealis')).toBeVisible()
})

test('a user without another project has no move action', async ({ max }) => {
  await createItem(team, 'Stays')
  await visit(max, team.board)
  await card(max, 'Stays').click({ button: 'right' })
  await expect(max.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(max.getByRole('menuitem', { name: 'Move to project' })).toHaveCount(0)
})

test('a user without access to the target project loses the open item', async ({ ann, max }) => {
  const item = await createItem(team, 'Leaves')
  await visit(max, `${team.board}?peek=${item.id}`)
  await expect(max.getByRole('textbox', { name: 'Description' })).toBeEditable()
  await visit(ann, team.board)
  await moveBy(ann, 'Leaves')
  await expect(max.getByRole('textbox', { name: 'Description' })).toHaveCount(0)
  await expect(max.getByText('Work item not found')).toBeVisible()
})

test('a delayed change is refused with a reason after its item was moved', async ({ ann, max }) => {
  const [known, hidden] = [await createItem(team, 'Goes along'), await createItem(team, 'Goes away')]
  await visit(ann, team.board)
  await visit(max, team.board)
  let isAway = true
  for (const page of [ann, max])
    await page.route('**/api/**', (route) =>
      isAway && route.request().method() !== 'GET' ? route.abort() : route.fallback(),
    )
  const choose = async (page: Page, name: string) => {
    await card(page, name).focus()
    await page.keyboard.press('s')
    await page.getByRole('option', { name: 'Done' }).click()
    await expect(page.getByText(/1 change is waiting/)).toBeVisible()
  }
  await choose(ann, 'Goes along')
  await choose(max, 'Goes away')
  const { slug, project_id } = team
  await team.ann.call('moveWorkItems', {
    params: { slug, project_id },
    body: { issue_ids: [known.id, hidden.id], new_project_id: next.project_id },
  })
  isAway = false
  await expect(ann.getByText(/^Not saved: ATL-1 /)).toBeVisible({ timeout: 20_000 })
  await expect(ann.getByText('the work item was moved to a project without it')).toBeVisible()
  await expect(max.getByText(/^Not saved: ATL-2 /)).toBeVisible({ timeout: 20_000 })
  await expect(max.getByText('or you no longer have access to it')).toBeVisible()
  await expect(card(max, 'Goes away')).toHaveCount(0)
})
