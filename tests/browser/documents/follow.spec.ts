import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Anchor')
})

test('following a colleague ends when the user navigates', async ({ ann, max }) => {
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Plan' },
  })
  await visit(ann, team.board)
  await visit(max, team.board)
  await ann.getByRole('button', { name: 'Max is here. Follow Max' }).click()
  await expect(ann.getByRole('status').filter({ hasText: 'Following Max' })).toBeVisible()
  await expectAccessible(ann)
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect(ann).toHaveURL(/browse\/ATL-1$/)
  await visit(max, team.board.replace('issues', `pages/${page.id}`))
  await expect(ann).toHaveURL(new RegExp(`pages/${page.id}$`))
  await expect(ann.getByText('Following Max', { exact: true })).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(ann.getByText('Following Max', { exact: true })).toHaveCount(0)
  // Ann follows Max. When she navigates to another screen, the client stops following him.
  await ann.getByRole('button', { name: 'Max is here. Follow Max' }).click()
  await expect(ann.getByText('Following Max', { exact: true })).toBeVisible()
  await ann.keyboard.press('g')
  await ann.keyboard.press('h')
  await expect(ann.getByText('Following Max', { exact: true })).toHaveCount(0)
  await visit(max, team.board)
  await expect(
    ann.getByRole('region', { name: 'Active now' }).getByRole('link', { name: /Max.*Atlas/ }),
  ).toBeVisible()
  await expect(ann).toHaveURL(new RegExp(`/${team.slug}$`))
})

test('people who have an item open are shown on it in every layout', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const today = new Date().toISOString().slice(0, 10)
  const { id } = await createItem(team, 'Buoy')
  await team.ann.call('updateWorkItem', { params: { ...params, id }, body: { target_date: today } })
  await visit(max, team.board)
  await max.locator(`[data-item="${id}"]`).getByText('Buoy').click()
  await expect(max.getByRole('button', { name: 'Edit Title: Buoy' })).toBeVisible()
  for (const layout of ['kanban', 'list', 'spreadsheet', 'gantt_chart', 'calendar']) {
    await team.ann.call('updateUserProperties', {
      params,
      query: { context: 'project' },
      body: { display_filters: { layout } },
    })
    await visit(ann, team.board)
    const mark = ann.locator(`[data-item="${id}"] [data-busy]`)
    await expect(mark, layout).toHaveText('Max is here')
  }
  await max.keyboard.press('Escape')
  await expect(ann.locator('[data-busy]')).toHaveCount(0)
})
