import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const printed = (page: Page) => page.locator('body > .printed')

/** Replaces the browser's print dialog, which would wait for a person. */
async function withoutWindow(page: Page) {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked', '')
  })
}

test('an item is printed completely', async ({ ann }) => {
  const item = await createItem(team, 'On paper')
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  await team.ann.call('updateWorkItem', {
    params,
    body: { description_html: '<h2>Plan</h2><p>All of it</p>', priority: 'high' },
  })
  await team.ann.call('createWorkItem', { params, body: { name: 'A part', parent_id: item.id } })
  await team.ann.call('createLink', { params, body: { url: 'https://example.com/spec' } })
  const first = await team.ann.call('createComment', { params, body: { comment_html: '<p>The first</p>' } })
  await team.max.call('createComment', {
    params,
    body: { comment_html: '<p>Answered</p>', parent_id: first.id },
  })
  await team.ann.call('resolveThread', { params: { ...params, comment_id: first.id } })
  // Creates more comments than one request loads.
  for (let at = 0; at < 32; at++)
    await team.ann.call('createComment', { params, body: { comment_html: `<p>Said ${at}</p>` } })
  await withoutWindow(ann)
  await ann.emulateMedia({ colorScheme: 'dark' })
  await ann.goto(`/${team.slug}/browse/ATL-1`)
  await expect(ann.getByText('Said 31')).toBeVisible()
  await expect(ann.getByText('The first')).toHaveCount(0)
  await ann.keyboard.press('ControlOrMeta+p')
  await expect(ann.locator('html')).toHaveAttribute('data-asked', '')
  await expect(ann).toHaveTitle('ATL-1 On paper')
  await expect(printed(ann)).toBeHidden()
  await ann.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(printed(ann)).toBeVisible()
  await expect(ann.getByRole('navigation')).toHaveCount(0)
  await expect(ann.getByRole('button')).toHaveCount(0)
  for (const words of ['Atlas · ATL-1', 'High', 'All of it', 'A part', 'https://example.com/spec'])
    await expect(printed(ann)).toContainText(words)
  await expect(printed(ann)).toContainText(/The first.*Answered.*Said 0.*Said 31/)
  await expect(ann.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  // After printing, the client removes the element that contains the printed document.
  await ann.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(printed(ann)).toHaveCount(0)
  await expect(ann).toHaveTitle('On paper · Tandem')
})

test('printing by the browser’s menu prints the loaded content', async ({ ann }) => {
  const item = await createItem(team, 'At once')
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  await team.ann.call('createComment', { params, body: { comment_html: '<p>Here already</p>' } })
  await ann.goto(`/${team.slug}/browse/ATL-1`)
  await expect(ann.getByText('Here already')).toBeVisible()
  // The test delays the print code, so that the first print ends before the code has loaded.
  const part = Promise.withResolvers<void>()
  await ann.route(/PrintItem/, async (route) => {
    await part.promise
    await route.continue()
  })
  const printNow = () =>
    ann.evaluate(() => {
      const left = document.querySelector('.printed') !== null
      window.dispatchEvent(new Event('beforeprint'))
      const text = document.querySelector('.printed')?.textContent ?? ''
      window.dispatchEvent(new Event('afterprint'))
      return { left, text, title: document.title }
    })
  await printNow()
  part.resolve()
  const title = 'At once · Tandem'
  const prints: Awaited<ReturnType<typeof printNow>>[] = []
  await expect.poll(async () => prints[prints.push(await printNow()) - 1]?.text).toContain('Here already')
  // The document of an earlier print must be removed. Otherwise, the browser would print it again.
  expect(prints.map(({ left }) => left)).not.toContain(true)
  expect(prints.at(-1)?.title).toBe(title)
  await expect(printed(ann)).toHaveCount(0)
})

/** Simulates printing with the menu of the browser. */
async function print(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

async function expectPaper(page: Page) {
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('main')).toHaveCSS('overflow', 'visible')
}

test('a page is printed completely on white, without the frame', async ({ ann }) => {
  const lines = Array.from({ length: 80 }, (_, at) => `<p>Line ${at + 1}.</p>`).join('')
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Long', description_html: lines },
  })
  await ann.emulateMedia({ colorScheme: 'dark' })
  await ann.goto(`/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await expect(ann.getByText('Line 80.')).toBeAttached()
  await expect(ann.getByText('Edited by Ann')).toBeVisible()
  await print(ann)
  await expectPaper(ann)
  // The printed page contains one separator, between the author and the time.
  await expect(ann.getByText('·', { exact: true }).filter({ visible: true })).toHaveCount(1)
  // Nothing is cut off at the edge of a scrollable area, so the last line is within the page.
  const end = (await ann.getByText('Line 80.').boundingBox())?.y ?? 0
  const height = await ann.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeGreaterThan(end)
  expect(end).toBeGreaterThan(1500)
  await ann.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(ann.locator('html')).toHaveAttribute('data-theme', 'dark')
})

/** Prints with Ctrl+P, which loads everything first. */
async function printByKeys(page: Page) {
  await page.locator('html').evaluate((html) => html.removeAttribute('data-asked'))
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('html')).toHaveAttribute('data-asked', '')
  await print(page)
}

async function endPrinting(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
}

test('a page that was just opened is printed once its text is there', async ({ ann }) => {
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Late', description_html: '<p>Worth the wait</p>' },
  })
  await ann.addInitScript(() => {
    window.print = () =>
      document.documentElement.setAttribute(
        'data-asked',
        document.querySelector('article')?.textContent ?? '',
      )
  })
  const { promise: editorMayLoad, resolve: loadEditor } = Promise.withResolvers<void>()
  for (const part of ['**/assets/LiveEditor*', `**/pages/${page.id}/`])
    await ann.route(part, async (route) => {
      await editorMayLoad
      await route.continue()
    })
  await ann.goto(`/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await expect(ann.getByRole('textbox', { name: 'Page title' })).toHaveText('Late')
  await ann.keyboard.press('ControlOrMeta+p')
  await expect(ann.getByText('Preparing to print…')).toBeVisible()
  await expect(ann.locator('html')).not.toHaveAttribute('data-asked')
  loadEditor()
  await expect(ann.locator('html')).toHaveAttribute('data-asked', /Worth the wait/)
})

