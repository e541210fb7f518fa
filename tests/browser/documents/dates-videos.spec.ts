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

async function stored(id: string): Promise<string | null> {
  const params = { slug: team.slug, project_id: team.project_id, id }
  return (await team.max.call('getWorkItem', { params })).description_html
}

test('a date is typed, chosen by keyboard and shown relative to today', async ({ ann, max }) => {
  const item = await createItem(team, 'Day')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('Due @today')
  await ann.keyboard.press('Enter')
  await expect(text(max).locator('time')).toHaveText('Today')
  await ann.keyboard.type('or @2031-12-01')
  await ann.keyboard.press('Enter')
  await expect(text(max).locator('time').last()).toHaveText('Mon, Dec 1, 2031')
  await expect.poll(() => stored(item.id)).toContain('<time datetime="2031-12-01">2031-12-01</time>')
  await ann.keyboard.press('ArrowLeft')
  await ann.keyboard.press('ArrowLeft')
  await expect(text(ann).locator('.ProseMirror-selectednode')).toHaveText('Mon, Dec 1, 2031')
  await ann.keyboard.press('Enter')
  await ann.getByRole('textbox', { name: 'Type a date' }).fill('tomorrow')
  await ann.keyboard.press('Enter')
  await expect(text(max).locator('time').last()).toHaveText('Tomorrow')
  await expect(text(ann)).toBeFocused()
  await ann.keyboard.press('End')
  // Enter and Escape accept the suggested date, and typing continues after it.
  for (const key of ['Enter', 'Escape']) {
    await ann.keyboard.type(' /date')
    await ann.keyboard.press('Enter')
    await expect(ann.getByRole('textbox', { name: 'Type a date' })).toBeFocused()
    await ann.keyboard.press(key)
    await expect(text(ann)).toBeFocused()
    await ann.keyboard.type(' on')
  }
  await expect(text(max).locator('p')).toContainText('Today on Today on')
  await ann.keyboard.type(' /date')
  await ann.keyboard.press('Enter')
  await ann.getByRole('dialog').getByRole('button', { name: 'Tomorrow' }).click()
  await expect(text(max).locator('time')).toHaveText(['Today', 'Tomorrow', 'Today', 'Today', 'Tomorrow'])
  await text(ann).locator('time').first().click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Clear date' }).click()
  await expect(text(max).locator('time')).toHaveCount(4)
})

test('security 25: a video loads nothing from its host until it is played, in a sandbox', async ({
  ann,
  max,
}) => {
  const asked: string[] = []
  for (const page of [ann, max]) {
    await page.route('https://www.youtube-nocookie.com/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: 'A player' })
    })
  }
  const item = await createItem(team, 'Video')
  await openItem(max, item.id)
  await openItem(ann, item.id)
  await ann.keyboard.type('/video')
  await ann.keyboard.press('Enter')
  const dialog = ann.getByRole('dialog', { name: 'Embed', exact: true })
  await dialog.getByRole('textbox').fill('https://evil.example/watch?v=dQw4w9WgXcQ')
  await ann.keyboard.press('Enter')
  await expect(dialog.getByText('You can insert it as a link.')).toBeVisible()
  await dialog.getByRole('textbox').fill('https://youtu.be/dQw4w9WgXcQ?t=3')
  await ann.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await ann.keyboard.type('Below')
  const play = text(max).getByRole('button', { name: 'Play video from YouTube' })
  await expect(play).toBeVisible()
  await expect(text(max).locator('p')).toContainText('Below')
  await expectAccessibleInThemes(max, { within: '.document' })
  expect(asked).toEqual([])
  await play.click()
  const frame = text(max).locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
  await expect(frame.contentFrame().getByText('A player')).toBeVisible()
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'])
  await expect
    .poll(() => stored(item.id))
    .toContain('<div data-type="video" data-host="youtube" data-video="dQw4w9WgXcQ">')
})

test('security 25: other sites cannot be embedded in a frame', async ({ ann }) => {
  await visit(ann, team.board)
  const refused = await ann.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          resolve([effectiveDirective, blockedURI]),
        )
        const frame = document.createElement('iframe')
        frame.src = 'https://example.com/'
        document.body.append(frame)
      }),
  )
  expect(refused).toEqual(['frame-src', 'https://example.com'])
})
