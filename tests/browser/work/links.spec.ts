import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const links = (page: Page) => page.getByRole('region', { name: 'Links' })
const names = (page: Page) => links(page).getByRole('link').locator('span.font-medium').allTextContents()

/** Dispatches a paste event, because the test browser has no permission to read the clipboard. */
async function paste(page: Page, text: string) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

test('links are added, edited, deleted and restored by keyboard, live for others', async ({ ann, max }) => {
  const item = await createItem(team, 'Linked')
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await visit(ann, `${team.board}?peek=${item.id}`)
  await links(ann).getByRole('button', { name: 'Add link' }).press('Enter')
  const field = links(ann).getByRole('textbox', { name: 'URL' })
  await expect(field).toBeFocused()
  await ann.keyboard.type('no address')
  await ann.keyboard.press('Enter')
  await expect(links(ann).getByRole('alert')).toContainText('This is not a valid URL')
  await field.fill('one.example/first')
  await ann.keyboard.press('Enter')
  await expect.poll(() => names(max)).toEqual(['one.example/first'])
  await paste(ann, 'https://two.example\nhttps://three.example/x')
  for (const page of [ann, max])
    await expect.poll(() => names(page)).toEqual(['two.example', 'three.example/x', 'one.example/first'])
  await paste(ann, 'https://two.example')
  await expect(links(ann).getByRole('alert')).toContainText('There is already a link to this URL')
  await expect(links(max).getByRole('link', { name: 'one.example' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  )
  await field.fill('')
  await ann.keyboard.press('Escape')
  await expect(links(ann).getByRole('button', { name: 'Add link' })).toBeFocused()
  await links(ann).getByRole('link', { name: 'three.example/x' }).focus()
  await ann.keyboard.press('Tab')
  await ann.keyboard.press('Enter')
  await ann.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  const dialog = ann.getByRole('dialog', { name: 'Edit link' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The third')
  await ann.keyboard.press('Enter')
  await expect.poll(() => names(max)).toEqual(['two.example', 'The third', 'one.example/first'])
  await links(ann).getByRole('button', { name: 'Actions for The third' }).press('Enter')
  await ann.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await expect.poll(() => names(max)).toEqual(['two.example', 'one.example/first'])
  await expect(links(ann).getByRole('link', { name: 'one.example' })).toBeFocused()
  await ann.keyboard.press('ControlOrMeta+z')
  for (const page of [ann, max])
    await expect.poll(() => names(page)).toEqual(['two.example', 'The third', 'one.example/first'])
  await expect(max.getByRole('region', { name: 'Activity' })).toContainText('added the link two.example')
  await expectAccessible(max, { within: 'article' })
})

test('links are loaded again after an error, and guests see them', async ({ ann, max }) => {
  const item = await createItem(team, 'Linked')
  const params = { slug: team.slug, project_id: team.project_id, id: item.id }
  await team.ann.call('createLink', { params, body: { url: 'one.example', title: 'One' } })
  await ann.route('**/issue-links/', (route) => route.abort())
  await visit(ann, `${team.board}?peek=${item.id}`)
  await expect(links(ann).getByRole('alert')).toContainText('This could not be loaded')
  await ann.unroute('**/issue-links/')
  await links(ann).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => names(ann)).toEqual(['One'])
  const members = await team.ann.call('listProjectMembers', { params })
  const own = members.find(({ member_id }) => member_id === team.max.id)
  await team.ann.call('updateProjectMember', {
    params: { ...params, member_id: own?.id ?? '' },
    body: { role: 5 },
  })
  await team.ann.call('updateProject', { params, body: { guest_view_all_features: true } })
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await expect.poll(() => names(max)).toEqual(['One'])
  await expect(links(max).getByRole('button', { name: 'Add link' })).toHaveCount(0)
  await links(max).getByRole('button', { name: 'Actions for One' }).click()
  await expect(max.getByRole('menuitem')).toHaveText(['Copy URL'])
})
