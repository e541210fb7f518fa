import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../support/axe.ts'
import { openPhone } from '../support/phone.ts'
import { waitForEditorCaret } from '../support/settled.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const blocks = (page: Page) => page.getByRole('listbox', { name: 'Insert block' })
const rows = (page: Page) =>
  text(page)
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.children].map((cell) => {
          const copy = cell.cloneNode(true) as HTMLElement
          for (const caret of copy.querySelectorAll('.document-caret')) caret.remove()
          return copy.textContent.replaceAll('\u2060', '').trim()
        }),
      ),
    )

async function openItem(page: Page, id: string) {
  await visit(page, `${team.board}?peek=${id}`)
  await expect(text(page)).toBeEditable()
  await text(page).click()
}

async function stored(id: string): Promise<string | null> {
  const params = { slug: team.slug, project_id: team.project_id, id }
  return (await team.max.call('getWorkItem', { params })).description_html
}

test('a slash opens a list of blocks, filters it and inserts the chosen one', async ({ ann }) => {
  const item = await createItem(team, 'Slash')
  await openItem(ann, item.id)
  await ann.keyboard.type('/')
  await expect(blocks(ann).getByRole('option')).toHaveCount(28)
  // ArrowUp selects the last option. Choosing it adds rarely used blocks, such as colors, to the list.
  await ann.keyboard.press('ArrowUp')
  await ann.keyboard.press('Enter')
  await expect(blocks(ann).getByRole('option')).toHaveCount(48)
  await ann.keyboard.type('heading 2')
  await expect(blocks(ann).getByRole('option')).toHaveCount(1)
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Plan')
  await expect(text(ann).getByRole('heading', { level: 2 })).toHaveText('Plan')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('/todo')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Write')
  await expect(text(ann).getByRole('checkbox', { name: 'Done: Write' })).toBeVisible()
  await ann.keyboard.press('Enter')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('/')
  // Before the user types a filter, the list begins with a separate group of the most used blocks.
  await expect(blocks(ann).getByRole('group', { name: 'Most used' }).getByRole('option')).toHaveCount(2)
  await expect(blocks(ann).getByRole('option').first()).toContainText('To-do list')
  await expect(blocks(ann).getByRole('option').nth(1)).toContainText('Heading 2')
  await ann.keyboard.press('Escape')
  await expect(blocks(ann)).toBeHidden()
  // A slash does not open the list again after Escape, or within a path or a fraction.
  await ann.keyboard.type('etc/hosts, 1 / 2')
  await expect(blocks(ann)).toBeHidden()
  await expect(text(ann).locator('> p').last()).toHaveText('/etc/hosts, 1 / 2')
})

test('Tab indents code and stays in an item, until Escape', async ({ ann }) => {
  const item = await createItem(team, 'Indented')
  await openItem(ann, item.id)
  await ann.keyboard.type('Words')
  await ann.keyboard.press('Tab')
  await ann.keyboard.type(' on')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('``` ')
  await ann.keyboard.press('Tab')
  await ann.keyboard.type('code')
  await expect(text(ann).locator('code')).toHaveText('  code')
  await ann.keyboard.press('Shift+Tab')
  await expect(text(ann).locator('code')).toHaveText('code')
  await expect(text(ann).locator('p')).toHaveText('Words on')
  await expect(text(ann).locator('p')).toHaveAttribute('data-indent', '1')
  await ann.keyboard.press('ArrowUp')
  await ann.keyboard.press('Shift+Tab')
  await expect(text(ann).locator('p')).not.toHaveAttribute('data-indent')
  // Backspace directly after a replacement restores the typed characters.
  await ann.keyboard.press('End')
  await ann.keyboard.type(' ->')
  await expect(text(ann).locator('p')).toHaveText('Words on →')
  await ann.keyboard.press('Backspace')
  await expect(text(ann).locator('p')).toHaveText('Words on ->')
  await ann.keyboard.press('Escape')
  const title = ann.getByRole('button', { name: 'Edit Title: Indented' })
  await expect(title).toBeFocused()
  // Tab in the text moves the focus to the first control below the text.
  await ann.keyboard.press('Tab')
  await expect(ann.getByRole('button', { name: 'Add reaction' }).first()).toBeFocused()
  await title.focus()
  await ann.keyboard.press('Tab')
  await expect(text(ann)).toBeFocused()
})

