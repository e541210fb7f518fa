import { expect } from '@playwright/test'
import { maxExportedPages } from '#common/pages/pages/rules.ts'
import { runSql } from '../../support/api-client.ts'
import { expectAccessible } from '../support/axe.ts'
import { drag } from '../support/drag.ts'
import { createJpegFile } from '../support/files.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const params = () => ({ slug: team.slug, project_id: team.project_id })
const list = () => `/${team.slug}/projects/${team.project_id}/pages`
const make = (name: string, more: object = {}) =>
  team.ann.call('createPage', { params: params(), body: { name, ...more } })

test('what is typed while a new page opens becomes its title', async ({ ann }) => {
  await visit(ann, list())
  const title = ann.getByRole('textbox', { name: 'Page title' })
  const create = async (begin: () => Promise<void>, name: string) => {
    const typed = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await ann.route(
      (url) => url.pathname.endsWith('/pages/'),
      async (route) => {
        if (route.request().method() === 'POST') {
          asked.resolve()
          await typed.promise
        }
        await route.fallback()
      },
    )
    await begin()
    await asked.promise
    await ann.keyboard.type(name)
    typed.resolve()
    await expect(title).toHaveText(name)
    await ann.unrouteAll({ behavior: 'wait' })
  }
  await expect(ann.getByRole('button', { name: 'New page' }).first()).toBeVisible()
  await create(() => ann.keyboard.type('nd'), 'Notes of May')
  // The sub-page opens in place of the page. Text that is typed now must go into the sub-page.
  await create(() => ann.getByRole('button', { name: 'New sub-page' }).click(), 'Questions')
  await ann.goBack()
  await expect(title).toHaveText('Notes of May')
})

test('pages are nested and collapsed with the keyboard', async ({ ann, max }) => {
  const below = await make('Below')
  const above = await make('Above')
  await visit(ann, list())
  await visit(max, list())
  await ann.getByRole('link', { name: /^Below/ }).focus()
  await ann.keyboard.press('Alt+ArrowRight')
  await expect(max.getByRole('button', { name: 'Collapse Above' })).toBeVisible()
  expect(await team.max.call('getPage', { params: { ...params(), page_id: below.id } })).toMatchObject({
    parent: above.id,
  })
  await max.getByRole('button', { name: 'Collapse Above' }).click()
  await expect(max.getByRole('link', { name: /^Below/ })).toHaveCount(0)
  await max.reload()
  await expect(max.getByRole('button', { name: 'Expand Above' })).toBeVisible()
  await visit(max, `${list()}/${above.id}`)
  await max.getByRole('region', { name: 'Sub-pages' }).getByRole('link', { name: 'Below' }).click()
  await expect(
    max.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Above' }),
  ).toBeVisible()
})

test('Tab stays in a text, and Escape with Tab leaves it', async ({ ann }) => {
  const page = await make('Guide')
  await visit(ann, `${list()}/${page.id}`)
  const text = ann.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await text.click()
  await ann.keyboard.type('One')
  await ann.keyboard.press('Tab')
  await ann.keyboard.type(', two')
  await ann.keyboard.press('Shift+Tab')
  await ann.keyboard.press('Shift+R')
  await expect(text).toHaveText('One, twoR')
  // Shift+Tab moves the focus out of the title, but the next letters must not trigger shortcuts.
  await ann.getByRole('textbox', { name: 'Page title' }).focus()
  await ann.keyboard.press('End')
  await ann.keyboard.type('s')
  await ann.keyboard.press('Shift+Tab')
  await ann.keyboard.press('Shift+R')
  await text.focus()
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
  await expect(ann.getByRole('textbox', { name: 'Page title' })).toHaveText('Guides')
  expect(await team.ann.call('getPage', { params: { ...params(), page_id: page.id } })).toMatchObject({
    archived_at: null,
  })
})

