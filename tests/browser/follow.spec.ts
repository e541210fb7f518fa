import { expect } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { createItem, makeTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
  await createItem(team, 'Anchor')
})

test('one goes along with a colleague until one goes somewhere oneself', async ({ ann, max }) => {
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Plan' },
  })
  await ann.goto(team.board)
  await max.goto(team.board)
  await ann.getByRole('button', { name: 'Max is here. Follow Max' }).click()
  await expect(ann.getByRole('status').filter({ hasText: 'Following Max' })).toBeVisible()
  await expectAccessible(ann)
  await max.goto(`/${team.slug}/browse/ATL-1`)
  await expect(ann).toHaveURL(/browse\/ATL-1$/)
  await max.goto(team.board.replace('issues', `pages/${page.id}`))
  await expect(ann).toHaveURL(new RegExp(`pages/${page.id}$`))
  await expect(ann.getByText('Following Max')).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(ann.getByText('Following Max')).toHaveCount(0)
  // Where one goes oneself, one goes alone.
  await ann.getByRole('button', { name: 'Max is here. Follow Max' }).click()
  await expect(ann.getByText('Following Max')).toBeVisible()
  await ann.keyboard.press('g')
  await ann.keyboard.press('h')
  await expect(ann.getByText('Following Max')).toHaveCount(0)
  await max.goto(team.board)
  await expect(
    ann.getByRole('region', { name: 'Active now' }).getByRole('link', { name: /Max.*Atlas/ }),
  ).toBeVisible()
  await expect(ann).toHaveURL(new RegExp(`/${team.slug}$`))
})