test('a table is inserted, filled and changed by keyboard, and followed by another', async ({ ann, max }) => {
  const item = await createItem(team, 'Table')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('/tab')
  await ann.keyboard.press('Enter')
  for (const word of ['Name', 'Task', 'Due', 'Ann', 'Plan', 'May']) {
    await ann.keyboard.type(word)
    await ann.keyboard.press('Tab')
  }
  await expect
    .poll(() => rows(max))
    .toEqual([
      ['Name', 'Task', 'Due'],
      ['Ann', 'Plan', 'May'],
      ['', '', ''],
    ])
  for (const _ of [1, 2, 3]) await ann.keyboard.press('Tab')
  await ann.keyboard.type('New row')
  await ann.keyboard.press('Shift+Tab')
  await ann.keyboard.type('before')
  const expected = [
    ['Name', 'Task', 'Due'],
    ['Ann', 'Plan', 'May'],
    ['', '', 'before'],
    ['New row', '', ''],
  ]
  await expect.poll(() => rows(max)).toEqual(expected)

  const choose = async (name: string, within?: string) => {
    await ann.keyboard.press('Alt+F10')
    await expect(ann.getByRole('button', { name: 'Rows and columns' })).toBeFocused()
    await ann.keyboard.press('Enter')
    if (within) await ann.getByRole('menuitem', { name: within, exact: true }).press('ArrowRight')
    await ann.getByRole('menuitem', { name }).press('Enter')
    await expect(text(ann)).toBeFocused()
  }
  await choose('Insert column left', 'Column')
  await ann.keyboard.type('New column')
  await expect
    .poll(() => rows(max))
    .toEqual([
      ['Name', 'Task', '', 'Due'],
      ['Ann', 'Plan', '', 'May'],
      ['', '', 'New column', 'before'],
      ['New row', '', '', ''],
    ])
  await choose('Delete column', 'Column')
  await choose('Delete row', 'Row')
  await expect.poll(() => rows(max)).toEqual([expected[0], expected[1], expected[3]])
  await expect(text(max).getByRole('columnheader')).toHaveCount(3)
  await expect
    .poll(() => stored(item.id))
    .toContain('<tr><td><p>Ann</p></td><td><p>Plan</p></td><td><p>May</p></td></tr>')

  await text(ann).getByRole('cell', { name: 'Ann' }).click()
  await choose('Delete table')
  await expect(text(max).getByRole('table')).toHaveCount(0)
})

test('deleting clears all selected cells', async ({ ann }) => {
  const item = await team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: {
      name: 'Cells',
      description_html:
        '<table><tr><td>one</td><td>two</td></tr><tr><td>three</td><td>four</td></tr></table>',
    },
  })
  await openItem(ann, item.id)
  await text(ann).evaluate((field) => {
    const [from, , , to] = [...field.querySelectorAll('td p')].map((block) => block.firstChild)
    if (from && to) getSelection()?.setBaseAndExtent(from, 1, to, 2)
  })
  await ann.keyboard.press('Backspace')
  await expect
    .poll(() => rows(ann))
    .toEqual([
      ['', ''],
      ['', ''],
    ])
})

test('everybody sees the language of a code block', async ({ ann, max }) => {
  const item = await createItem(team, 'Code')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('/code')
  await ann.keyboard.press('Enter')
  // Max's caret is visible at the start of the code. Ann's text is inserted after it.
  await expect(text(ann).locator('pre .document-caret')).toBeVisible()
  await ann.keyboard.type('let a = 1')
  await ann.keyboard.press('Alt+F10')
  await ann.keyboard.press('Enter')
  // Enter has opened the list of languages. Letters that are typed directly afterwards filter this list, even if it is
  // not rendered yet.
  await ann.keyboard.type('typesc')
  await expect(ann.getByRole('option')).toHaveCount(1)
  await ann.keyboard.press('Enter')
  await expect(text(max).getByRole('combobox', { name: 'Code language' })).toHaveText('TypeScript')
  await expect(text(ann)).toBeFocused()
  await ann.keyboard.type(' // on')
  await expect
    .poll(() => stored(item.id))
    .toBe('<pre><code class="language-typescript">let a = 1 // on</code></pre>')
})

