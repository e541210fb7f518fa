import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'First')
  await visit(ann, team.board)
  await expect(ann.getByRole('link', { name: /First/ })).toBeVisible()
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New work item' })
const title = (page: Page) => dialog(page).getByRole('textbox', { name: 'Title' })

async function write(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New work item' }).click()
  await title(page).fill(name)
}

test('Escape keeps the input as a draft, which the toast opens again', async ({ ann }) => {
  await write(ann, 'Half a thought')
  await ann.keyboard.press('Escape')
  await expect(dialog(ann)).toHaveCount(0)
  await ann.getByRole('button', { name: 'Open' }).click()
  const editing = ann.getByRole('dialog', { name: 'Edit draft' })
  await expect(editing.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a thought')
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('link', { name: /Half a thought/ })).toBeVisible()
  await ann.getByRole('button', { name: 'New work item' }).click()
  await expect(title(ann)).toHaveValue('')
})

test('Cancel discards the input, and Undo saves it as a draft', async ({ ann }) => {
  await write(ann, 'Not needed')
  await dialog(ann).getByRole('button', { name: 'Cancel' }).click()
  await expect(ann.getByText('Draft discarded')).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(ann.getByText('Draft saved')).toBeVisible()
  await expect(ann.getByRole('link', { name: /^Drafts/ })).toHaveText('Drafts1')
})

test('Ctrl or ⌘ with Enter creates the item, also from the description', async ({ ann }) => {
  await write(ann, 'With a few words')
  await dialog(ann).getByRole('textbox', { name: 'Description' }).fill('First line')
  await ann.keyboard.press('Enter')
  await expect(dialog(ann)).toBeVisible()
  await ann.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog(ann)).toHaveCount(0)
  await expect(ann.getByRole('link', { name: /With a few words/ })).toBeVisible()
})

test('a refused item is kept as a draft, and its files are named', async ({ ann }) => {
  await write(ann, 'On the train')
  const refused = { code: 'invalid', error: 'refused', fields: { name: ['Not on a train.'] } }
  await ann.route('**/issues/', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: refused }) : route.continue(),
  )
  const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Sail') }
  await dialog(ann).locator('input[type=file][multiple]').last().setInputFiles([plan])
  await dialog(ann).getByRole('button', { name: 'Create work item' }).click()
  await expect(ann.getByText('Not on a train.')).toBeVisible()
  await expect(ann.getByText('Files not uploaded')).toBeVisible()
  await expect(ann.getByText('plan.txt')).toBeVisible()
  await ann.getByRole('link', { name: /^Drafts/ }).click()
  await expect(ann.getByRole('list', { name: 'List' })).toContainText('On the train')
})

test('a new item gets the values of the filters, and the toast shows an item that they hide', async ({
  ann,
}) => {
  const filters = encodeURIComponent(
    JSON.stringify({ and: [{ priority__in: 'urgent' }, { state_group__in: 'started' }] }),
  )
  await visit(ann, `${team.board}?filters=${filters}`)
  await expect(ann.getByText('No work items match the filters')).toBeVisible()
  await write(ann, 'Leak in the hull')
  const priority = dialog(ann).getByRole('combobox', { name: 'Priority' })
  await expect(priority).toHaveText('Urgent')
  await expect(dialog(ann).getByRole('combobox', { name: 'State' })).toHaveText('In Progress')
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('link', { name: /Leak in the hull/ })).toBeVisible()

  await ann.getByRole('link', { name: /Leak in the hull/ }).focus()
  await ann.keyboard.press('c')
  await title(ann).fill('Polish the bell')
  await priority.click()
  await ann.getByRole('option', { name: 'Low' }).click()
  await title(ann).press('Enter')
  await expect(ann.getByText(/\d created, hidden by the filter/)).toBeVisible()
  await expect(ann.getByRole('link', { name: /Polish the bell/ })).toHaveCount(0)
  await ann
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Show' })
    .click()
  await expect(ann.getByRole('dialog', { name: /Polish the bell/ })).toBeVisible()
})

test('another project gets the values that it has too, and a message names the others', async ({ ann }) => {
  const [params, other] = [
    { slug: team.slug, project_id: team.project_id },
    await team.ann.call('createProject', {
      params: { slug: team.slug },
      body: { name: 'Boat', identifier: 'BOAT' },
    }),
  ]
  await team.ann.call('createLabel', { params, body: { name: 'Only here', color: '#3366ff' } })
  await write(ann, 'For the other project')
  await dialog(ann).getByRole('combobox', { name: 'Labels' }).click()
  for (const name of ['Bug', 'Only here']) await ann.getByRole('option', { name }).click()
  await ann.keyboard.press('Escape')
  await dialog(ann).getByRole('combobox', { name: 'Project' }).click()
  await ann.getByRole('option', { name: /Boat/ }).click()
  await expect(ann.getByText('Removed values that Boat does not have: Only here')).toBeVisible()
  await title(ann).press('Enter')
  await expect(dialog(ann)).toHaveCount(0)
  const itemsOfOther = { params: { slug: team.slug, project_id: other.id } }
  const bug = (await team.ann.call('listLabels', itemsOfOther)).find(({ name }) => name === 'Bug')
  const labelsOfItems = async () => {
    const { results } = await team.ann.call('listWorkItems', { ...itemsOfOther, query: {} })
    return Array.isArray(results) ? results.map(({ label_ids }) => label_ids) : null
  }
  await expect.poll(labelsOfItems).toEqual([[bug?.id]])
})

test('an item gets its parent and its files, in the full size of the dialog', async ({ ann }) => {
  await write(ann, 'With a plan')
  await dialog(ann).getByRole('button', { name: 'Full size' }).click()
  await dialog(ann).getByRole('button', { name: 'Parent' }).click()
  await ann.getByRole('option', { name: /First/ }).click()
  await expect(dialog(ann).getByRole('button', { name: /^ATL-1 First/ })).toBeVisible()
  const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Sail') }
  await dialog(ann).locator('input[type=file][multiple]').last().setInputFiles([plan])
  await expect(dialog(ann).getByText('Drafts do not store them.')).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(ann.getByText('Drafts do not store the chosen files')).toBeVisible()
  await ann.getByRole('button', { name: 'Keep editing' }).click()
  await dialog(ann).getByRole('button', { name: 'Create work item' }).click()
  await expect(ann.getByText('plan.txt attached')).toBeAttached()
  await visit(ann, `/${team.slug}/browse/ATL-2`)
  await expect(ann.getByRole('button', { name: /^plan\.txt/ })).toBeVisible()
  await expect(ann.getByRole('link', { name: /First/ }).first()).toBeVisible()
})
