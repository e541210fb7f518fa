import { expect, type Locator, type Page } from '@playwright/test'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import { runSql } from '../../support/api-client.ts'
import { openDocumentClient } from '../../support/document-clients.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const pageText = (page: Page) => page.getByRole('textbox', { name: 'Page text' })

const title = (page: Page) => page.getByRole('textbox', { name: 'Page title' })

/** Returns the text of the field without the name labels of remote carets, which are elements inside the field. */
function withoutCarets(field: Locator): Promise<string> {
  return field.evaluate((editor) => {
    const copy = editor.cloneNode(true) as HTMLElement
    for (const caret of copy.querySelectorAll('.document-caret')) caret.remove()
    return copy.textContent.replaceAll('\u2060', '').trim()
  })
}

async function openBoth(ann: Page, max: Page, name: string): Promise<string> {
  const item = await createItem(team, name)
  for (const page of [ann, max]) {
    await visit(page, `${team.board}?peek=${item.id}`)
    await expect(description(page)).toBeEditable()
  }
  return item.id
}

test('opening a text does not show that it is being saved', async ({ ann }) => {
  const item = await createItem(team, 'Only read')
  await ann.addInitScript(() => {
    const look = () => {
      if (document.body?.textContent.includes('Saving')) document.documentElement.dataset['said'] = 'saving'
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true })
  })
  await ann.goto(`/${team.slug}/browse/ATL-${item.sequence_id}`)
  await expect(ann.getByText('Saved', { exact: true })).toBeVisible()
  await expect(ann.locator('html')).not.toHaveAttribute('data-said', 'saving')
  await description(ann).pressSequentially('Written')
  await expect(ann.locator('html')).toHaveAttribute('data-said', 'saving')
  await expect(ann.getByText('Saved', { exact: true })).toBeVisible()
})