test('the link toolbar shows, opens, changes and removes a link at the caret', async ({ ann }) => {
  const item = await team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Link', description_html: '<p><a href="https://example.com/a">Docs</a> here</p>' },
  })
  await openItem(ann, item.id)
  await text(ann).getByRole('link', { name: 'Docs' }).click()
  const bar = ann.getByRole('toolbar', { name: 'Link' })
  await expect(bar.getByRole('link')).toHaveAttribute('href', 'https://example.com/a')
  await expectAccessibleInThemes(ann, { within: '[role=toolbar][aria-label=Link]' })
  await ann.keyboard.press('Control+k')
  await ann.getByRole('textbox', { name: 'Link URL' }).fill('example.org')
  await ann.keyboard.press('Enter')
  await expect(text(ann)).toBeFocused()
  await expect(text(ann).getByRole('link')).toHaveAttribute('href', 'https://example.org')
  // With the keyboard, the user moves the focus into the toolbar, from button to button, and back to the
  // text.
  await waitForEditorCaret(ann)
  await ann.keyboard.press('Home')
  await ann.keyboard.press('ArrowRight')
  await expect(bar.getByRole('link')).toHaveText('example.org')
  await ann.keyboard.press('Alt+F10')
  await expect(bar.getByRole('link', { name: 'example.org' })).toBeFocused()
  await ann.keyboard.press('ArrowLeft')
  await expect(bar.getByRole('button', { name: 'Remove link' })).toBeFocused()
  await ann.keyboard.press('Enter')
  await expect(bar).toBeHidden()
  await expect.poll(() => stored(item.id)).toBe('<p>Docs here</p>')
})

test('on a phone the slash menu and a wide table fit the screen', async ({ ann }) => {
  const cells = (name: string) =>
    `<tr>${Array.from({ length: 9 }, (_, at) => `<td>${name} ${at}</td>`).join('')}</tr>`
  const item = await team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Small', description_html: `<p></p><table>${cells('a')}${cells('b')}</table>` },
  })
  await ann.setViewportSize({ width: 390, height: 760 })
  await visit(ann, `${team.board}?peek=${item.id}`)
  await expect(text(ann)).toBeEditable()
  // A click into the middle of the text could select a table cell, whose toolbar would cover the first paragraph.
  await text(ann).locator('p').first().click()
  await waitForEditorCaret(ann)
  await ann.keyboard.type('/')
  const box = await blocks(ann).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await blocks(ann).getByRole('option', { name: 'Quote' }).click()
  await ann.keyboard.type('Said')
  await expect(text(ann).locator('blockquote')).toHaveText('Said')
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('an item key becomes a live chip for people who can see the item', async ({ ann, max }) => {
  const shipped = await createItem(team, 'Ship it', 'Todo')
  const hidden = await team.ann.call('createProject', {
    params: { slug: team.slug },
    body: { name: 'Hidden', identifier: 'HID', network: 0 },
  })
  await team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: hidden.id },
    body: { name: 'Secret plan' },
  })
  const item = await createItem(team, 'Names others')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('See ATL-1, HID-1 and ATL-99.')
  for (const page of [ann, max]) await expect(text(page).getByRole('link', { name: 'Ship it' })).toBeVisible()
  await expect(text(ann).getByRole('link', { name: 'Secret plan' })).toBeVisible()
  await expect(text(max).locator('.item-key')).toHaveText(['ATL-1'])
  await expect(text(max)).not.toContainText('Secret')
  await expect(text(max).getByRole('img', { name: 'Todo' })).toBeVisible()
  await team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: shipped.id },
    body: { name: 'Shipped', state_id: team.states['Done'] },
  })
  await expect(text(max).getByRole('link', { name: 'Shipped' })).toBeVisible()
  await expect(text(max).getByRole('img', { name: 'Done' })).toBeVisible()
  await expect.poll(() => stored(item.id)).toBe('<p>See ATL-1, HID-1 and ATL-99.</p>')
  await text(max).getByRole('link', { name: 'Shipped' }).click()
  await expect(max).toHaveURL(/\/browse\/ATL-1$/)
})

