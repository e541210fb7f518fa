import { expect } from '@playwright/test'
import { role } from '#common/platform/roles.ts'
import { countStoredText } from '../support/stored-documents.ts'
import { createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

/** Returns the id of Max's membership in the workspace, even if the membership has ended. */
async function membershipOf({ ann, max, slug }: TwoUserProject): Promise<string> {
  const all = await ann.call('listWorkspaceMembers', { params: { slug }, query: { former: 'true' } })
  return all.find(({ member }) => member.id === max.id)?.id ?? ''
}

async function invite({ ann, max, slug }: TwoUserProject, as: number): Promise<void> {
  const { invitations } = await ann.call('createInvitations', {
    params: { slug },
    body: { emails: [{ email: max.email, role: as }] },
  })
  const link = new URL(invitations[0]?.invite_link ?? '')
  await max.call('answerInvitation', {
    params: { slug, invitation_id: link.searchParams.get('invitation_id') ?? '' },
    body: { accepted: true, token: link.searchParams.get('token') },
  })
}

test('security 60: who is lowered, taken out and taken back in sees it on all they have open', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const { slug, project_id } = team
  const params = { slug, project_id }
  const item = await team.ann.call('createWorkItem', { params, body: { name: 'Of Ann' } })
  await team.max.call('createWorkItem', { params, body: { name: 'Of Max' } })
  const page = await team.ann.call('createPage', { params, body: { name: 'Handbook' } })
  const [ofItem, ofPage] = [await max.context().newPage(), await max.context().newPage()]
  await max.goto(team.board)
  await ofItem.goto(`/${slug}/browse/ATL-${item.sequence_id}`)
  await ofPage.goto(`/${slug}/projects/${project_id}/pages/${page.id}`)
  const card = max.locator('[data-card]')
  const title = ofItem.getByText('Of Ann')
  const text = ofPage.locator('.ProseMirror').first()
  await expect(card).toHaveCount(2)
  await expect(title.first()).toBeVisible()
  await expect(text).toBeVisible()
  await expect.poll(() => countStoredText(ofPage, page.id)).toBeGreaterThan(0)

  // Max is a guest now, so he sees only his own items.
  const member_id = await membershipOf(team)
  await team.ann.call('updateWorkspaceMember', { params: { slug, member_id }, body: { role: role.guest } })
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Of Max')
  await expect(ofItem.getByText('Of Ann')).toHaveCount(0)
  await expect(text).toHaveCount(0)
  await expect.poll(() => countStoredText(ofPage, page.id)).toBe(0)

  // When the workspace role is restored, the project role is restored too.
  await team.ann.call('updateWorkspaceMember', { params: { slug, member_id }, body: { role: role.member } })
  await expect(card).toHaveCount(2)
  await expect(ofItem.getByText('Of Ann').first()).toBeVisible()
  await expect(text).toBeVisible()

  await team.ann.call('removeWorkspaceMember', { params: { slug, member_id } })
  for (const one of [max, ofItem, ofPage]) {
    await expect(one.getByText('You no longer have access to Acme').first()).toBeVisible()
    await expect(one.getByText('Of Ann')).toHaveCount(0)
    await expect(one.getByText('Handbook')).toHaveCount(0)
  }

  await invite(team, role.member)
  await team.ann.call('addProjectMembers', {
    params,
    body: { members: [{ member_id: team.max.id, role: role.member }] },
  })
  await expect(card).toHaveCount(2)
  await expect(ofItem.getByText('Of Ann').first()).toBeVisible()
  await expect(text).toBeVisible()
})
