import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const column = (page: Page) => page.locator('[data-cell]').first()

test('the chosen layout is the person’s, on every screen', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Looked at')
  const other = await ann.context().newPage()
  for (const page of [ann, other, max]) {
    await visit(page, team.board)
    await expect(button(page, 'Board')).toHaveAttribute('aria-pressed', 'true')
  }
  await button(ann, 'List').click()
  await expect(button(ann, 'List')).toHaveAttribute('aria-pressed', 'true')
  // The layout is a setting of each user: Ann's other tab changes, too, but Max's layout does not.
  await expect(button(other, 'List')).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByText('Looked at')).toBeVisible()
  await ann.reload()
  await expect(button(ann, 'List')).toHaveAttribute('aria-pressed', 'true')
  await button(other, 'Board').click()
  await expect(button(ann, 'Board')).toHaveAttribute('aria-pressed', 'true')
  await expect(column(ann)).toBeVisible()
  await expect(button(max, 'Board')).toHaveAttribute('aria-pressed', 'true')
})

test('a layout that is refused goes back', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await visit(ann, team.board)
  await expect(column(ann)).toBeVisible()
  await ann.route('**/user-properties/*', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', error: 'Not for you.' } }),
  )
  const refused = ann.waitForResponse('**/user-properties/*')
  await button(ann, 'List').click()
  expect((await refused).status()).toBe(403)
  await expect(button(ann, 'Board')).toHaveAttribute('aria-pressed', 'true')
})

test('everything grows with the type that a browser is set to, on one line', async ({ server, ann, max }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await createItem(team, 'Grows')
  await createItem(team, 'Grows too')
  // An init script sets the font size before the code of the page runs, as a browser setting would.
  await ann.addInitScript(() =>
    document.addEventListener('readystatechange', () => {
      document.documentElement.style.fontSize = '24px'
    }),
  )
  await ann.goto(team.board)
  const boxOf = async (name: string, within: string) =>
    (await ann.locator(within).filter({ hasText: name }).first().boundingBox()) ?? { x: 0, y: 0, height: 0 }
  for (const [layout, height] of [
    ['List', 34],
    ['Table', 34],
    ['Timeline', 44],
  ] as const) {
    await button(ann, layout).click()
    await expect(button(ann, layout)).toHaveAttribute('aria-pressed', 'true')
    await expect(ann.locator('[data-item]').filter({ hasText: 'Grows too' }).first()).toBeVisible()
    const [first, second] = [await boxOf('ATL-1', '[data-item]'), await boxOf('ATL-2', '[data-item]')]
    expect(second.y - first.y, `the next row of ${layout}`).toBeCloseTo(height * 1.5, 0)
    expect(first.height, `a row of ${layout}`).toBeCloseTo(height * 1.5, 0)
  }
  const overflow = await ann.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  // On a phone, the controls above a list wrap into two lines.
  await ann.setViewportSize({ width: 390, height: 844 })
  const middle = async (tool: ReturnType<typeof button>) => {
    const { y, height } = (await tool.boundingBox()) ?? { y: 0, height: 0 }
    return y + height / 2
  }
  const filter = await middle(ann.getByRole('combobox', { name: 'Add a filter' }))
  const layouts = await middle(button(ann, 'List'))
  expect(await middle(button(ann, 'Find in list'))).toBeCloseTo(filter, -1)
  expect(await middle(button(ann, 'Display'))).toBeCloseTo(layouts, -1)
  expect(layouts - filter).toBeLessThan(80)
})