/** Dispatches the paste event that the browser dispatches for the keyboard shortcut. */
const pasteIn = (page: Page, data: Record<string, string>) =>
  text(page).evaluate((field, each) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(each)) clipboardData.setData(type, value)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

const foreign = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../support/foreign-files', name), 'utf8')

test('text after a pasted or typed address is not part of the link', async ({ ann }) => {
  const item = await createItem(team, 'Addresses')
  await openItem(ann, item.id)
  await pasteIn(ann, { 'text/plain': 'https://example.com/a' })
  await ann.keyboard.type(' is old, see example.com/b, or example.com/c!')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('More')
  const link = (name: string) => `<a href="https://example.com/${name}">`
  await expect
    .poll(async () => (await stored(item.id))?.replace(/<a [^>]*(href=[^>]*)/g, '<a $1'))
    .toBe(
      `<p>${link('a')}https://example.com/a</a> is old, see ${link('b')}example.com/b</a>, or ${link('c')}example.com/c</a>!</p><p>More</p>`,
    )
  // Ctrl+K also edits the link if the caret is directly after it.
  await text(ann).getByRole('link', { name: 'https://example.com/a' }).click()
  await waitForEditorCaret(ann)
  await ann.keyboard.press('Home')
  for (let at = 0; at < 'https://example.com/a'.length; at++) await ann.keyboard.press('ArrowRight')
  await ann.keyboard.press('Control+k')
  await expect(ann.getByRole('textbox', { name: 'Link URL' })).toHaveValue('https://example.com/a')
})

test('suggestions open only for typed text, and :D ends a line', async ({ ann }) => {
  const item = await createItem(team, 'Signs')
  await openItem(ann, item.id)
  for (const sign of ['/', '@max', ':tada']) {
    await pasteIn(ann, { 'text/plain': `and ${sign}` })
    await ann.keyboard.press('Enter')
  }
  const emoji = ann.getByRole('listbox', { name: 'Emoji' })
  await ann.keyboard.type('Fine :D')
  await expect(emoji.getByRole('option')).not.toHaveCount(0)
  await expect(emoji.getByRole('option', { selected: true })).toHaveCount(0)
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Well :)')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type(':d')
  await expect(emoji.getByRole('option')).not.toHaveCount(0)
  await ann.keyboard.press('ArrowDown')
  await expect(emoji.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await ann.keyboard.press('Enter')
  await expect
    .poll(() => stored(item.id))
    .toMatch(
      /^<p>and \/<\/p><p>and @max<\/p><p>and :tada<\/p><p>Fine :D<\/p><p>Well :\)<\/p><p><span data-type="emoji"/,
    )
})

