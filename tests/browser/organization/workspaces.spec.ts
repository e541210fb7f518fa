import { expect } from '@playwright/test'
import { newId } from '#common/platform/ids.ts'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible, expectAccessibleInThemes } from '../support/axe.ts'
import { createTwoUserProject, signUpOnPage } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

test('somebody invited by link joins and sees the board', async ({ ann, max, server }) => {
  const slug = `acme-${newId().slice(-8)}`
  const annClient = await signUpOnPage(server, ann, 'Ann')
  await annClient.call('createWorkspace', { body: { name: 'Acme', slug } })
  await annClient.call('createSampleWorkspace', { params: { slug } })
  const maxClient = await signUpOnPage(server, max, 'Max')

  await ann.goto(`/${slug}/settings/members`)
  await ann.getByRole('button', { name: 'Invite people' }).click()
  await ann.getByRole('textbox', { name: 'Email 1' }).fill(maxClient.email)
  await ann.getByRole('button', { name: 'Invite 1 person' }).click()
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ann.getByRole('button', { name: `Copy link for ${maxClient.email}` }).click()
  await expect(ann.getByText('Link copied')).toBeVisible()
  const link = await ann.evaluate(() => navigator.clipboard.readText())

  await ann.goto(link)
  await expect(ann.getByText('This invitation is for someone else')).toBeVisible()
  await expectAccessible(ann)
  await ann.goto(`/${slug}/settings/members`)
  await expect(ann.getByText('Pending invitations')).toBeVisible()

  await max.goto(link)
  const accept = max.getByRole('button', { name: 'Join Acme' })
  await expect(accept).toBeVisible()
  await expectAccessible(max)
  await accept.click()
  await expect(max).toHaveURL(`/${slug}`)
  await expect(ann.getByRole('list', { name: 'Members', exact: true })).toContainText(maxClient.email)
  await expect(ann.getByText('Pending invitations')).toBeHidden()

  await max.goto(`/${slug}/projects`)
  await max.getByRole('button', { name: 'Join Harbor' }).click()
  await expect(max.getByRole('link', { name: 'HARB-1 Book a berth by map' })).toBeVisible()

  await max.goto(link)
  await max.getByRole('button', { name: 'Open Acme' }).click()
  await expect(max).toHaveURL(`/${slug}`)
})

test('a link for anyone is shown as such and lets whoever has it in', async ({ ann, max, server }) => {
  const slug = `acme-${newId().slice(-8)}`
  const annClient = await signUpOnPage(server, ann, 'Ann')
  await annClient.call('createWorkspace', { body: { name: 'Acme', slug } })
  await signUpOnPage(server, max, 'Max')

  await ann.goto(`/${slug}/settings/members`)
  await ann.getByRole('button', { name: 'Invite people' }).click()
  // Without a mail server, the form for an invitation link is above the email form.
  const linkAt = await ann.getByRole('button', { name: 'Create link' }).boundingBox()
  const mailsAt = await ann.getByRole('textbox', { name: 'Email 1' }).boundingBox()
  expect(linkAt?.y).toBeLessThan(mailsAt?.y ?? 0)
  await ann.getByRole('button', { name: 'Create link' }).click()
  const link = await ann.getByRole('textbox', { name: 'Invite link' }).inputValue()
  await expectAccessible(ann)
  await ann.keyboard.press('Escape')
  const pending = ann.getByRole('list', { name: 'Pending invitations' })
  await expect(pending).toContainText('Anyone with the link')
  await expect(pending).toContainText('by Ann')
  await expect(pending).toContainText('in 2 weeks')

  await max.goto(link)
  await max.getByRole('button', { name: 'Join Acme' }).click()
  await expect(max).toHaveURL(`/${slug}`)
  await expect(pending).toContainText('Anyone with the link')

  await ann.getByRole('button', { name: 'Actions for the invite link' }).click()
  await ann.getByRole('menuitem', { name: 'Revoke' }).click()
  await ann.getByRole('button', { name: 'Revoke' }).click()
  // The list has no role while the confirmation is open, so the missing list does not show that the link is revoked.
  await expect(ann.getByText('Invitation revoked')).toBeVisible()
  await expect(pending).toBeHidden()
  await max.goto(link)
  await expect(max.getByRole('heading', { name: 'Invitation not found' })).toBeVisible()
})

