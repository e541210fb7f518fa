import { expect } from '@playwright/test'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('automations show a preview and are switched on by keyboard with Undo', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
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
  const closing = ann.getByRole('region', { name: 'Close inactive work items' })
  await expect(closing).toContainText('No work items are affected tonight')
  await closing.getByRole('combobox', { name: 'After' }).focus()
  await ann.keyboard.press('Enter')
  await ann.getByRole('option', { name: '2 months', exact: true }).click()
  await expect(closing).toContainText('If turned on, 1 work item will be closed tonight')
  await expect(closing.getByRole('listitem')).toHaveText([/ATL-1.*Forgotten lamps/])
  await expect(closing.getByRole('combobox', { name: 'State' })).toContainText('Cancelled')
  await closing.getByRole('switch').focus()
  await ann.keyboard.press('Space')
  await expect(closing).toContainText('1 work item will be closed tonight')
  await expectAccessible(ann)
  const closeIn = async () => (await team.ann.call('getProject', { params })).close_in
  await expect.poll(closeIn).toBe(2)
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(closing).toContainText('If turned on, 1 work item will be closed tonight')
  await expect.poll(closeIn).toBe(0)

  await visit(max, screen)
  await expect(max.getByText('Only project admins can see automations')).toBeVisible()
  await ann.setViewportSize({ width: 390, height: 844 })
  await closing.getByRole('link', { name: /Forgotten lamps/ }).click()
  await expect(ann).toHaveURL(/browse\/ATL-1$/)
})
