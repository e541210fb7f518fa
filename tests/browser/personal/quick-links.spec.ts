import { expect, type Page } from '@playwright/test'
import { createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const links = (page: Page) => page.getByRole('region', { name: 'Quick links' })
const names = (page: Page) => links(page).getByRole('link').locator('span.font-medium').allTextContents()
const home = (page: Page) => page.goto(`/${team.slug}`)

async function add(page: Page, url: string, name = '') {
  await links(page).getByRole('button', { name: 'Add link' }).click()
  const dialog = page.getByRole('dialog', { name: 'New quick link' })
  await dialog.getByRole('textbox', { name: 'URL' }).fill(url)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(dialog).toBeHidden()
}

async function choose(page: Page, link: string, action: string) {
  await links(page)
    .getByRole('button', { name: `Actions for ${link}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('links are created, changed, moved, deleted and restored, live on both screens', async ({ ann }) => {
  const other = await ann.context().newPage()
  await home(other)
  await home(ann)
  await expect(links(ann)).toContainText('Only you see them')
  await add(ann, 'example.com/board', 'Board')
  await add(ann, 'https://status.example.com')
  for (const page of [ann, other])
    await expect.poll(() => names(page)).toEqual(['Board', 'status.example.com'])
  const board = links(ann).getByRole('link', { name: 'Board' })
  await expect(board).toHaveAttribute('href', 'https://example.com/board')
  await expect(board).toHaveAttribute('rel', 'noopener noreferrer')
  await choose(ann, 'Board', 'Move later')
  await expect.poll(() => names(other)).toEqual(['status.example.com', 'Board'])
  await choose(ann, 'Board', 'Edit')
  const dialog = ann.getByRole('dialog', { name: 'Edit quick link' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The board')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => names(other)).toEqual(['status.example.com', 'The board'])
  await choose(ann, 'status.example.com', 'Delete')
  await expect.poll(() => names(other)).toEqual(['The board'])
  await expect(links(ann).getByRole('link', { name: 'The board' })).toBeFocused()
  await ann.keyboard.press('ControlOrMeta+z')
  for (const page of [ann, other])
    await expect.poll(() => names(page)).toEqual(['status.example.com', 'The board'])
  await other.close()
})

test('an invalid URL is reported, and links are private', async ({ ann, max }) => {
  await home(ann)
  await add(ann, 'example.com', 'Mine')
  await links(ann).getByRole('button', { name: 'Add link' }).click()
  const dialog = ann.getByRole('dialog', { name: 'New quick link' })
  const address = dialog.getByRole('textbox', { name: 'URL' })
  const send = () => address.press('Enter')
  await send()
  await expect(dialog).toContainText('Enter a URL')
  await address.fill('javascript:alert(1)')
  await send()
  await expect(dialog).toContainText('This is not a valid URL')
  await address.fill('https://example.com/')
  await send()
  await expect(dialog).toContainText('You already have a link to this URL')
  await ann.keyboard.press('Escape')
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => names(ann)).toEqual(['Mine'])
  await home(max)
  await expect(links(max)).toContainText('Only you see them')
})

test('links that failed to load are loaded on retry', async ({ ann }) => {
  await ann.route('**/quick-links/', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
  await home(ann)
  const again = links(ann).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await ann.unroute('**/quick-links/')
  await again.click()
  await expect(links(ann)).toContainText('Only you see them')
})