test('whoever is invited has one step before them, and their own time zone first', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  // Simulates a user who accepted an invitation before onboarding. Only the profile step is left.
  await team.max.call('updateProfile', {
    body: { is_onboarded: false, onboarding_step: { profile_complete: false, workspace_create: false } },
  })
  await max.goto('/onboarding')
  await expect(max.getByRole('heading', { name: 'Set up your profile' })).toBeVisible()
  await expect(max.getByText(/^Step \d/)).toHaveCount(0)
  await max.getByRole('combobox', { name: 'Time zone' }).click()
  const near = max.getByRole('group', { name: 'Suggested' })
  await expect(near.getByRole('option').first()).toBeInViewport()
  await max.keyboard.press('Escape')
  await max.getByRole('button', { name: 'Continue' }).click()
  await expect(max).toHaveURL(new RegExp(`/${team.slug}$`))

  // Simulates a user who completed the profile and then accepted an invitation. No step of onboarding is
  // left.
  await team.max.call('updateProfile', {
    body: {
      is_onboarded: false,
      onboarding_step: { profile_complete: true, workspace_create: false, workspace_invite: false },
    },
  })
  await max.goto(`/${team.slug}`)
  await expect(max.getByRole('heading', { name: /Max$/ })).toBeVisible()
})

test('a copied link asks for a confirmed address', async ({ ann, max, server }) => {
  const slug = `acme-${newId().slice(-8)}`
  const annClient = await signUpOnPage(server, ann, 'Ann')
  await annClient.call('createWorkspace', { body: { name: 'Acme', slug } })
  const maxClient = await signUpOnPage(server, max, 'Max')
  await runSql(server.databaseUrl, 'update users set is_email_verified = false where id = $1', [maxClient.id])
  const { invitations } = await annClient.call('createInvitations', {
    params: { slug },
    body: { emails: [{ email: maxClient.email, role: 15 }] },
  })
  await max.goto(invitations[0]?.invite_link ?? '')
  await expect(max.getByText(`Is ${maxClient.email} your email?`)).toBeVisible()
  await expect(max.getByRole('button', { name: 'Join Acme' })).toHaveCount(0)
  await expectAccessible(max)

  await runSql(server.databaseUrl, 'update workspace_invites set expires_at = now() where email = $1', [
    maxClient.email,
  ])
  await max.reload()
  await expect(max.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible()
  await ann.goto(`/${slug}/settings/members`)
  await expect(ann.getByRole('list', { name: 'Pending invitations' })).toContainText('Expired')
})

test('signing out of the wrong account leads back to the invitation', async ({ ann, max, server }) => {
  const slug = `acme-${newId().slice(-8)}`
  const annClient = await signUpOnPage(server, ann, 'Ann')
  await annClient.call('createWorkspace', { body: { name: 'Acme', slug } })
  const maxClient = await signUpOnPage(server, max, 'Max')
  const { invitations } = await annClient.call('createInvitations', {
    params: { slug },
    body: { emails: [{ email: maxClient.email, role: 15 }] },
  })
  await ann.goto(invitations[0]?.invite_link ?? '')
  await ann.getByRole('button', { name: 'Sign out' }).click()
  await expect(ann.getByLabel('Email', { exact: true })).toBeVisible()
  await ann.context().addCookies(await max.context().cookies())
  await ann.reload()
  await expect(ann.getByRole('button', { name: 'Join Acme' })).toBeVisible()
})

test('an expired invitation fits a phone in words', async ({ ann, server }) => {
  const slug = `acme-${newId().slice(-8)}`
  const annClient = await signUpOnPage(server, ann, 'Ann')
  await annClient.call('createWorkspace', { body: { name: 'Acme', slug } })
  for (const email of ['old@example.com', 'new@example.com'])
    await annClient.call('createInvitations', { params: { slug }, body: { emails: [{ email, role: 15 }] } })
  await runSql(
    server.databaseUrl,
    "update workspace_invites set expires_at = now() - interval '2 days' where email = 'old@example.com'",
    [],
  )
  await ann.setViewportSize({ width: 390, height: 844 })
  await ann.goto(`/${slug}/settings/members`)
  const pending = ann.getByRole('list', { name: 'Pending invitations' })
  await expect(pending).toContainText('Expired 2 days ago.')
  const cut = await pending
    .getByText(/Expires in/)
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  expect(cut).toBe(0)
})

test('whoever signs up through an invitation joins without a further click', async ({ ann, max, server }) => {
  const slug = `acme-${newId().slice(-8)}`
  const annClient = await signUpOnPage(server, ann, 'Ann')
  await annClient.call('createWorkspace', { body: { name: 'Acme', slug } })
  const link = async () =>
    (await annClient.call('createOpenInvitation', { params: { slug }, body: { role: 15 } })).invite_link
  await max.goto(await link())
  await max.getByRole('button', { name: 'Create an account' }).click()
  await max.getByLabel('Email', { exact: true }).fill(`max-${newId().slice(-8)}@example.com`)
  await max.keyboard.press('Enter')
  await expect(max.getByText('Already have an account?')).toBeVisible()
  await max.getByLabel('Choose a password').fill('violet-harbour-92-kite')
  await max.keyboard.press('Enter')
  await expect(max.getByRole('heading', { name: 'Set up your profile' })).toBeVisible()
  await expect(max.getByRole('button', { name: 'Join Acme' })).toHaveCount(0)
  const { length } = await annClient.call('listWorkspaceMembers', { params: { slug } })
  expect(length).toBe(2)

  // An account that has finished the onboarding is asked, even if the sign-up began in this tab.
  const second = await link()
  await max.evaluate(
    (id) => sessionStorage.setItem('sign-up-invitation', JSON.stringify({ id, at: Date.now() })),
    new URL(second).searchParams.get('invitation_id'),
  )
  await max.context().clearCookies()
  await signUpOnPage(server, max, 'Gus')
  await max.goto(second)
  await expect(max.getByRole('button', { name: 'Join Acme' })).toBeEnabled()
})

test('onboarding offers a link where no mail goes out', async ({ ann, server }) => {
  const client = await signUpOnPage(server, ann, 'Ann')
  await client.call('createWorkspace', { body: { name: 'Acme', slug: `acme-${newId().slice(-8)}` } })
  await client.call('setOnboarded', { body: { is_onboarded: false } })
  await client.call('updateProfile', {
    body: { onboarding_step: { profile_complete: true, workspace_create: true } },
  })
  await ann.goto('/onboarding')
  await expect(ann.getByText('Email is not set up on this server')).toBeVisible()
  await ann.getByRole('button', { name: 'Create link' }).click()
  const link = ann.getByRole('textbox', { name: 'Invite link' })
  await expect(link).toHaveValue(/workspace-invitations/)
  await expect(ann.getByText('join as a member')).toBeVisible()
  // Creates a second link, for guests.
  await ann.getByRole('button', { name: 'Create another link' }).click()
  await ann.getByRole('combobox', { name: 'Role for people who join with the link' }).click()
  await ann.getByRole('option', { name: 'Guest' }).click()
  await ann.getByRole('button', { name: 'Create link' }).click()
  await expect(link).toHaveValue(/workspace-invitations/)
  await expect(ann.getByText('join as a guest')).toBeVisible()
  await expectAccessible(ann)
  await ann.getByRole('button', { name: 'Continue' }).click()
  await expect(ann.getByRole('heading', { name: 'Start with a sample project?' })).toBeVisible()
  await ann.getByRole('button', { name: 'Back' }).click()
  await expect(ann.getByRole('heading', { name: 'Invite your team' })).toBeVisible()
})

test('a role that is changed counts on the other screen', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await ann.goto(`/${team.slug}/settings/members`)
  await max.goto(`/${team.slug}/projects`)
  await expect(max.getByRole('button', { name: 'New project' }).first()).toBeVisible()

  await ann.getByRole('combobox', { name: 'Role of Max' }).click()
  await ann.getByRole('option', { name: 'Guest' }).click()
  await expect(max.getByRole('button', { name: 'New project' })).toHaveCount(0)
  await expect(max.getByText('You are now a guest in this workspace')).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(max.getByRole('button', { name: 'New project' }).first()).toBeVisible()

  await ann.getByRole('button', { name: 'Actions for Max' }).click()
  await ann.getByRole('menuitem', { name: 'Remove from workspace' }).click()
  await ann.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(max.getByRole('heading', { name: 'You no longer have access to Acme' })).toBeAttached()
  await max.getByRole('link', { name: 'Go to home' }).click()
  await expect(max).toHaveURL('/create-workspace')
})

