import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const params = () => ({ slug: team.slug })
const board = () => `/${team.slug}/stickies`
const cards = (page: Page) =>
  page
    .getByRole('list', { name: 'Stickies' })
    .getByRole('listitem')
    .filter({ has: page.locator('.sticky-text') })
const texts = (page: Page) =>
  page
    .locator('[data-sticky] .sticky-text')
    .allInnerTexts()
    .then((all) => all.map((text) => text.trim()))
const editor = (page: Page) => page.getByRole('textbox', { name: 'Sticky text' })
const stored = async () =>
  (await team.ann.call('listStickies', { params: params() })).results.map((row) =>
    row.description_stripped.trim(),
  )
const put = (text: string) =>
  team.ann.call('createSticky', { params: params(), body: { description_html: `<p>${text}</p>` } })

test('a sticky is saved, moved by keys and drag, and restored, on both screens', async ({ ann }) => {
  for (const text of ['Third', 'Second', 'First']) await put(text)
  const other = await ann.context().newPage()
  await other.goto(board())
  await visit(ann, board())
  for (const page of [ann, other]) await expect.poll(() => texts(page)).toEqual(['First', 'Second', 'Third'])
  await ann.keyboard.press('n')
  await ann.keyboard.press('s')
  await editor(ann).pressSequentially('Call **Eve** back')
  await expect(ann.getByText('Not saved yet')).toBeVisible()
  await expect(ann.getByText('Saved', { exact: true })).toBeVisible()
  for (const page of [ann, other])
    await expect.poll(() => texts(page)).toEqual(['Call Eve back', 'First', 'Second', 'Third'])
  await expect(other.locator('.sticky-text strong')).toHaveText('Eve')
  await ann.getByRole('button', { name: 'Color' }).first().click()
  await ann.getByRole('menuitemradio', { name: 'Green' }).click()
  await expect(other.locator('[data-sticky]').first()).toHaveClass(/--sticky-green/)
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'Sticky: Call Eve back' }).focus()
  await ann.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => texts(other)).toEqual(['First', 'Call Eve back', 'Second', 'Third'])
  await expect(ann.getByRole('button', { name: 'Sticky: Call Eve back' })).toBeFocused()
  await drag(cards(ann).filter({ hasText: 'Third' }), cards(ann).filter({ hasText: 'First' }), {
    targetPosition: { x: 8, y: 60 },
  })
  await expect.poll(() => texts(other)).toEqual(['Third', 'First', 'Call Eve back', 'Second'])
  await ann.getByRole('button', { name: 'Sticky: First' }).focus()
  await ann.keyboard.press('Delete')
  await expect.poll(() => texts(other)).toEqual(['Third', 'Call Eve back', 'Second'])
  await ann.keyboard.press('ControlOrMeta+z')
  for (const page of [ann, other])
    await expect.poll(() => texts(page)).toEqual(['Third', 'First', 'Call Eve back', 'Second'])
  await expectAccessible(ann)
})

test('edits survive closing the page and concurrent edits', async ({ ann }) => {
  await visit(ann, team.board)
  await expect(ann.getByRole('heading', { name: 'Backlog' }).first()).toBeVisible()
  await ann.keyboard.press('n')
  await ann.keyboard.press('s')
  await editor(ann).pressSequentially('Written above a board')
  await ann.keyboard.press('Escape')
  await expect.poll(stored).toEqual(['Written above a board'])
  await visit(ann, board())
  await ann.getByRole('button', { name: 'Sticky: Written' }).click()
  await editor(ann).pressSequentially(', and gone on')
  await ann.close({ runBeforeUnload: false })
  const again = await ann.context().newPage()
  await visit(again, board())
  await expect.poll(() => texts(again)).toEqual(['Written above a board, and gone on'])
  await expect.poll(stored).toEqual(['Written above a board, and gone on'])
  // Ann edits a sticky while she is offline, and meanwhile another client changes the same sticky.
  await again.getByRole('button', { name: 'Sticky: Written' }).click()
  await expect(editor(again)).toBeFocused()
  await again.context().setOffline(true)
  await editor(again).pressSequentially('!')
  await expect(again.getByText('Saved on this device')).toBeVisible()
  const [sticky] = (await team.ann.call('listStickies', { params: params() })).results
  const at = { ...params(), sticky_id: sticky?.id ?? '' }
  await team.ann.call('updateSticky', { params: at, body: { description_html: '<p>Elsewhere</p>' } })
  await again.context().setOffline(false)
  await expect.poll(stored).toEqual(['Written above a board, and gone on!', 'Elsewhere'])
  await expect.poll(() => texts(again)).toEqual(['Written above a board, and gone on!', 'Elsewhere'])
})

test('many stickies are loaded page by page and found by text', async ({ ann }) => {
  for (let number = 1; number <= 65; number++) await put(`Note ${number}`)
  await visit(ann, board())
  await expect(cards(ann).first()).toContainText('Note 65')
  await ann.getByRole('main').getByText('Note 36', { exact: true }).scrollIntoViewIfNeeded()
  await expect(cards(ann)).toHaveCount(60)
  await cards(ann).last().scrollIntoViewIfNeeded()
  await expect(cards(ann)).toHaveCount(65)
  await ann.getByRole('searchbox', { name: 'Search stickies' }).fill('note 6')
  await expect
    .poll(() => texts(ann))
    .toEqual(['Note 65', 'Note 64', 'Note 63', 'Note 62', 'Note 61', 'Note 60', 'Note 6'])
  await ann.getByRole('searchbox', { name: 'Search stickies' }).fill('nothing like it')
  await expect(ann.getByText('No sticky contains “nothing like it”.')).toBeVisible()
  await ann.getByRole('button', { name: 'Clear search' }).click()
  await expect(cards(ann).first()).toContainText('Note 65')
})
