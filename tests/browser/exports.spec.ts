import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createItem, makeTeam } from './support/team.ts'
import { test } from './support/test.ts'

test('a member makes a file of the items and fetches it', async ({ server, ann, max }) => {
  const team = await makeTeam(server, { ann, max })
  await createItem(team, 'Draw the map')
  await max.goto(`/${team.slug}/settings/exports`)
  await max.getByRole('checkbox', { name: 'Atlas' }).click()
  await max.getByRole('button', { name: 'JSON', exact: true }).click()
  await max.getByRole('button', { name: 'Export', exact: true }).click()
  const line = max.getByRole('list', { name: 'Your exports' }).getByRole('listitem')
  await expect(line).toContainText('1 item')
  const download = max.waitForEvent('download')
  await line.getByRole('link', { name: 'Download' }).click()
  const path = await (await download).path()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject([{ key: 'ATL-1', name: 'Draw the map' }])
  await max.goto(`/${team.slug}/settings`)
  await expect(max.getByText('Only admins can change workspace settings')).toBeVisible()
})
