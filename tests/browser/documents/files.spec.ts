import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import {
  createJpegFile,
  createTransfer,
  dropFiles,
  type LocalFile,
  pdfFile,
  textFile,
  tooLargeFile,
} from '../support/files.ts'
import { openPhone } from '../support/phone.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const files = (page: Page) => page.getByRole('region', { name: 'Files' })
const viewer = (page: Page) => page.getByRole('dialog')
async function pick(page: Page, chosen: LocalFile[]) {
  const input = await page.locator('input[type=file]').elementHandle()
  const transfer = await createTransfer(page, chosen)
  await transfer.evaluate((data, field) => {
    if (!(field instanceof HTMLInputElement)) throw new Error('The page has no file input.')
    field.files = data.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }, input)
}

async function openItem(page: Page) {
  await visit(page, `/${team.slug}/browse/ATL-1`)
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeEditable()
}

test('files dropped anywhere onto an item appear for the other person', async ({ ann, max }) => {
  await createItem(team, 'Paint the hull')
  await openItem(ann)
  await openItem(max)
  const chosen = [await createJpegFile('hull.jpg', '#2050a0'), textFile('colours.txt', 'Blue, mostly.')]
  await dropFiles(ann, '[data-takes-files] aside', chosen, ['dragenter', 'dragover'])
  await expect(ann.getByText('Drop files to attach them')).toBeVisible()
  await dropFiles(ann, '[data-takes-files] aside', chosen, ['drop'])
  await expect(ann.getByText('Drop files to attach them')).toBeHidden()
  for (const page of [ann, max]) {
    await expect(files(page).getByRole('button', { name: 'hull.jpg', exact: true })).toBeVisible()
    await expect(files(page).getByRole('button', { name: /colours.txt 13 bytes · Ann/ })).toBeVisible()
    // The thumbnail is a version that is 320 pixels wide, and not the original image.
    const shown = files(page).getByRole('button', { name: 'hull.jpg', exact: true }).locator('img')
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  }
  await expectAccessible(ann)
  await files(max).getByRole('button', { name: 'colours.txt' }).hover()
  await expect(files(max).getByRole('button', { name: 'Remove colours.txt' })).toHaveCount(0)
  await files(ann).getByRole('button', { name: 'colours.txt' }).first().hover()
  await files(ann).getByRole('button', { name: 'Remove colours.txt' }).click()
  await expect(files(max).getByText('colours.txt')).toBeHidden()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(files(max).getByText('colours.txt')).toBeVisible()
  await expect(ann.getByRole('region', { name: 'Activity' }).getByText('attached hull.jpg')).toBeVisible()
})

