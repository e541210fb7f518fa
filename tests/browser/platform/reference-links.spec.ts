import { expect } from '@playwright/test'
import { newId } from '#common/platform/ids.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const inProject = (path: string) => `/${team.slug}/projects/${team.project_id}/${path}`

test('links with the id of an item open its page', async ({ ann }) => {
  const item = await createItem(team, 'Draw the map')
  for (const list of ['issues', 'archives/issues', 'epics']) {
    await visit(ann, inProject(`${list}/${item.id}`))
    await expect(ann).toHaveURL(`/${team.slug}/browse/ATL-1`)
    await expect(ann.getByText('Draw the map').first()).toBeVisible()
  }
  // After a reload, the client has not loaded the work item yet.
  await ann.goto(inProject(`issues/${item.id}`))
  await expect(ann).toHaveURL(`/${team.slug}/browse/ATL-1`)
  await visit(ann, inProject(`issues/${newId()}`))
  await expect(ann.getByText('Work item not found')).toBeVisible()
  await ann.getByRole('button', { name: 'Go to work items of Atlas' }).click()
  await expect(ann).toHaveURL(team.board)
})

test('links to an item of a project that one has not joined offer to join', async ({ ann, max }) => {
  const params = { slug: team.slug }
  const other = await team.ann.call('createProject', { params, body: { name: 'Berth', identifier: 'BER' } })
  const item = await team.ann.call('createWorkItem', {
    params: { ...params, project_id: other.id },
    body: { name: 'Dig it' },
  })
  await visit(max, `/${team.slug}/projects/${other.id}/issues/${item.id}`)
  await max.getByRole('button', { name: 'Join Berth' }).click()
  await expect(max).toHaveURL(`/${team.slug}/browse/BER-1`)
  await visit(ann, `/${team.slug}/projects/${newId()}/issues/${item.id}`)
  await expect(ann.getByRole('main').getByText('You don’t have access to this project')).toBeVisible()
})

test('inbox links open the intake and its item', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  await team.ann.call('updateProject', { params, body: { inbox_view: true } })
  const { id } = await team.ann.call('createInboxIssue', {
    params,
    body: { issue: { name: 'Please dig', description_html: '<p>Deep</p>' } },
  })
  await visit(ann, inProject('inbox'))
  await expect(ann).toHaveURL(inProject('intake'))
  await visit(ann, inProject(`inbox/${id}`))
  await expect(ann).toHaveURL(inProject(`intake?item=${id}`))
  await expect(ann.getByRole('main').getByText('Please dig').first()).toBeVisible()
  await visit(ann, inProject(`inbox?currentTab=closed&inboxIssueId=${id}`))
  await expect(ann).toHaveURL(inProject(`intake?tab=closed&item=${id}`))
})

test('the query parameter peekId opens an item beside the list', async ({ ann }) => {
  const item = await createItem(team, 'Draw the map')
  for (const name of ['peekId', 'peekIssueId']) {
    await visit(ann, `${team.board}?${name}=${item.id}`)
    const peek = ann.getByRole('dialog', { name: /Draw the map/ })
    await expect(peek).toBeVisible()
    await ann.keyboard.press('Escape')
    await expect(peek).toBeHidden()
    await expect(ann).toHaveURL(team.board)
  }
})

test('links to settings and archives of Plane open the screens of Tandem', async ({ ann }) => {
  const profile = `/${team.slug}/settings/profile`
  const targets = [
    [`/${team.slug}/settings/account`, `${profile}/general`],
    [`/${team.slug}/settings/account/preferences`, `${profile}/appearance`],
    [`/${team.slug}/settings/api-tokens`, `${profile}/api-tokens`],
    ['/profile/security', `${profile}/security`],
    ['/settings/profile/notifications', `${profile}/notifications`],
    [`/${team.slug}/projects/archives`, `/${team.slug}/projects?tab=archived`],
    [inProject('archives/cycles'), inProject('cycles?tab=archived')],
    [inProject('archives/modules'), inProject('modules?tab=archived')],
    [
      `/${team.slug}/settings/projects/${team.project_id}/features/pages`,
      `/${team.slug}/settings/projects/${team.project_id}/features`,
    ],
  ] as const
  for (const [link, target] of targets) {
    await visit(ann, link)
    await expect(ann).toHaveURL(target)
  }
})