test('a new project is on the other screen, ready to join', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await max.goto(`/${team.slug}/projects`)
  await ann.goto(`/${team.slug}/projects`)
  await ann.getByRole('button', { name: 'New project' }).first().click()
  const dialog = ann.getByRole('dialog', { name: 'New project' })
  await dialog.getByLabel('Name').fill('Atlas')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByText('Another project has this name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Website')
  await expect(dialog.getByLabel('Key')).toHaveValue('WEB')
  await expectAccessible(ann)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(ann).toHaveURL(/\/issues$/)
  await expect(ann.getByText('Backlog').first()).toBeVisible()

  await expect(max.getByRole('button', { name: 'Join Website' })).toBeVisible()
  // A deep link into a public project shows Max only the offer to join the project. A deep link into a secret
  // project shows that it was not found.
  const { slug } = team
  const project_id = new URL(ann.url()).pathname.split('/')[3] ?? ''
  const secret = await team.ann.call('createProject', {
    params: { slug },
    body: { name: 'Quiet', identifier: 'QUI', network: 0 },
  })
  const made = async (id: string) =>
    await team.ann.call('createPage', { params: { slug, project_id: id }, body: { name: 'Charter' } })
  const page = await made(project_id)
  await team.ann.call('createWorkItem', { params: { slug, project_id }, body: { name: 'Charter' } })
  await max.goto(`/${slug}/projects/${secret.id}/pages/${(await made(secret.id)).id}`)
  await expect(max.getByRole('heading', { name: 'Page not found' })).toBeAttached()
  for (const path of [
    'browse/WEB-1',
    `projects/${project_id}/pages`,
    `projects/${project_id}/pages/${page.id}`,
  ]) {
    await max.goto(`/${slug}/${path}`)
    await expect(max.getByText('You are not in this project')).toBeVisible()
    await expect(max.getByText('Charter')).toHaveCount(0)
  }
  await max.getByRole('button', { name: 'Join Website' }).click()
  await expect(max.getByRole('textbox', { name: 'Page title' })).toHaveText('Charter')
})

