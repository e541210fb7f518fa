import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const body = (page: Page) => page.getByRole('textbox', { name: 'Page text' })

test('finds and replaces text, and undoes a replacement of all matches at once', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const description_html = `<p>One cat</p>${'<p>Between</p>'.repeat(30)}<p>A Cat and a cat</p>`
  const page = await team.ann.call('createPage', { params, body: { name: 'Plan', description_html } })
  const path = `/${team.slug}/projects/${team.project_id}/pages/${page.id}`
  const stored = async () =>
    (await team.max.call('getPage', { params: { ...params, page_id: page.id } })).description_html
  await visit(ann, path)
  await visit(max, path)
  await expect(body(ann)).toBeEditable()
  await expect(body(max)).toBeEditable()
  await body(ann).getByText('One cat').click()
  await ann.keyboard.press('Home')
  await ann.keyboard.press('Control+f')
  const bar = ann.getByRole('search', { name: 'Find in text' })
  const field = bar.getByRole('textbox', { name: 'Find' })
  await expect(field).toBeFocused()
  await ann.keyboard.type('cat')
  await expect(bar.getByText('1 of 3')).toBeVisible()
  await expect(ann.locator('.document-found')).toHaveCount(3)
  await expect(max.locator('.document-found')).toHaveCount(0)
  await ann.keyboard.press('Enter')
  await expect(bar.getByText('2 of 3')).toBeVisible()
  await expect(ann.locator('.document-found.is-active')).toBeInViewport()
  await bar.getByRole('button', { name: 'Match case' }).click()
  await expect(bar.getByText(/of 2$/)).toBeVisible()
  // The search also finds text that another person types while the search is open.
  await body(max).getByText('One cat').click()
  await max.keyboard.press('End')
  await max.keyboard.type(' cat')
  await expect(bar.getByText(/of 3$/)).toBeVisible()
  await expectAccessible(ann, { name: 'find' })
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('dog')
  await bar.getByRole('button', { name: 'All' }).click()
  await expect(bar.getByText('No results')).toBeVisible()
  await expect.poll(stored).toMatch(/^<p>One dog dog<\/p>.*<p>A Cat and a dog<\/p>$/)
  await ann.keyboard.press('Escape')
  await expect(body(ann)).toBeFocused()
  await ann.keyboard.press('Control+z')
  await expect.poll(stored).toMatch(/^<p>One cat cat<\/p>.*<p>A Cat and a cat<\/p>$/)
})

test('the find bar fits on a small screen', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const page = await team.ann.call('createPage', {
    params,
    body: { name: 'Plan', description_html: '<p>One cat</p>' },
  })
  await ann.setViewportSize({ width: 390, height: 844 })
  await visit(ann, `/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await expect(body(ann)).toBeEditable()
  await body(ann).getByText('One cat').dblclick()
  await ann.keyboard.press('Control+f')
  const bar = ann.getByRole('search', { name: 'Find in text' })
  await expect(bar.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await expect(bar.getByRole('button', { name: 'All' })).toBeInViewport({ ratio: 1 })
})
