import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const widget = (page: Page, title: string) =>
  page.locator('[data-sortable]').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function createDashboard(page: Page, name: string): Promise<void> {
  await visit(page, `/${team.slug}/dashboards`)
  await page.getByRole('button', { name: 'New dashboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'New dashboard' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByText('Share with the workspace').click()
  await dialog.getByRole('button', { name: 'Create dashboard' }).click()
}

test('a completed work item moves the numbers and charts of a shared dashboard on another screen', async ({
  ann,
  max,
}) => {
  const { id } = await createItem(team, 'Draw the map')
  await createItem(team, 'Cut the map')
  await createDashboard(ann, 'Release')
  await expect(widget(ann, 'Open work items').getByRole('link')).toHaveText('2')
  await expectAccessible(ann, { name: 'dashboard' })
  await visit(max, `/${team.slug}/dashboards`)
  await max.getByRole('link', { name: /^Release/ }).click()
  await expect(widget(max, 'Open work items').getByRole('link')).toHaveText('2')
  const params = { slug: team.slug, project_id: team.project_id, id }
  await team.ann.call('updateWorkItem', { params, body: { state_id: team.states['Done'] ?? '' } })
  await expect(widget(max, 'Open work items').getByRole('link')).toHaveText('1')
  await expect(widget(max, 'Completed in 30 days').getByRole('link')).toHaveText('1')
  await widget(max, 'Open work items').getByRole('link').click()
  await expect(max.getByText('Cut the map')).toBeVisible()
})

test('widgets are added, moved by keys, resized and removed, and each step can be undone', async ({
  ann,
}) => {
  await createDashboard(ann, 'Release')
  await ann.getByRole('button', { name: 'Add widget' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Add widget' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Notes')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await ann.getByRole('option', { name: 'Text', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add widget' }).click()
  await expect(dialog.getByText('Enter a text.')).toBeVisible()
  const text = 'We **ship** on Friday. See [the plan](https://example.com/plan).'
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Add widget' }).click()
  const notes = widget(ann, 'Notes')
  await expect(notes.getByText('ship', { exact: true })).toBeVisible()
  await expect(notes.getByRole('link', { name: 'the plan' })).toHaveAttribute('href', /example\.com/)
  await expect(notes).toBeInViewport()
  await notes.getByRole('button', { name: 'Actions for Notes' }).click()
  await ann.getByRole('menuitem', { name: 'Edit widget' }).click()
  const editing = ann.getByRole('dialog', { name: 'Edit widget' })
  await editing.getByRole('textbox', { name: 'Text', exact: true }).fill('We ship on Monday.')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toHaveCount(0)
  await expect(notes).toContainText('We ship on Monday.')
  await ann.keyboard.press('Control+z')
  await expect(notes).toContainText('We ship on Friday.')
  const order = () => ann.locator('[data-widget-title]').allTextContents()
  await notes.getByRole('heading').focus()
  await ann.keyboard.press('Alt+ArrowLeft')
  await expect.poll(async () => (await order()).at(-2)).toBe('Notes')
  await notes.getByRole('button', { name: 'Actions for Notes' }).click()
  await ann.getByRole('menuitem', { name: 'Make wider' }).click()
  await expect(notes).toHaveCSS('grid-column-start', 'span 5')
  await ann.keyboard.press('Control+z')
  await expect(notes).toHaveCSS('grid-column-start', 'span 4')
  await notes.getByRole('button', { name: 'Actions for Notes' }).click()
  await ann.getByRole('menuitem', { name: 'Remove widget' }).click()
  await expect(notes).toHaveCount(0)
  await ann.keyboard.press('Control+z')
  await expect(notes).toContainText('We ship on Friday.')
})

test('a private dashboard is deleted and restored by its owner', async ({ ann, max }) => {
  const { id } = await team.ann.call('createDashboard', {
    params: { slug: team.slug },
    body: { name: 'Private' },
  })
  await visit(max, `/${team.slug}/dashboards/${id}`)
  await expect(max.getByText('Dashboard not found')).toBeVisible()
  await visit(ann, `/${team.slug}/dashboards`)
  await ann.getByRole('button', { name: 'Actions for Private' }).click()
  await ann.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(ann.getByText('No dashboards yet')).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect(ann.getByRole('link', { name: /^Private/ })).toBeVisible()
})

test('the figures of a widget are saved as a table and as an image, and a bar opens its work items', async ({
  ann,
}) => {
  const params = { slug: team.slug, project_id: team.project_id }
  await team.ann.call('createWorkItem', { params, body: { name: 'Leak', priority: 'urgent' } })
  await createDashboard(ann, 'Reports')
  await ann.getByRole('button', { name: 'Add widget' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Add widget' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Urgency')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await ann.getByRole('option', { name: 'Stacked bar chart', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'X-axis' }).click()
  await ann.getByRole('option', { name: 'Priority', exact: true }).click()
  await expect(ann.getByRole('option')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Split by' }).click()
  await ann.getByRole('option', { name: 'State group', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add widget' }).click()
  const urgency = widget(ann, 'Urgency')
  await expect(urgency.getByRole('img', { name: /Urgency/ })).toBeVisible()
  for (const [action, name, start] of [
    ['Save as CSV', 'Urgency.csv', 'Priority,Backlog'],
    ['Save as image', 'Urgency.png', 'PNG'],
  ] as const) {
    const saved = ann.waitForEvent('download')
    await urgency.getByRole('button', { name: 'Actions for Urgency' }).click()
    await ann.getByRole('menuitem', { name: action }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(name)
    const content = await readFile(await file.path())
    expect(content.toString('latin1').slice(0, 60)).toContain(start)
    // The image shows the whole chart. The header of a PNG file contains the width of the image.
    if (start === 'PNG') expect(content.readUInt32BE(16)).toBeGreaterThan(400)
  }
  const figures = urgency.locator('[data-figures]')
  await expect(figures).toHaveCSS('width', '1px')
  await urgency.getByRole('link', { name: 'Urgent' }).focus()
  await expect(figures).not.toHaveCSS('width', '1px')
  await urgency.getByRole('heading', { name: 'Urgency' }).click()
  await expect(figures).toHaveCSS('width', '1px')
  await urgency.locator('.recharts-bar-rectangle path').first().click()
  await expect(ann).toHaveURL(/all-issues\?filters=/)
  await expect(ann.getByText('Leak')).toBeVisible()
})

test('a dashboard is a favorite and an entry of the command palette, and the list shows who sees it', async ({
  ann,
}) => {
  const params = { slug: team.slug }
  await team.ann.call('createDashboard', { params, body: { name: 'Mine' } })
  await team.ann.call('createDashboard', { params, body: { name: 'Ours', access: 1 } })
  await visit(ann, `/${team.slug}/dashboards`)
  await expect(ann.getByRole('link', { name: /^Mine.*Private/ })).toBeVisible()
  await expect(ann.getByRole('link', { name: /^Ours.*Shared/ })).toBeVisible()
  await visit(ann, `/${team.slug}`)
  await ann.keyboard.press('Control+k')
  await ann.keyboard.type('ours')
  await ann.getByRole('option', { name: 'Open dashboard Ours' }).click()
  await expect(ann.getByText('No widgets yet')).toBeVisible()
  await ann.keyboard.press('Shift+f')
  const favorites = ann.getByRole('navigation', { name: 'Favorites' })
  await expect(favorites.getByRole('link', { name: 'Ours' })).toBeVisible()
  await ann.getByRole('button', { name: 'Remove from favorites' }).click()
  await expect(favorites.getByRole('link', { name: 'Ours' })).toHaveCount(0)
})

test('a chart of the analytics is saved on a new dashboard', async ({ ann }) => {
  await createItem(team, 'Draw the map')
  await visit(ann, `/${team.slug}/analytics/work-items?project=${team.project_id}`)
  await ann.getByRole('button', { name: 'Add to dashboard' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Add to dashboard' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Where we are')
  await dialog.getByRole('button', { name: 'Add widget' }).click()
  await expect(widget(ann, 'Where we are').getByRole('img', { name: 'Where we are' })).toBeVisible()
  await expect(widget(ann, 'Where we are').getByRole('table', { name: 'Where we are' })).toContainText(
    'Backlog',
  )
  await expectAccessible(ann, { name: 'dashboard with a chart' })
  await expect(ann).toHaveURL(/\/dashboards\//)
})

test('a dashboard in full screen shows its name and the time, but no menus', async ({ ann }) => {
  await createItem(team, 'Draw the map')
  await createDashboard(ann, 'Release')
  await expect(widget(ann, 'Open work items').getByRole('link')).toHaveText('1')
  await ann.getByRole('button', { name: 'Full screen' }).click()
  const exit = ann.getByRole('button', { name: 'Exit full screen' })
  await expect(exit).toBeVisible()
  await expect(ann.locator('time').filter({ hasText: /\d:\d\d/ })).toBeVisible()
  const menu = widget(ann, 'Open work items').getByRole('button', { name: /^Actions for/ })
  await expect(menu).toHaveCount(0)
  // In full screen, the client resizes the widgets so that all of them fit in the window.
  const grid = ann.getByRole('list', { name: 'Widgets' })
  await expect
    .poll(async () => {
      const box = await grid.boundingBox()
      return box !== null && box.y + box.height <= (ann.viewportSize()?.height ?? 0) + 1
    })
    .toBe(true)
  await exit.click()
  await expect(exit).toHaveCount(0)
  await expect(menu).toBeVisible()
})