test('pages are nested and reordered by drag, live and with Undo', async ({ ann, max }) => {
  const names = ['One', 'Two', 'Three']
  for (const name of names.toReversed()) await make(name)
  let deepest = await make('Level 1')
  for (let level = 2; level <= 10; level++) deepest = await make(`Level ${level}`, { parent: deepest.id })
  for (const who of [ann, max]) await visit(who, list())
  const row = (who: typeof ann, name: string) =>
    who.locator('[data-page]').filter({ has: who.getByRole('link', { name: new RegExp(`^${name} `) }) })
  const order = (who: typeof ann) =>
    who
      .locator('[data-page] a')
      .evaluateAll((links) => links.map((link) => link.querySelector('[dir=auto]')?.textContent ?? ''))
      .then((found) => found.filter((name) => !name.startsWith('Level')))
  const fold = (name: string) => max.getByRole('button', { name: `Collapse ${name}` })
  const undo = async () => {
    await ann.getByRole('button', { name: 'Undo' }).first().click()
  }
  // Dropping on the middle of a row nests the page.
  await drag(row(ann, 'Three'), row(ann, 'One'))
  await expect(fold('One')).toBeVisible()
  expect(await order(max)).toEqual(['One', 'Three', 'Two'])
  await undo()
  await expect(fold('One')).toHaveCount(0)
  // Dropping a page on the edge of a row puts the page next to that row.
  await drag(row(ann, 'Three'), row(ann, 'One'), { targetPosition: { x: 300, y: 3 } })
  await expect.poll(() => order(max)).toEqual(['Three', 'One', 'Two'])
  await drag(row(ann, 'Three'), row(ann, 'Two'), { targetPosition: { x: 300, y: 37 } })
  await expect.poll(() => order(max)).toEqual(['One', 'Two', 'Three'])
  // Moves a page from its parent to the top level, next to another page.
  await drag(row(ann, 'Two'), row(ann, 'One'))
  await expect(fold('One')).toBeVisible()
  await drag(row(ann, 'Two'), row(ann, 'Three'), { targetPosition: { x: 300, y: 37 } })
  await expect.poll(() => order(max)).toEqual(['One', 'Three', 'Two'])
  await expect(fold('One')).toHaveCount(0)
  // Pages can be nested at most ten levels deep, with mouse and keyboard.
  await drag(row(ann, 'Two'), row(ann, 'Level 10'))
  await expect(ann.getByText('Pages can be nested at most 10 levels deep.')).toBeVisible()
  expect(await order(ann)).toEqual(['One', 'Three', 'Two'])
  const all = await team.ann.call('listPages', { params: params() })
  const beside = all.find(({ name }) => name === 'Level 10')?.parent ?? null
  await make('Level 10 too', { parent: beside })
  await max.getByRole('link', { name: /^Level 10 E/ }).focus()
  await max.keyboard.press('Alt+ArrowRight')
  await expect(max.getByText('Pages can be nested at most 10 levels deep.')).toBeVisible()
  // The keyboard moves a page among its siblings and out of its parent.
  await ann.getByRole('link', { name: /^Two / }).focus()
  await ann.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => order(max)).toEqual(['One', 'Two', 'Three'])
  await ann.keyboard.press('Alt+ArrowRight')
  await expect(fold('One')).toBeVisible()
  await ann.keyboard.press('Alt+ArrowLeft')
  await expect(fold('One')).toHaveCount(0)
})

