import { expect } from '@playwright/test'
import { deletedUserName } from '#common/identity/users/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { createSignedInUser } from '../../support/api-client.ts'
import { createItem, createTwoUserProject, signIn, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

test('two people see the same board in their own languages', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await team.ann.call('updateProfile', { body: { language: 'ja' } })
  await team.max.call('updateProfile', { body: { language: 'de' } })
  const item = await createItem(team, 'Lanterns')
  await ann.goto(team.board)
  await max.goto(team.board)
  await expect(ann.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(max.locator('html')).toHaveAttribute('lang', 'de')
  await expect(ann.getByRole('link', { name: '受信トレイ' })).toBeVisible()
  await expect(max.getByRole('link', { name: 'Posteingang' })).toBeVisible()
  await team.ann.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: item.id },
    body: { priority: 'high' },
  })
  await max.goto(`/${team.slug}/browse/ATL-1`)
  await ann.goto(`/${team.slug}/browse/ATL-1`)
  await expect(max.getByText('hat die Priorität auf Hoch gesetzt')).toBeVisible()
  await expect(ann.getByText('優先度を「高」に設定しました')).toBeVisible()
})

test('the language changes in all tabs of a browser, and stays after signing out', async ({
  ann,
  max,
  server,
}) => {
  const team = await createTwoUserProject(server, { ann, max })
  const other = await ann.context().newPage()
  await ann.goto(`/${team.slug}/settings/profile/general`)
  await other.goto(team.board)
  await expect(other.getByRole('link', { name: 'Inbox' })).toBeVisible()
  await ann.getByRole('combobox', { name: 'Language' }).click()
  await ann.getByRole('option', { name: 'Deutsch' }).click()
  await expect(ann.getByRole('heading', { name: 'Profileinstellungen' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Posteingang' })).toBeVisible()
  await expect.poll(async () => (await team.ann.call('getProfile', {})).language).toBe('de')
})

test('a visitor chooses a language, and the account gets it at the next sign-in', async ({ ann, server }) => {
  await ann.goto('/sign-up')
  await ann.getByRole('combobox', { name: 'Language' }).click()
  await ann.getByRole('option', { name: 'Deutsch' }).click()
  await expect(ann.locator('html')).toHaveAttribute('lang', 'de')
  await ann.reload()
  await expect(ann.getByRole('combobox', { name: 'Sprache' })).toHaveText('Deutsch')
  const person = await createSignedInUser(server, `lea-${newId().slice(-8)}@example.com`, {
    name: 'Lea',
    isOnboarded: true,
  })
  await signIn(ann.context(), server, person)
  await ann.goto('/create-workspace')
  await expect(ann.locator('html')).toHaveAttribute('lang', 'de')
  await expect.poll(async () => (await person.call('getProfile', {})).language).toBe('de')
})

test('names follow the language of the reader', async ({ ann, max, server }) => {
  const team = await createTwoUserProject(server, { ann, max })
  await team.ann.call('updateProfile', { body: { language: 'ja' } })
  const item = await createItem(team, 'Lanterns')
  await team.max.call('updateWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: item.id },
    body: { priority: 'high' },
  })
  await team.max.call('updateMe', { body: { display_name: deletedUserName } })
  await ann.goto(`/${team.slug}/browse/ATL-1`)
  await expect(ann.getByText('削除済みユーザー').first()).toBeVisible()
  await expect(ann.getByText(deletedUserName)).toHaveCount(0)
  await ann.goto(`/${team.slug}/settings/profile/general`)
  const family = ann.getByRole('textbox', { name: '姓' })
  await family.fill('山田')
  await family.press('Tab')
  await expect(ann.getByRole('textbox', { name: '名', exact: true })).toBeFocused()
  const [first, second] = await Promise.all([
    ann.getByRole('textbox', { name: '姓' }).boundingBox(),
    ann.getByRole('textbox', { name: '名', exact: true }).boundingBox(),
  ])
  expect(first?.x).toBeLessThan(second?.x ?? 0)
})

test.describe('with the accounts of other tests', () => {
  test.use({ ownAccounts: false })

  test('screens are mirrored from right to left without overlaps', async ({ ann, max, server }) => {
    const team = await createTwoUserProject(server, { ann, max })
    await createItem(team, 'Lanterns')
    const setDirection = (dir: string) =>
      ann.evaluate((value) => document.documentElement.setAttribute('dir', value), dir)
    const screens = [
      { path: team.board, content: ann.locator('[data-card]').first() },
      {
        path: `/${team.slug}/browse/ATL-1`,
        content: ann.getByRole('button', { name: 'Edit Title: Lanterns' }),
      },
      {
        path: `/${team.slug}/settings/profile/general`,
        content: ann.getByRole('heading', { name: 'Date and time' }),
      },
    ]
    for (const { path, content } of screens) {
      await visit(ann, path)
      await expect(content, path).toBeVisible()
      await setDirection('rtl')
      const sidebar = await ann.getByRole('link', { name: 'Inbox' }).boundingBox()
      expect(sidebar?.x, path).toBeGreaterThan(900)
      expect(await ann.evaluate(overlaps), path).toEqual([])
      expect(await ann.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
      await setDirection('ltr')
    }
  })
})

/**
 * Runs in the page. Returns pairs of buttons, links, fields and headings that cover each other although neither
 * contains the other.
 */
function overlaps(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input, h1, h2')].filter(
    (each) =>
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && each.offsetWidth > 1,
  )
  const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }))
  return boxes.flatMap(({ element, box }, at) =>
    boxes.slice(at + 1).flatMap(({ element: other, box: second }) => {
      const width = Math.min(box.right, second.right) - Math.max(box.left, second.left)
      const height = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top)
      const isNested = element.contains(other) || other.contains(element)
      // Overlaps with elements without text are ignored, because the invisible button of a card covers the title on
      // purpose.
      const haveTexts = element.textContent !== '' && other.textContent !== ''
      return width > 1 && height > 1 && !isNested && haveTexts
        ? [`${element.textContent} | ${other.textContent}`]
        : []
    }),
  )
}