test('the viewer shows every kind of file and works by keyboard', async ({ ann }) => {
  await createItem(team, 'Look at files')
  await openItem(ann)
  await pick(ann, [
    await createJpegFile('photo.jpg', '#a05020'),
    pdfFile('paper.pdf'),
    textFile('page.html', '<script>alert(1)</script> is text here'),
    { name: 'data.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 3]) },
  ])
  await expect(files(ann).getByRole('listitem')).toHaveCount(4)
  await expect(files(ann).getByRole('progressbar')).toHaveCount(0)
  const tile = files(ann).getByRole('button', { name: 'photo.jpg', exact: true })
  await tile.focus()
  await ann.keyboard.press('Enter')
  const img = viewer(ann).getByRole('img', { name: 'photo.jpg' })
  await expect.poll(() => img.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await expect(viewer(ann).getByText('1 of 4')).toBeVisible()
  await expectAccessible(ann, { within: '[role="dialog"]' })
  const seen: string[] = []
  for (let at = 2; at <= 4; at++) {
    await ann.keyboard.press('ArrowRight')
    await expect(viewer(ann).getByText(`${at} of 4`)).toBeVisible()
    const name = await viewer(ann).getByRole('heading').first().textContent()
    seen.push(name ?? '')
    if (name === 'page.html')
      await expect(viewer(ann).getByText('<script>alert(1)</script> is text here')).toBeVisible()
    if (name === 'data.bin')
      await expect(viewer(ann).getByText('No preview is available for this type of file.')).toBeVisible()
    if (name === 'paper.pdf') {
      const page = viewer(ann).getByRole('img', { name: 'Page 1 of 2' })
      // Dark pixels on the canvas prove that the PDF page was rendered.
      await expect
        .poll(() =>
          page.evaluate((canvas: HTMLCanvasElement) => {
            const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
              data: [],
            }
            return data.some((value, index) => index % 4 === 0 && value < 100 && (data[index + 3] ?? 0) > 200)
          }),
        )
        .toBe(true)
    }
  }
  expect(seen.toSorted()).toEqual(['data.bin', 'page.html', 'paper.pdf'])
  await ann.keyboard.press('ArrowRight')
  await expect(viewer(ann).getByText('4 of 4')).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(viewer(ann)).toBeHidden()
  await expect(ann.getByRole('button', { name: 'Edit Title: Look at files' })).toBeVisible()
})

test('rejected files show a reason, and interrupted uploads can be retried', async ({ ann }) => {
  const item = await createItem(team, 'Send files')
  await visit(ann, `${team.board}?peek=${item.id}`)
  await expect(ann.getByRole('textbox', { name: 'Description' })).toBeEditable()
  await pick(ann, [tooLargeFile('film.mp4', 'video/mp4')])
  await expect(files(ann).getByRole('alert')).toHaveText('The file is too large. The limit is 25 MB.')
  await expect(files(ann).getByRole('button', { name: 'Retry upload of film.mp4' })).toHaveCount(0)
  await files(ann).getByRole('button', { name: 'Dismiss film.mp4' }).click()
  await expect(files(ann).getByText('film.mp4')).toHaveCount(0)

  let answers = 0
  await ann.route('**/api/assets/v2/upload/', (route) =>
    answers++ === 0 ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await pick(ann, [textFile('notes.txt', 'Some notes')])
  await expect(files(ann).getByRole('alert')).toHaveText('The upload failed on the server. Try again.')
  await files(ann).getByRole('button', { name: 'Retry upload of notes.txt' }).click()
  await expect(files(ann).getByRole('button', { name: /notes.txt 10 bytes/ })).toBeVisible()

  // While the browser is offline, the upload waits. It continues automatically when the browser is online
  // again.
  await ann.context().setOffline(true)
  await pick(ann, [textFile('later.txt', 'Later')])
  await expect(files(ann).getByRole('alert')).toHaveText(/^You are offline/)
  await ann.context().setOffline(false)
  await expect(files(ann).getByRole('button', { name: /later.txt 5 bytes/ })).toBeVisible()

  // A running upload can be cancelled.
  await ann.unroute('**/api/assets/v2/upload/')
  await ann.route('**/api/assets/v2/upload/', () => {})
  await pick(ann, [textFile('never.txt', 'Never')])
  await expect(files(ann).getByRole('progressbar', { name: 'never.txt' })).toBeVisible()
  await files(ann).getByRole('button', { name: 'Cancel upload of never.txt' }).click()
  await expect(files(ann).getByText('never.txt')).toHaveCount(0)
})

test('on a phone files are shown, and a swipe shows the next one', async ({ phoneBrowser, server }) => {
  await createItem(team, 'By hand')
  const { phone, touch } = await openPhone(phoneBrowser, server, team.ann)
  await openItem(phone)
  await pick(phone, [await createJpegFile('one.jpg', '#2050a0'), await createJpegFile('two.jpg', '#a05020')])
  await expect(files(phone).getByRole('progressbar')).toHaveCount(0)
  await files(phone).getByRole('button', { name: 'one.jpg', exact: true }).tap()
  await expect(viewer(phone).getByText('1 of 2')).toBeVisible()
  await touch('touchStart', 300, 400)
  await touch('touchMove', 80, 405)
  await touch('touchEnd')
  await expect(viewer(phone).getByText('2 of 2')).toBeVisible()
  // The test uses a click here, because the first tap after a swipe only stops the scrolling.
  await viewer(phone).getByRole('button', { name: 'Close' }).click()
  await expect(viewer(phone)).toBeHidden()
})
