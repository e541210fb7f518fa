import { expect, type Page } from '@playwright/test'
import { createItem, makeTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

let team: Team

test.beforeEach(async ({ server, ann, max }) => {
  team = await makeTeam(server, { ann, max })
})

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const pageText = (page: Page) => page.getByRole('textbox', { name: 'Page text' })

/** The text without the names at the carets, which stand in the middle of it. */
function written(page: Page): Promise<string> {
  return description(page).evaluate((editor) => {
    const copy = editor.cloneNode(true) as HTMLElement
    for (const caret of copy.querySelectorAll('.document-caret')) caret.remove()
    return copy.textContent.replaceAll('\u2060', '').trim()
  })
}

async function openBoth(ann: Page, max: Page, name: string): Promise<string> {
  const item = await createItem(team, name)
  for (const page of [ann, max]) {
    await page.goto(`${team.board}?peek=${item.id}`)
    await expect(description(page)).toBeEditable()
  }
  return item.id
}

test('both type into one description at once', async ({ ann, max }) => {
  const id = await openBoth(ann, max, 'Written together')
  await description(ann).click()
  await ann.keyboard.type('Ann was here.')
  await expect(description(max)).toContainText('Ann was here.')
  await description(max).click()
  await max.keyboard.press('Control+End')
  await Promise.all([
    max.keyboard.type(' Max as well.'),
    (async () => {
      await ann.keyboard.press('Control+Home')
      await ann.keyboard.type('Listen: ')
    })(),
  ])
  for (const page of [ann, max])
    await expect.poll(() => written(page)).toBe('Listen: Ann was here. Max as well.')
  await expect(ann.getByText('Saved', { exact: true })).toBeVisible()
  await expect
    .poll(async () => {
      const item = await team.ann.call('getWorkItem', {
        params: { slug: team.slug, project_id: team.project_id, id },
      })
      return item.description_html
    })
    .toContain('Listen: Ann was here. Max as well.')
})

test('each sees the caret and name of the other', async ({ ann, max }) => {
  await openBoth(ann, max, 'Carets')
  await description(max).click()
  await max.keyboard.type('Hello')
  await expect(description(ann).getByText('Max', { exact: true })).toBeAttached()
})

test('edits made offline meet and nothing is lost', async ({ ann, max }) => {
  await openBoth(ann, max, 'Offline')
  await description(ann).click()
  await ann.keyboard.type('Start.')
  await expect(description(max)).toContainText('Start.')
  await max.context().setOffline(true)
  await expect(max.getByText('Offline. This may be out of date.')).toBeVisible()
  await description(max).click()
  await max.keyboard.press('Control+End')
  await max.keyboard.type(' Max offline.')
  await expect(max.getByText('Offline, kept on this device')).toBeVisible()
  await description(ann).click()
  await ann.keyboard.press('Control+Home')
  await ann.keyboard.type('Ann online. ')
  await expect(description(max)).not.toContainText('Ann online.')
  await max.context().setOffline(false)
  for (const page of [ann, max]) {
    await expect.poll(() => written(page), { timeout: 20_000 }).toBe('Ann online. Start. Max offline.')
  }
})

test('an edit survives a reload while offline', async ({ ann, max }) => {
  const id = await openBoth(ann, max, 'Kept')
  await description(max).click()
  await max.keyboard.type('Before. ')
  await expect(max.getByText('Saved', { exact: true })).toBeVisible()
  await max.routeWebSocket(/\/documents/, (socket) => socket.close())
  await max.reload()
  await expect(description(max)).toContainText('Before.')
  await description(max).click()
  await max.keyboard.press('Control+End')
  await max.keyboard.type('Written without a server.')
  await copiesWritten(max)
  const again = await max.context().newPage()
  await max.close()
  await again.goto(`${team.board}?peek=${id}`)
  await expect(description(again)).toContainText('Written without a server.')
  await expect(description(ann)).toContainText('Written without a server.')
})

test('a page is made, named and written by two', async ({ ann, max }) => {
  await ann.goto(`/${team.slug}/projects/${team.project_id}/pages`)
  await max.goto(`/${team.slug}/projects/${team.project_id}/pages`)
  await expect(max.getByText('No pages yet')).toBeVisible()
  await ann.getByRole('button', { name: 'New page' }).first().click()
  await expect(pageText(ann)).toBeEditable()
  await expect(ann.getByRole('textbox', { name: 'Page title' })).toBeFocused()
  await ann.keyboard.type('Launch plan')
  await ann.keyboard.press('Enter')
  await max.getByRole('link', { name: /Launch plan/ }).click()
  await expect(pageText(max)).toBeEditable()
  await expect(pageText(ann)).toBeFocused()
  await ann.keyboard.type('# Goals')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Ship it')
  await expect(pageText(max).getByRole('heading', { name: 'Goals' })).toBeVisible()
  await expect(pageText(max)).toContainText('Ship it')
})

test('a locked page turns read-only under the writer', async ({ ann, max }) => {
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Rules', description_html: '<p>First</p>' },
  })
  await max.goto(`/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await expect(pageText(max)).toBeEditable()
  await ann.goto(`/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(pageText(max)).not.toBeEditable()
  await expect(pageText(max)).toContainText('First')
})

/** Until the browser has written what it was given of every document: a transaction waits for those before it. */
function copiesWritten(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const finished = (name: string) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const database = request.result
          const transaction = database.transaction(database.objectStoreNames)
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      })
    const databases = await indexedDB.databases()
    await Promise.all(databases.flatMap(({ name }) => (name === undefined ? [] : [finished(name)])))
  })
}