test('a project gets people, who can be taken out and back', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await ann.goto(`/${team.slug}/settings/projects/${team.project_id}/members`)
  const members = ann.getByRole('list', { name: 'Project members' })
  await expect(members).toContainText('Max')
  await expectAccessible(ann)
  await ann.getByRole('button', { name: 'Actions for Max' }).click()
  await ann.getByRole('menuitem', { name: 'Remove from project' }).click()
  await expect(members).not.toContainText('Max')
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(members).toContainText('Max')
})

test('integrations are found by members, with the way to each; admins alone set up webhooks', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await max.setViewportSize({ width: 390, height: 800 })
  await max.goto(`/${team.slug}/settings/integrations`)
  const ways = max.getByRole('list', { name: 'Integrations' })
  await expect(ways.getByRole('listitem')).toHaveCount(5)
  await expect(ways.getByText('Only workspace admins can set up webhooks.')).toBeVisible()
  await expect(ways.getByRole('link', { name: 'API: Open reference' })).toHaveAttribute('href', '/api/docs')
  await expectAccessibleInThemes(max)
  expect(await max.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await ways.getByRole('link', { name: 'API tokens: Set up' }).press('Enter')
  await expect(max).toHaveURL(/profile\/api-tokens$/)
  await ann.goto(`/${team.slug}/settings`)
  await ann.getByRole('link', { name: 'Integrations' }).press('Enter')
  await ann.getByRole('link', { name: 'Webhooks: Set up' }).press('Enter')
  await expect(ann).toHaveURL(/settings\/webhooks$/)
})

