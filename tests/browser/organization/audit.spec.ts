import { expect } from '@playwright/test'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('what an admin does is in the audit log at once, found, opened and taken along', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await visit(ann, `/${team.slug}/settings`)
  await ann.getByRole('navigation', { name: 'Workspace settings' }).getByText('Audit log').click()
  const records = ann.getByRole('list', { name: 'Audit log entries' }).getByRole('listitem')
  await expect(records.first()).toContainText('Ann joined Atlas')

  const [member] = await runSql<{ id: string }>(
    server.databaseUrl,
    'select m.id from workspace_members m join workspaces w on w.id = m.workspace_id where w.slug = $1 and m.member_id = $2',
    [team.slug, team.max.id],
  )
  await team.ann.call('updateWorkspaceMember', {
    params: { slug: team.slug, member_id: member?.id ?? '' },
    body: { role: role.guest },
  })
  await expect(records.first()).toContainText('Ann changed the role of Max in Atlas')
  await expect(records.nth(1)).toContainText('Ann changed the role of Max in Acme')
  await records.nth(1).getByRole('button').focus()
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1)).toHaveText(
    'RoleMemberGuest',
  )
  await expectAccessible(ann)

  await ann.getByRole('searchbox', { name: 'Search the audit log' }).fill('nobody has this name')
  await expect(ann.getByText('No matching entries')).toBeVisible()
  await ann.getByRole('button', { name: 'Clear filters' }).first().click()
  await ann.getByRole('combobox', { name: 'Category' }).click()
  await ann.keyboard.type('workspace')
  await ann.getByRole('option', { name: 'Workspace', exact: true }).click()
  await expect(records).toHaveCount(1)
  await expect(records).toContainText(['Ann created the workspace Acme'])
  const file = ann.waitForEvent('download')
  await ann.getByRole('link', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toBe(`audit-${team.slug}.csv`)
  await ann.setViewportSize({ width: 390, height: 800 })
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await visit(max, `/${team.slug}/settings/audit-log`)
  await expect(max.getByText('Only admins can change workspace settings')).toBeVisible()
})