test('a calendar and a timeline are printed with all items and all days', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const all = 60
  for (let at = 1; at <= all; at++) {
    const start_date = at === 1 ? '2025-11-03' : '2027-03-01'
    const body = { name: `Row ${at}.`, start_date, target_date: '2027-03-10' }
    await team.ann.call('createWorkItem', { params, body })
  }
  const show = (display_filters: object) =>
    team.ann.call('updateUserProperties', { params, body: { display_filters } })
  await withoutWindow(ann)
  for (const layout of ['month', 'week']) {
    await show({ layout: 'calendar', calendar: { layout, show_weekends: true } })
    await ann.goto(`${team.board}?${layout === 'month' ? 'month=2027-03' : 'week=2027-03-07'}`)
    const items = ann.locator('section[data-cell="2027-03-10"] [data-item]')
    await expect(items.first()).toBeVisible()
    expect(await items.count()).toBeLessThan(all)
    await printByKeys(ann)
    await expect(items.filter({ visible: true })).toHaveCount(all)
    const tops = await items.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(all)
    await expect(ann.getByRole('heading', { name: layout === 'month' ? 'March 2027' : /2027/ })).toBeVisible()
    await expect(ann.getByText(/more$/)).toHaveCount(0)
    await expect(ann.locator('time[datetime="2027-03-10"]')).toBeVisible()
    await expect(ann.getByRole('button', { name: 'Today' })).toHaveCount(0)
    await endPrinting(ann)
  }
  await show({ layout: 'gantt_chart' })
  await ann.goto(team.board)
  await expect(ann.locator('[data-lane]').first()).toBeVisible()
  expect(await ann.locator('[data-lane]').count()).toBeLessThan(all)
  await printByKeys(ann)
  const rows = ann.getByRole('row').filter({ hasText: 'Row ' })
  await expect(rows).toHaveCount(all)
  await expect(ann.locator('[data-lane]').filter({ visible: true })).toHaveCount(0)
  const widths = await ann
    .locator('[data-bar]')
    .evaluateAll((bars) =>
      bars.map((bar) => bar.clientWidth / (bar.parentElement?.getBoundingClientRect().width ?? 0)),
    )
  expect(widths).toHaveLength(all)
  // The bar of the first item spans 16 months. It fits on the paper, because the timeline is scaled to its width.
  expect(Math.max(...widths)).toBeGreaterThan(0.8)
  expect(Math.max(...widths)).toBeLessThan(1)
  for (const name of ['Q4 2025', 'Q1 2027']) await expect(ann.getByText(name)).toBeVisible()
  const pdf = (await ann.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  expect(pdf).toContain('/MediaBox [0 0 792 612]')
  await endPrinting(ann)
  await expect(ann.getByRole('table')).toHaveCount(0)
})

