import { expect, type Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Description' })

async function openItem(page: Page, id: string) {
  await visit(page, `${team.board}?peek=${id}`)
  await expect(text(page)).toBeEditable()
  await text(page).click()
}

async function written(name: string, description_html: string) {
  const params = { slug: team.slug, project_id: team.project_id }
  return await team.ann.call('createWorkItem', { params, body: { name, description_html } })
}

async function stored(id: string): Promise<string | null> {
  const params = { slug: team.slug, project_id: team.project_id, id }
  return (await team.max.call('getWorkItem', { params })).description_html
}

const callout = (attributes: string, content: string) =>
  `<div data-block-type="callout-component" data-logo-in-use="emoji" ${attributes}>${content}</div>`

test('both people see the emoji and color of a callout', async ({ ann, max }) => {
  const item = await createItem(team, 'Callout')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('/callout')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Take care')
  await expect(text(max).locator('.callout')).toContainText('Take care')
  await expect(text(max).locator('.callout-sign')).toHaveText('💡')
  await ann.keyboard.press('Alt+F10')
  await expect(ann.getByRole('button', { name: 'Callout color' })).toBeFocused()
  await ann.keyboard.press('Enter')
  await ann.getByRole('menuitemradio', { name: 'Light blue' }).press('Enter')
  await expect(text(ann)).toBeFocused()
  await expect(text(max).locator('.callout')).toHaveAttribute('data-background', 'light-blue')
  await text(ann).getByRole('button', { name: 'Callout icon' }).click()
  await ann.getByRole('searchbox').fill('rocket')
  await ann.getByRole('gridcell', { name: 'rocket' }).first().click()
  await expect(text(max).locator('.callout-sign')).toHaveText('🚀')
  await expect
    .poll(() => stored(item.id))
    .toContain(callout('data-emoji-unicode="128640" data-background="light-blue"', '<p>Take care</p>'))
  // The Markdown shortcut `> [!warning]` creates a callout as well.
  await ann.keyboard.press('Control+End')
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('> [!warning] Hot')
  await expect(text(max).locator('.callout').last()).toContainText('Hot')
  await expect
    .poll(() => stored(item.id))
    .toContain('data-emoji-unicode="9888-65039" data-background="orange"')
})

test('a toggle is created by keyboard, collapsed per person, and unwrapped', async ({ ann, max }) => {
  const item = await createItem(team, 'Toggle')
  await openItem(ann, item.id)
  await ann.keyboard.type('>> More')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Inside')
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Behind')
  await expect
    .poll(() => stored(item.id))
    .toBe('<details><summary>More</summary><p>Inside</p></details><p>Behind</p>')
  await visit(max, `${team.board}?peek=${item.id}`)
  await expect(text(max)).toBeEditable()
  await expect(text(max).getByText('Inside')).toBeHidden()
  await text(max).getByRole('button', { name: 'Show or hide content' }).click()
  await expect(text(max).getByText('Inside')).toBeVisible()
  await expect(text(ann).getByText('Inside')).toBeVisible()
  await text(ann).getByText('More').click()
  await ann.keyboard.press('Control+Enter')
  await expect(text(ann).getByText('Inside')).toBeHidden()
  await expect(text(max).getByText('Inside')).toBeVisible()
  await ann.keyboard.press('Home')
  await ann.keyboard.press('Backspace')
  await expect.poll(() => stored(item.id)).toBe('<p>More</p><p>Inside</p><p>Behind</p>')
})

test('text is colored, aligned and turned into small headings', async ({ ann }) => {
  const item = await createItem(team, 'Colours')
  await openItem(ann, item.id)
  await ann.keyboard.type('/heading 5')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Small')
  await ann.keyboard.press('Control+Shift+e')
  await expect(text(ann).locator('h5')).toHaveCSS('text-align', 'center')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Loud words')
  await ann.keyboard.press('Shift+Home')
  const bar = ann.getByRole('toolbar', { name: 'Formatting' })
  await bar.getByRole('button', { name: 'Color' }).click()
  await ann.getByRole('group', { name: 'Text color' }).getByRole('menuitemradio', { name: 'Pink' }).click()
  await bar.getByRole('button', { name: 'Color' }).click()
  await ann
    .getByRole('group', { name: 'Background color' })
    .getByRole('menuitemradio', { name: 'Green' })
    .click()
  await bar.getByRole('button', { name: 'Alignment' }).click()
  await ann.getByRole('menuitemradio', { name: 'Right' }).click()
  const loud =
    '<p style="text-align: right"><span data-text-color="pink"><span data-background-color="green">Loud words</span></span></p>'
  await expect.poll(() => stored(item.id)).toBe(`<h5 style="text-align: center">Small</h5>${loud}`)
  await ann.keyboard.press('End')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('/default text')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('/default back')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('plain')
  await expect.poll(() => stored(item.id)).toContain('<p style="text-align: right">plain</p>')
})

test('an emoji is found by its name', async ({ ann }) => {
  const item = await createItem(team, 'Emoji')
  await openItem(ann, item.id)
  const list = ann.getByRole('listbox', { name: 'Emoji' })
  await ann.keyboard.type('At 10:30 :rock')
  await expect(list.getByRole('option', { name: /rocket/ })).toBeVisible()
  await list.getByRole('option', { name: /rocket/ }).click()
  await ann.keyboard.type(' and :wave: or /emoji')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('tada')
  await expect(list.getByRole('option')).not.toHaveCount(0)
  await ann.keyboard.press('Enter')
  await expect(text(ann)).toContainText('At 10:30 🚀 and 👋 or 🎉')
  await expect
    .poll(() => stored(item.id))
    .toBe(
      '<p>At 10:30 <span data-type="emoji" data-name="rocket">🚀</span> and <span data-type="emoji" data-name="wave">👋</span> or <span data-type="emoji" data-name="tada">🎉</span></p>',
    )
})

test('columns are created, filled, resized, left and unwrapped, for both and on a phone', async ({
  ann,
  max,
}) => {
  const item = await createItem(team, 'Columns')
  await ann.setViewportSize({ width: 1440, height: 900 })
  await visit(ann, `/${team.slug}/browse/ATL-1`)
  await expect(text(ann)).toBeEditable()
  await text(ann).click()
  await openItem(max, item.id)
  await ann.keyboard.type('/2 col')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Left')
  await ann.keyboard.press('Tab')
  await ann.keyboard.type('Right')
  const boxes = (page: Page) => text(page).locator('.column')
  await expect(boxes(max)).toContainText(['Left', 'Right'])
  const rect = async (page: Page, at: number) => {
    const box = await boxes(page).nth(at).boundingBox()
    if (!box) throw new Error('No such column')
    return box
  }
  const [left, right] = [await rect(ann, 0), await rect(ann, 1)]
  expect(left.y).toBe(right.y)
  expect(Math.round(left.width)).toBe(Math.round(right.width))
  // At the same time, one person resizes a column while the other person types and adds a column.
  await boxes(max).first().click()
  await max.keyboard.press('End')
  await max.keyboard.type(' of Max')
  const gap = text(ann).getByRole('slider', { name: 'Column widths' })
  const at = await gap.boundingBox()
  if (!at) throw new Error('Nothing to drag')
  await ann.mouse.move(at.x + at.width / 2, at.y + 10)
  await ann.mouse.down()
  await ann.mouse.move(at.x + at.width / 2 + left.width / 4, at.y + 10, { steps: 4 })
  await ann.mouse.up()
  await gap.focus()
  await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press('Escape')
  await expect(text(ann)).toBeFocused()
  await expect
    .poll(() => stored(item.id))
    .toMatch(
      /^<div data-type="columns"><div data-type="column" data-width="1\.3\d*"><p>Left of Max<\/p><\/div><div data-type="column" data-width="0\.6\d*"><p>Right<\/p>/,
    )
  await boxes(max).first().click()
  await max.keyboard.press('Alt+F10')
  await max.keyboard.press('Enter')
  await max.getByRole('menuitem', { name: 'Insert column right' }).press('Enter')
  await max.keyboard.type('Middle')
  await expect(boxes(ann)).toContainText(['Left of Max', 'Middle', 'Right'])
  // Backspace deletes an empty column and moves the caret to the column before it. The key Down in the last
  // line of a column moves the caret below the columns.
  await max.keyboard.press('Control+Backspace')
  await max.keyboard.press('Backspace')
  await expect(boxes(ann)).toHaveCount(2)
  await max.keyboard.type('!')
  await expect(boxes(ann).first()).toContainText('Left of Max!')
  await max.keyboard.press('ArrowDown')
  await max.keyboard.type('Below')
  await expect(text(ann).locator('> p').last()).toContainText('Below')
  await max.keyboard.press('Home')
  await max.keyboard.press('Backspace')
  await max.keyboard.type('?')
  await expect(boxes(ann).last()).toContainText('Right?')
  // On a phone, the columns are stacked, and nothing is wider than the screen.
  await ann.setViewportSize({ width: 390, height: 760 })
  await expect(boxes(ann).first()).toBeVisible()
  const [upper, lower] = [await rect(ann, 0), await rect(ann, 1)]
  expect(lower.y).toBeGreaterThanOrEqual(upper.y + upper.height)
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessibleInThemes(ann, { within: '.document' })
  await boxes(max).last().click()
  await max.keyboard.press('Alt+F10')
  await max.keyboard.press('Enter')
  await max.getByRole('menuitem', { name: 'Remove column layout' }).press('Enter')
  await expect.poll(() => stored(item.id)).toBe('<p>Left of Max!</p><p>Right?</p><p>Below</p>')
})

test('rich content is readable in every theme and on a phone', async ({ ann }) => {
  const colors = ['gray', 'peach', 'pink', 'orange', 'green', 'light-blue', 'dark-blue', 'purple']
  const html = [
    '<h1>One</h1><h2>Two</h2><h3>Three</h3><h4>Four</h4><h5>Five</h5><h6 style="text-align: right">Six</h6>',
    ...colors.map(
      (color) =>
        `<p><span data-text-color="${color}">${color}</span> <span data-background-color="${color}">${color}</span></p>`,
    ),
    ...colors.map((color) =>
      callout(`data-emoji-unicode="128161" data-background="${color}"`, `<p>${color}</p>`),
    ),
    '<details><summary>More</summary><p>Inside</p></details>',
    '<p>A <span data-type="emoji" data-name="wave">👋</span></p>',
    '<table><tr><th data-background-color="pink"><p>a</p></th><td data-background-color="dark-blue"><p>b</p></td></tr></table>',
  ].join('')
  const item = await written('All of it', html)
  await openItem(ann, item.id)
  await text(ann).getByRole('button', { name: 'Show or hide content' }).click()
  await expectAccessibleInThemes(ann, { within: '.document' })
  await ann.setViewportSize({ width: 390, height: 760 })
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // The client has not changed the document by displaying it.
  expect(await stored(item.id)).toBe(
    html.replace('<table><tr>', '<table><tbody><tr>').replace('</tr></table>', '</tr></tbody></table>'),
  )
})

test('toggles of a read-only text can be collapsed too', async ({ ann }) => {
  const item = await createItem(team, 'Read')
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  await team.max.call('createComment', {
    params,
    body: {
      comment_html: `<details><summary>Why</summary><p style="text-align: center">Because</p></details>${callout('data-emoji-unicode="128640"', '<p>Go</p>')}`,
    },
  })
  await visit(ann, `${team.board}?peek=${item.id}`)
  const because = ann.getByText('Because')
  await expect(ann.getByText('Why')).toBeVisible()
  await expect(because).toBeHidden()
  await ann.getByRole('button', { name: 'Show or hide content' }).click()
  await expect(because).toBeVisible()
  await expect(because).toHaveCSS('text-align', 'center')
  await expect(ann.locator('.callout-sign')).toHaveText('🚀')
})
