import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const params = () => ({ slug: team.slug, project_id: team.project_id })
const list = () => `/${team.slug}/projects/${team.project_id}/pages`
const make = (name: string, html = '<p></p>') =>
  team.ann.call('createPage', { params: params(), body: { name, description_html: html } })
const linked = (page: Page) => page.getByRole('region', { name: 'Linked from' })

test('what links to a page stands below it, as it is written, renamed and made private', async ({
  ann,
  max,
}) => {
  const target = await make('Target')
  const source = await make('Notes', '<p>Begun</p>')
  await visit(max, `${list()}/${target.id}`)
  await expect(max.getByRole('textbox', { name: 'Page text' })).toBeVisible()
  await expect(linked(max)).toHaveCount(0)
  await visit(ann, `${list()}/${source.id}`)
  const text = ann.getByRole('textbox', { name: 'Page text' })
  await expect(text).toHaveText('Begun')
  await text.click()
  await ann.keyboard.press('ControlOrMeta+End')
  await ann.keyboard.type(` ${new URL(ann.url()).origin}${list()}/${target.id} `)
  await expect(linked(max).getByRole('link')).toHaveText(['Notes'])
  const item = await createItem(team, 'Follow the plan')
  await team.ann.call('updateWorkItem', {
    params: { ...params(), id: item.id },
    body: { description_html: `<p><a href="${list()}/${target.id}">plan</a></p>` },
  })
  await expect(linked(max).getByRole('link')).toHaveText([/Follow the plan.*ATL-1/, 'Notes'])
  await expectAccessible(max, { within: 'article' })
  await team.ann.call('updatePage', {
    params: { ...params(), page_id: source.id },
    body: { name: 'Minutes' },
  })
  await expect(linked(max).getByRole('link')).toHaveText([/Follow the plan/, 'Minutes'])
  await team.ann.call('setPageAccess', {
    params: { ...params(), page_id: source.id },
    body: { access: 1 },
  })
  await expect(linked(max).getByRole('link')).toHaveText([/Follow the plan/])
  await linked(max).getByRole('link').click()
  await expect(max).toHaveURL(/ATL-1/)
})