test('labels are chosen on the page and in the list, which is filtered and ordered, live', async ({
  ann,
  max,
}) => {
  const plan = await make('Plan')
  await make('Zebra')
  const old = await make('Old')
  for (const name of ['Guide', 'Draft'])
    await team.ann.call('createLabel', { params: params(), body: { name } })
  await visit(max, list())
  await visit(ann, `${list()}/${plan.id}`)
  await ann.getByRole('combobox', { name: 'Labels' }).click()
  await ann.getByRole('option', { name: 'Guide' }).click()
  await ann.getByRole('option', { name: 'Draft' }).click()
  await ann.keyboard.press('Escape')
  await expect(ann.locator('button[aria-label=Labels]')).toHaveText('GuideDraft')
  await expectAccessible(ann, { name: 'page with labels' })
  const rows = max.getByRole('list', { name: 'Pages' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Plan' })).toContainText('Guide')
  await ann.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rows.filter({ hasText: 'Plan' })).not.toContainText('Draft')
  // The menu of a page in the list of pages also opens the list of labels.
  await max.getByRole('button', { name: 'Actions for Zebra' }).click()
  await max.getByRole('menuitem', { name: 'Labels…' }).click()
  await max.getByRole('option', { name: 'Draft' }).click()
  await max.keyboard.press('Escape')
  await expect(rows.filter({ hasText: 'Zebra' })).toContainText('Draft')
  const filter = async (name: string) => {
    await max.getByRole('button', { name: 'Filter' }).click()
    await max.getByRole('menuitem', { name, exact: true }).click()
  }
  await filter('Labels')
  await max.getByRole('option', { name: 'Draft' }).click()
  await max.getByRole('option', { name: 'Guide' }).click()
  await max.keyboard.press('Escape')
  await expect(rows).toHaveCount(2)
  await max.getByRole('button', { name: 'Labels is any of' }).click()
  await max.getByRole('menuitemradio', { name: 'is none of' }).click()
  await expect(rows).toHaveText([/Old/])
  await max.getByRole('button', { name: 'Remove Labels' }).click()
  await filter('Created')
  await max.getByRole('option', { name: 'yesterday', exact: true }).click()
  await expect(max.getByText('No matching pages')).toBeVisible()
  await expectAccessible(max, { name: 'pages by filters' })
  await max.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(rows).toHaveCount(3)
  // The page that was opened last comes first, in all windows of the user.
  const order = async (name: string) => {
    await max.getByRole('button', { name: /^Order by/ }).click()
    await max.getByRole('menuitemradio', { name }).click()
  }
  const recordVisit = (page: { id: string }) =>
    team.max.call('recordVisit', {
      params: { slug: team.slug },
      body: { entity_name: 'page', entity_identifier: page.id },
    })
  await recordVisit(plan)
  await order('Last opened')
  await expect(rows).toHaveText([/Plan.*Opened/, /Old/, /Zebra/])
  await recordVisit(old)
  await expect(rows).toHaveText([/Old.*Opened/, /Plan.*Opened/, /Zebra/])
  await order('Oldest first')
  await expect(rows).toHaveText([/Plan/, /Old/, /Zebra/])
  await order('Name')
  await expect(rows).toHaveText([/Old/, /Plan/, /Zebra/])
  await order('Z to A')
  await max.reload()
  await expect(rows).toHaveText([/Zebra/, /Plan/, /Old/])
})

test('a cover is added, changed and removed, live', async ({ ann, max }) => {
  const page = await make('Plan')
  for (const who of [ann, max]) await visit(who, `${list()}/${page.id}`)
  const cover = (who: typeof ann) => who.getByRole('group', { name: 'Cover' })
  const width = (who: typeof ann) =>
    cover(who)
      .locator('img')
      .evaluate((img: HTMLImageElement) => (img.src.startsWith('blob:') ? 0 : img.naturalWidth))
  const choosing = ann.waitForEvent('filechooser')
  await ann.getByRole('button', { name: 'Add cover' }).click()
  await (await choosing).setFiles(await createJpegFile('quay.jpg', '#2050a0', 1600))
  await expect.poll(() => width(max)).toBe(1280)
  await expect(ann.getByRole('button', { name: 'Add cover' })).toHaveCount(0)
  await expectAccessible(max, { name: 'page with a cover' })
  await cover(max).hover()
  await max
    .locator('input[type=file][aria-label=Cover]')
    .setInputFiles(await createJpegFile('red.jpg', '#a02020', 700))
  await expect.poll(() => width(ann)).toBe(700)
  await max.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => width(ann)).toBe(1280)
  await cover(ann).hover()
  await ann.getByRole('button', { name: 'Remove cover' }).click()
  await expect(cover(max)).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => width(max)).toBe(1280)
  // A reader of a locked page sees the cover without buttons.
  await team.ann.call('lockPage', { params: { ...params(), page_id: page.id } })
  await expect(cover(max)).toBeVisible()
  await expect(cover(max).getByRole('button')).toHaveCount(0)
})

test('archiving makes a page read-only while it is edited', async ({ ann, max }) => {
  const page = await make('Plan', { description_html: '<p>Written</p>' })
  await visit(max, `${list()}/${page.id}`)
  const text = max.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await visit(ann, list())
  await ann.getByRole('button', { name: 'Actions for Plan' }).click()
  await ann.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(max.getByText('This page is archived and read-only.')).toBeVisible()
  await expect(text).not.toBeEditable()
  await ann.getByRole('toolbar', { name: 'Visibility' }).getByRole('button', { name: 'Archived' }).click()
  await expect(ann.getByRole('link', { name: /^Plan/ })).toBeVisible()
  await ann.getByRole('button', { name: 'Actions for Plan' }).click()
  await ann.getByRole('menuitem', { name: 'Restore from the archive' }).click()
  await expect(text).toBeEditable()
})

