import { expect, type Page } from '@playwright/test'
import { addDays, clockIn } from '#common/listing/clock.ts'
import { expectAccessible } from './support/axe.ts'
import { createItem, makeTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
})

const part = (page: Page, name: string) => page.getByRole('region', { name })
const home = (page: Page) => page.goto(`/${team.slug}`)

async function mine(name: string, fields: object, state = 'Todo') {
  const item = await createItem(team, name, state)
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  await team.ann.call('updateWorkItem', { params, body: { assignee_ids: [team.ann.id], ...fields } })
  return params
}

test('home shows the day in the person’s zone, live', async ({ ann }) => {
  // Where it is tomorrow or today by another clock than the machine's.
  await team.ann.call('updateMe', { body: { user_timezone: 'Pacific/Kiritimati' } })
  const { today } = clockIn('Pacific/Kiritimati')
  await mine('Forgotten', { target_date: addDays(today, -3) })
  const now = await mine('For today', { target_date: today })
  await mine('For tomorrow', { target_date: addDays(today, 1) })
  await mine('Begun', {}, 'In Progress')
  await home(ann)
  await expect(part(ann, 'Overdue').getByRole('listitem')).toHaveText(/Forgotten/)
  await expect(part(ann, 'Due today').getByRole('listitem')).toHaveText(/For today/)
  await expect(part(ann, 'In progress').getByRole('listitem')).toHaveText(/Begun/)
  await expect(ann.getByText('For tomorrow')).toHaveCount(0)
  await expect(ann.getByText(/1 overdue · 1 due today/)).toBeVisible()
  await team.ann.call('updateWorkItem', { params: now, body: { target_date: addDays(today, -1) } })
  await expect(part(ann, 'Overdue').getByRole('listitem')).toHaveCount(2)
  await expect(part(ann, 'Due today')).toContainText('You have nothing due today.')
  // Done from here, by keys.
  await part(ann, 'Overdue').getByRole('combobox', { name: /State/ }).first().press('Enter')
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(part(ann, 'Overdue').getByRole('listitem')).toHaveCount(1)
  await expectAccessible(ann)
})

test('home shows where colleagues are and where one was, on all of one’s screens', async ({ ann, max }) => {
  await createItem(team, 'Anchor')
  const other = await ann.context().newPage()
  await home(other)
  await expect(part(other, 'Active now')).toContainText('Nobody else is')
  await max.goto(`/${team.slug}/browse/ATL-1`)
  const colleague = part(other, 'Active now').getByRole('link', { name: /Max.*ATL-1.*Anchor/ })
  await expect(colleague).toBeVisible()
  await ann.goto(team.board)
  await expect(part(other, 'Recently visited').getByRole('link', { name: /Atlas/ })).toBeVisible()
  await colleague.click()
  await expect(other).toHaveURL(/browse\/ATL-1$/)
  await home(ann)
  await expect(part(ann, 'Recently visited').getByRole('link', { name: /Anchor/ })).toBeVisible()
  const item = await team.ann.call('listWorkItems', {
    params: { slug: team.slug, project_id: team.project_id },
    query: {},
  })
  const [row] = item.results as { id: string }[]
  await team.ann.call('deleteWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: row?.id ?? '' },
  })
  await expect(part(ann, 'Recently visited').getByRole('link', { name: /Anchor/ })).toHaveCount(0)
  await max.close()
  await expect(part(ann, 'Active now')).toContainText('Nobody else is')
  await other.close()
})

test('an empty home leads through the first steps', async ({ ann }) => {
  const slug = `${team.slug}-new`
  await team.ann.call('createWorkspace', { body: { name: 'New', slug } })
  await ann.goto(`/${slug}`)
  const steps = part(ann, 'Get started')
  await expect(steps.getByRole('button', { name: 'New item' })).toBeDisabled()
  await steps.getByRole('button', { name: 'New project' }).click()
  await ann.getByRole('textbox', { name: 'Name' }).fill('First')
  await ann.getByRole('button', { name: 'Create project' }).click()
  await expect(ann).toHaveURL(/\/issues$/)
  await ann.goto(`/${slug}`)
  await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(1)
  await steps.getByRole('button', { name: 'New item' }).click()
  await ann.getByRole('textbox', { name: 'Title' }).fill('A thing to do')
  await ann.keyboard.press('ControlOrMeta+Enter')
  await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(2)
  await expect(steps.getByRole('button', { name: 'Invite people' })).toBeVisible()
})
