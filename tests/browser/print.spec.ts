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