test('size and time zone of a workspace are changed and undone', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await ann.goto(`/${team.slug}/settings`)
  await ann.getByRole('combobox', { name: 'Team size' }).click()
  await ann.getByRole('option', { name: '11-50' }).click()
  await expect(ann.getByRole('combobox', { name: 'Team size' })).toHaveText('11-50')
  await ann.getByRole('combobox', { name: 'Time zone' }).click()
  await ann.keyboard.type('Tokyo')
  await ann.getByRole('option', { name: /Tokyo/ }).click()
  await expect(ann.getByRole('combobox', { name: 'Time zone' }).first()).toHaveText('Asia/Tokyo')
  const saved = () => team.ann.call('getWorkspace', { params: { slug: team.slug } })
  await expect.poll(saved).toMatchObject({ organization_size: '11-50', timezone: 'Asia/Tokyo' })
  await expectAccessible(ann)
  await ann
    .locator('[data-sonner-toast]')
    .filter({ hasText: 'Workspace settings changed' })
    .first()
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(saved).toMatchObject({ organization_size: '11-50', timezone: 'UTC' })
})

test('release notes open from the account menu, on a phone too', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await ann.goto(`/${team.slug}`)
  await ann.getByRole('button', { name: /account and settings/ }).click()
  await ann.getByRole('menuitem', { name: 'What’s new' }).click()
  await expect(ann).toHaveURL(`/${team.slug}/release-notes`)
  const [newest] = await team.ann.call('listReleaseNotes', {})
  await expect(ann.getByRole('heading', { name: newest?.title ?? '' })).toBeVisible()
  await expect(ann.getByText('Send signed events to your URL with webhooks.')).toBeVisible()
  await expectAccessibleInThemes(ann)
  await ann.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('projects are ordered by their creation, filtered and counted by members', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug }
  for (const [name, identifier, network] of [
    ['Zebra', 'ZEB', 2],
    ['Berth', 'BER', 0],
  ] as const)
    await team.ann.call('createProject', { params, body: { name, identifier, network } })
  await ann.goto(`/${team.slug}/projects`)
  const names = () =>
    ann
      .getByRole('list', { name: 'Projects', exact: true })
      .locator('.font-medium.truncate')
      .allTextContents()
  await expect.poll(names).toEqual(['Atlas', 'Zebra', 'Berth'])
  const order = async (name: string) => {
    await ann.getByRole('button', { name: /^Order by/ }).click()
    await ann.getByRole('menuitemradio', { name }).click()
  }
  await order('Name')
  await expect.poll(names).toEqual(['Atlas', 'Berth', 'Zebra'])
  await order('Number of members')
  await expect.poll(names).toEqual(['Berth', 'Zebra', 'Atlas'])
  const filter = async (group: string, value: string) => {
    await ann.getByRole('button', { name: /^Filter/ }).click()
    await ann.getByRole('menuitem', { name: group }).click()
    await ann.getByRole('menuitemcheckbox', { name: value }).click()
    await ann.keyboard.press('Escape')
    await ann.keyboard.press('Escape')
  }
  await filter('Members', 'Max')
  await expect.poll(names).toEqual(['Atlas'])
  await filter('Visibility', 'Project members only')
  await expect(ann.getByText('No matching projects')).toBeVisible()
  await ann.getByRole('button', { name: 'Clear all filters' }).click()
  await filter('Created', 'Yesterday')
  await expect(ann.getByText('No matching projects')).toBeVisible()
  await filter('Created', 'Today')
  await expect.poll(names).toEqual(['Berth', 'Zebra', 'Atlas'])
  await expectAccessible(ann)

  // The list also shows Max a project that he has not joined, unless he filters for his own projects.
  await max.goto(`/${team.slug}/projects`)
  const seen = max.getByRole('list', { name: 'Projects', exact: true })
  await expect(seen).toContainText('Zebra')
  await max.getByRole('button', { name: /^Filter/ }).click()
  await max.getByRole('menuitemcheckbox', { name: 'Only my projects' }).click()
  await max.keyboard.press('Escape')
  await expect(seen).not.toContainText('Zebra')
})
