import { expect, type Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Page text' })

async function made(name: string, fields: { access?: 0 | 1; description_html?: string } = {}) {
  const params = { slug: team.slug, project_id: team.project_id }
  return await team.ann.call('createPage', { params, body: { name, ...fields } })
}

test('a page is linked to by its name of now, and a sub-page made from the text', async ({ ann, max }) => {
  const plan = await made('Plan')
  const notes = await made('Notes')
  const pages = `/${team.slug}/projects/${team.project_id}/pages`
  await visit(max, `${pages}/${notes.id}`)
  await visit(ann, `${pages}/${notes.id}`)
  await text(ann).click()
  await ann.keyboard.type('/page link')
  await ann.keyboard.press('Enter')
  // The picker offers other pages, but not the current page.
  await expect(ann.getByRole('option')).toHaveText([/^Plan/])
  await ann.getByRole('option', { name: 'Plan' }).click()
  await expect(text(max).getByRole('link', { name: 'Plan', exact: true })).toBeVisible()
  await expect(text(max).getByText(plan.id)).toBeHidden()
  const params = { slug: team.slug, project_id: team.project_id, page_id: plan.id }
  await team.ann.call('updatePage', { params, body: { name: 'Great plan' } })
  await expect(text(max).getByRole('link', { name: 'Great plan' })).toBeVisible()
  await ann.keyboard.type('/sub-page')
  await ann.keyboard.press('Enter')
  await expect(text(max).getByRole('link', { name: 'Untitled' })).toBeVisible()
  await expect(ann.getByRole('region', { name: 'Sub-pages' }).getByRole('link')).toHaveCount(1)
  await expectAccessibleInThemes(max, { within: '.document' })
  await text(max).getByRole('link', { name: 'Great plan' }).click()
  await expect(max).toHaveURL(new RegExp(plan.id))
})

test('sentences link to pages and work items, and create missing pages', async ({ ann, max }) => {
  const plan = await made('Plan')
  const notes = await made('Notes')
  const item = await team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Legend of the map' },
  })
  const pages = `/${team.slug}/projects/${team.project_id}/pages`
  await visit(max, `${pages}/${notes.id}`)
  await visit(ann, `${pages}/${notes.id}`)
  await text(ann).click()
  await ann.keyboard.type('Read [[pla')
  await expect(ann.getByRole('listbox', { name: 'Link a page' })).toBeVisible()
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('first, then @plan')
  await ann.keyboard.press('Enter')
  await expect(text(max).getByRole('link', { name: 'Plan', exact: true })).toHaveCount(2)
  await expect(text(max).getByText(plan.id).first()).toBeHidden()
  await ann.keyboard.type('and #legend')
  await ann.getByRole('option', { name: /Legend of the map/ }).click()
  await expect(text(max).getByRole('link', { name: item.name })).toBeVisible()
  await ann.keyboard.type('or [[Night colours')
  await ann.getByRole('option', { name: 'Create page “Night colours”' }).click()
  // Text that is typed while the page is being created stays.
  await ann.keyboard.type('on')
  await expect(text(max).getByRole('link', { name: 'Night colours' })).toBeVisible()
  await expect(text(max).getByText(/ on/)).toBeVisible()
  await expect(
    ann.getByRole('region', { name: 'Sub-pages' }).getByRole('link', { name: 'Night colours' }),
  ).toBeVisible()
  await expectAccessibleInThemes(max, { within: '.document' })
  await ann.keyboard.press('Backspace')
  await ann.keyboard.press('Backspace')
  // The first of these two key presses deletes the space, and the second one deletes the whole link.
  await ann.keyboard.press('Backspace')
  await ann.keyboard.press('Backspace')
  await expect(text(max).getByRole('link', { name: 'Night colours' })).toHaveCount(0)
  await expect(text(max).getByRole('link', { name: 'Plan', exact: true })).toHaveCount(2)
})

test('a link to an inaccessible page stays an address', async ({ ann, max, server }) => {
  const hidden = await made('Salaries', { access: 1 })
  const pages = `/${team.slug}/projects/${team.project_id}/pages`
  const address = `${server.url}${pages}/${hidden.id}`
  const notes = await made('Notes', { description_html: `<p><a href="${address}">${address}</a></p>` })
  await visit(ann, `${pages}/${notes.id}`)
  await expect(text(ann).getByRole('link', { name: 'Salaries' })).toBeVisible()
  await visit(max, `${pages}/${notes.id}`)
  await expect(text(max).getByText(address)).toBeVisible()
  await expect(max.getByText('Salaries')).toHaveCount(0)
})
