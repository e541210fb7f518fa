import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import {
  createItem,
  createTwoUserProject,
  signUpGuestOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const createTeamspace = (body: object = {}) =>
  team.ann.call('createTeamspace', {
    params: { slug: team.slug },
    body: { name: 'Cartographers', project_ids: [team.project_id], ...body },
  })

test('a teamspace is created with a project, and another member sees it and joins it at once', async ({
  ann,
  max,
}) => {
  await visit(max, `/${team.slug}/teamspaces`)
  await expect(max.getByText('No teamspaces yet')).toBeVisible()
  await visit(ann, `/${team.slug}/teamspaces`)
  await ann.getByRole('button', { name: 'New teamspace' }).click()
  const dialog = ann.getByRole('dialog', { name: 'New teamspace' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cartographers')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('We draw maps.')
  await dialog.getByRole('combobox', { name: 'Projects' }).click()
  await ann.getByRole('option', { name: 'Atlas' }).click()
  await ann.keyboard.press('Escape')
  await expectAccessible(ann, { name: 'new teamspace' })
  await dialog.getByRole('button', { name: 'Create teamspace' }).click()
  await expect(ann.getByRole('heading', { name: 'Cartographers', level: 2 })).toBeVisible()
  await expect(ann.getByRole('list', { name: 'Projects' }).getByRole('link', { name: 'Atlas' })).toBeVisible()
  await max.getByRole('link', { name: /^Cartographers/ }).click()
  await expectAccessible(max, { name: 'teamspace' })
  await max.getByRole('button', { name: 'Join', exact: true }).click()
  const members = ann.getByRole('list', { name: 'Members' })
  await expect(members.getByRole('link', { name: 'Max' })).toBeVisible()
  await max.keyboard.press('Control+z')
  await expect(members.getByRole('link', { name: 'Max' })).toHaveCount(0)
})

test('the work items of a teamspace are shown in all layouts, and new ones get its project', async ({
  ann,
}) => {
  await createItem(team, 'Draw the map')
  const { id } = await createTeamspace()
  await visit(ann, `/${team.slug}/teamspaces/${id}/issues`)
  await expect(ann.getByRole('region', { name: /^Backlog/ })).toContainText('Draw the map')
  for (const layout of ['List', 'Calendar', 'Table', 'Timeline', 'Board']) {
    await ann.getByRole('button', { name: layout, exact: true }).click()
    if (layout !== 'Calendar') await expect(ann.getByText('Draw the map').first()).toBeVisible()
  }
  await ann.keyboard.press('c')
  const dialog = ann.getByRole('dialog', { name: 'New work item' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Cut the map')
  await ann.keyboard.press('Control+Enter')
  await expect(ann.getByText('Cut the map').first()).toBeVisible()
})

test('the overview counts the open work of each member and links to it', async ({ ann }) => {
  const { id } = await createTeamspace({ member_ids: [team.max.id] })
  const params = { slug: team.slug, project_id: team.project_id }
  const body = { name: 'Draw the map', assignee_ids: [team.max.id] }
  await team.ann.call('createWorkItem', { params, body })
  await visit(ann, `/${team.slug}/teamspaces/${id}`)
  await ann.getByRole('link', { name: '1 open work item', exact: true }).click()
  await expect(ann.getByText('Draw the map')).toBeVisible()
})

test('a private teamspace disappears for a member who is removed, and guests have no teamspaces', async ({
  server,
  ann,
  max,
}) => {
  const { id } = await createTeamspace({ access: 0, member_ids: [team.max.id] })
  await visit(max, `/${team.slug}/teamspaces/${id}`)
  await expect(max.getByRole('heading', { name: 'Cartographers', level: 2 })).toBeVisible()
  await visit(ann, `/${team.slug}/teamspaces/${id}`)
  await ann.getByRole('button', { name: 'Remove Max' }).click()
  await expect(max.getByText('Teamspace not found')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(max.getByRole('heading', { name: 'Cartographers', level: 2 })).toBeVisible()
  await signUpGuestOnPage(server, team, max)
  await visit(max, `/${team.slug}/teamspaces`)
  await expect(max.getByText('Teamspaces are for members')).toBeVisible()
})

test('a teamspace is deleted from the list and restored by Undo', async ({ ann }) => {
  await createTeamspace()
  await visit(ann, `/${team.slug}/teamspaces`)
  await ann.getByRole('button', { name: 'Actions for Cartographers' }).click()
  await ann.getByRole('menuitem', { name: 'Delete teamspace' }).click()
  await expect(ann.getByText('No teamspaces yet')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(ann.getByRole('link', { name: /^Cartographers/ })).toBeVisible()
})

test('cycles and pages of the projects of a teamspace are listed together', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  await team.ann.call('updateProject', { params, body: { cycle_view: true } })
  await team.ann.call('createCycle', { params, body: { name: 'Spring' } })
  await team.ann.call('createPage', { params, body: { name: 'How we draw' } })
  const { id } = await createTeamspace()
  await visit(ann, `/${team.slug}/teamspaces/${id}`)
  const tabs = ann.getByRole('navigation', { name: 'Cartographers' })
  await tabs.getByRole('link', { name: 'Cycles' }).click()
  const atlas = ann.getByRole('region', { name: 'Atlas' })
  await expect(atlas.getByRole('link', { name: 'Spring' })).toBeVisible()
  await expectAccessible(ann, { name: 'cycles of a teamspace' })
  await tabs.getByRole('link', { name: 'Pages' }).click()
  await expect(ann.getByRole('link', { name: /^How we draw/ })).toBeVisible()
  await expectAccessible(ann, { name: 'pages of a teamspace' })
  await team.ann.call('updateTeamspace', {
    params: { slug: team.slug, teamspace_id: id },
    body: { project_ids: [] },
  })
  await expect(ann.getByText('No pages yet')).toBeVisible()
})

test('a filtered list is saved as a view of the teamspace, which other members see at once', async ({
  ann,
  max,
}) => {
  const params = { slug: team.slug, project_id: team.project_id }
  await team.ann.call('createWorkItem', { params, body: { name: 'Now', priority: 'urgent' } })
  await team.ann.call('createWorkItem', { params, body: { name: 'Later', priority: 'low' } })
  const { id } = await createTeamspace()
  await visit(max, `/${team.slug}/teamspaces/${id}/views`)
  await expect(max.getByText('No views yet')).toBeVisible()
  const filters = JSON.stringify({ priority__in: 'urgent' })
  await visit(ann, `/${team.slug}/teamspaces/${id}/issues?filters=${encodeURIComponent(filters)}`)
  await ann.getByRole('button', { name: 'Save view' }).click()
  const dialog = ann.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Urgent')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ann).toHaveURL(new RegExp(`/teamspaces/${id}/views/`))
  await max.getByRole('link', { name: /^Urgent/ }).click()
  await expect(max.getByRole('link', { name: 'ATL-1 Now' })).toBeVisible()
  await expect(max.getByRole('link', { name: 'ATL-2 Later' })).toHaveCount(0)
})

test('the activity shows changes of others at once, and people can undo leaving a private teamspace', async ({
  ann,
  max,
}) => {
  const { id } = await createTeamspace({ access: 0, member_ids: [team.max.id], lead_id: team.max.id })
  await visit(ann, `/${team.slug}/teamspaces/${id}/activity`)
  const activity = ann.getByRole('list', { name: 'Activity' })
  await expect(activity).toContainText('Ann created the teamspace Cartographers')
  await expectAccessible(ann, { name: 'activity of a teamspace' })
  await visit(max, `/${team.slug}/teamspaces/${id}`)
  await max.getByRole('button', { name: 'Actions for Cartographers' }).click()
  await max.getByRole('menuitem', { name: 'Leave teamspace' }).click()
  await max.getByRole('alertdialog').getByRole('button', { name: 'Leave teamspace' }).click()
  await expect(max.getByText('Teamspace not found')).toBeVisible()
  await expect(activity).toContainText('Max left')
  await max.keyboard.press('Control+z')
  await expect(max.getByRole('list', { name: 'Members' }).getByText('Lead')).toBeVisible()
  await expect(activity).toContainText('Max joined')
})
