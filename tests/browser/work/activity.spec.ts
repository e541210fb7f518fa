import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })

test("activity of one person is described on another person's screen", async ({ ann, max }) => {
  const item = await createItem(team, 'Talked about')
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect(activity(max).getByText('Ann created the work item')).toBeVisible()
  await visit(ann, `${team.board}?peek=${item.id}`)
  await expect(ann.getByRole('button', { name: 'Edit Title: Talked about' })).toBeFocused()
  await ann.keyboard.press('s')
  await ann.getByRole('option', { name: 'In Progress' }).click()
  await expect(activity(max).getByText('moved this from Backlog to In Progress')).toBeVisible()
  await ann.keyboard.press('p')
  await ann.getByRole('option', { name: 'Urgent' }).click()
  await expect(activity(max).getByText('set the priority to Urgent')).toBeVisible()
  await expect(activity(ann).getByText('set the priority to Urgent')).toBeVisible()
  // After Ann has restored the original state of the item, the activity list no longer shows a change of the state.
  await ann.keyboard.press('s')
  await ann.getByRole('option', { name: 'Backlog' }).click()
  await expect(activity(max).getByText('In Progress')).toHaveCount(0)
  // Consecutive changes by one person form one group.
  await expect(activity(max).getByRole('listitem')).toHaveCount(1)
  await max.getByRole('textbox', { name: 'Description' }).click()
  await max.keyboard.type('Words')
  await expect(activity(ann).getByText('Max edited the description')).toBeVisible()
  await expect(activity(ann).getByRole('listitem')).toHaveCount(2)
})

test('a long history shows its latest entries first', async ({ ann }) => {
  const item = await createItem(team, 'Old')
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  for (let at = 0; at < 14; at++) {
    const who = at % 2 === 0 ? team.max : team.ann
    await who.call('updateWorkItem', { params, body: { name: `Old ${at}` } })
  }
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await expect(activity(ann).getByText('to “Old 13”')).toBeVisible()
  await expect(activity(ann).getByText('created the work item')).toHaveCount(0)
  await activity(ann).getByRole('button', { name: 'Show 5 earlier' }).click()
  await expect(activity(ann).getByText('created the work item')).toBeVisible()
})
