import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let screen: string
let params: { slug: string; project_id: string }

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  params = { slug: team.slug, project_id: team.project_id }
  screen = `/${team.slug}/projects/${team.project_id}/intake`
  await team.ann.call('updateProject', { params, body: { inbox_view: true } })
})

const send = (name: string, more: { label_ids?: string[] } = {}) =>
  team.ann.call('createInboxIssue', { params, body: { issue: { name, ...more } } })
const list = (page: Page) => page.getByRole('list', { name: 'Requests' })
const line = (page: Page, name: string) => list(page).getByRole('link', { name })

test('a member submits an item, an admin is notified and accepts it, and both boards show it', async ({
  ann,
  max,
}) => {
  await visit(ann, screen)
  await expect(ann.getByText('No open requests')).toBeVisible()
  await visit(max, screen)
  await max.getByRole('button', { name: 'Submit a request' }).first().click()
  await max.getByRole('textbox', { name: 'Title' }).fill('The door squeaks')
  await max.getByRole('textbox', { name: 'Description' }).fill('Since May')
  await max
    .getByLabel('Add files')
    .last()
    .setInputFiles({ name: 'squeak.txt', mimeType: 'text/plain', buffer: Buffer.from('eek') })
  await expect(max.getByRole('list', { name: 'Files' })).toContainText('squeak.txt')
  await max.getByRole('button', { name: 'Submit', exact: true }).click()

  await expect(line(ann, 'The door squeaks')).toBeVisible()
  await expect(ann.getByRole('link', { name: 'Intake 1' })).toBeVisible()
  await ann.keyboard.press('j')
  await expect(ann.getByText('Since May')).toBeVisible()
  await expect(ann.getByRole('list', { name: 'Other files' })).toContainText('squeak.txt')
  await line(max, 'The door squeaks').click()
  await expect(max.getByText('Since May')).toBeVisible()
  await expect(max.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expectAccessible(ann)

  await ann.keyboard.press('a')
  await expect(list(ann)).toHaveCount(0)
  await expect(max.getByText('Accepted', { exact: true })).toBeVisible()
  await visit(max, team.board)
  await expect(max.locator('[data-cell]').getByText('The door squeaks')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(line(ann, 'The door squeaks')).toBeVisible()
  await expect(max.getByText('The door squeaks')).toHaveCount(0)
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await max.getByRole('link', { name: 'Open in intake' }).click()
  await expect(max.getByRole('region', { name: 'The door squeaks' })).toBeVisible()
  await visit(max, team.board)
  await line(ann, 'The door squeaks').click()
  await ann.getByRole('button', { name: 'Accept into…' }).click()
  await ann.getByRole('menuitem', { name: 'In Progress' }).click()
  const progress = max.locator(`[data-cell="${team.states['In Progress']}"]`)
  await expect(progress.getByText('The door squeaks')).toBeVisible()
})

test('a rejected request opens again with its text and files, and can be submitted again', async ({
  max,
}) => {
  await visit(max, screen)
  await max.getByRole('button', { name: 'Submit a request' }).first().click()
  const [title, text] = ['Title', 'Description'].map((name) => max.getByRole('textbox', { name }))
  await title?.fill('The door squeaks')
  await text?.fill('Since May')
  await max
    .getByLabel('Add files')
    .last()
    .setInputFiles({ name: 'squeak.txt', mimeType: 'text/plain', buffer: Buffer.from('eek') })
  await team.ann.call('updateProject', { params, body: { inbox_view: false } })
  await max.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(max.getByText('This feature is turned off in the project')).toBeVisible()
  await max.getByRole('button', { name: 'Open again' }).click()
  await expect(max.getByRole('textbox', { name: 'Title' })).toHaveValue('The door squeaks')
  await expect(max.getByRole('textbox', { name: 'Description' })).toHaveValue('Since May')
  await expect(max.getByRole('list', { name: 'Files' })).toContainText('squeak.txt')
  await max.keyboard.press('Escape')
  await max.getByRole('button', { name: 'Keep editing' }).click()
  await team.ann.call('updateProject', { params, body: { inbox_view: true } })
  await max.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(line(max, 'The door squeaks')).toBeVisible()
})

test('keys decide on items one after the other, and closed items show the decision', async ({ ann }) => {
  await createItem(team, 'The original')
  for (const name of ['Third', 'Second', 'First']) await send(name)
  await visit(ann, screen)
  await line(ann, 'First').click()
  await expect(ann.getByRole('region', { name: 'First' })).toBeVisible()
  await ann.keyboard.press('d')
  await expect(ann.getByRole('region', { name: 'Second' })).toBeVisible()
  // The test waits until the comments are loaded, because they register the key `m`, too. In intake, `m` must still
  // open the list of duplicates.
  await expect(ann.getByText('Leave a comment')).toBeVisible()
  await ann.keyboard.press('m')
  await ann.getByRole('option', { name: /The original/ }).click()
  await expect(ann.getByRole('region', { name: 'Third' })).toBeVisible()
  await ann.keyboard.press('h')
  await ann.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(line(ann, 'Third').getByText(/^Until/)).toBeVisible()
  await ann.getByRole('button', { name: 'Closed' }).click()
  await expect(line(ann, 'First').getByText('Declined')).toBeVisible()
  await ann.getByRole('button', { name: 'Status', exact: true }).click()
  await ann.getByRole('menuitemcheckbox', { name: 'Duplicate' }).click()
  await ann.keyboard.press('Escape')
  await expect(line(ann, 'First')).toHaveCount(0)
  await line(ann, 'Second').click()
  await expect(ann.getByRole('link', { name: /Duplicate of .* The original/ })).toBeVisible()
  await ann.getByRole('button', { name: 'Reopen' }).click()
  await expect(line(ann, 'Second')).toHaveCount(0)
})

test('the list is filtered by label and by date, with chips', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const label = await team.ann.call('createLabel', { params, body: { name: 'Harbour' } })
  await send('With label', { label_ids: [label.id] })
  await send('Without label')
  await visit(ann, screen)
  await expect(list(ann).getByRole('link')).toHaveCount(2)
  await ann.getByRole('combobox', { name: 'Add a filter' }).click()
  await ann.getByRole('option', { name: 'Labels', exact: true }).click()
  await ann.getByRole('option', { name: 'Harbour' }).click()
  await ann.keyboard.press('Escape')
  await expect(list(ann).getByRole('link')).toHaveCount(1)
  await expect(line(ann, 'With label')).toBeVisible()
  await ann.getByRole('button', { name: /^Remove .*Labels/ }).click()
  await expect(list(ann).getByRole('link')).toHaveCount(2)
  await ann.getByRole('combobox', { name: 'Add a filter' }).click()
  await ann.getByRole('option', { name: 'Created', exact: true }).click()
  await ann.getByRole('option', { name: 'Yesterday' }).click()
  await ann.keyboard.press('Escape')
  await expect(ann.getByText('No matching requests')).toBeVisible()
  await ann.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(list(ann).getByRole('link')).toHaveCount(2)
})

test('the list loads ten requests at a time, and explains a page that failed', async ({ ann }) => {
  for (let at = 1; at <= 12; at++) await send(`Request ${at}`)
  await visit(ann, screen)
  await expect(list(ann).getByRole('link')).toHaveCount(10)
  await ann.route(/inbox-issues\/\?.*cursor=10(%3A|:)1/, (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await ann.getByRole('button', { name: 'Show more' }).click()
  await expect(
    ann.getByText('Error fetching the paginated intake work items please try again later.'),
  ).toBeVisible()
  await expect(list(ann).getByRole('link')).toHaveCount(10)
  await ann.unrouteAll()
  await ann.getByRole('button', { name: 'Try again' }).click()
  await expect(list(ann).getByRole('link')).toHaveCount(12)
  await ann.goto('about:blank')
  await ann.route(/inbox-issues\/\?/, (route) => route.fulfill({ status: 500, body: '{}' }))
  await ann.goto(screen)
  await expect(ann.getByText('Error fetching the intake work items please try again later.')).toBeVisible()
  await ann.unrouteAll()
})
