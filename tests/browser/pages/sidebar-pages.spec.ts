import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test('the sidebar shows the page tree, live and with the keyboard', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const make = (name: string, parent: string | null = null) =>
    team.ann.call('createPage', { params, body: { name, parent } })
  const guide = await make('Guide')
  const install = await make('Install', guide.id)
  await make('Plan')
  const tree = ann.getByRole('navigation', { name: 'Your projects' })
  const link = (name: string) => tree.getByRole('link', { name, exact: true })
  await visit(ann, `/${team.slug}/projects/${team.project_id}/pages/${install.id}`)
  await link('Pages').focus()
  await ann.keyboard.press('ArrowRight')
  // The ancestors of the current page are expanded.
  await expect(link('Install')).toHaveAttribute('aria-current', 'page')
  await expect(link('Guide')).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(ann)
  await link('Guide').focus()
  await ann.keyboard.press('ArrowLeft')
  await expect(link('Install')).toHaveCount(0)
  await ann.reload()
  await expect(link('Guide')).toHaveAttribute('aria-expanded', 'true')

  // Other people's pages appear, and dropping a page on another nests it.
  await team.max.call('createPage', { params, body: { name: 'Report' } })
  await expect(link('Report')).toBeVisible()
  await link('Report').hover()
  await drag(link('Report'), link('Plan'))
  await expect(link('Plan')).toHaveAttribute('aria-expanded', 'false')
  await link('Plan').focus()
  await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press('ArrowDown')
  await expect(link('Report')).toBeFocused()
  await ann.keyboard.press('Alt+ArrowLeft')
  await expect(link('Plan')).not.toHaveAttribute('aria-expanded')

  await link('Plan').hover()
  await tree.getByRole('button', { name: 'New page in Plan' }).click()
  await expect(ann.getByRole('textbox', { name: 'Page title' })).toBeFocused()
  await ann.keyboard.type('Risks')
  await expect(link('Risks')).toHaveAttribute('aria-current', 'page')
})
