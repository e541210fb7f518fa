import { expect, type Page } from '@playwright/test'
import { createItem, makeTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
})

const printed = (page: Page) => page.locator('body > .printed')

/** The browser's own window would wait for a person. */
async function withoutWindow(page: Page) {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked', '')
  })
}

test('an item is printed whole, whatever of it is on the screen', async ({ ann }) => {
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
  // More than are read at once.
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
  // It is not there any more once the browser is done.
  await ann.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(printed(ann)).toHaveCount(0)
  await expect(ann).toHaveTitle('On paper · Tandem')
})

test('by the browser’s own menu what is here is printed', async ({ ann }) => {
  const item = await createItem(team, 'At once')
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  await team.ann.call('createComment', { params, body: { comment_html: '<p>Here already</p>' } })
  await ann.goto(`/${team.slug}/browse/ATL-1`)
  await expect(ann.getByText('Here already')).toBeVisible()
  // The part that prints comes while the page rests.
  await expect
    .poll(() =>
      ann.evaluate(() => {
        window.dispatchEvent(new Event('beforeprint'))
        const text = document.querySelector('.printed')?.textContent ?? ''
        window.dispatchEvent(new Event('afterprint'))
        return text
      }),
    )
    .toContain('Here already')
  await expect(printed(ann)).toHaveCount(0)
})

/** Does what the browser does when a person prints the screen. */
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

test('a page is printed whole and on white, without what is around it', async ({ ann }) => {
  const lines = Array.from({ length: 80 }, (_, at) => `<p>Line ${at + 1}.</p>`).join('')
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Long', description_html: lines },
  })
  await ann.emulateMedia({ colorScheme: 'dark' })
  await ann.goto(`/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await expect(ann.getByText('Line 80.')).toBeAttached()
  await print(ann)
  await expectPaper(ann)
  // Nothing is cut off by something that scrolls.
  const end = (await ann.getByText('Line 80.').boundingBox())?.y ?? 0
  const height = await ann.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeGreaterThan(end)
  expect(end).toBeGreaterThan(1500)
  await ann.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(ann.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a list is printed with all of its rows', async ({ ann }) => {
  for (let at = 1; at <= 70; at++) await createItem(team, `Row ${at}.`)
  await team.ann.call('updateUserProperties', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { display_filters: { layout: 'list' } },
  })
  await ann.goto(team.board)
  await expect(ann.locator('[data-item]').first()).toBeVisible()
  await print(ann)
  await expect(ann.locator('[data-item]')).toHaveCount(70)
  await expect(ann.getByRole('navigation')).toHaveCount(0)
  await expect(ann.getByRole('banner')).toHaveCount(0)
  const bottoms = await ann
    .locator('[data-item]')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  expect(new Set(bottoms).size).toBe(70)
  expect(Math.max(...bottoms)).toBeGreaterThan(1500)
})
