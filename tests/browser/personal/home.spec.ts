import { expect, type Page } from '@playwright/test'
import { addDays, createClock } from '#common/platform/clock.ts'
import { role } from '#common/platform/roles.ts'
import { addMember } from '../../support/cast.ts'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const part = (page: Page, name: string) => page.getByRole('region', { name })
const home = (page: Page) => visit(page, `/${team.slug}`)

async function mine(name: string, fields: object, state = 'Todo') {
  const item = await createItem(team, name, state)
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  await team.ann.call('updateWorkItem', { params, body: { assignee_ids: [team.ann.id], ...fields } })
  return params
}

test('home shows due items in the user’s time zone, live', async ({ ann }) => {
  // In this time zone, the date is usually a day ahead of the date of the test machine.
  await team.ann.call('updateMe', { body: { user_timezone: 'Pacific/Kiritimati' } })
  const { today } = createClock('Pacific/Kiritimati')
  await mine('Forgotten', { target_date: addDays(today, -3) })
  const now = await mine('For today', { target_date: today })
  await mine('For tomorrow', { target_date: addDays(today, 1) })
  await mine('Begun', {}, 'In Progress')
  // The client reads the time zone when it loads.
  await ann.goto(`/${team.slug}`)
  await expect(part(ann, 'Overdue').getByRole('listitem')).toHaveText(/Forgotten/)
  await expect(part(ann, 'Due today').getByRole('listitem')).toHaveText(/For today/)
  await expect(part(ann, 'In progress').getByRole('listitem')).toHaveText(/Begun/)
  await expect(part(ann, 'Due soon').getByRole('listitem')).toHaveText(/For tomorrow/)
  await expect(ann.getByText(/1 overdue · 1 due today/)).toBeVisible()
  await team.ann.call('updateWorkItem', { params: now, body: { target_date: addDays(today, -1) } })
  await expect(part(ann, 'Overdue').getByRole('listitem')).toHaveCount(2)
  await expect(part(ann, 'Due today')).toContainText('You have nothing due today.')
  // Completes the item on this screen with the keyboard.
  await part(ann, 'Overdue').getByRole('combobox', { name: /State/ }).first().press('Enter')
  await ann.getByRole('option', { name: 'Done' }).click()
  await expect(part(ann, 'Overdue').getByRole('listitem')).toHaveCount(1)
  await expectAccessible(ann)
})

test('home shows colleagues and recent visits on all screens of a user', async ({ ann, max }) => {
  await createItem(team, 'Anchor')
  const other = await ann.context().newPage()
  await home(other)
  await expect(part(other, 'Active now')).toContainText('No one else is active')
  await visit(max, `/${team.slug}/settings/profile/general`)
  await expect(part(other, 'Active now').getByRole('link', { name: /Max.*On another screen/ })).toBeVisible()
  await visit(max, `/${team.slug}/browse/ATL-1`)
  const colleague = part(other, 'Active now').getByRole('link', { name: /Max.*ATL-1.*Anchor/ })
  await expect(colleague).toBeVisible()
  await visit(ann, team.board)
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
  await expect(part(ann, 'Active now')).toContainText('No one else is active')
  await other.close()
})

test('home shows the chosen sections in the chosen order on all screens', async ({ ann }) => {
  const other = await ann.context().newPage()
  await home(other)
  await home(ann)
  for (const page of [ann, other]) await expect(part(page, 'Quick links')).toBeVisible()
  await ann.getByRole('button', { name: 'Customize home' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Customize home' })
  await dialog.getByRole('switch', { name: 'Quick links' }).click()
  await expect(part(other, 'Quick links')).toHaveCount(0)
  const order = (page: Page) =>
    page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .filter({ hasText: /Stickies|Since you/ })
      .allTextContents()
  await expect.poll(() => order(other)).toEqual(['Since your last visit', 'Stickies'])
  await dialog.getByRole('switch', { name: 'Stickies' }).focus()
  for (let step = 0; step < 5; step++) await ann.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => order(other)).toEqual(['Stickies', 'Since your last visit'])
  const rows = dialog.getByRole('listitem')
  await drag(rows.filter({ hasText: 'Since you' }), rows.first(), { targetPosition: { x: 60, y: 3 } })
  await expect.poll(() => order(other)).toEqual(['Since your last visit', 'Stickies'])
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await ann.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => order(other)).toEqual(['Stickies', 'Since your last visit'])
  await other.close()
})

