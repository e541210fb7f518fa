import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { openPhone } from '../support/phone.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const params = () => ({ slug: team.slug, project_id: team.project_id })
const body = (page: Page) => page.getByRole('textbox', { name: 'Page text' })
const grip = (page: Page) => page.locator('.block-grip').getByRole('button', { name: 'Block actions' })
const text = '<p>One</p><p>Two</p><ul><li><p>Three</p></li><li><p>Four</p></li></ul><p>Five</p>'

async function made(description_html = text): Promise<string> {
  const page = await team.ann.call('createPage', {
    params: params(),
    body: { name: 'Plan', description_html },
  })
  return page.id
}

async function open(page: Page, id: string) {
  await visit(page, `/${team.slug}/projects/${team.project_id}/pages/${id}`)
  await expect(body(page)).toBeEditable()
}

async function stored(page_id: string): Promise<string> {
  return (await team.max.call('getPage', { params: { ...params(), page_id } })).description_html
}

test('keys move blocks, and another person’s caret stays in its text', async ({ ann, max }) => {
  const id = await made()
  await open(max, id)
  await open(ann, id)
  await body(max).getByText('Two').click()
  await max.keyboard.press('End')
  await body(ann).getByText('One').click()
  await ann.keyboard.press('Alt+ArrowDown')
  await expect(body(max).locator('p').first()).toContainText('Two')
  await max.keyboard.type('!')
  await expect.poll(() => stored(id)).toMatch(/^<p>Two!<\/p><p>One<\/p><ul>/)
  // Undo reverts the complete move of Ann's block, but not the text that Max has typed.
  await ann.keyboard.press('Control+z')
  await expect.poll(() => stored(id)).toBe(text.replace('Two', 'Two!'))
  await body(ann).getByText('Four').click()
  await ann.keyboard.press('Alt+ArrowUp')
  await expect(body(max).locator('li').first()).toContainText('Four')
})

test('a callout is dragged with its content by its first line', async ({ ann, max }) => {
  const callout = '<div data-block-type="callout-component"><p>Mind the tide</p></div>'
  const id = await made(`<p>One</p>${callout}<p>Five</p>`)
  await open(max, id)
  await open(ann, id)
  await body(ann).getByText('Mind').hover()
  await dragTo(ann, body(ann).getByText('Five'))
  await expect(body(max).locator('p').last()).toContainText('Mind')
  await expect(body(max).locator('.callout')).toHaveText(/Mind the tide/)
  await expect.poll(() => stored(id)).toMatch(/^<p>One<\/p><p>Five<\/p><div data-block-type/)
})

test('the handle drags a block, or all selected blocks', async ({ ann, max }) => {
  const id = await made()
  await open(max, id)
  await open(ann, id)
  await body(ann).getByText('One').click()
  await ann.keyboard.press('Home')
  await ann.keyboard.press('Shift+ArrowDown')
  await ann.keyboard.press('Shift+End')
  await body(ann).getByText('Two').hover()
  await dragTo(ann, body(ann).getByText('Five'))
  await expect
    .poll(() => stored(id))
    .toBe('<ul><li><p>Three</p></li><li><p>Four</p></li></ul><p>Five</p><p>One</p><p>Two</p>')
  await expect(body(max).locator('p').last()).toContainText('Two')
  await ann.keyboard.press('Control+z')
  await expect.poll(() => stored(id)).toBe(text)
  await body(ann).getByText('Three').hover()
  await dragTo(ann, body(ann).getByText('Five'))
  await expect
    .poll(() => stored(id))
    .toBe('<p>One</p><p>Two</p><ul><li><p>Four</p></li></ul><p>Five</p><ul><li><p>Three</p></li></ul>')
})

async function dragTo(page: Page, target: ReturnType<Page['locator']>) {
  const from = await grip(page).boundingBox()
  const to = await target.boundingBox()
  if (!from || !to) throw new Error('Nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y + to.height - 4, { steps: 8 })
  await expect(page.locator('.block-drop-line')).toBeVisible()
  await page.mouse.up()
}

test('the menu of a block converts, copies and links it', async ({ ann, max }) => {
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await made()
  await open(ann, id)
  const act = async (block: string, name: string) => {
    await body(ann).getByText(block).first().hover()
    await grip(ann).click()
    await ann.getByRole('menuitem', { name, exact: true }).click()
  }
  await body(ann).getByText('Two').hover()
  await grip(ann).click()
  await expect(ann.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expectAccessible(ann, { name: 'menu of a block', within: '[role=menu]' })
  await ann.getByRole('menuitem', { name: 'Turn into' }).hover()
  await ann.getByRole('menuitem', { name: 'Heading 2' }).click()
  await expect(body(ann).locator('h2')).toHaveText('Two')
  await act('Five', 'Duplicate')
  await act('One', 'Delete')
  await expect.poll(() => stored(id)).toMatch(/^<h2>Two<\/h2><ul>.*<\/ul><p>Five<\/p><p>Five<\/p>$/)
  await act('Four', 'Copy as Markdown')
  await expect.poll(() => ann.evaluate(() => navigator.clipboard.readText())).toBe('- Four')
  await act('Five', 'Copy link to block')
  await expect.poll(() => ann.evaluate(() => navigator.clipboard.readText())).toContain(`/pages/${id}#`)
  const link = await ann.evaluate(() => navigator.clipboard.readText())
  await expect.poll(() => stored(id)).toContain('<p data-id=')
  await max.setViewportSize({ width: 900, height: 220 })
  await visit(max, link)
  await expect(body(max).getByText('Five').first()).toBeInViewport()
})

test('on a phone the toolbar of a selection contains the block menu', async ({ phoneBrowser, server }) => {
  const { phone } = await openPhone(phoneBrowser, server, team.ann)
  const id = await made()
  await open(phone, id)
  await body(phone).getByText('Two').tap()
  await phone.keyboard.press('Home')
  await phone.keyboard.press('Shift+End')
  await phone
    .getByRole('toolbar', { name: 'Formatting' })
    .getByRole('button', { name: 'Block actions' })
    .tap()
  await phone.getByRole('menuitem', { name: 'Move up' }).tap()
  await expect.poll(() => stored(id)).toMatch(/^<p>Two<\/p><p>One<\/p>/)
})
