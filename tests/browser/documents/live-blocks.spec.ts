import { expect } from '@playwright/test'
import { publishedPagePath } from '#common/pages/pages/public-paths.ts'
import { expectAccessibleInThemes } from '../support/axe.ts'
import { createItem, createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('live blocks list headings, sub-pages and work items, and show no items to strangers', async ({
  elsewhere,
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const { slug, project_id, ann: api } = team
  const params = { slug, project_id }
  await createItem(team, 'Chart the coast')
  const page = await api.call('createPage', {
    params,
    body: { name: 'Guide', description_html: '<h2>Plan</h2><p></p>' },
  })
  await api.call('createPage', { params, body: { name: 'First steps', parent: page.id } })
  await visit(ann, `/${slug}/projects/${project_id}/pages/${page.id}`)
  const text = ann.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await text.locator('p').last().click()
  for (const name of ['/toc', '/subpages']) {
    await ann.keyboard.type(name)
    await ann.keyboard.press('Enter')
  }
  await expect(text.getByRole('button', { name: 'Plan' })).toBeVisible()
  await expect(text.getByRole('link', { name: 'First steps' })).toBeVisible()
  const choose = async () => {
    await text.locator('p').last().click()
    await ann.keyboard.type('/view')
    await ann.keyboard.press('Enter')
  }
  // Without a view, the list offers to create one.
  await choose()
  await ann.getByRole('button', { name: 'New view' }).click()
  await expect(ann.getByRole('dialog', { name: 'New view' })).toBeVisible()
  await ann.keyboard.press('Escape')
  await api.call('createView', { params, body: { name: 'Open work', access: 1 } })
  await choose()
  await ann.getByRole('option', { name: 'Open work' }).click()
  const view = text.getByRole('region', { name: 'Open work' })
  await expect(view.getByRole('link', { name: 'Chart the coast' })).toBeVisible()
  await createItem(team, 'Sound the bay')
  await expect(view.getByRole('link', { name: 'Sound the bay' })).toBeVisible()
  await expectAccessibleInThemes(ann, { within: '.document' })
  await api.call('createPage', { params, body: { name: 'Second steps', parent: page.id } })
  await expect(text.getByRole('link', { name: 'Second steps' })).toBeVisible()
  await ann.keyboard.type('## Risks')
  await expect(text.getByRole('button', { name: 'Risks' })).toBeVisible()

  await expect
    .poll(
      async () => (await api.call('getPage', { params: { ...params, page_id: page.id } })).description_html,
    )
    .toContain('data-kind="items"')
  const { publication } = await api.call('publishPage', {
    params: { ...params, page_id: page.id },
    body: { has_sub_pages: true },
  })
  const stranger = await elsewhere.newPage()
  await stranger.goto(publishedPagePath(publication?.anchor ?? ''))
  const published = stranger.locator('.document')
  await expect(published.getByRole('button', { name: 'Plan' })).toBeVisible()
  await expect(published.getByRole('link', { name: 'First steps' })).toBeVisible()
  await expect(published.getByText('Only members of the workspace can see these work items.')).toBeVisible()
})

test('a page of the workspace lists the work items of a view in a chosen project', async ({
  server,
  ann,
  max,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const { slug, project_id, ann: api } = team
  await api.call('createView', { params: { slug, project_id }, body: { name: 'Open work', access: 1 } })
  await createItem(team, 'Chart the coast')
  const page = await api.call('createWorkspacePage', {
    params: { slug },
    body: { name: 'Guide', description_html: '<p>Line</p>'.repeat(60) },
  })
  await visit(ann, `/${slug}/pages/${page.id}`)
  const text = ann.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await text.locator('p').last().click()
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('/view')
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('option', { name: 'Atlas' })).toBeVisible()
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('option', { name: 'Open work' })).toBeVisible()
  await ann.keyboard.press('Enter')
  const view = text.getByRole('region', { name: 'Open work' })
  await expect(view.getByRole('link', { name: 'Chart the coast' })).toBeVisible()
  await expect(view).toBeInViewport()
  await ann.keyboard.type('/embed')
  await ann.keyboard.press('Enter')
  const embed = ann.getByRole('dialog', { name: 'Embed', exact: true })
  await embed.getByRole('textbox').fill('https://youtu.be/dQw4w9WgXcQ')
  await ann.keyboard.press('Enter')
  await expect(text.getByRole('button', { name: 'Play video from YouTube' })).toBeInViewport()

  await expect(ann.getByText('Edited by Ann')).toBeVisible()
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Version history' }).click()
  const history = ann.getByRole('dialog', { name: 'Version history' })
  const listed = history.getByRole('region', { name: 'Open work' })
  // The list is loaded when the reader scrolls to it.
  await history.locator('.live-block').scrollIntoViewIfNeeded()
  await expect(listed.getByRole('link', { name: 'Chart the coast' })).toBeVisible()
  await expect(listed.getByRole('button')).toHaveCount(0)
})
