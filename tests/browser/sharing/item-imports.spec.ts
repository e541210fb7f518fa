import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

const table = [
  'ID,Title,Status,Assignee,Wichtig,Due date',
  'A-1,Plan the launch,In Progress,Max,High,2026-03-20',
  'A-2,Write the text,Waiting,Nora Unknown,Low,soon',
  'A-3,,Todo,,,',
].join('\n')

test('an admin imports a file, follows the report and undoes the import', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await visit(ann, team.board)
  await ann.getByRole('link', { name: 'Import work items' }).click()
  await expect(ann).toHaveURL(new RegExp(`/settings/imports\\?project=${team.project_id}$`))
  const upload = (name: string, text: string) =>
    ann.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

  // A file that cannot be read shows the reason, and can be discarded.
  await upload('broken.json', '{"cards": [')
  await expect(ann.getByRole('alert')).toContainText('The file cannot be read in this format.')
  await expect(ann.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await ann.getByRole('button', { name: 'Cancel' }).click()

  await upload('launch.csv', table)
  await expect(ann.getByText('Work items: 2 · Left out: 1')).toBeVisible()
  await expect(ann.getByText('Date not recognized: soon')).toBeVisible()
  await ann.getByRole('combobox', { name: 'Field of the column Wichtig' }).click()
  await ann.getByRole('option', { name: 'Priority' }).click()
  await expect(ann.getByRole('combobox', { name: 'Value for High' })).toContainText('High')
  await ann.getByRole('combobox', { name: 'Value for Waiting' }).click()
  await ann.getByRole('option', { name: 'Todo', exact: true }).click()
  await ann.getByRole('button', { name: /^Columns of the file/ }).click()
  await expect(ann.getByRole('combobox', { name: 'Field of the column Wichtig' })).toBeHidden()
  await expectAccessibleInThemes(ann)

  await ann.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(ann.getByText('Created: 2 · Left out: 1')).toBeVisible()
  await expect(ann.getByText('The row has no title.')).toBeVisible()
  await expectAccessible(ann)
  const download = ann.waitForEvent('download')
  await ann.getByRole('link', { name: 'Download report' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('A-3,,dropped')
  await ann.getByRole('link', { name: 'Write the text' }).click()
  await expect(ann.getByRole('textbox', { name: 'Description' })).toContainText('Nora Unknown')
  await visit(max, team.board)
  await expect(max.getByRole('link', { name: /Plan the launch/ })).toBeVisible()

  await ann.goBack()
  await ann.getByRole('button', { name: 'Undo import' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(ann.getByText('Undone', { exact: true })).toBeVisible()
  await expect(max.getByRole('link', { name: /Plan the launch/ })).toBeHidden()
})