test('a page moves to another project while it is open', async ({ ann }) => {
  const other = await team.ann.call('createProject', {
    params: { slug: team.slug },
    body: { name: 'Borealis', identifier: 'BOR' },
  })
  const page = await make('Wanderer')
  await visit(ann, `${list()}/${page.id}`)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Move to', exact: true }).click()
  await ann.getByRole('menuitem', { name: 'Borealis' }).click()
  await expect(ann).toHaveURL(new RegExp(`/projects/${other.id}/pages/${page.id}$`))
  // Wait for the screen of the other project, because the URL changes before the screen does.
  await expect(ann.getByRole('main').getByRole('link', { name: 'Borealis' })).toBeVisible()
  await visit(ann, `${list()}/${page.id}`)
  await expect(ann).toHaveURL(new RegExp(`/projects/${other.id}/pages/${page.id}$`))
})

test('on a phone, the menu nests a page, with Undo', async ({ ann, max }) => {
  const below = await make('Below')
  const above = await make('Above')
  await make('Inside', { parent: below.id })
  await visit(max, list())
  await ann.setViewportSize({ width: 390, height: 844 })
  await visit(ann, list())
  await ann.getByRole('button', { name: 'Actions for Below' }).click()
  await ann.getByRole('menuitem', { name: 'Move under…' }).click()
  const options = ann.getByRole('option')
  // The list of possible parents contains neither the page itself nor its descendants.
  await expect(options).toHaveText([/Top level/, /Above/])
  await expectAccessible(ann)
  await ann.getByRole('combobox', { name: 'Move under…' }).fill('abo')
  await ann.keyboard.press('Enter')
  await expect(max.getByRole('button', { name: 'Collapse Above' })).toBeVisible()
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(max.getByRole('button', { name: 'Collapse Above' })).toHaveCount(0)
  await visit(max, `${list()}/${below.id}`)
  // The list of pages has a menu with the same name, so the test waits for the page.
  await expect(max.getByRole('textbox', { name: 'Page text' })).toBeVisible()
  await max.getByRole('button', { name: 'More actions' }).click()
  await max.getByRole('menuitem', { name: 'Move under…' }).click()
  await max.getByRole('option', { name: 'Above' }).click()
  await expect(
    max.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Above' }),
  ).toBeVisible()
  await expect
    .poll(async () => (await team.max.call('getPage', { params: { ...params(), page_id: below.id } })).parent)
    .toBe(above.id)
})

test('a page is locked, shared, archived and kept at hand by its keys, which ? lists', async ({
  ann,
  max,
}) => {
  const page = await make('Plan')
  await visit(max, `${list()}/${page.id}`)
  await visit(ann, `${list()}/${page.id}`)
  const text = max.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await expect(ann.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  await ann.keyboard.press('Shift+F')
  await expect(ann.getByRole('link', { name: 'Plan' }).first()).toBeVisible()
  await ann.keyboard.press('Shift+L')
  await expect(max.getByText('This page is locked and read-only.')).toBeVisible()
  // The shortcut is disabled on pages that the person cannot manage.
  await max.keyboard.press('Shift+L')
  await max.keyboard.press('Shift+R')
  await ann.keyboard.press('?')
  const sheet = ann.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const [words, key] of [
    ['Unlock', 'L'],
    ['Make private', 'A'],
    ['Archive', 'R'],
  ])
    await expect(sheet.getByText(new RegExp(`^${words}\\s*Shift\\s*${key}$`))).toBeVisible()
  await ann.keyboard.press('Escape')
  await ann.keyboard.press('Shift+L')
  await expect(text).toBeEditable()
  await ann.keyboard.press('Shift+R')
  await expect(max.getByText('This page is archived and read-only.')).toBeVisible()
  await ann.keyboard.press('Shift+R')
  await expect(text).toBeEditable()
  await ann.keyboard.press('Shift+A')
  await expect(max.getByRole('heading', { name: 'Page not found' })).toBeAttached()
  expect(await team.ann.call('getPage', { params: { ...params(), page_id: page.id } })).toMatchObject({
    access: 1,
    is_locked: false,
    archived_at: null,
  })
})

