import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import {
  createItem,
  createTwoUserProject,
  signUpGuestOnPage,
  type TwoUserProject,
  visit,
} from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let screen: string
let params: { slug: string; project_id: string }

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  params = { slug: team.slug, project_id: team.project_id }
  screen = `/${team.slug}/projects/${team.project_id}/settings/templates`
})

const line = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Templates' }).getByRole('listitem').filter({ hasText: name })
const card = (page: Page, name: string) => page.locator('[data-card]').filter({ hasText: name })

test('a template is written, changed, sorted and deleted with Undo, and the other sees it', async ({
  ann,
  max,
}) => {
  await visit(max, screen)
  await expect(max.getByText('No templates yet')).toBeVisible()
  await visit(ann, screen)
  await ann.getByRole('button', { name: 'New template' }).first().click()
  const dialog = ann.getByRole('dialog', { name: 'New template' })
  await expect(dialog.getByRole('textbox', { name: 'Template name' })).toBeFocused()
  await ann.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Enter a template name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Template name' }).fill('Bug report')
  await ann.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Template name' })).toHaveValue('Bug report')
  await dialog.getByRole('textbox', { name: 'Work item title' }).fill('Bug:')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Steps')
  await dialog.getByRole('combobox', { name: 'Due' }).click()
  await expect(ann.getByRole('option', { name: '3 days after creation' })).toBeVisible()
  await ann.keyboard.type('12')
  await ann.getByRole('option', { name: '12 days after creation' }).click()
  await dialog.getByRole('button', { name: 'Add sub-item' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Sub-item 1' })).toBeFocused()
  await ann.keyboard.type('Reproduce')
  await ann.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Sub-item 2' })).toBeFocused()
  await expectAccessible(ann, { name: 'template' })
  await ann.keyboard.type('Fix')
  await ann.keyboard.press('Control+Enter')
  await expect(line(max, 'Bug report')).toContainText('2 sub-items')
  await expect(line(max, 'Bug report')).toContainText('Steps')
  await team.ann.call('createTemplate', { params, body: { name: 'Release' } })
  await ann.getByRole('button', { name: 'Release', exact: true }).focus()
  await ann.keyboard.press('Alt+ArrowUp')
  await expect(max.getByRole('list', { name: 'Templates' }).getByRole('listitem').first()).toContainText(
    'Release',
  )
  await line(max, 'Bug report').getByRole('button', { name: 'Bug report', exact: true }).click()
  const editing = max.getByRole('dialog', { name: 'Edit template' })
  await expect(editing.getByRole('textbox', { name: 'Description' })).toContainText('Steps')
  await editing.getByRole('textbox', { name: 'Template name' }).fill('Defect')
  await max.keyboard.press('Enter')
  await expect(line(ann, 'Defect')).toContainText('2 sub-items')
  await line(ann, 'Defect').getByRole('button', { name: 'Actions for Defect' }).click()
  await ann.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(line(max, 'Defect')).toHaveCount(0)
  await ann.keyboard.press('Control+z')
  await expect(line(max, 'Defect')).toBeVisible()
})

test('a new item fills by a template what one has not written, with its sub-items, and is undone as one', async ({
  ann,
  max,
}) => {
  const label = await team.ann.call('createLabel', { params, body: { name: 'Gone' } })
  const fields = { state_id: team.states['Todo'] ?? '', priority: 'high' as const, label_ids: [label.id] }
  await team.ann.call('createTemplate', {
    params,
    body: {
      ...{ name: 'Bug report', title: 'Bug', description_html: '<p>Steps to take</p>', ...fields },
      sub_items: [{ name: 'Reproduce' }, { name: 'Fix', priority: 'urgent' }],
    },
  })
  await team.ann.call('createTemplate', { params, body: { name: 'Release', title: 'Release 1' } })
  await team.ann.call('deleteLabel', { params: { ...params, label_id: label.id } })
  await visit(max, team.board)
  await visit(ann, team.board)
  await expect(ann.getByRole('button', { name: 'New work item' }).first()).toBeVisible()
  await ann.keyboard.press('Control+k')
  await ann.getByRole('combobox', { name: 'Command palette' }).fill('from template')
  await ann.getByRole('option', { name: 'New work item from template' }).click()
  await ann.getByRole('option', { name: /Release/ }).click()
  const dialog = ann.getByRole('dialog', { name: 'New work item' })
  const title = dialog.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('Release 1')
  await expect(title).toBeFocused()
  // The current template is highlighted at once, so Enter chooses it.
  await dialog.getByRole('combobox', { name: 'Template' }).press('Enter')
  await expect(ann.locator('[role=option][data-highlighted]')).toContainText('Release')
  await ann.keyboard.type('bug')
  await ann.keyboard.press('Enter')
  await expect(title).toHaveValue('Bug')
  await expect(title).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toContainText('Steps to take')
  await expect(dialog.getByRole('textbox', { name: 'Sub-item 2' })).toHaveValue('Fix')
  await expectAccessible(ann, { name: 'new item from a template' })
  await title.fill('Written by me')
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await ann.getByRole('option', { name: /Release/ }).click()
  await expect(dialog.getByText('Template “Release” applied. Your text was kept')).toBeVisible()
  await expect(title).toHaveValue('Written by me')
  await expect(dialog.getByRole('textbox', { name: 'Sub-item 2' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Sub-item 2' })).toHaveValue('Fix')
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toHaveText('Bug report')
  await title.focus()
  let sent = 0
  ann.on('request', (request) => {
    if (request.method() === 'POST' && /\/issues\/$/.test(request.url())) sent += 1
  })
  await ann.keyboard.press('Control+Enter')
  // Checks the toast first, because it disappears.
  await expect(ann.getByText('ATL-1 created')).toBeVisible()
  for (const name of ['Written by me', 'Reproduce', 'Fix']) await expect(card(max, name)).toBeVisible()
  expect(sent).toBe(1)
  await ann.keyboard.press('Control+z')
  for (const name of ['Written by me', 'Reproduce', 'Fix']) await expect(card(max, name)).toHaveCount(0)
  await ann.keyboard.press('Control+Shift+z')
  await expect(card(max, 'Fix')).toBeVisible()
})

test('an item is saved as a template, and a draft keeps its sub-items', async ({ ann }) => {
  const item = await createItem(team, 'Good example')
  await team.ann.call('createWorkItem', { params, body: { name: 'Its part', parent_id: item.id } })
  await visit(ann, team.board)
  await card(ann, 'Good example').click({ button: 'right' })
  await ann.getByRole('menuitem', { name: 'Save as template' }).click()
  await expect(ann.getByText('Template created: Good example')).toBeVisible()
  await visit(ann, screen)
  await expect(line(ann, 'Good example')).toContainText('1 sub-item')
  await line(ann, 'Good example').getByRole('button', { name: 'New work item from Good example' }).click()
  const dialog = ann.getByRole('dialog', { name: 'New work item' })
  await expect(dialog.getByRole('textbox', { name: 'Sub-item 1' })).toHaveValue('Its part')
  // Nothing has been typed, so no draft is stored.
  await ann.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(ann.getByRole('link', { name: /^Drafts/ })).toHaveText('Drafts')
  await line(ann, 'Good example').getByRole('button', { name: 'New work item from Good example' }).click()
  await dialog.getByRole('textbox', { name: 'Sub-item 1' }).fill('Another part')
  await ann.keyboard.press('Escape')
  await expect(ann.getByRole('link', { name: /^Drafts/ })).toHaveText('Drafts1')
  // The toast of the new template may still be visible. It has a button `Open` too, so the toast is found by
  // its text.
  const notice = ann.locator('[data-sonner-toast]').filter({ hasText: 'Draft saved' })
  await notice.getByRole('button', { name: 'Open' }).click()
  const editing = ann.getByRole('dialog', { name: 'Edit draft' })
  await expect(editing.getByRole('textbox', { name: 'Sub-item 1' })).toHaveValue('Another part')
  await ann.keyboard.press('Escape')
  await ann.getByRole('link', { name: /^Drafts/ }).click()
  const draft = ann.locator('[data-item]').filter({ hasText: 'Good example' })
  await draft.getByRole('button', { name: 'Actions' }).click()
  await ann.getByRole('menuitem', { name: 'Create work item' }).click()
  await expect(ann.getByText('ATL-3 created')).toBeVisible()
  await visit(ann, team.board)
  await expect(card(ann, 'Another part')).toBeVisible()
})

test('a guest is told whom templates are for, and what cannot be read is tried again', async ({
  server,
  ann,
  max,
}) => {
  await signUpGuestOnPage(server, team, max)
  await visit(max, screen)
  await expect(max.getByText('You don’t have access to templates')).toBeVisible()
  let isAway = true
  await ann.route('**/work-item-templates/', (route) => (isAway ? route.abort() : route.fallback()))
  await visit(ann, screen)
  await expect(ann.getByRole('alert')).toBeVisible()
  isAway = false
  await ann.getByRole('button', { name: 'Try again' }).click()
  await expect(ann.getByText('No templates yet')).toBeVisible()
})
