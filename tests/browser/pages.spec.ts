import { expect } from '@playwright/test'
import { makeTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
})

const params = () => ({ slug: team.slug, project_id: team.project_id })
const list = () => `/${team.slug}/projects/${team.project_id}/pages`
const make = (name: string, more: object = {}) =>
  team.ann.call('createPage', { params: params(), body: { name, ...more } })

test('pages are nested by keys, and folded', async ({ ann, max }) => {
  const below = await make('Below')
  const above = await make('Above')
  await ann.goto(list())
  await max.goto(list())
  await ann.getByRole('link', { name: /^Below/ }).focus()
  await ann.keyboard.press('Alt+ArrowRight')
  await expect(max.getByRole('button', { name: 'Hide pages below Above' })).toBeVisible()
  expect(await team.max.call('getPage', { params: { ...params(), page_id: below.id } })).toMatchObject({
    parent: above.id,
  })
  await max.getByRole('button', { name: 'Hide pages below Above' }).click()
  await expect(max.getByRole('link', { name: /^Below/ })).toHaveCount(0)
  await max.reload()
  await expect(max.getByRole('button', { name: 'Show pages below Above' })).toBeVisible()
  await max.goto(`${list()}/${above.id}`)
  await max.getByRole('region', { name: 'Sub-pages' }).getByRole('link', { name: 'Below' }).click()
  await expect(
    max.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Above' }),
  ).toBeVisible()
})

test('an archived page is read-only under the writer, and comes back', async ({ ann, max }) => {
  const page = await make('Plan', { description_html: '<p>Written</p>' })
  await max.goto(`${list()}/${page.id}`)
  const text = max.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await ann.goto(list())
  await ann.getByRole('button', { name: 'Actions of Plan' }).click()
  await ann.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(max.getByText('This page is archived and can only be read.')).toBeVisible()
  await expect(text).not.toBeEditable()
  await ann.getByRole('toolbar', { name: 'Which pages' }).getByRole('button', { name: 'Archived' }).click()
  await expect(ann.getByRole('link', { name: /^Plan/ })).toBeVisible()
  await ann.getByRole('button', { name: 'Actions of Plan' }).click()
  await ann.getByRole('menuitem', { name: 'Restore from the archive' }).click()
  await expect(text).toBeEditable()
})

test('a page moves to another project under those who have it open', async ({ ann }) => {
  const other = await team.ann.call('createProject', {
    params: { slug: team.slug },
    body: { name: 'Borealis', identifier: 'BOR' },
  })
  const page = await make('Wanderer')
  await ann.goto(`${list()}/${page.id}`)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Move to project' }).click()
  await ann.getByRole('menuitem', { name: 'Borealis' }).click()
  await expect(ann).toHaveURL(new RegExp(`/projects/${other.id}/pages/${page.id}$`))
  await ann.goto(`${list()}/${page.id}`)
  await expect(ann).toHaveURL(new RegExp(`/projects/${other.id}/pages/${page.id}$`))
})