test('an opened page is among the recent visits until it is deleted', async ({ ann }) => {
  const page = await make('Visited')
  await visit(ann, `${list()}/${page.id}`)
  await expect
    .poll(async () => {
      const visits = await team.ann.call('listRecentVisits', {
        params: { slug: team.slug },
        query: { entity_name: 'page' },
      })
      return visits.map(({ entity_identifier }) => entity_identifier)
    })
    .toEqual([page.id])
  await team.ann.call('deletePage', { params: { ...params(), page_id: page.id } })
  expect(
    await team.ann.call('listRecentVisits', { params: { slug: team.slug }, query: { entity_name: 'page' } }),
  ).toEqual([])
})

test('a page and its sub-pages are exported as an archive', async ({ ann, server }) => {
  const top = await make('Handbook', { description_html: '<p>Begun</p>' })
  await make('Chapter', { parent: top.id })
  await visit(ann, `${list()}/${top.id}`)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Export…' }).click()
  const dialog = ann.getByRole('dialog', { name: 'Export page' })
  await expect(dialog.getByRole('checkbox', { name: 'Include 1 sub-page' })).toBeChecked()
  await expectAccessible(ann, { within: '[data-modal]' })
  const archive = ann.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  expect((await archive).suggestedFilename()).toBe('Handbook.zip')
  expect(await (await archive).failure()).toBeNull()
  await expect(dialog).toBeHidden()
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Export…' }).click()
  for (const box of await dialog.getByRole('checkbox').all()) await box.click()
  await dialog.getByRole('radio', { name: 'Markdown' }).click()
  const file = ann.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).press('Enter')
  expect((await file).suggestedFilename()).toBe('Handbook.md')
  await runSql(
    server.databaseUrl,
    `insert into pages (id, workspace_id, project_ids, name, access, owned_by, created_by, updated_by, color, logo_props, view_props, label_ids, sort_order, parent)
     select uuidv7(), workspace_id, project_ids, 'Leaf', access, owned_by, created_by, updated_by, color, logo_props, view_props, label_ids, sort_order, id
     from pages, generate_series(1, $2::int) where id = $1`,
    [top.id, maxExportedPages - 1],
  )
  await ann.reload()
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Export…' }).click()
  await expect(dialog.getByRole('alert')).toContainText('at most 1000 pages')
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /sub-pages/ }).click()
  await expect(dialog.getByRole('link', { name: 'Download' })).toBeVisible()
})

test('page appearance applies to everybody', async ({ ann, max }) => {
  const page = await make('Plan', { description_html: '<p>Written</p>' })
  await visit(max, `${list()}/${page.id}`)
  await visit(ann, `${list()}/${page.id}`)
  const body = max.getByRole('textbox', { name: 'Page text' })
  await expect(body).toBeVisible()
  const width = (await body.boundingBox())?.width ?? 0
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Page style' }).hover()
  await ann.getByRole('menuitemcheckbox', { name: 'Full width' }).click()
  await ann.getByRole('menuitemcheckbox', { name: 'Small text' }).click()
  await ann.getByRole('menuitemradio', { name: 'Monospace' }).click()
  await expect(body).toHaveCSS('font-family', /JetBrains Mono/)
  await expect(body).toHaveCSS('font-size', '13px')
  await expect.poll(async () => (await body.boundingBox())?.width).toBeGreaterThan(width)
})

