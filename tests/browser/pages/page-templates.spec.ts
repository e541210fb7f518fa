import { expect, type Page } from '@playwright/test'
import { uploadToStorage } from '../../support/upload.ts'
import { expectAccessible } from '../support/axe.ts'
import { createJpegFile } from '../support/files.ts'
import { createTwoUserProject, signUpGuestOnPage, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject
let params: { slug: string; project_id: string }
let list: string
let host: { url: string }

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  host = server
  params = { slug: team.slug, project_id: team.project_id }
  list = `/${team.slug}/projects/${team.project_id}/pages`
})

/** Uploads a cover picture for a page as Ann. Returns the id of its asset. */
async function sendCover(pageId: string): Promise<string> {
  const { buffer, mimeType: type, name } = await createJpegFile('quay.jpg', '#2050a0', 700)
  const announced = { name, type, size: buffer.length }
  const of = { entity_type: 'PAGE_DESCRIPTION' as const, entity_identifier: pageId }
  const uploadTarget = await team.ann.call('createProjectAsset', { params, body: { ...announced, ...of } })
  await uploadToStorage(host, uploadTarget, { name, type, bytes: buffer })
  const at = { slug: team.slug, asset_id: uploadTarget.asset_id }
  await team.ann.call('confirmWorkspaceAsset', { params: at, body: {} })
  return uploadTarget.asset_id
}

const body = (page: Page) => page.getByRole('textbox', { name: 'Page text' })
const begin = (page: Page) => page.getByRole('region', { name: 'Start from a template' })
const templates = (page: Page) => page.getByRole('list', { name: 'Templates' }).getByRole('listitem')

test('a template fills an empty page in one undo step', async ({ ann, max }) => {
  const page = await team.ann.call('createPage', { params, body: { name: 'Monday' } })
  for (const who of [ann, max]) await visit(who, `${list}/${page.id}`)
  await expect(begin(max)).toBeVisible()
  await expectAccessible(ann, { name: 'empty page' })
  await begin(ann).getByRole('button', { name: 'Meeting notes' }).click()
  await expect(body(ann).getByRole('heading', { name: 'Agenda' })).toBeVisible()
  await expect(body(ann).getByRole('checkbox')).toHaveCount(2)
  await expect(body(ann).locator('.callout')).toBeVisible()
  await expect(body(max).getByRole('heading', { name: 'Agenda' })).toBeVisible()
  await expect(begin(ann)).toHaveCount(0)
  await expect(begin(max)).toHaveCount(0)
  await ann.keyboard.press('Control+z')
  await expect(body(max)).toHaveText('')
  await expect(begin(max)).toBeVisible()
  // The test delays the template, so that it is still loading when the other person starts to type. The typed text
  // must remain.
  const own = { name: 'Own', kind: 'page' as const, description_html: '<p>By the template</p>' }
  await team.ann.call('createTemplate', { params, body: own })
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    void max.route(/work-item-templates\/[^/]+\/$/, async (route) => {
      resolve()
      await new Promise<void>((go) => {
        answer = go
      })
      await route.fallback()
    })
  })
  await begin(max).getByRole('button', { name: 'Own' }).click()
  await isAsked
  await body(ann).click()
  await ann.keyboard.type('Mine')
  await expect(body(max)).toContainText('Mine')
  answer()
  await expect(max.getByText('This page is not empty')).toBeVisible()
  await expect(body(ann)).toHaveText('Mine')
  await expect(body(max)).not.toContainText('By the template')
})

test('what a page has none of its own of comes along from a template, and goes with its text', async ({
  ann,
  max,
}) => {
  const page = await team.ann.call('createPage', { params, body: {} })
  const stored = async () => team.ann.call('getPage', { params: { ...params, page_id: page.id } })
  const label = await team.ann.call('createLabel', { params, body: { name: 'Weekly' } })
  const cover = await sendCover(page.id)
  const logo_props = { in_use: 'emoji' as const, emoji: { value: '128640' } }
  const full = {
    ...{ name: 'Full', title: 'Weekly', kind: 'page' as const, description_html: '<p>By it</p>' },
    ...{ logo_props, label_ids: [label.id], view_props: { cover } },
  }
  await team.ann.call('createTemplate', { params, body: full })
  for (const who of [ann, max]) await visit(who, `${list}/${page.id}`)
  await begin(ann).getByRole('button', { name: 'Full' }).click()
  const taken = { name: 'Weekly', logo_props, label_ids: [label.id], view_props: { cover } }
  await expect(max.getByRole('textbox', { name: 'Page title' })).toHaveText('Weekly')
  await expect(max.getByRole('group', { name: 'Cover' })).toBeVisible()
  await expect.poll(stored).toMatchObject(taken)
  await ann.keyboard.press('Control+z')
  await expect(max.getByRole('group', { name: 'Cover' })).toHaveCount(0)
  await expect
    .poll(stored)
    .toMatchObject({ name: '', logo_props: {}, label_ids: [], view_props: { cover: null } })
  await ann.keyboard.press('Control+Shift+z')
  await expect.poll(stored).toMatchObject(taken)
  // Undo does not overwrite values that another person has changed after the template was applied.
  await team.max.call('updatePage', { params: { ...params, page_id: page.id }, body: { label_ids: [] } })
  const other = { in_use: 'emoji' as const, emoji: { value: '127806' } }
  await team.max.call('updatePage', { params: { ...params, page_id: page.id }, body: { logo_props: other } })
  await expect(ann.getByText('🌾').first()).toBeVisible()
  await ann.keyboard.press('Control+z')
  await expect.poll(stored).toMatchObject({ name: '', logo_props: other, view_props: { cover: null } })
})

