import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const bar = (page: Page) => page.getByRole('group', { name: 'Reactions' })

test('a reaction is added by keyboard, shown live, joined and removed', async ({ ann, max }) => {
  const item = await createItem(team, 'Liked')
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await visit(ann, `${team.board}?peek=${item.id}`)
  await bar(ann).getByRole('button', { name: 'Add reaction' }).press('Enter')
  await expect(ann.getByRole('button', { name: '👍' })).toBeFocused()
  await ann.keyboard.press('ArrowRight')
  await expect(ann.getByRole('button', { name: '👎' })).toBeFocused()
  await ann.keyboard.press('ArrowLeft')
  await ann.keyboard.press('Enter')
  const own = bar(ann).getByRole('button', { name: '👍 1: You' })
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  const theirs = bar(max).getByRole('button', { name: '👍 1: Ann' })
  await expect(theirs).toHaveText('👍1')
  await theirs.hover()
  await expect(max.getByRole('tooltip')).toHaveText('Ann')
  await theirs.click()
  await expect(bar(max).getByRole('button', { name: '👍 2: You and Ann' })).toHaveText('👍2')
  await expect(bar(ann).getByRole('button', { name: '👍 2: You and Max' })).toHaveText('👍2')
  await expectAccessible(max, { within: 'article' })
  await bar(ann).getByRole('button', { name: '👍 2: You and Max' }).press('Enter')
  await expect(bar(max).getByRole('button', { name: '👍 1: You' })).toHaveText('👍1')
  await bar(ann).getByRole('button', { name: 'Add reaction' }).click()
  await ann.getByRole('toolbar', { name: 'Reactions' }).getByRole('button', { name: 'More' }).click()
  await ann.getByRole('searchbox').fill('rocket')
  await ann.getByRole('gridcell', { name: 'Rocket' }).click()
  await expect(bar(max).getByRole('button', { name: '🚀 1: Ann' })).toBeVisible()
  await max.reload()
  await expect(bar(max).getByRole('button')).toHaveCount(3)
})

test('a refused reaction is removed', async ({ ann }) => {
  const item = await createItem(team, 'Not liked')
  await visit(ann, `${team.board}?peek=${item.id}`)
  await ann.route('**/reactions/', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', error: 'No.' } }),
  )
  await bar(ann).getByRole('button', { name: 'Add reaction' }).click()
  await ann.getByRole('button', { name: '👀' }).click()
  await expect(ann.getByText('Your change was not saved')).toBeVisible()
  await expect(bar(ann).getByRole('button')).toHaveCount(1)
})