test('two people type into one description at the same time', async ({ ann, max }) => {
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
    await expect.poll(() => withoutCarets(description(page))).toBe('Listen: Ann was here. Max as well.')
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

test('tabs of one person share a text, undo separately, and warn when it is nearly full', async ({
  ann,
  max,
  server,
}) => {
  const id = await openBoth(ann, max, 'In several tabs')
  const tab = await ann.context().newPage()
  await tab.goto(`${team.board}?peek=${id}`)
  await expect(description(tab)).toBeEditable()
  const write = async (page: Page, words: string) => {
    await description(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    for (const each of [ann, tab, max])
      await expect.poll(() => withoutCarets(description(each))).toContain(words)
  }
  await write(ann, 'One')
  await write(tab, 'Two')
  await write(max, 'Three')
  await description(ann).click()
  for (let time = 0; time < 5; time++) await ann.keyboard.press('ControlOrMeta+z')
  for (const page of [ann, tab, max])
    await expect.poll(() => withoutCarets(description(page))).toBe('TwoThree')
  await ann.goto('about:blank')
  await description(tab).click()
  await tab.keyboard.type('Four')
  await expect.poll(() => withoutCarets(description(max))).toContain('Four')

  // Fills the document up to the size limit. The editor does not render the formula, because it is too long.
  const program = openDocumentClient(server.url, team.max, documentName('work_item', id))
  await program.synced()
  const formula = new Y.XmlElement('blockMath')
  formula.setAttribute('latex', 'x'.repeat(8_500_000))
  program.doc.getXmlFragment(bodyFragmentName).push([formula])
  await program.saved()
  program.close()
  for (const page of [tab, max])
    await expect(page.getByText('Saved, but this text is near the size limit')).toBeVisible()
  await tab.close()
})

test('the caret stays where it was just placed while another person types', async ({ ann, max }) => {
  await openBoth(ann, max, 'Moved')
  await description(ann).click()
  await ann.keyboard.type('Text.')
  await expect(description(max)).toContainText('Text.')
  await description(max).click()
  await max.keyboard.press('Control+End')
  // The test blocks Ann's browser for 1.5 seconds and then moves her caret. Max's text therefore arrives before her
  // browser reports the new caret position.
  const moved = description(ann).evaluate((editor) => {
    const until = performance.now() + 1_500
    while (performance.now() < until);
    getSelection()?.collapse(editor.querySelector('p'), 0)
  })
  await max.keyboard.type(' More.')
  await moved
  await expect(description(ann)).toContainText(' More.')
  await ann.keyboard.type('First. ')
  for (const page of [ann, max])
    await expect.poll(() => withoutCarets(description(page))).toBe('First. Text. More.')
})

test('two people see the caret and name of each other', async ({ ann, max }) => {
  await openBoth(ann, max, 'Carets')
  await description(max).click()
  await max.keyboard.type('Hello')
  const name = description(ann).getByText('Max', { exact: true })
  await expect(name).toHaveCSS('opacity', '1')
  // The name next to Max's caret is visible only while he types. The caret itself stays visible.
  await expect(name).toHaveCSS('opacity', '0')
  await max.keyboard.press('Home')
  await expect(name).toHaveCSS('opacity', '0')
  const caret = description(ann).locator('.document-caret')
  await expect(caret).toBeAttached()
  // When a block is split, the caret is hidden until its position in the new blocks is known. It must appear
  // again.
  await description(ann).click()
  await ann.keyboard.press('Control+End')
  await ann.keyboard.press('Enter')
  await expect(description(ann).locator('p')).toHaveCount(2)
  await expect(caret).toBeAttached()
  await expect(description(ann).locator('p').first().locator('.document-caret')).toBeAttached()
})

test('a click into the text discards the earlier selection', async ({ ann }) => {
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Plan', description_html: '<p>One</p><p>Two</p>' },
  })
  await visit(ann, `/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  const text = ann.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await text.getByText('One').dblclick({ position: { x: 5, y: 8 } })
  await ann.getByRole('textbox', { name: 'Page title' }).click()
  await expect(text.locator('.document-preserved-selection')).toHaveText('One')
  await text.getByText('Two').click()
  await ann.keyboard.press('End')
  await ann.keyboard.type(' more')
  await expect(text.locator('p')).toHaveText(['One', 'Two more'])
})

test('edits made offline are merged and nothing is lost', async ({ ann, max }) => {
  await openBoth(ann, max, 'Offline')
  await description(ann).click()
  await ann.keyboard.type('Start.')
  await expect(description(max)).toContainText('Start.')
  await max.context().setOffline(true)
  await expect(max.getByText('Offline. This may be out of date.')).toBeVisible()
  await description(max).click()
  await max.keyboard.press('Control+End')
  await max.keyboard.type(' Max offline.')
  await expect(max.getByText('Saved on this device')).toBeVisible()
  await description(ann).click()
  await ann.keyboard.press('Control+Home')
  await ann.keyboard.type('Ann online. ')
  await expect(description(max)).not.toContainText('Ann online.')
  await max.context().setOffline(false)
  for (const page of [ann, max]) {
    await expect
      .poll(() => withoutCarets(description(page)), { timeout: 20_000 })
      .toBe('Ann online. Start. Max offline.')
  }
})

test('words typed offline appear in the heading that replaced their paragraph', async ({ ann, max }) => {
  const id = await openBoth(ann, max, 'Replaced')
  await description(ann).click()
  await ann.keyboard.type('Ship the map')
  await ann.keyboard.press('Enter')
  await ann.keyboard.type('Next')
  await expect(description(max)).toContainText('Next')
  await max.context().setOffline(true)
  await expect(max.getByText('Offline. This may be out of date.')).toBeVisible()
  await description(max).getByText('Ship the map').click()
  await max.keyboard.press('End')
  await max.keyboard.type(' by Friday')
  await description(ann).getByText('Ship the map').click()
  await ann.keyboard.press('Control+Alt+2')
  await expect(description(ann).getByRole('heading', { name: 'Ship the map' })).toBeVisible()
  await max.context().setOffline(false)
  for (const page of [ann, max])
    await expect
      .poll(() => withoutCarets(description(page).getByRole('heading')), { timeout: 20_000 })
      .toBe('Ship the map by Friday')
  // After the text was replaced, Max's caret is still after the words that he typed, so he continues there.
  await max.keyboard.type(' or so')
  for (const page of [ann, max])
    await expect.poll(() => withoutCarets(description(page))).toBe('Ship the map by Friday or soNext')
  await expect
    .poll(async () => {
      const params = { slug: team.slug, project_id: team.project_id, id }
      return (await team.ann.call('getWorkItem', { params })).description_html
    })
    .toBe('<h2>Ship the map by Friday or so</h2><p>Next</p>')
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

test('two people create, name and write a page', async ({ ann, max }) => {
  await visit(ann, `/${team.slug}/projects/${team.project_id}/pages`)
  await visit(max, `/${team.slug}/projects/${team.project_id}/pages`)
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

async function openPage(name: string, ...pages: Page[]): Promise<string> {
  const made = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name },
  })
  for (const page of pages) {
    await visit(page, `/${team.slug}/projects/${team.project_id}/pages/${made.id}`)
    await expect(title(page)).toBeEditable()
  }
  return made.id
}

test('two people type into one page title at the same time', async ({ ann, max }) => {
  const id = await openPage('plan', ann, max)
  await title(ann).click()
  await ann.keyboard.press('Home')
  await title(max).click()
  await max.keyboard.press('End')
  await Promise.all([
    ann.keyboard.type('The launch ', { delay: 20 }),
    max.keyboard.type(' for spring', { delay: 20 }),
  ])
  for (const page of [ann, max]) {
    await expect.poll(() => withoutCarets(title(page))).toBe('The launch plan for spring')
    await expect(page).toHaveTitle(/^The launch plan for spring/)
  }
  await expect(title(ann).getByText('Max', { exact: true })).toBeAttached()
  const nameOf = async () =>
    (
      await team.max.call('getPage', {
        params: { slug: team.slug, project_id: team.project_id, page_id: id },
      })
    ).name
  await expect.poll(nameOf).toBe('The launch plan for spring')
})

test('two people who start an empty title both keep their text', async ({ ann, max }) => {
  await openPage('', ann, max)
  await expect(title(ann)).toBeFocused()
  await ann.context().setOffline(true)
  await ann.keyboard.type('Anna')
  await title(max).click()
  await max.keyboard.type('Maxim')
  await ann.context().setOffline(false)
  for (const page of [ann, max]) {
    await expect
      .poll(() => withoutCarets(title(page)), { timeout: 20_000 })
      .toMatch(/^(AnnaMaxim|MaximAnna)$/)
  }
})

test('a page title stays one line after pasting', async ({ ann }) => {
  await openPage('', ann)
  await title(ann).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', `<p>One</p><p>two</p><p>${'x'.repeat(600)}</p>`)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(title(ann)).toHaveText(`One two ${'x'.repeat(492)}`)
  await ann.keyboard.type('more')
  await expect(title(ann)).toHaveText(`One two ${'x'.repeat(492)}`)
})

test('a page title is kept while offline and is read-only for readers', async ({ ann, max }) => {
  const id = await openPage('Rules', ann, max)
  await team.ann.call('lockPage', {
    params: { slug: team.slug, project_id: team.project_id, page_id: id },
  })
  await expect(title(max)).not.toBeEditable()
  await expect(title(max)).toHaveText('Rules')
  await team.ann.call('unlockPage', {
    params: { slug: team.slug, project_id: team.project_id, page_id: id },
  })
  await expect(title(max)).toBeEditable()
  await max.routeWebSocket(/\/documents/, (socket) => socket.close())
  await max.reload()
  await title(max).click()
  await max.keyboard.press('End')
  await max.keyboard.type(' of the house')
  await copiesWritten(max)
  const again = await max.context().newPage()
  await max.close()
  await again.goto(`/${team.slug}/projects/${team.project_id}/pages/${id}`)
  for (const page of [ann, again]) await expect(title(page)).toHaveText('Rules of the house')
})

test('a rule is exposed as a separator', async ({ ann }) => {
  await openPage('Parts', ann)
  await pageText(ann).click()
  await ann.keyboard.type('---')
  await expect(pageText(ann).getByRole('separator')).toHaveCount(1)
})

test('a page becomes read-only for its writer when it is locked', async ({ ann, max }) => {
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: { name: 'Rules', description_html: '<p>First</p>' },
  })
  await visit(max, `/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await expect(pageText(max)).toBeEditable()
  await visit(ann, `/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(pageText(max)).not.toBeEditable()
  await expect(pageText(max)).toContainText('First')
})

test('a page that is deleted and restored at once stays editable', async ({ ann, max }) => {
  const { slug, project_id } = team
  const page = await team.ann.call('createPage', { params: { slug, project_id }, body: { name: 'Not gone' } })
  const params = { slug, project_id, page_id: page.id }
  await visit(max, `/${slug}/projects/${project_id}/pages/${page.id}`)
  await expect(pageText(max)).toBeEditable()
  for (const call of ['deletePage', 'restorePage'] as const) {
    await team.ann.call(call, { params })
    const gone = max.getByRole('heading', { name: '“Not gone” is in the trash' })
    await expect(gone).toHaveCount(call === 'deletePage' ? 1 : 0)
  }
  // Deleting the page closes its document, and restoring the page reopens it. The text is read-only in
  // between, so the test retries.
  await expect(async () => {
    await pageText(max).click()
    await max.keyboard.type('Still here')
    await expect(pageText(max)).toContainText('Still here', { timeout: 1_000 })
  }).toPass()
  await expect(max.getByText('You no longer have access')).toBeHidden()
  await visit(ann, `/${slug}/projects/${project_id}/pages/${page.id}`)
  await expect(pageText(ann)).toContainText('Still here')
})

test('opening a text in the editor does not change it', async ({ ann, max, server }) => {
  const within = { slug: team.slug, project_id: team.project_id }
  const item = await team.ann.call('createWorkItem', {
    params: within,
    body: { name: 'Only read', description_html: everyBlock },
  })
  const page = await team.ann.call('createPage', {
    params: within,
    body: { name: 'Only read', description_html: everyBlock },
  })
  const read = async () => [
    await team.ann.call('getWorkItem', { params: { ...within, id: item.id } }),
    await team.ann.call('getPage', { params: { ...within, page_id: page.id } }),
  ]
  const before = await read()
  for (const [kind, id, path, field] of [
    ['work_item', item.id, `${team.board}?peek=${item.id}`, description],
    ['page', page.id, `/${team.slug}/projects/${team.project_id}/pages/${page.id}`, pageText],
  ] as const) {
    for (const person of [ann, max]) {
      await visit(person, path)
      await expect(field(person)).toBeEditable()
      await expect(field(person)).toContainText('The end of it')
    }
    // Messages arrive in the order in which they were sent. When Max sees Ann's caret, everything that Ann's
    // editor sent before has arrived too.
    await field(ann).focus()
    await ann.keyboard.press('Control+End')
    await expect(field(max).getByText('Ann', { exact: true })).toBeAttached()
    for (const person of [ann, max]) await person.goto('about:blank')
    await expect
      .poll(() =>
        runSql(server.databaseUrl, 'select seq from document_updates where name = $1', [
          documentName(kind, id),
        ]),
      )
      .toEqual([])
    const changes = await runSql(server.databaseUrl, 'select op from changes where entity_id = $1', [id])
    expect(changes).toEqual([{ op: 'create' }])
  }
  expect(await read()).toEqual(before)
})

/**
 * The document ends with a block that is not a paragraph. An editor that appends a paragraph would change the
 * text by opening it.
 */
const everyBlock = [
  '<h2>Heading</h2><p>Text, <strong>bold</strong>, <em>slanted</em> and <a href="https://example.com">linked</a></p><p></p>',
  '<ul><li><p>One</p><ul><li><p>Below</p></li></ul></li></ul><ol start="3"><li><p>Three</p></li></ol>',
  '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><p>Done</p></li></ul>',
  '<blockquote><p>Said</p></blockquote><hr><pre><code class="language-ts">The end of it</code></pre>',
].join('')

/**
 * Waits until the browser has stored all documents: it opens an IndexedDB transaction on each database, which
 * starts after the earlier transactions have ended.
 */
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