test('the outline goes to a heading by keys, out of what is folded, and follows what another writes', async ({
  ann,
  max,
}) => {
  const lines = '<p>One line of it.</p>'.repeat(60)
  const page = await make('Handbook', {
    description_html: `<h1>First</h1>${lines}<h2>Second</h2>${lines}<h2>Third</h2>${lines}`,
  })
  await visit(ann, `${list()}/${page.id}`)
  const text = ann.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  const outline = ann.getByRole('navigation', { name: 'Outline' })
  const headings = outline.getByRole('button')
  // In a wide window, the outline is a column that the user can hide.
  await expect(headings.first()).toHaveAttribute('aria-current', 'true')
  await expectAccessible(ann)
  await headings.last().click()
  await expect(headings.last()).toHaveAttribute('aria-current', 'true')
  await text.press('Control+Shift+o')
  await expect(outline).toBeHidden()
  await ann.reload()
  await expect(ann.getByRole('button', { name: 'Outline', pressed: false })).toBeVisible()
  await ann.setViewportSize({ width: 1200, height: 800 })
  await ann.getByRole('button', { name: 'Outline' }).click()
  await expect(headings).toHaveText(['First', 'Second', 'Third'])
  await expect(ann.getByText('723 words · ', { exact: false })).toBeVisible()
  await expectAccessible(ann, { name: 'outline' })
  await visit(max, `${list()}/${page.id}`)
  await expect(max.getByRole('textbox', { name: 'Page text' })).toBeEditable()
  await headings.last().evaluate((heading) => heading.setAttribute('data-before', ''))
  await max.getByRole('textbox', { name: 'Page text' }).getByRole('heading', { name: 'First' }).click()
  await max.keyboard.press('End')
  await max.keyboard.type(' of all')
  await expect(headings.first()).toHaveText('First of all')
  // A long document has hundreds of headings, which must not be drawn again for each letter.
  await expect(headings.last()).toHaveAttribute('data-before')
  await expect(ann.getByText('725 words · ', { exact: false })).toBeVisible()
  await headings.first().focus()
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('ArrowDown')
  await ann.keyboard.press('Enter')
  await expect(outline).toBeHidden()
  await expect(text.getByRole('heading', { name: 'Third' })).toBeInViewport()
  await expect(text.getByRole('heading', { name: 'First' })).not.toBeInViewport()
  await ann.keyboard.press('Control+Shift+o')
  await expect(headings.nth(2)).toHaveAttribute('aria-current', 'true')
  await ann.keyboard.press('Escape')
  await expect(outline).toBeHidden()
  await ann.setViewportSize({ width: 390, height: 800 })
  await ann.getByRole('button', { name: 'Outline' }).click()
  await headings.first().click()
  await expect(text.getByRole('heading', { name: 'First' })).toBeInViewport()
})

test('a page is copied alone or with its sub-pages, as chosen', async ({ ann }) => {
  const top = await make('Handbook')
  await make('Chapter', { parent: top.id })
  await ann.setViewportSize({ width: 390, height: 844 })
  await visit(ann, list())
  const copy = async (what: string) => {
    await ann.getByRole('button', { name: 'Actions for Handbook', exact: true }).press('Enter')
    await ann.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
    const dialog = ann.getByRole('dialog', { name: 'Duplicate “Handbook”' })
    await expect(dialog.getByRole('radio', { name: 'The page and its sub-page' })).toBeChecked()
    await dialog.getByRole('radio', { name: what }).press('Space')
    await expectAccessible(ann)
    await dialog.getByRole('button', { name: 'Duplicate' }).press('Enter')
    await expect(dialog).toBeHidden()
  }
  const pages = () => team.ann.call('listPages', { params: params(), query: {} })
  await copy('Only the page')
  await expect.poll(async () => (await pages()).length).toBe(3)
  await copy('The page and its sub-page')
  await expect.poll(async () => (await pages()).length).toBe(5)
  const told = ann.getByRole('listitem').filter({ hasText: 'and its sub-pages duplicated' })
  await told.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await pages()).length).toBe(3)
})

test('the palette and the shortcut create a page in the project, and elsewhere a workspace page', async ({
  ann,
}) => {
  await visit(ann, `/${team.slug}`)
  await expect(ann.getByRole('button', { name: 'Customize home' })).toBeVisible()
  await ann.keyboard.press('n')
  await ann.keyboard.press('d')
  await expect(ann).toHaveURL(new RegExp(`/${team.slug}/pages/[0-9a-f-]+$`))
  await visit(ann, team.board)
  await expect(ann.getByRole('button', { name: 'Board', exact: true })).toBeVisible()
  const palette = ann.getByRole('combobox', { name: 'Command palette' })
  const first = ann.getByRole('option').first()
  await ann.keyboard.press('Control+k')
  for (const [typed, found] of [
    ['log out', /^Sign out/],
    ['add page', /^New page/],
    ['page', /^New page/],
  ] as const) {
    await palette.fill(typed)
    await expect(first).toHaveText(found)
  }
  await ann.keyboard.press('Enter')
  await expect(ann).toHaveURL(new RegExp(`/projects/${team.project_id}/pages/[0-9a-f-]+$`))
})