test('a page becomes a template, which is kept in the settings and begins other pages', async ({
  ann,
  max,
}) => {
  const points = ['Ask', 'Count'].map((word) => `<li data-type="taskItem"><p>${word}</p></li>`).join('')
  const text = `<h2>Numbers</h2><p>Of the week</p><ul data-type="taskList">${points}</ul>`
  await team.ann.call('createPage', { params, body: { name: 'Weekly report', description_html: text } })
  await team.ann.call('createTemplate', { params, body: { name: 'Other', kind: 'page' } })
  await team.ann.call('createTemplate', { params, body: { name: 'Bug report' } })
  await visit(max, `/${team.slug}/settings/projects/${team.project_id}/templates?of=pages`)
  await expect(templates(max)).toHaveText([/Other/])
  await visit(ann, list)
  await ann.getByRole('button', { name: 'Actions for Weekly report' }).click()
  await ann.getByRole('menuitem', { name: 'Save as template' }).click()
  await expect(ann.getByText('Template created: Weekly report')).toBeVisible()
  await expect(templates(max)).toHaveText([/Other/, /Weekly report/])
  await max.getByRole('searchbox', { name: 'Search templates' }).fill('week')
  await expect(templates(max)).toHaveText([/Weekly report/])
  await expectAccessible(max, { name: 'page templates' })
  await max.getByRole('button', { name: 'Weekly report', exact: true }).click()
  const dialog = max.getByRole('dialog', { name: 'Edit template' })
  await expect(dialog.getByRole('textbox', { name: 'Page text' })).toContainText('Of the week')
  await expectAccessible(max, { name: 'a page template with tasks' })
  await dialog.getByRole('textbox', { name: 'Page title' }).fill('Report')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(max.getByText('Template updated: Weekly report')).toBeVisible()
  await ann.getByRole('combobox', { name: 'Template' }).click()
  await expect(ann.getByRole('option')).toHaveText([
    /Other/,
    /Weekly report/,
    /Meeting/,
    /Decision/,
    /brief/,
    /Retro/,
    /Spec/,
  ])
  await ann.keyboard.type('week')
  await ann.keyboard.press('Enter')
  await expect(body(ann).getByRole('heading', { name: 'Numbers' })).toBeVisible()
  await expect(ann.getByRole('textbox', { name: 'Page title' })).toHaveText('Report')
  await max.getByRole('button', { name: 'Actions for Weekly report' }).click()
  await max.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(max.getByText('No matching templates')).toBeVisible()
  await max.getByRole('searchbox', { name: 'Search templates' }).fill('')
  await expect(templates(max)).toHaveText([/Other/])
  await max.getByRole('button', { name: 'Other', exact: true }).focus()
  await max.keyboard.press('Control+z')
  await expect(templates(max)).toHaveText([/Other/, /Weekly report/])
})

test('the palette creates a page from a template, but not for guests', async ({ server, ann, max }) => {
  await ann.setViewportSize({ width: 390, height: 844 })
  await visit(ann, list)
  await expect(ann.getByRole('button', { name: 'New page' }).first()).toBeVisible()
  await ann.keyboard.press('Control+k')
  await ann.getByRole('combobox', { name: 'Command palette' }).fill('page from template')
  await ann.getByRole('option', { name: 'New page from template' }).click()
  await ann.getByRole('option', { name: /Retrospective/ }).click()
  await expect(body(ann).getByRole('heading', { name: 'What went well' })).toBeVisible()
  await expect(ann.getByRole('textbox', { name: 'Page title' })).toHaveText('Retrospective')
  await signUpGuestOnPage(server, team, max)
  await visit(max, list)
  await expect(max.getByText('No pages yet')).toBeVisible()
  await expect(max.getByRole('combobox', { name: 'Template' })).toHaveCount(0)
})
