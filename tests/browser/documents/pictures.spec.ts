import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createJpegFile, createTransfer, dropFiles, type LocalFile, tooLargeFile } from '../support/files.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const shown = (page: Page, within = description(page)) => within.locator('.picture img')

async function openItem(page: Page, key = 'ATL-1') {
  await visit(page, `/${team.slug}/browse/${key}`)
  await expect(description(page)).toBeEditable()
}

async function stored(id: string): Promise<string | null> {
  const params = { slug: team.slug, project_id: team.project_id, id }
  return (await team.max.call('getWorkItem', { params })).description_html
}

/** Returns true if the picture has loaded from the server. A picture with a `blob:` URL is still the local copy. */
const isLoaded = (page: Page, within = description(page)) =>
  shown(page, within)
    .first()
    .evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0 && !img.src.startsWith('blob:'))

async function paste(page: Page, files: readonly LocalFile[], html = '') {
  const transfer = await createTransfer(page, files)
  await transfer.evaluate((data, markup) => {
    if (markup) data.setData('text/html', markup)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, html)
}

test('a picture dropped into a description appears for the other person with its settings', async ({
  ann,
  max,
}) => {
  await createItem(team, 'Paint the hull')
  await openItem(ann)
  await openItem(max)
  await dropFiles(ann, '[aria-label="Description"]', [await createJpegFile('hull.jpg', '#2050a0')], ['drop'])
  for (const page of [ann, max]) {
    await expect(shown(page)).toHaveCount(1)
    await expect.poll(() => isLoaded(page)).toBe(true)
    // The browser loads a version that is 1280 pixels wide, and not the original picture.
    expect(await shown(page).evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/width=1280$/)
  }
  await expect(ann.getByRole('progressbar')).toHaveCount(0)
  // The picture has its natural aspect ratio.
  const box = await shown(ann).boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 3, 1)
  // The picture is part of the text and not an attachment.
  await expect(ann.getByRole('region', { name: 'Files' }).getByRole('listitem')).toHaveCount(0)

  // The keyboard selects, resizes, describes and opens the picture.
  await description(ann).press('ControlOrMeta+Home')
  await ann.keyboard.press('ArrowUp')
  await expect(ann.locator('.picture.ProseMirror-selectednode')).toHaveCount(1)
  await ann.keyboard.press('Alt+F10')
  await ann.keyboard.press('Enter')
  await ann.getByRole('menuitemradio', { name: 'Half' }).click()
  const widthOf = (page: Page) => shown(page).evaluate((img) => img.parentElement?.style.width)
  for (const page of [ann, max]) await expect.poll(() => widthOf(page)).toBe('50%')
  await ann.getByRole('slider', { name: 'Width' }).focus()
  await ann.keyboard.press('ArrowRight')
  await expect.poll(() => widthOf(max)).toBe('55%')
  const turnedBack = async (width: string) => {
    await ann.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => widthOf(max)).not.toBe(width)
    await ann.keyboard.press('ControlOrMeta+Shift+z')
    await expect.poll(() => widthOf(max)).toBe(width)
  }
  await turnedBack('55%')
  const grip = await ann.getByRole('slider', { name: 'Width' }).boundingBox()
  const [x, y] = [(grip?.x ?? 0) + 12, (grip?.y ?? 0) + (grip?.height ?? 0) / 2]
  await ann.mouse.move(x, y)
  await ann.mouse.down()
  await ann.mouse.move(x - 2000, y, { steps: 4 })
  await ann.mouse.up()
  await expect.poll(() => widthOf(max)).toBe('10%')
  await turnedBack('10%')
  await ann.getByRole('button', { name: 'Image actions' }).click()
  await ann.getByRole('menuitem', { name: 'Edit alt text' }).click()
  await ann.getByRole('textbox', { name: 'Alt text' }).fill('The hull, half painted')
  await ann.keyboard.press('Enter')
  await expect(max.getByRole('img', { name: 'The hull, half painted' })).toBeVisible()
  await ann.keyboard.press('Escape')
  await expectAccessible(ann)
  await shown(max).dblclick()
  await expect(max.getByRole('dialog').getByRole('heading', { name: 'The hull, half painted' })).toBeVisible()
  await expect(max.getByRole('dialog').getByRole('link', { name: /^Download/ })).toBeVisible()
  await max.keyboard.press('Escape')

  // A user who reads the text opens the picture with a click or with its button.
  await visit(max, `/${team.slug}/browse/ATL-1`)
  await team.ann.call('archiveProject', { params: { slug: team.slug, project_id: team.project_id } })
  await expect(description(max)).toHaveAttribute('aria-readonly', 'true')
  await max.getByRole('button', { name: 'Open The hull, half painted' }).press('Enter')
  await expect(max.getByRole('dialog').getByRole('heading', { name: 'The hull, half painted' })).toBeVisible()
  await max.keyboard.press('Escape')
  await team.ann.call('restoreProject', { params: { slug: team.slug, project_id: team.project_id } })
  await expect(description(ann)).toBeEditable()

  // The picture is deleted, and undo restores it.
  await shown(ann).click()
  await ann.keyboard.press('Delete')
  await expect(shown(max)).toHaveCount(0)
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(shown(max)).toHaveCount(1)
  await expect.poll(() => isLoaded(max)).toBe(true)
  await ann.reload()
  await expect(ann.getByRole('img', { name: 'The hull, half painted' })).toBeVisible()
  await expect.poll(() => isLoaded(ann)).toBe(true)
})

