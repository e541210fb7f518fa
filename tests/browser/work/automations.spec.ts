import { expect } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible } from '../support/axe.ts'
import { createItem, makeTeam, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('automations show a preview and are switched on by keyboard with Undo', async ({ server, ann, max }) => {
  const team = await makeTeam(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  await createItem(team, 'Forgotten lamps')
  await createItem(team, 'Fresh paint')
  await runSql(
    server.databaseUrl,
    "update work_items set updated_at = now() - interval '70 days' where name = 'Forgotten lamps' and project_id = $1",
    [team.project_id],
  )
  const screen = `/${team.slug}/settings/projects/${team.project_id}/automations`
  await visit(ann, screen)
  const closing = ann.getByRole('region', { name: 'Close what nobody touches' })
  await expect(closing).toContainText('Tonight there is nothing to do')
  await closing.getByRole('combobox', { name: 'After' }).focus()
  await ann.keyboard.press('Enter')
  await ann.getByRole('option', { name: '2 months', exact: true }).click()
  await expect(closing).toContainText('Switched on, it would close 1 item tonight')
  await expect(closing.getByRole('listitem')).toHaveText([/ATL-1.*Forgotten lamps/])
  await expect(closing.getByRole('combobox', { name: 'Into the state' })).toContainText('Cancelled')
  await closing.getByRole('switch').focus()
  await ann.keyboard.press('Space')
  await expect(closing).toContainText('Tonight it closes 1 item')
  await expectAccessible(ann)
  const closeIn = async () => (await team.ann.call('getProject', { params })).close_in
  await expect.poll(closeIn).toBe(2)
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(closing).toContainText('Switched on, it would close 1 item tonight')
  await expect.poll(closeIn).toBe(0)

  await visit(max, screen)
  await expect(max.getByText('Automations are for admins of the project')).toBeVisible()
  await ann.setViewportSize({ width: 390, height: 844 })
  await closing.getByRole('link', { name: /Forgotten lamps/ }).click()
  await expect(ann).toHaveURL(/browse\/ATL-1$/)
})