test('tidies copies from other editors and pastes own copies unchanged', async ({ ann }) => {
  const item = await createItem(team, 'From elsewhere')
  await openItem(ann, item.id)
  const clear = async () => {
    await ann.keyboard.press('Control+a')
    await ann.keyboard.press('Delete')
  }
  await pasteIn(ann, { 'text/html': foreign('paste-foreign-slice-picture.html') })
  await expect(text(ann).getByRole('link', { name: 'pic' })).toHaveAttribute(
    'href',
    'https://example.com/x.png',
  )
  await expect(ann.getByText('1 image was pasted as a link')).toBeVisible()
  await clear()
  await pasteIn(ann, { 'text/html': foreign('paste-foreign-slice-task.html') })
  await expect(text(ann).getByRole('checkbox')).toHaveCount(2)
  await expect(text(ann).getByRole('checkbox', { name: 'buy rope' })).toBeChecked()
  await expect(text(ann).getByRole('checkbox', { name: 'paint hull' })).not.toBeChecked()
  await clear()
  await pasteIn(ann, { 'text/html': foreign('paste-broken-slice.html') })
  await expect(text(ann)).toContainText('rd')
  await clear()

  // If content is copied from Tandem, pasting preserves formatting that no other program writes, such as text colors.
  const own = '<p><span data-text-color="peach">red</span></p><ul><li><p>point</p></li></ul>'
  const params = { slug: team.slug, project_id: team.project_id }
  const source = await team.ann.call('createWorkItem', {
    params,
    body: { name: 'Source', description_html: own },
  })
  await openItem(ann, source.id)
  await ann.keyboard.press('Control+a')
  const html = await text(ann).evaluate((field) => {
    const clipboardData = new DataTransfer()
    field.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
  expect(html).toMatch(/^<p[^>]* data-tandem-slice=""/)
  const target = await createItem(team, 'Target')
  await openItem(ann, target.id)
  await pasteIn(ann, { 'text/html': html })
  await expect.poll(() => stored(target.id)).toBe(own)
})

test('pasted content becomes blocks, and losses are reported', async ({ ann }) => {
  const item = await createItem(team, 'Pasted')
  await openItem(ann, item.id)
  await pasteIn(ann, { 'text/plain': '## Plan\n\n- [x] done\n\n| A | B |\n|---|---|\n| 1 | 2 |' })
  await expect(text(ann).getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(text(ann).getByRole('checkbox')).toBeChecked()
  await expect
    .poll(() => rows(ann))
    .toEqual([
      ['A', 'B'],
      ['1', '2'],
    ])
  // A pasted table replaces the content of several cells, starting at the cell with the caret.
  await text(ann).getByRole('cell', { name: '2' }).click()
  await pasteIn(ann, { 'text/html': '<table><tr><td>x</td><td>y</td></tr></table>' })
  await expect
    .poll(() => rows(ann))
    .toEqual([
      ['A', 'B', ''],
      ['1', 'x', 'y'],
    ])
  await pasteIn(ann, {
    'text/html': '<p>Here <img src="file:///C:/map.png"> <img src="https://example.com/map.png"></p>',
  })
  await expect(ann.getByText('1 image could not be pasted')).toBeVisible()
  await expect(ann.getByText('1 image was pasted as a link')).toBeVisible()
  await expect(text(ann).getByRole('link', { name: 'map.png' })).toBeVisible()
})

test('a long text is inserted in pieces while people type, as one undo step', async ({ ann, max }) => {
  const item = await createItem(team, 'Long')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  const lines = 1_500
  await text(ann).evaluate((field, count) => {
    const clipboardData = new DataTransfer()
    const line = 'A line of a text that goes on for long.'
    clipboardData.setData('text/plain', Array.from({ length: count }, (_, at) => `${at} ${line}`).join('\n'))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, lines)
  await expect(text(ann)).not.toHaveAttribute('aria-busy', /./, { timeout: 30_000 })
  await expect(text(ann).locator('p')).toHaveCount(lines)
  // The text is inserted at once, because slow keystrokes would be several undo steps.
  await ann.keyboard.insertText(' And more.')
  await expect(text(max).locator('p').last()).toContainText(
    `${lines - 1} A line of a text that goes on for long. And more.`,
    {
      timeout: 30_000,
    },
  )
  await ann.keyboard.press('Control+z')
  await ann.keyboard.press('Control+z')
  await expect(text(ann).locator('p')).toHaveCount(1)
})

test('long code is inserted in pieces while another person types above, as one undo step', async ({
  ann,
  max,
}) => {
  const item = await createItem(team, 'Long code')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('Above')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('```ts ')
  await ann.keyboard.type('before, ')
  const code = text(ann).locator('pre code')
  await expect(text(max).locator('pre')).toContainText('before')
  const lines = Array.from({ length: 2_000 }, (_, at) => `const line${at} = 'of a code that goes on'`).join(
    '\n',
  )
  await text(ann).evaluate((field, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', data)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, lines)
  await expect(text(ann)).toHaveAttribute('aria-busy', 'true')
  await text(max).locator('p').first().click()
  await max.keyboard.press('Home')
  await max.keyboard.type('Far ')
  await expect(text(ann)).not.toHaveAttribute('aria-busy', /./, { timeout: 30_000 })
  expect(await code.evaluate((element) => element.textContent)).toBe(`before, ${lines}`)
  await expect(text(max).locator('pre')).toContainText(lines.slice(-1_000))
  await ann.keyboard.press('Control+z')
  await expect(code).toHaveText('before,')
  await expect(text(ann).locator('p').first()).toHaveText(/^Far .*Above$/)
})

test('two people can edit and copy a very long line', async ({ ann, max }) => {
  const item = await createItem(team, 'One line')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  const line = Array.from({ length: 6_000 }, (_, at) => `word${at}`).join(' ')
  await text(ann).evaluate((field, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', data)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, line)
  await expect(text(ann)).not.toHaveAttribute('aria-busy', /./, { timeout: 30_000 })
  await expect(text(max)).toContainText('word5999')
  const parts = text(ann).locator('.document-part')
  const first = await parts.first().evaluate((part) => part.textContent)
  expect(await parts.count()).toBeGreaterThan(5)
  // Moves the caret to the boundary between the first and the second part of the document: it places the caret in
  // the second part and presses the left arrow key.
  await parts.nth(1).evaluate((part) => {
    // Stores the DOM elements of all parts after the fourth, to check later that the edits did not replace
    // these elements.
    Object.assign(window, { kept: [...document.querySelectorAll('.document-part')].slice(4) })
    getSelection()?.collapse(part.firstChild, 1)
  })
  await ann.keyboard.press('ArrowLeft')
  await text(max).click()
  await max.keyboard.press('Control+End')
  await Promise.all([ann.keyboard.type('here '), max.keyboard.type(' end')])
  const joined = `${first}here ${line.slice(first.length)} end`
  await expect.poll(async () => (await stored(item.id))?.includes(joined)).toBe(true)
  await expect(text(ann)).toContainText('word5999 end')
  expect(
    await parts.evaluateAll((all) => {
      const { kept } = window as unknown as { kept: Element[] }
      return kept.every((part) => all.includes(part as HTMLElement))
    }),
  ).toBe(true)
  await ann.keyboard.press('Control+a')
  const copied = await text(ann).evaluate((field) => {
    const clipboardData = new DataTransfer()
    field.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }
  })
  expect(copied.text).toBe(joined)
  expect(copied.html).not.toContain('document-part')
})

test('an offline text without a local copy says that it is not available', async ({ ann }) => {
  const opened = await createItem(team, 'Opened and empty')
  const never = await createItem(team, 'Never opened')
  await visit(ann, `${team.board}?peek=${opened.id}`)
  await expect(text(ann)).toBeEditable()
  await expect(ann.getByText('Saved', { exact: true })).toBeVisible()
  await ann.routeWebSocket(/\/documents/, (socket) => socket.close())
  await ann.route(/\/issues\/[0-9a-f-]{36}\/(\?|$)/, (route) => route.abort())
  // Reloads the page while offline, because going offline does not close an open connection.
  await ann.goto(`${team.board}?peek=${never.id}`)
  await expect(ann.getByText('This text is not available offline.', { exact: false })).toBeVisible()
  await visit(ann, `${team.board}?peek=${opened.id}`)
  await expect(text(ann)).toBeEditable()
  await expect(ann.getByText('This text is not available offline.', { exact: false })).toBeHidden()
})

test('Hebrew and Arabic are displayed from right to left', async ({ ann }) => {
  const item = await team.ann.call('createWorkItem', {
    params: { slug: team.slug, project_id: team.project_id },
    body: {
      name: 'שלום world',
      description_html: '<p>مرحبا world</p><p>Hello עולם</p><ul><li>שלום</li><li>Hello</li></ul>',
    },
  })
  await visit(ann, team.board)
  await expect(ann.getByRole('link', { name: 'שלום' })).toHaveCSS('direction', 'rtl')
  await openItem(ann, item.id)
  const directions = await text(ann)
    .locator('p, li')
    .evaluateAll((all) => all.map((block) => getComputedStyle(block).direction))
  expect(directions).toEqual(['rtl', 'ltr', 'rtl', 'rtl', 'ltr', 'ltr'])
})

test('code has colors, a wrap switch and a copy button', async ({ ann }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const description_html = '<pre><code class="language-typescript">const one = "1"</code></pre>'
  const item = await team.ann.call('createWorkItem', { params, body: { name: 'Code', description_html } })
  await openItem(ann, item.id)
  await expect.poll(() => coloredTexts(ann, 'code-keyword')).toEqual(['const'])
  await expect.poll(() => coloredTexts(ann, 'code-string')).toEqual(['"1"'])
  await text(ann).locator('pre').click()
  await ann.keyboard.press('Control+End')
  await ann.keyboard.type(' // two')
  await expect.poll(() => coloredTexts(ann, 'code-comment')).toEqual(['// two'])
  await ann.keyboard.press('Alt+F10')
  await expect(ann.getByRole('combobox', { name: 'Code language' })).toBeFocused()
  await ann.keyboard.press('Shift+Tab')
  await expect(ann.getByRole('button', { name: 'Copy code' })).toBeFocused()
  await ann.keyboard.press('Shift+Tab')
  const wrap = ann.getByRole('button', { name: 'Wrap lines' })
  await expect(wrap).toBeFocused()
  await ann.keyboard.press('Space')
  await expect(wrap).toHaveAttribute('aria-pressed', 'true')
  await expect(text(ann).locator('pre code')).toHaveCSS('white-space', 'pre-wrap')
  await expectAccessibleInThemes(ann, { within: '.code-block' })
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ann.getByRole('button', { name: 'Copy code' }).click()
  await expect(ann.getByText('Code copied')).toBeVisible()
  expect(await ann.evaluate(() => navigator.clipboard.readText())).toBe('const one = "1" // two')
})

test('a phone has the tools of the text above the keyboard', async ({ server, phoneBrowser }) => {
  const item = await createItem(team, 'On the way')
  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  await visit(phone, `${team.board}?peek=${item.id}`)
  await expect(text(phone)).toBeEditable()
  await text(phone).tap()
  const tools = phone.getByRole('toolbar', { name: 'Text tools' })
  await expect(tools).toBeVisible()
  await phone.keyboard.type('Pack')
  await tools.getByRole('button', { name: 'Increase indent' }).tap()
  await expect(text(phone).locator('p')).toHaveAttribute('data-indent', '1')
  await tools.getByRole('button', { name: 'To-do list' }).tap()
  await expect(text(phone).getByRole('checkbox', { name: 'Done: Pack' })).toBeVisible()
  await tools.getByRole('button', { name: 'Undo' }).tap()
  await expect(text(phone).getByRole('checkbox')).toHaveCount(0)
  await expect(text(phone)).toBeFocused()
  await expectAccessibleInThemes(phone, { within: '[role=toolbar][aria-label="Text tools"]' })
  await tools.getByRole('button', { name: 'Insert block' }).tap()
  await expect(blocks(phone)).toBeVisible()
  await phone.keyboard.press('Escape')
  await tools.getByRole('button', { name: 'Hide keyboard' }).tap()
  await expect(tools).toBeHidden()
})

/** Returns the texts that the page colors with the CSS Custom Highlight API, which needs no elements around them. */
function coloredTexts(page: Page, name: string): Promise<string[]> {
  return page.evaluate((highlight) => {
    const ranges = [...(CSS.highlights.get(highlight) ?? [])]
    return ranges.map(({ startContainer, startOffset, endOffset }) =>
      (startContainer.textContent ?? '').slice(startOffset, endOffset),
    )
  }, name)
}
