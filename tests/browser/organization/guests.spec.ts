import { expect } from '@playwright/test'
import { role } from '#common/platform/roles.ts'
import { expectAccessible } from '../support/axe.ts'
import { addToWorkspace, createTwoUserProject, signUpOnPage, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('a guest learns what they see, and a page is shared with a person outside of the project', async ({
  server,
  ann,
  max,
  elsewhere,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const guest = await elsewhere.newPage()
  const gus = await signUpOnPage(server, guest, 'Gus')
  await addToWorkspace(team, gus, role.guest)
  const { slug } = team
  const { id: project_id } = await team.ann.call('createProject', {
    params: { slug },
    body: { name: 'Beacon', identifier: 'BEA', inbox_view: true, network: 0 },
  })
  const params = { slug, project_id }
  const page = await team.ann.call('createPage', { params, body: { name: 'Salaries' } })
  const members = () => team.ann.call('listProjectMembers', { params })

  await visit(ann, `/${slug}/settings/projects/${project_id}/members`)
  await ann.getByRole('button', { name: 'Add people' }).click()
  const adding = ann.getByRole('dialog', { name: 'Add people to Beacon' })
  await adding.getByRole('combobox', { name: 'People' }).click()
  await expect(adding.getByText('Guests see only')).toHaveCount(0)
  await ann.getByRole('option', { name: 'Gus' }).click()
  await ann.keyboard.press('Escape')
  await expect(adding.getByText('Guests see only the work items that they create')).toBeVisible()
  await expectAccessible(ann)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding).toHaveCount(0)

  await visit(guest, `/${slug}/projects/${project_id}/pages`)
  await expect(guest.getByText('you see only the pages that are shared with you')).toBeVisible()
  await visit(guest, `/${slug}/projects/${project_id}/issues`)
  await expect(guest.getByText('you see only the work items that you created')).toBeVisible()
  await guest.keyboard.press('c')
  await guest.getByRole('link', { name: 'Submit a request' }).click()
  await expect(guest.getByRole('dialog', { name: 'Submit a request' })).toBeVisible()
  await expect(guest.getByRole('dialog', { name: 'New work item' })).toHaveCount(0)

  await visit(ann, `/${slug}/projects/${project_id}/pages/${page.id}`)
  await ann.getByRole('button', { name: 'Share page' }).click()
  const sharing = ann.getByRole('dialog', { name: 'Share page' })
  await sharing.getByRole('combobox', { name: 'Add people' }).press('Enter')
  await expect(ann.getByText('Not in Beacon')).toBeVisible()
  await ann.getByRole('option', { name: 'Max' }).click()
  const outsider = sharing.getByRole('region', { name: 'Max is not in Beacon.' })
  await expect(outsider.getByRole('combobox', { name: 'Role of Max' })).toHaveText('Guest')
  await expectAccessible(ann)
  await outsider.getByRole('button', { name: 'Add and share' }).click()
  await expect(sharing.getByRole('combobox', { name: 'Permission of Max' })).toHaveText('Can edit')
  expect(await members()).toContainEqual(
    expect.objectContaining({ member_id: team.max.id, role: role.guest }),
  )
})

test('an invite link for guests also leads into a project', async ({ server, ann, max, elsewhere }) => {
  const { slug } = await createTwoUserProject(server, { ann, max })
  await visit(ann, `/${slug}/settings/members?invite`)
  const dialog = ann.getByRole('dialog', { name: 'Invite people' })
  const link = dialog.getByRole('region', { name: 'Invite link' })
  await link.getByRole('combobox', { name: 'Role for people who join with the link' }).click()
  await ann.getByRole('option', { name: 'Guest' }).click()
  await expect(link.getByText('Guests see nothing until they are in a project.')).toBeVisible()
  await link.getByRole('combobox', { name: 'Projects that they join' }).click()
  await ann.getByRole('option', { name: 'Atlas' }).click()
  await ann.keyboard.press('Escape')
  await link.getByRole('button', { name: 'Create link' }).click()
  const address = await link.getByRole('textbox', { name: 'Invite link' }).inputValue()
  await expectAccessible(ann)

  const guest = await elsewhere.newPage()
  await signUpOnPage(server, guest, 'Gina')
  await visit(guest, address.replace(server.url, ''))
  await guest.getByRole('button', { name: 'Join Acme' }).click()
  const projects = guest.getByRole('navigation', { name: 'Your projects' })
  await expect(projects.getByRole('link', { name: 'Work items' })).toBeVisible()
})
