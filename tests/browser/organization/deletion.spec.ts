import { expect } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { extractEmailCode, readEmailsTo, waitForEmailTo } from '../../support/browser-client.ts'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('a workspace is deleted by typing its name, is gone for all at once and comes back', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await visit(max, team.board)
  await expect(max.getByText('Backlog').first()).toBeVisible()
  await ann.setViewportSize({ width: 390, height: 800 })
  await visit(ann, `/${team.slug}/settings`)
  await ann.getByRole('button', { name: 'Delete workspace' }).click()
  const dialog = ann.getByRole('alertdialog', { name: 'Delete Acme?' })
  const confirm = dialog.getByRole('button', { name: 'Delete workspace' })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Type Acme to confirm' }).fill('Acme')
  await expectAccessible(ann)
  await confirm.press('Enter')
  await expect(ann).toHaveURL('/create-workspace')
  await expect(max.getByText('You no longer have access to Acme').first()).toBeVisible()
  await expect(ann.getByText('Deleted by Ann, can be restored until')).toBeVisible()
  await expectAccessible(ann)
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await ann.getByRole('button', { name: 'Restore Acme' }).click()
  await expect(ann).toHaveURL(`/${team.slug}`)
  await visit(max, team.board)
  await expect(max.getByText('Backlog').first()).toBeVisible()
})

test('an account is deleted after it was said what goes and what stays', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await runSql(server.databaseUrl, 'update users set is_password_autoset = true where id = $1', [team.max.id])
  const params = { slug: team.slug, project_id: team.project_id }
  await team.max.call('createWorkItem', { params, body: { name: 'Of Max', assignee_ids: [team.max.id] } })
  await visit(ann, `/${team.slug}/settings/members`)
  await visit(max, `/${team.slug}/settings/profile/security`)
  await max.getByRole('button', { name: 'Delete account' }).click()
  const dialog = max.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('1 work item')
  await expectAccessible(max)
  const before = await readEmailsTo(server, team.max.email)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(dialog.getByText(`Sent to ${team.max.email}`)).toBeVisible()
  await dialog
    .getByRole('textbox', { name: 'Code' })
    .fill(extractEmailCode(await waitForEmailTo(server, team.max.email, before)))
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(max).toHaveURL('/')
  await expect(max.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect(ann.getByRole('list', { name: 'Members', exact: true })).not.toContainText(team.max.email)
})

test('a project is deleted, is gone for all at once and comes back by Undo and from the list', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Draw the map')
  const params = { slug: team.slug, project_id: team.project_id }
  // With epics enabled, the client loads more data, and reloads it after the project is restored.
  await team.ann.call('updateProject', { params, body: { is_epic_enabled: true } })
  await visit(max, team.board)
  await expect(max.getByText('Draw the map')).toBeVisible()
  await visit(ann, `/${team.slug}/projects`)
  const remove = async () => {
    await ann.getByRole('button', { name: 'Actions for Atlas' }).last().click()
    await ann.getByRole('menuitem', { name: 'Delete project' }).click()
    const dialog = ann.getByRole('alertdialog', { name: 'Delete Atlas?' })
    await dialog.getByRole('textbox').fill('ATL')
    await dialog.getByRole('textbox').press('Enter')
  }
  await remove()
  await expect(max.getByText('Draw the map')).toHaveCount(0)
  // After the project is deleted, Max can still use the rest of the workspace.
  await expect(max.getByRole('link', { name: 'Members' })).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(max.getByText('Draw the map')).toBeVisible()
  await remove()
  await expect(max.getByText('Draw the map')).toHaveCount(0)
  await ann.setViewportSize({ width: 390, height: 800 })
  await ann.getByRole('button', { name: 'Deleted', exact: true }).click()
  await expect(ann.getByText('Deleted by Ann, can be restored until')).toBeVisible()
  await expectAccessible(ann, { name: 'deleted projects' })
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await ann.getByRole('button', { name: 'Restore Atlas' }).click()
  await expect(ann.getByText('No deleted projects')).toBeVisible()
  await expect(max.getByText('Draw the map')).toBeVisible()
})