test('a list is printed with all of its rows, loaded or not, and so is a published project', async ({
  ann,
}) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const all = 130
  const words = 'with more words than fit into one line of the paper '.repeat(4)
  for (let at = 1; at <= all; at++) await createItem(team, `Row ${at}.${at === 2 ? ` ${words}` : ''}`)
  const { anchor } = await team.ann.call('publishProject', { params, body: {} })
  const show = (layout: string) =>
    team.ann.call('updateUserProperties', { params, body: { display_filters: { layout } } })
  const heights = () =>
    ann.locator('[data-item]').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  await withoutWindow(ann)
  for (const layout of ['list', 'spreadsheet', 'kanban']) {
    await show(layout)
    await ann.goto(team.board)
    await expect(ann.locator('[data-item]').first()).toBeVisible()
    // With the browser's menu, only loaded content is printed, and a note says so.
    await print(ann)
    expect(await ann.locator('[data-item]').count()).toBeLessThan(all)
    await expect(ann.getByText('This is not the whole list.')).toBeVisible()
    await endPrinting(ann)
    await printByKeys(ann)
    await expect(ann.locator('[data-item]')).toHaveCount(all)
    await expect(ann.getByText('This is not the whole list.')).toHaveCount(0)
    await expect(ann.getByRole('navigation')).toHaveCount(0)
    await expect(ann.getByRole('banner')).toHaveCount(0)
    const tops = await heights()
    expect(new Set(tops).size).toBe(all)
    expect(Math.max(...tops)).toBeGreaterThan(1500)
    const title = ann.locator('[data-item]').getByText('Row 2.').last()
    expect(await title.evaluate((text) => text.scrollWidth - text.clientWidth), layout).toBeLessThanOrEqual(0)
    await endPrinting(ann)
  }
  await ann.goto(`/spaces/issues/${anchor}`)
  await expect(ann.getByText('Row 1.', { exact: true })).toBeVisible()
  await printByKeys(ann)
  await expect(ann.getByRole('heading', { level: 1, name: 'Atlas' })).toBeVisible()
  await expect(ann.getByRole('listitem').filter({ visible: true })).toHaveCount(all)
  await expect(ann.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await ann.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(4000)
  await expect(ann.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('what is printed says its title, its groups and all of its columns, within the paper', async ({
  ann,
}) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const label = await team.ann.call('createLabel', {
    params,
    body: { name: 'Urgent matters', color: '#cc0022' },
  })
  for (let at = 1; at <= 3; at++) {
    const { id } = await createItem(team, `Row ${at} with a name that takes some room.`)
    await team.ann.call('updateWorkItem', {
      params: { ...params, id },
      body: { label_ids: [label.id], priority: 'high' },
    })
  }
  const { anchor } = await team.ann.call('publishProject', {
    params,
    body: { views: { kanban: true, list: true } },
  })
  const show = (display_filters: object) =>
    team.ann.call('updateUserProperties', { params, body: { display_filters } })
  const paper = { width: 720, height: 1000 }
  const screen = { width: 1280, height: 720 }
  const isInPaper = async (of: ReturnType<Page['locator']>) => {
    for (const one of await of.all()) {
      await expect(one).toBeVisible()
      const box = await one.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(ann.viewportSize()?.width ?? 0)
    }
  }
  await withoutWindow(ann)
  for (const filters of [
    { layout: 'list', group_by: 'state' },
    { layout: 'kanban', group_by: 'state' },
    { layout: 'kanban', group_by: 'state', sub_group_by: 'priority' },
  ]) {
    await show(filters)
    await ann.setViewportSize(screen)
    await ann.goto(team.board)
    await expect(ann.locator('[data-item]')).toHaveCount(3)
    await printByKeys(ann)
    await ann.setViewportSize(paper)
    await expect(ann.getByRole('heading', { level: 1, name: /^Atlas · / })).toBeVisible()
    const head = ann.locator('main').getByText('Backlog', { exact: true }).filter({ visible: true })
    await isInPaper(head)
    await expect(head).toHaveCount(1)
    await expect(head.locator('..')).toContainText('3')
    if ('sub_group_by' in filters) await expect(ann.getByRole('heading', { name: 'High' })).toBeVisible()
    await isInPaper(ann.locator('[data-item]'))
    await endPrinting(ann)
  }
  await show({ layout: 'spreadsheet', sub_group_by: null })
  await ann.setViewportSize(screen)
  await ann.goto(team.board)
  const heads = ann.getByRole('columnheader')
  // The stored layout of the last visit may be visible first.
  await expect(heads.first()).toBeVisible()
  await expect(ann.locator('[data-item]')).toHaveCount(3)
  await printByKeys(ann)
  await ann.setViewportSize({ width: 1000, height: 720 })
  expect(await heads.count()).toBeGreaterThan(8)
  for (const head of await heads.all()) {
    const words = head.locator('span').first()
    await expect(words).not.toBeEmpty()
    await isInPaper(words)
  }
  await isInPaper(heads)
  await isInPaper(ann.getByRole('gridcell'))
  await endPrinting(ann)
  await ann.setViewportSize(screen)
  await ann.goto(`/spaces/issues/${anchor}?layout=kanban`)
  await expect(ann.getByText(/^Row 1/)).toBeVisible()
  await printByKeys(ann)
  await ann.setViewportSize(paper)
  const columns = ann.getByRole('main').getByRole('region')
  expect(await columns.count()).toBeGreaterThan(3)
  await isInPaper(columns)
  await expect(ann.locator('.rounded-full.size-1\\.75').first()).toHaveCSS('print-color-adjust', 'exact')
})
