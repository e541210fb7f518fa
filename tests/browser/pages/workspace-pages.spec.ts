import { expect } from '@playwright/test'
import { role } from '#common/platform/roles.ts'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const list = () => `/${team.slug}/pages`
const make = (name: string, more: object = {}) =>
  team.ann.call('createWorkspacePage', { params: { slug: team.slug }, body: { name, ...more } })

async function setRole(held: 5 | 15): Promise<void> {
  const params = { slug: team.slug }
  const members = await team.ann.call('listWorkspaceMembers', { params })
  const id = members.find((row) => row.member.id === team.max.id)?.id ?? ''
  const body = { role: held }
  await team.ann.call('updateWorkspaceMember', { params: { ...params, member_id: id }, body })
}

test('two people write a page of the workspace, which stands in the sidebar', async ({ ann, max }) => {
  await visit(ann, `/${team.slug}`)
  await ann.getByRole('navigation').getByRole('link', { name: 'Workspace pages', exact: true }).click()
  await expect(ann.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('Workspace pages')
  await expect(ann.getByText('No pages yet')).toBeVisible()
  await expectAccessible(ann)
  await visit(max, list())
  await ann.getByRole('button', { name: 'New page' }).first().click()
  await expect(ann).toHaveURL(new RegExp(`/${team.slug}/pages/[0-9a-f-]{36}$`))
  await ann.getByRole('textbox', { name: 'Page title' }).fill('Handbook')
  await max.getByRole('link', { name: /^Handbook/ }).click()
  await ann.getByRole('textbox', { name: 'Page text' }).pressSequentially('Welcome')
  await expect(max.getByRole('textbox', { name: 'Page text' })).toContainText('Welcome')
  await max.getByRole('button', { name: 'New sub-page' }).click()
  await expect(max.getByRole('textbox', { name: 'Page text' })).not.toContainText('Welcome')
  await max.getByRole('textbox', { name: 'Page title' }).fill('First days')
  await expect(
    ann.getByRole('region', { name: 'Sub-pages' }).getByRole('link', { name: 'First days' }),
  ).toBeVisible()
  await expect(
    max.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Handbook' }),
  ).toBeVisible()
})

test('an open page moves from a project to the workspace, with Undo', async ({ ann, max }) => {
  const params = { slug: team.slug, project_id: team.project_id }
  const page = await team.ann.call('createPage', { params, body: { name: 'Wanderer' } })
  const inProject = `/${team.slug}/projects/${team.project_id}/pages/${page.id}`
  await visit(max, inProject)
  await expect(max.getByRole('textbox', { name: 'Page text' })).toBeEditable()
  await visit(ann, inProject)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Move to', exact: true }).click()
  await ann.getByRole('menuitem', { name: 'Workspace pages' }).click()
  for (const one of [ann, max]) await expect(one).toHaveURL(new RegExp(`${list()}/${page.id}$`))
  await max.getByRole('textbox', { name: 'Page text' }).pressSequentially('Still here')
  await expect(ann.getByRole('textbox', { name: 'Page text' })).toContainText('Still here')
  await ann.getByRole('button', { name: 'Undo' }).click()
  for (const one of [ann, max]) await expect(one).toHaveURL(new RegExp(`${inProject}$`))
  await visit(max, `${list()}/${page.id}`)
  await expect(max).toHaveURL(new RegExp(`${inProject}$`))
})

test('a private one is its owner’s alone; lock and access act on the other at once', async ({ ann, max }) => {
  const page = await make('Rules')
  await visit(max, `${list()}/${page.id}`)
  await visit(ann, `${list()}/${page.id}`)
  const text = max.getByRole('textbox', { name: 'Page text' })
  await expect(text).toBeEditable()
  await expect(ann.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  await ann.keyboard.press('Shift+L')
  await expect(max.getByText('This page is locked and read-only.')).toBeVisible()
  await ann.keyboard.press('Shift+L')
  await expect(text).toBeEditable()
  await ann.keyboard.press('Shift+A')
  await expect(max.getByRole('heading', { name: 'Page not found' })).toBeAttached()
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Share with the workspace' }).click()
  await visit(max, list())
  await expect(max.getByRole('link', { name: /^Rules/ })).toBeVisible()
})

test('a new guest loses all pages that are not shared with them', async ({ max }) => {
  const page = await make('Handbook', { description_html: '<p>For members</p>' })
  await visit(max, `${list()}/${page.id}`)
  await expect(max.getByText('For members')).toBeVisible()
  await setRole(role.guest)
  await expect(max.getByText('For members')).toHaveCount(0)
  await expect(max.getByRole('heading', { name: 'Page not found' })).toBeAttached()
  await visit(max, list())
  await expect(max.getByText('No pages shared with you').first()).toBeVisible()
  await expectAccessible(max)
  await team.ann.call('shareWorkspacePage', {
    params: { slug: team.slug, page_id: page.id },
    body: { user_id: team.max.id, role: 'read' },
  })
  await max
    .getByRole('main')
    .getByRole('link', { name: /^Handbook/ })
    .click()
  await expect(max.getByText('For members')).toBeVisible()
  await expect(max.getByRole('link', { name: 'Shared with me' }).first()).toBeVisible()
  await setRole(role.member)
  await expect(max.getByRole('link', { name: 'Workspace pages' }).first()).toBeVisible()
})

test('is a favorite, found by the palette and exported', async ({ ann }) => {
  const page = await make('Wolverine handbook', { description_html: '<p>Said once</p>' })
  await ann.setViewportSize({ width: 390, height: 844 })
  await visit(ann, list())
  await ann.getByRole('button', { name: 'Actions for Wolverine handbook' }).click()
  await ann.getByRole('menuitem', { name: 'Add to favorites' }).click()
  await ann.setViewportSize({ width: 1280, height: 800 })
  await visit(ann, `/${team.slug}`)
  await ann.getByRole('navigation').getByRole('link', { name: 'Wolverine handbook' }).first().click()
  await expect(ann).toHaveURL(new RegExp(`${list()}/${page.id}$`))
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Version history' }).click()
  await expect(ann.getByRole('dialog')).toBeVisible()
  await ann.keyboard.press('Escape')
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Export…' }).click()
  const download = ann.waitForEvent('download')
  await ann.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('Wolverine handbook.zip')
  await visit(ann, `/${team.slug}`)
  await expect(ann.getByRole('navigation').getByRole('link', { name: 'Wolverine handbook' })).toBeVisible()
  await ann.keyboard.press('ControlOrMeta+k')
  await ann.getByPlaceholder('Type a command or search…').fill('wolverine')
  await ann
    .getByRole('option', { name: /Wolverine handbook/ })
    .first()
    .click()
  await expect(ann).toHaveURL(new RegExp(`${list()}/${page.id}$`))
})

test('a page begins from what is built in, becomes a template that begins others, or is imported', async ({
  ann,
  max,
}) => {
  const page = await make('Monday', { view_props: { font: 'serif' } })
  const body = (of: typeof ann) => of.getByRole('textbox', { name: 'Page text' })
  await visit(ann, `${list()}/${page.id}`)
  const begin = ann.getByRole('region', { name: 'Start from a template' })
  await begin.getByRole('button', { name: 'Meeting notes' }).click()
  await expect(body(ann).getByRole('heading', { name: 'Agenda' })).toBeVisible()
  await expect(begin).toHaveCount(0)
  await visit(max, `/${team.slug}/settings/templates`)
  await expect(max.getByText('No page templates yet')).toBeVisible()
  await expectAccessible(max)
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Save as template' }).click()
  await expect(ann.getByText('Template created: Monday')).toBeVisible()
  await max.getByRole('button', { name: 'Monday', exact: true }).click()
  const dialog = max.getByRole('dialog', { name: 'Edit template' })
  await expect(dialog.getByRole('textbox', { name: 'Page text' })).toContainText('Agenda')
  await dialog.getByRole('textbox', { name: 'Page title' }).fill('Week')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(max.getByText('Template updated: Monday')).toBeVisible()
  await max.setViewportSize({ width: 390, height: 844 })
  await visit(max, list())
  await expect(max.getByRole('button', { name: 'New page' }).first()).toBeVisible()
  await max.keyboard.press('Control+k')
  await max.getByRole('combobox', { name: 'Command palette' }).fill('workspace page from')
  await max.getByRole('option', { name: 'New workspace page from template' }).click()
  await max.getByRole('option', { name: /Monday/ }).click()
  await expect(body(max).getByRole('heading', { name: 'Agenda' })).toBeVisible()
  await expect(max.getByRole('textbox', { name: 'Page title' })).toHaveText('Week')
  await expect(max).toHaveURL(new RegExp(`/${team.slug}/pages/[0-9a-f-]{36}$`))
  await expect(max.locator('article[data-font=serif]')).toBeVisible()
  // Files from other programs can be imported into the workspace as well.
  await visit(ann, list())
  await ann.getByRole('button', { name: 'More actions' }).click()
  await ann.getByRole('menuitem', { name: 'Import…' }).click()
  const importing = ann.locator('[data-modal]')
  await expect(importing.getByRole('combobox', { name: 'Import into' })).toHaveText('Workspace pages')
  const file = { name: 'setup.md', mimeType: 'text/markdown', buffer: Buffer.from('# Setting up\n\nBegin') }
  await importing.locator('input[type=file]').setInputFiles([file])
  await importing.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(importing).toContainText('1 page imported')
  await importing.getByRole('link', { name: 'Setting up' }).first().click()
  await expect(body(ann)).toContainText('Begin')
  await expect(ann).toHaveURL(new RegExp(`/${team.slug}/pages/[0-9a-f-]{36}$`))
})
