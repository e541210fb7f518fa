import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('a page is published with its sub-pages, read by a stranger, and unpublished', async ({
  elsewhere,
  server,
  ann,
  max,
}) => {
  const { slug, project_id, ann: api } = await createTwoUserProject(server, { ann, max })
  const params = { slug, project_id }
  const page = await api.call('createPage', {
    params,
    body: { name: 'Guide', description_html: '<p>Welcome aboard</p>' },
  })
  const below = await api.call('createPage', { params, body: { name: 'First steps', parent: page.id } })
  await visit(ann, `/${slug}/projects/${project_id}/pages/${page.id}`)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Publish…' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Publish page' })
  await dialog.getByRole('switch', { name: 'Anyone with the link' }).click()
  await dialog.getByRole('switch', { name: 'Include sub-pages' }).click()
  await expect(dialog.getByText('Public pages: 2')).toBeVisible()
  await expect(dialog.getByText('Names of people. A mention becomes “@…”.')).toBeVisible()
  await expectAccessible(ann, { name: 'publish page' })
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()

  const stranger = await elsewhere.newPage()
  await stranger.goto(new URL(link).pathname)
  await expect(stranger.getByRole('heading', { name: 'Guide' })).toBeVisible()
  await expect(stranger.getByText('Welcome aboard')).toBeVisible()
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(stranger, { name: 'public page' })
  await stranger.getByRole('navigation').getByRole('link', { name: 'First steps' }).click()
  await expect(stranger.getByRole('heading', { name: 'First steps' })).toBeVisible()

  // Pages below the published page show that they are public too.
  await max.goto(`/${slug}/projects/${project_id}/pages/${below.id}`)
  await expect(
    max.getByRole('img', { name: 'Anyone with the link of “Guide” can read this page' }),
  ).toBeVisible()

  await dialog.getByRole('switch', { name: 'Anyone with the link' }).click()
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(stranger.getByText('Page not found')).toBeVisible()
})
