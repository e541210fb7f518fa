import { expect, type Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const cell = (page: Page, name: string) => text(page).getByRole('cell', { name, exact: true })

const three = ['abc', 'def', 'ghi'].map(
  (row) => `<tr>${[...row].map((letter) => `<td><p>${letter}</p></td>`).join('')}</tr>`,
)

async function open(pages: Page[], description_html: string): Promise<string> {
  const params = { slug: team.slug, project_id: team.project_id }
  const { id } = await team.ann.call('createWorkItem', { params, body: { name: 'Table', description_html } })
  for (const page of pages) {
    await visit(page, `${team.board}?peek=${id}`)
    await expect(text(page)).toBeEditable()
  }
  return id
}

async function stored(id: string): Promise<string | null> {
  const params = { slug: team.slug, project_id: team.project_id, id }
  return (await team.max.call('getWorkItem', { params })).description_html
}

/** Returns the text of the visible cells, without the carets of others. */
const letters = (page: Page) =>
  text(page)
    .locator('td:visible')
    .evaluateAll((cells) =>
      cells.map((each) => {
        const copy = each.cloneNode(true) as HTMLElement
        for (const caret of copy.querySelectorAll('.document-caret')) caret.remove()
        return copy.textContent.replaceAll('\u2060', '')
      }),
    )

/** Selects from one cell to another with the mouse. */
async function drag(page: Page, from: string, to: string) {
  const [start, end] = [await cell(page, from).boundingBox(), await cell(page, to).boundingBox()]
  if (!start || !end) throw new Error('no such cells')
  await page.mouse.move(start.x + 12, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width - 12, end.y + end.height / 2, { steps: 5 })
  await page.mouse.up()
}

async function choose(page: Page, name: string) {
  await text(page).locator('.table-block').hover()
  await page.getByRole('button', { name: 'Rows and columns' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('both people see merged and split cells, and keys skip covered cells', async ({ ann, max }) => {
  const id = await open([ann, max], `<table>${three.join('')}</table><p></p>`)
  await drag(ann, 'b', 'e')
  await expect(text(ann).locator('.cell-selected')).toHaveCount(2)
  // A drag always starts a new selection, even inside the current one, because dragging does not move
  // selected cells.
  await drag(ann, 'c', 'd')
  await expect(text(ann).locator('.cell-selected')).toHaveCount(6)
  await drag(ann, 'a', 'e')
  await expect(text(ann).locator('.cell-selected')).toHaveCount(4)
  expect(await letters(max)).toEqual([...'abcdefghi'])
  await choose(ann, 'Merge cells')
  await expect(text(max).locator('td[colspan="2"][rowspan="2"] p')).toHaveCount(4)
  await expect(text(max).locator('td:visible')).toHaveCount(6)
  await expect
    .poll(() => stored(id))
    .toContain('<tr><td colspan="2" rowspan="2"><p>a</p><p>b</p><p>d</p><p>e</p></td><td><p>c</p></td></tr>')
  // From the merged cell, Tab moves to the next visible cells.
  await ann.keyboard.press('Tab')
  await ann.keyboard.type('1')
  await ann.keyboard.press('Tab')
  await ann.keyboard.type('2')
  await expect.poll(async () => (await letters(max)).slice(1, 3)).toEqual(['c1', 'f2'])
  await ann.keyboard.press('Shift+Tab')
  await ann.keyboard.press('Shift+Tab')
  await choose(ann, 'Split cell')
  await expect(text(max).locator('td:visible')).toHaveCount(9)
})

test('arrow keys move within a column, and Select all works in steps', async ({ ann }) => {
  const id = await open(
    [ann],
    `<p>over</p><table>${three[0]}<tr><td><p>d</p></td><td><p>${'long '.repeat(30)}</p></td><td><p>f</p></td></tr>${three[2]}</table><p>below</p>`,
  )
  await cell(ann, 'b').click()
  // The caret passes every line of the long text and then reaches the cell below.
  const columns = new Set<number>()
  for (let presses = 0; presses < 30 && !(await caretIn(ann)).startsWith('h'); presses++) {
    await ann.keyboard.press('ArrowDown')
    columns.add(Number((await caretIn(ann)).at(-1)))
  }
  expect([...columns]).toEqual([1])
  await ann.keyboard.type('1')
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('End')
  await ann.keyboard.type('2')
  await expect.poll(() => stored(id)).toMatch(/<td><p>(h1|1h)<\/p>.*<p>below2<\/p>/)
  await cell(ann, 'c').click()
  await ann.keyboard.press('Shift+ArrowDown')
  await expect(text(ann).locator('.cell-selected')).toHaveText(['c', 'f'])
  await ann.keyboard.press('ArrowDown')
  await expect(text(ann).locator('.cell-selected')).toHaveCount(0)
  await ann.keyboard.press('Control+a')
  await expect.poll(() => ann.evaluate(() => String(getSelection()))).toBe('i')
  await ann.keyboard.press('Control+a')
  await expect(text(ann).locator('.cell-selected')).toHaveCount(9)
  await ann.keyboard.press('Control+a')
  await ann.keyboard.press('Delete')
  await expect.poll(() => stored(id)).toBe('<p></p>')
})

/** Returns the text of the cell with the caret, and its column number. */
const caretIn = (page: Page) =>
  page.evaluate(() => {
    const found = getSelection()?.focusNode?.parentElement?.closest('td')
    return `${found?.textContent} ${found?.cellIndex}`
  })

test('a drag across cells selects them even if it also focuses the editor', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const words = three.join('').replace(/<p>(.)<\/p>/g, '<p>$1$1$1 word</p>')
  const body = { name: 'Table', description_html: `<p>Before</p><table>${words}</table><p>After</p>` }
  const { id } = await team.ann.call('createPage', { params, body })
  await visit(ann, `/${team.slug}/projects/${team.project_id}/pages/${id}`)
  const page = ann.getByRole('textbox', { name: 'Page text' })
  await expect(page).toBeEditable()
  const cells = page.getByRole('cell')
  const [start, end] = [await cells.nth(0).boundingBox(), await cells.nth(4).boundingBox()]
  if (!start || !end) throw new Error('no such cells')
  await ann.mouse.move(start.x + start.width * 0.12, start.y + start.height / 2)
  await ann.mouse.down()
  await ann.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 })
  await ann.mouse.up()
  await expect(page.locator('.cell-selected')).toHaveCount(4)
})

test('two concurrent merges show the whole text', async ({ ann, max }) => {
  const id = await open([ann, max], `<table>${three.join('')}</table><p></p>`)
  // The test opens the menu once while online, because its code cannot load after the test goes offline.
  await text(max).locator('.table-block').hover()
  await max.getByRole('button', { name: 'Rows and columns' }).click()
  await expect(max.getByRole('menuitem', { name: 'Delete table' })).toBeVisible()
  await max.keyboard.press('Escape')
  await max.context().setOffline(true)
  await drag(max, 'b', 'e')
  await choose(max, 'Merge cells')
  await drag(ann, 'a', 'b')
  await choose(ann, 'Merge cells')
  await max.context().setOffline(false)
  for (const page of [ann, max])
    for (const letter of 'abcdefghi') await expect(text(page).getByText(letter).first()).toBeVisible()
  const both = async () => [await letters(max), await letters(ann)]
  await expect(async () => {
    const [one, other] = await both()
    expect(one).toEqual(other)
  }).toPass()
  await expect.poll(() => stored(id)).toContain('e')
})

test('rows and columns are dragged, resized and colored by their handles', async ({ ann, max }) => {
  const id = await open([ann, max], `<table>${three.join('')}</table><p></p>`)
  await cell(ann, 'a').hover()
  const grip = text(ann).locator('.table-grip.is-row button')
  await grip.hover()
  await ann.mouse.down()
  const last = await cell(ann, 'g').boundingBox()
  if (!last) throw new Error('no last row')
  await ann.mouse.move(last.x, last.y + last.height - 2, { steps: 5 })
  await ann.mouse.up()
  await expect.poll(() => letters(max)).toEqual([...'defghiabc'])
  await ann.keyboard.press('Control+z')
  await expect.poll(() => letters(max)).toEqual([...'abcdefghi'])

  await cell(ann, 'b').hover()
  await text(ann).locator('.table-grip.is-column button').click()
  await ann.getByRole('menuitem', { name: 'Cell colors' }).click()
  await ann.getByRole('menuitemradio', { name: 'Pink' }).click()
  await expect(text(max).locator('td[data-background-color="pink"]')).toHaveCount(3)

  // The formatting toolbar must not cover the column handle.
  await expect(ann.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await cell(ann, 'b').hover()
  await text(ann).locator('.table-grip.is-column button').click()
  await expect(ann.getByRole('menuitem', { name: 'Duplicate column' })).toBeVisible()
  await ann.keyboard.press('Escape')

  const before = (await cell(ann, 'a').boundingBox())?.width ?? 0
  await cell(ann, 'a').hover()
  const edge = await text(ann).locator('.table-edge').boundingBox()
  if (!edge) throw new Error('no edge')
  await ann.mouse.move(edge.x + 3, edge.y + 10)
  await ann.mouse.down()
  await ann.mouse.move(edge.x - 47, edge.y + 10, { steps: 5 })
  await ann.mouse.up()
  await expect
    .poll(async () => Math.round((await cell(max, 'a').boundingBox())?.width ?? 0))
    .toBeLessThan(before - 30)
  await expect.poll(() => stored(id)).toMatch(/<td colwidth="\d+"><p>a<\/p>/)
  await expectAccessibleInThemes(ann, { within: '.document' })
  await ann.setViewportSize({ width: 390, height: 760 })
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