test('home shows changes since the last visit and offers the tour once', async ({ ann }) => {
  const item = await mine('Watched', {})
  await home(ann)
  await expect(part(ann, 'Since your last visit')).toContainText('No new activity')
  await team.max.call('updateWorkItem', { params: item, body: { priority: 'high' } })
  await team.max.call('createComment', { params: item, body: { comment_html: '<p>Look</p>' } })
  const line = part(ann, 'Since your last visit').getByRole('link', { name: /Watched.*Priority, 1 comment/ })
  await expect(line).toBeVisible()
  await ann.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(line).toHaveCount(0)
  await part(ann, 'New here?').getByRole('button', { name: 'Take the tour' }).click()
  const tour = ann.getByRole('dialog', { name: 'A short tour' })
  await expect(tour).toContainText('Everything is live')
  await tour.getByRole('button', { name: 'Next' }).click()
  await expect(tour).toContainText('Find anything')
  await tour.getByRole('button', { name: 'Back' }).click()
  await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused()
  // Arrow keys work wherever the focus is in the dialog.
  await tour.getByRole('button', { name: 'Close' }).focus()
  for (let step = 0; step < 2; step++) await ann.keyboard.press('ArrowRight')
  await expect(tour).toContainText('Keyboard shortcuts everywhere')
  await expectAccessible(ann)
  await ann.keyboard.press('Escape')
  await expect(part(ann, 'New here?')).toHaveCount(0)
  await ann.reload()
  await expect(part(ann, 'Since your last visit')).toContainText('No new activity')
  await expect(part(ann, 'New here?')).toHaveCount(0)
})

test('the tour lets the user move a card of the sample project', async ({ ann }) => {
  await team.ann.call('updateProfile', { body: { is_tour_completed: false } })
  const params = { slug: team.slug }
  const { project_id } = await team.ann.call('createSampleWorkspace', { params })
  await home(ann)
  await ann.getByRole('button', { name: 'Take the tour' }).click()
  const dialog = ann.getByRole('dialog', { name: 'A short tour' })
  await dialog.getByRole('button', { name: 'Next' }).click()
  const panel = part(ann, 'Move a card yourself')
  await expect(panel).toBeFocused()
  await expect(ann).toHaveURL(`/${team.slug}/projects/${project_id}/issues`)
  await expect(ann.locator('[data-card]').first()).toBeVisible()
  await expectAccessible(ann, { within: '[data-tour]' })
  await ann.keyboard.press('j')
  const card = ann.locator('[data-card]:focus')
  await expect(card).toBeVisible()
  const id = await card.getAttribute('data-card')
  const find = { params: { ...params, project_id, id: id ?? '' } }
  const before = await team.ann.call('getWorkItem', find)
  await ann.keyboard.press('Alt+ArrowRight')
  await expect(part(ann, 'Saved and live')).toContainText(before.name)
  expect(await team.ann.call('getWorkItem', find)).not.toMatchObject({ state_id: before.state_id })
  await ann.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toContainText('Find anything')
  await expect(dialog.getByRole('button', { name: 'Next' })).toBeFocused()
  await ann.keyboard.press('ArrowLeft')
  await expect(panel).toBeFocused()
  await visit(ann, `/${team.slug}`)
  await panel.getByRole('button', { name: 'Open the board' }).click()
  await expect(ann).toHaveURL(/issues$/)
  await panel.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(panel).toHaveCount(0)
})

test('an empty home shows the onboarding checklist', async ({ ann }) => {
  const slug = `${team.slug}-new`
  await team.ann.call('createWorkspace', { body: { name: 'New', slug } })
  await visit(ann, `/${slug}`)
  const steps = part(ann, 'Get started')
  await expect(steps.getByRole('button', { name: 'New work item' })).toBeDisabled()
  await steps.getByRole('button', { name: 'New project' }).click()
  await ann.getByRole('textbox', { name: 'Name' }).fill('First')
  await ann.getByRole('button', { name: 'Create project' }).click()
  await expect(ann).toHaveURL(/\/issues$/)
  await visit(ann, `/${slug}`)
  await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(1)
  await steps.getByRole('button', { name: 'New work item' }).click()
  await ann.getByRole('textbox', { name: 'Title' }).fill('A thing to do')
  await ann.keyboard.press('ControlOrMeta+Enter')
  await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(2)
  await expect(steps.getByRole('button', { name: 'Invite people' })).toBeVisible()
})

test('a new member first sees the projects that they can join', async ({ ann, max, server }) => {
  const slug = `${team.slug}-joined`
  const { id } = await team.ann.call('createWorkspace', { body: { name: 'Joined', slug } })
  await team.ann.call('createProject', {
    params: { slug },
    body: { name: 'Beacon', identifier: 'BEA', network: 2 },
  })
  await addMember(server, id, team.max.id, role.member)
  await visit(ann, `/${slug}`)
  await visit(max, `/${slug}`)
  const headings = max.getByRole('heading', { name: /^(Projects you can join|Get started)$/ })
  await expect(headings).toHaveText(['Projects you can join', 'Get started'])
  await max.getByRole('button', { name: 'Join Beacon' }).click()
  await expect(max).toHaveURL(/\/issues$/)
})
