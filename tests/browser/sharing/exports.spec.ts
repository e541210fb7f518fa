import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { readArchive, rowsInArchive } from '../../support/read-archive.ts'
import { expectAccessibleInThemes } from '../support/axe.ts'
import { createItem, createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('a member makes a file of the items and fetches it', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Draw the map')
  await visit(max, `/${team.slug}/settings/exports`)
  await max.getByRole('checkbox', { name: 'Atlas' }).click()
  await max.getByRole('button', { name: 'JSON', exact: true }).click()
  await max.getByRole('button', { name: 'Export', exact: true }).click()
  const line = max.getByRole('list', { name: 'Your exports' }).getByRole('listitem')
  await expect(line).toContainText('1 work item')
  const download = max.waitForEvent('download')
  await line.getByRole('link', { name: 'Download' }).click()
  const path = await (await download).path()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject([{ key: 'ATL-1', name: 'Draw the map' }])
  // Max starts an export from a filtered list, changes the filters and includes the comments.
  const { id } = await createItem(team, 'Sail home')
  const params = { slug: team.slug, project_id: team.project_id, id }
  await team.ann.call('updateWorkItem', { params, body: { priority: 'urgent' } })
  const filters = JSON.stringify({ priority__in: ['urgent'] })
  await visit(max, `${team.board}?filters=${encodeURIComponent(filters)}`)
  await max.getByRole('button', { name: 'Display' }).click()
  await max.getByRole('link', { name: 'Export…' }).click()
  await expect(max.getByRole('checkbox', { name: 'Atlas' })).toBeChecked()
  await expect(max.getByRole('group', { name: 'Filters' })).toContainText('Urgent')
  await expectAccessibleInThemes(max)
  await max.getByRole('checkbox', { name: 'Include comments' }).click()
  // The requests are recorded, because the export must appear by a live update without a request.
  const asked: string[] = []
  max.on('request', (request) => request.method() === 'GET' && asked.push(request.url()))
  await max.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(line.first()).toContainText('Filtered')
  await expect(line.first()).toContainText('1 work item')
  expect(asked.filter((url) => url.includes('/export-issues/'))).toEqual([])
  const second = max.waitForEvent('download')
  await line.first().getByRole('link', { name: 'Download' }).click()
  const text = await readFile(await (await second).path(), 'utf8')
  expect(text).toContain(',comments\r\n')
  expect(text).toContain('Sail home')
  expect(text).not.toContain('Draw the map')
  await visit(max, `/${team.slug}/settings`)
  await expect(max.getByText('Only admins can change workspace settings')).toBeVisible()
})

test('an admin exports the whole workspace, and a member does not see this section', async ({
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Draw the map')
  await visit(ann, `/${team.slug}/settings/exports`)
  await expect(ann.getByText('No full exports yet')).toBeVisible()
  await ann.getByRole('button', { name: 'Export everything' }).click()
  const line = ann.getByRole('list', { name: 'Your full exports' }).getByRole('listitem')
  await expect(line).toContainText('Whole workspace')
  const download = ann.waitForEvent('download')
  await line.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.tar\.gz$/)
  await expectAccessibleInThemes(ann)
  const files = readArchive(await readFile(await (await download).path()))
  expect(rowsInArchive(files, 'work_items')).toMatchObject([{ name: 'Draw the map' }])
  await visit(max, `/${team.slug}/settings/exports`)
  await expect(max.getByText('No exports yet')).toBeVisible()
  await expect(max.getByText('Full export', { exact: true })).toBeHidden()
})
