import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { waitForEditorCaret } from '../support/settled.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

// A tab remembers whether the comments of a page are open, so each test begins with a new tab.
test.use({ ownAccounts: true })

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const params = () => ({ slug: team.slug, project_id: team.project_id })
const make = (html: string) =>
  team.ann.call('createPage', { params: params(), body: { name: 'Plan', description_html: html } })
const path = ({ id }: { id: string }) => `/${team.slug}/projects/${team.project_id}/pages/${id}`
const text = (page: Page) => page.getByRole('textbox', { name: 'Page text' })
const pane = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
const cards = (page: Page) => page.locator('[data-thread]')
const marked = (page: Page) => page.locator('.ProseMirror .document-comment')
const field = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true })

/** Selects words in the text with the Selection API. */
async function select(page: Page, words: string): Promise<void> {
  await text(page).evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const at = node.data.indexOf(wanted)
      if (at === -1) continue
      if (root instanceof HTMLElement) root.focus()
      getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length)
      return
    }
    throw new Error(`there is no ${wanted}`)
  }, words)
}

async function comment(page: Page, words: string, said: string): Promise<void> {
  await select(page, words)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(said)
  await page.keyboard.press('Control+Enter')
}

/** Returns true if a pointer can press the middle of the commented words. */
const isOnTop = (page: Page) =>
  marked(page).evaluate((words) => {
    const { left, top, width, height } = words.getBoundingClientRect()
    return words.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('two people discuss a text that moves, and resolve the thread', async ({ ann, max }) => {
  const page = await make('<p>First.</p><p>We ship on Friday at the latest.</p>')
  await visit(ann, path(page))
  await visit(max, path(page))
  await expect(text(max)).toContainText('We ship')
  await comment(ann, 'on Friday', 'Is that not too early?')
  await expect(ann.getByRole('toolbar', { name: 'Formatting' })).toHaveCount(0)
  await expect(cards(ann)).toHaveText(/on Friday.*Ann.*Is that not too early\?/)
  await expect(marked(max)).toHaveText('on Friday')
  await marked(max).click()
  await expect(cards(max)).toHaveAttribute('aria-current', 'true')
  await max.getByRole('button', { name: 'Reply…' }).click()
  await max.keyboard.type('Monday then')
  await max.keyboard.press('Control+Enter')
  await expect(cards(ann)).toContainText('Monday then')
  // Max inserts text before the commented words, and then an empty line above them.
  await text(max).getByText('We ship').click()
  await max.keyboard.press('Home')
  await max.keyboard.type('Perhaps: ')
  await max.keyboard.press('Home')
  await max.keyboard.press('Enter')
  await expect(marked(ann)).toHaveText('on Friday')
  await expect(marked(max)).toHaveText('on Friday')
  await cards(ann).getByRole('button', { name: 'Resolve' }).click()
  await expect(marked(max)).toHaveCount(0)
  await expect(cards(max)).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(marked(max)).toHaveText('on Friday')
  await cards(ann).getByRole('button', { name: 'Resolve' }).click()
  await pane(max).getByRole('button', { name: 'Resolved 1' }).click()
  await expect(cards(max)).toContainText('Resolved by Ann')
  await cards(max).getByRole('button', { name: 'Reopen' }).click()
  await expect(marked(ann)).toHaveText('on Friday')
  // If the commented text is deleted, the comment stays.
  await select(max, 'on Friday')
  await max.keyboard.press('Delete')
  await expect(cards(ann)).toContainText('The commented text was removed.')
  await expect(marked(ann)).toHaveCount(0)
})

for (const words of ['Monday', 'Thursday', 'Sunday']) {
  test(`a click on ${words}, which is commented on, leaves the text in its place`, async ({ ann, max }) => {
    const filler = (count: number) => 'and so on '.repeat(count)
    // The page has commented words at both ends of a line and at the bottom of the screen, where the thread is
    // hard to place.
    const page = await make(
      `<p>Monday ${filler(8)}Thursday</p>${'<p>Line</p>'.repeat(12)}<p>${filler(8)} Sunday</p>`,
    )
    await visit(ann, path(page))
    await visit(max, path(page))
    await comment(ann, words, 'Why then?')
    await expect(marked(max)).toHaveText(words)
    const place = await marked(max).boundingBox()
    await marked(max).dblclick()
    await expect.poll(() => max.evaluate(() => getSelection()?.toString())).toBe(words)
    expect(await marked(max).boundingBox()).toEqual(place)
    // A third click directly after the double click above would be a triple click, so the test clicks elsewhere first.
    await text(max).getByText('Line').first().click()
    await marked(max).click()
    await expect(cards(max)).toHaveAttribute('aria-current', 'true')
    expect(await marked(max).boundingBox()).toEqual(place)
    expect(await isOnTop(max)).toBe(true)
    await expectAccessible(max, { name: 'comments above the text' })
    await pane(max).getByRole('button', { name: 'Close' }).click()
    await expect(cards(max)).toHaveCount(0)
  })
}

test('after sending a comment, the caret is behind the commented text', async ({ ann }) => {
  const page = await make('<p>We ship on Friday at the latest.</p>')
  await visit(ann, path(page))
  await comment(ann, 'on Friday', 'Too early?')
  await expect(cards(ann)).toContainText('Too early?')
  await expect(text(ann)).toBeFocused()
  await ann.keyboard.type(' noon')
  await expect(text(ann)).toHaveText('We ship on Friday noon at the latest.')
  await expect(marked(ann)).toHaveText('on Friday')
})

test('comments are edited, deleted and linked to', async ({ ann, max }) => {
  const page = await make('<p>We ship on Friday.</p>')
  await visit(ann, path(page))
  await visit(max, path(page))
  await comment(ann, 'ship', 'Wehn?')
  const said = cards(ann).getByRole('article', { name: 'Comment by Ann' })
  const act = async (name: string) => {
    await said.hover()
    await said.getByRole('button', { name: 'Actions for this comment' }).click()
    await ann.getByRole('menuitem', { name }).click()
  }
  await act('Edit')
  await ann.keyboard.press('ControlOrMeta+a')
  await ann.keyboard.type('When?')
  await ann.keyboard.press('Control+Enter')
  await max.getByRole('button', { name: 'Comments, 1 open' }).click()
  await expect(cards(max)).toContainText('When?')
  await expect(cards(max)).toContainText('edited')
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await act('Copy link')
  // The test waits for the toast before it deletes the comment. A toast that appears after the deletion would cover
  // the Undo button.
  await expect(ann.getByText('Link to the comment copied')).toBeVisible()
  const link = await ann.evaluate(() => navigator.clipboard.readText())
  await act('Delete')
  await expect(cards(max)).toHaveCount(0)
  await expect(pane(max).getByText('No open comments')).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(max)).toContainText('When?')
  await visit(max, `${team.board}`)
  // The link is opened in a new page load, which highlights its thread.
  await max.goto(link)
  await expect(cards(max)).toHaveAttribute('aria-current', 'true')
  await expect(marked(max)).toHaveClass(/is-active/)
})

test('comments can be written and navigated with the keyboard', async ({ ann }) => {
  const page = await make('<p>One and two.</p><p>Three</p>')
  await visit(ann, path(page))
  await text(ann).focus()
  await waitForEditorCaret(ann)
  await ann.keyboard.press('ControlOrMeta+Home')
  await ann.keyboard.press('Control+Alt+m')
  await expect(ann.getByText('Select some text to comment on it.')).toBeVisible()
  for (const said of ['About one', 'About two']) {
    if (said === 'About two') {
      await text(ann).focus()
      await waitForEditorCaret(ann)
      await ann.keyboard.press('ControlOrMeta+End')
      await ann.keyboard.press('Shift+Home')
    } else for (let at = 0; at < 3; at++) await ann.keyboard.press('Shift+ArrowRight')
    await ann.keyboard.press('Control+Alt+m')
    // Keys that are typed before the comment field opens go into that field and do not replace the selection.
    await ann.keyboard.type(said)
    await expect(field(ann)).toHaveText(said)
    await ann.keyboard.press('Control+Enter')
    await expect(cards(ann).filter({ hasText: said })).toBeVisible()
  }
  await expect(marked(ann)).toHaveText(['One', 'Three'])
  await text(ann).focus()
  await waitForEditorCaret(ann)
  await ann.keyboard.press('ControlOrMeta+Home')
  await expect(cards(ann).filter({ hasText: 'About one' })).toHaveAttribute('aria-current', 'true')
  await ann.keyboard.press('Control+Alt+n')
  await expect(cards(ann).filter({ hasText: 'About two' })).toHaveAttribute('aria-current', 'true')
  await ann.keyboard.press('Control+Alt+p')
  await expect(cards(ann).filter({ hasText: 'About one' })).toHaveAttribute('aria-current', 'true')
  await ann.keyboard.press('Control+Alt+m')
  await expect(cards(ann).first()).toBeFocused()
  await expectAccessible(ann)
  await ann.keyboard.press('Escape')
  await expect(text(ann)).toBeFocused()
})

test('readers can comment too', async ({ ann, max }) => {
  const page = await make('<p>We ship on Friday.</p>')
  await team.ann.call('lockPage', { params: { ...params(), page_id: page.id } })
  await visit(ann, path(page))
  await visit(max, path(page))
  await expect(text(max)).toHaveAttribute('aria-readonly', 'true')
  await comment(max, 'Friday', 'Which one?')
  // After sending a comment, a user who can only read the page has the focus on the comment, because the text
  // cannot be edited.
  await expect(cards(max)).toBeFocused()
  await expect(marked(ann)).toHaveText('Friday')
  await ann.getByRole('button', { name: 'Comments, 1 open' }).click()
  await expect(cards(ann)).toContainText('Which one?')
  await team.ann.call('archivePage', { params: { ...params(), page_id: page.id } })
  await expect(pane(max).getByText('You can’t comment on archived pages.')).toBeVisible()
  await expect(cards(max).getByRole('button', { name: 'Reply…' })).toHaveCount(0)
  await team.ann.call('setPageAccess', { params: { ...params(), page_id: page.id }, body: { access: 1 } })
  await expect(max.getByText('Which one?')).toHaveCount(0)
  await expect(cards(ann)).toContainText('Which one?')
})

test('on a phone, comments cover the page and can be closed', async ({ ann }) => {
  await ann.setViewportSize({ width: 390, height: 844 })
  const page = await make('<p>We ship on Friday.</p>')
  await visit(ann, path(page))
  await expect(text(ann)).toContainText('We ship')
  await comment(ann, 'Friday', 'Which one?')
  const sheet = ann.getByRole('dialog', { name: 'Comments' })
  await expect(sheet.locator('[data-thread]')).toContainText('Which one?')
  await expect(sheet.locator('[data-thread]')).toBeFocused()
  await expectAccessible(ann, { within: '[data-modal]' })
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await marked(ann).click()
  await expect(sheet.locator('[data-thread]')).toHaveAttribute('aria-current', 'true')
})