test('a picture shows its upload progress and can be retried or removed', async ({ ann, max }) => {
  await createItem(team, 'Send pictures')
  await openItem(ann)
  await openItem(max)
  let answers = 0
  await ann.route('**/api/assets/v2/upload/', (route) =>
    answers++ === 0 ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await description(ann).click()
  // Opens the file dialog while online, because its code cannot load after the test goes offline.
  const chooser = ann.waitForEvent('filechooser')
  await ann.keyboard.type('/image')
  await expect(ann.getByRole('option')).toHaveText('Image')
  await ann.keyboard.press('Enter')
  await (await chooser).setFiles(await createJpegFile('deck.jpg', '#a05020'))
  await expect(description(ann).getByRole('alert')).toHaveText('The upload failed on the server. Try again.')
  await expect(max.getByText('This image is being uploaded.')).toBeVisible()
  await ann.getByRole('button', { name: 'Retry upload of deck.jpg' }).click()
  for (const page of [ann, max]) await expect.poll(() => isLoaded(page), { timeout: 30_000 }).toBe(true)
  await expect(description(ann)).not.toContainText('/image')

  await ann.unroute('**/api/assets/v2/upload/')
  await ann.route('**/api/assets/v2/upload/', () => {})
  await description(ann).press('ControlOrMeta+End')
  await paste(ann, [await createJpegFile('never.jpg', '#205040')])
  await expect(ann.getByRole('progressbar', { name: 'Uploading never.jpg' })).toBeVisible()
  await ann.getByRole('button', { name: 'Cancel upload of never.jpg' }).click()
  await expect(shown(ann)).toHaveCount(1)

  // A file that cannot be uploaded is reported and never inserted.
  const large = tooLargeFile('large.png', 'image/png')
  await paste(ann, [large])
  await expect(ann.getByText('large.png was not added')).toBeVisible()
  await expect(ann.getByText('The file is too large. The limit is 25 MB.')).toBeVisible()
  await expect(shown(ann)).toHaveCount(1)
})

test("a rejected file leaves no block in anybody's text", async ({ ann }) => {
  const item = await createItem(team, 'Send too much')
  await openItem(ann)
  const file = (page: Page) => description(page).locator('.file-block')
  const large = tooLargeFile('large.zip', 'application/zip')
  await description(ann).click()
  await paste(ann, [large])
  await expect(ann.getByText('large.zip was not added')).toBeVisible()
  await expect(ann.getByText('The file is too large. The limit is 25 MB.')).toBeVisible()
  await expect(file(ann)).toHaveCount(0)
  // A proxy may have a lower size limit than the server.
  await ann.route('**/api/assets/v2/upload/', (route) => route.fulfill({ status: 413 }))
  for (const upload of [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Ahoy there') },
    await createJpegFile('deck.jpg', '#a05020'),
  ]) {
    await paste(ann, [upload])
    await expect(ann.getByText(`${upload.name} was not added`)).toBeVisible()
  }
  await ann.keyboard.type('Ahoy')
  await expect.poll(() => stored(item.id)).toBe('<p>Ahoy</p>')
  await expect(file(ann)).toHaveCount(0)
  await expect(shown(ann)).toHaveCount(0)
})

test('a file in a text is uploaded, retried, opened, saved and copied for both', async ({ ann, max }) => {
  await createItem(team, 'Plan the hull')
  await openItem(ann)
  await openItem(max)
  const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a plan') }
  const file = (page: Page) => description(page).locator('.file-block')
  // The test makes the first upload attempt fail.
  await ann.route('**/api/assets/v2/upload/', (route) => route.abort(), { times: 1 })
  await description(ann).click()
  const chosen = ann.waitForEvent('filechooser')
  await ann.keyboard.type('/file')
  await ann.keyboard.press('Enter')
  await (await chosen).setFiles([{ ...pdf }])
  await expect(file(ann).getByRole('alert')).toContainText('offline')
  await expect(file(max)).toContainText('Uploading…')
  await file(ann).getByRole('button', { name: 'Retry upload of plan.pdf' }).click()
  await expect(file(ann).getByRole('link', { name: 'Download plan.pdf' })).toBeVisible()
  await expect(file(max)).toContainText('PDF · 15 bytes')
  await expect(file(max).getByRole('link', { name: 'Download plan.pdf' })).toBeVisible()
  const saved = max.waitForEvent('download')
  await file(max).getByRole('link', { name: 'Download plan.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('plan.pdf')
  // Pasting a file inserts it into the text. A file with a preview opens in the viewer, with the mouse or the
  // keyboard.
  await description(ann).press('ControlOrMeta+End')
  await paste(ann, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Ahoy there') }])
  await expect(file(max)).toHaveCount(2)
  await file(max).getByRole('button', { name: 'notes.txt TXT' }).click()
  await expect(max.getByRole('dialog', { name: 'notes.txt' })).toContainText('Ahoy there')
  await max.keyboard.press('ArrowLeft')
  await expect(max.getByRole('dialog', { name: 'plan.pdf' })).toBeVisible()
  await max.keyboard.press('Escape')
  // On a phone, the menu of the picture can be reached by touch, and nothing is wider than the screen.
  await ann.setViewportSize({ width: 390, height: 760 })
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(ann, { within: '.document' })
  await file(ann).first().getByRole('button', { name: 'Actions for plan.pdf' }).click()
  await ann.getByRole('menuitem', { name: 'Delete file' }).click()
  await expect(file(max)).toHaveCount(1)
  await ann.keyboard.press('ControlOrMeta+z')
  await expect(file(max)).toHaveCount(2)
})

test('others immediately see a new avatar, workspace logo and project cover', async ({ ann, max }) => {
  const { id } = await createItem(team, 'Paint the hull')
  await team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id },
    body: { assignee_ids: [team.ann.id] },
  })
  await visit(max, team.board)
  const card = max.getByRole('main').getByRole('img', { name: 'Ann' })
  await expect(card).toBeVisible()
  const asked: string[] = []
  max.on('request', (request) => request.url().includes('/static/') && asked.push(request.url()))

  await visit(ann, `/${team.slug}/settings/profile/general`)
  const own = ann.getByRole('group', { name: 'Profile picture' })
  await own.locator('input[type=file]').setInputFiles({
    name: 'me.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(own.getByRole('alert')).toHaveText('Choose a JPEG, PNG, WebP or GIF image.')
  await own.locator('input[type=file]').setInputFiles(await createJpegFile('me.jpg', '#a05020', 900))
  await expect(own.getByRole('button', { name: 'Change image' })).toBeVisible()
  const face = card.locator('img')
  await expect.poll(() => face.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(128)
  await expectAccessible(ann)
  await own.getByRole('button', { name: 'Remove' }).click()
  await expect(face).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(face).toHaveCount(1)

  await visit(ann, `/${team.slug}/settings`)
  await dropFiles(
    ann,
    '[aria-label="Workspace logo"]',
    [await createJpegFile('acme.jpg', '#205040')],
    ['drop'],
  )
  const logo = max.getByRole('button', { name: 'Acme' }).locator('img')
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(128)
  await expectAccessible(ann)

  await ann.getByRole('link', { name: 'Projects' }).click()
  await ann.getByRole('main').getByRole('button', { name: 'Actions for Atlas' }).click()
  await ann.getByRole('menuitem', { name: 'Project settings' }).click()
  const settings = ann.getByRole('main')
  await settings.locator('input[type=file]').setInputFiles(await createJpegFile('cover.jpg', '#2050a0'))
  await expect(settings.getByRole('button', { name: 'Change image' })).toBeVisible()
  await settings.getByLabel('Name', { exact: true }).fill('Atlas two')
  await ann.keyboard.press('Enter')
  await expect(max.getByRole('link', { name: 'Atlas two' }).first()).toBeVisible()
  await visit(max, `/${team.slug}/projects`)
  const cover = max.getByRole('main').locator('img[src*="width=320"]')
  await expect.poll(() => cover.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  // The page has not loaded any picture in full size.
  expect(asked.filter((url) => !url.includes('width='))).toEqual([])
})

test('pasted pictures appear in comments and within a text', async ({ ann, max }) => {
  await createItem(team, 'Talk it over')
  await openItem(ann)
  await openItem(max)
  await ann.getByRole('button', { name: 'Leave a comment…' }).click()
  await ann.keyboard.type('Look')
  await expect(ann.getByRole('textbox', { name: 'Comment' })).toHaveText('Look')
  await paste(ann, [await createJpegFile('sketch.jpg', '#a05020', 640)])
  await expect(ann.getByRole('progressbar')).toHaveCount(0)
  const send = ann.getByRole('button', { name: /^Comment/ })
  await expect(send).toBeEnabled()
  // The picture has enlarged the comment field. The end of the field, with the button that sends the comment,
  // is still visible.
  await expect(send).toBeInViewport({ ratio: 1 })
  await send.click()
  await expect(ann.locator('article[id^=comment-]')).toHaveCount(1)
  await expect(send).toBeInViewport({ ratio: 1 })
  const said = (page: Page) => page.locator('article[id^=comment-]')
  // Pictures below the visible part of the screen are loaded when they come near it.
  for (const page of [ann, max]) {
    await said(page).scrollIntoViewIfNeeded()
    await expect.poll(() => isLoaded(page, said(page))).toBe(true)
  }
  await said(max).getByRole('button', { name: 'Open Image' }).click()
  await expect(max.getByRole('dialog').getByRole('img')).toBeVisible()
  await max.keyboard.press('Escape')

  // Embedded pictures in pasted content are uploaded. Pictures that cannot be loaded become links.
  const dot = (await createJpegFile('dot.jpg', '#205040', 64)).buffer.toString('base64')
  await description(ann).click()
  await paste(
    ann,
    [],
    `<p>From afar <img alt="Dot" src="data:image/jpeg;base64,${dot}"> <img src="https://example.com/map.png"></p>`,
  )
  for (const page of [ann, max]) await expect.poll(() => isLoaded(page)).toBe(true)
  await expect(description(max).getByRole('link', { name: 'map.png' })).toBeVisible()
  await expect(shown(max)).toHaveAttribute('alt', 'Dot')

  // If a picture is copied from a comment into a description, everybody who can read the description can see
  // the picture.
  const item = await createItem(team, 'Another')
  const address = await shown(ann, said(ann)).getAttribute('src')
  await openItem(ann, 'ATL-2')
  await openItem(max, 'ATL-2')
  await description(ann).click()
  const adopted = ann.waitForResponse((answer) => answer.url().includes(`/${item.id}/bulk/`))
  await paste(ann, [], `<p>Again</p><p><img src="${new URL(address ?? '', ann.url()).href}"></p>`)
  expect((await adopted).status()).toBe(204)
  await expect.poll(() => isLoaded(max)).toBe(true)
})

test('pasted pictures of another website are copied, and a message names the others', async ({ ann }) => {
  const { buffer } = await createJpegFile('map.jpg', '#2050a0', 64)
  const website = createServer((request, response) => {
    if (request.url !== '/map.jpg') response.writeHead(404).end()
    else response.setHeader('content-type', 'image/jpeg').end(buffer)
  })
  await new Promise<void>((resolve) => void website.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(website.address() as AddressInfo).port}`
  const item = await createItem(team, 'Draw the map')
  await openItem(ann)
  await description(ann).click()
  await paste(
    ann,
    [],
    `<p>Look</p><p><img src="http://${host}/map.jpg"></p><p>and <img src="http://${host}/lost.jpg"> too</p>`,
  )
  await expect.poll(() => isLoaded(ann)).toBe(true)
  await expect(description(ann).getByRole('link')).toHaveText('lost.jpg')
  // The stored text contains the copy and the link, so others see the same.
  await expect.poll(() => stored(item.id)).toMatch(/<image-component src="[0-9a-f-]{36}".*lost\.jpg/s)
  await expect(ann.getByText(`Could not be loaded: ${host}/lost.jpg.`)).toBeVisible()
  website.close()
})
