import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { newId } from '#common/ids.ts'
import { join, makeTeam } from './support/team.ts'
import { test } from './support/test.ts'

async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

test('somebody invited by link joins and sees the board', async ({ ann, max, server }) => {
  const slug = `acme-${newId().slice(-8)}`
  const annClient = await join(server, ann, 'Ann')
  await annClient.call('createWorkspace', { body: { name: 'Acme', slug } })
  await annClient.call('createSampleWorkspace', { params: { slug } })
  const maxClient = await join(server, max, 'Max')

  await ann.goto(`/${slug}/settings/members`)
  await ann.getByRole('button', { name: 'Invite people' }).click()
  await ann.getByRole('textbox', { name: 'E-mail address 1' }).fill(maxClient.email)
  await ann.getByRole('button', { name: 'Invite 1 person' }).click()
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ann.getByRole('button', { name: `Copy link for ${maxClient.email}` }).click()
  await expect(ann.getByText('Link copied')).toBeVisible()
  const link = await ann.evaluate(() => navigator.clipboard.readText())

  await ann.goto(link)
  await expect(ann.getByText('This invitation is for someone else')).toBeVisible()
  expect(await problems(ann)).toEqual([])
  await ann.goto(`/${slug}/settings/members`)
  await expect(ann.getByText('Invited, not answered yet')).toBeVisible()

  await max.goto(link)
  const accept = max.getByRole('button', { name: 'Join Acme' })
  await expect(accept).toBeVisible()
  expect(await problems(max)).toEqual([])
  await accept.click()
  await expect(max).toHaveURL(`/${slug}`)
  await expect(ann.getByRole('list', { name: 'Members', exact: true })).toContainText(maxClient.email)
  await expect(ann.getByText('Invited, not answered yet')).toBeHidden()

  await max.goto(`/${slug}/projects`)
  await max.getByRole('button', { name: 'Join Harbor' }).click()
  await expect(max.getByText('Book a berth by map')).toBeVisible()

  await max.goto(link)
  await expect(max.getByRole('heading', { name: 'This invitation was answered already' })).toBeVisible()
})

test('a role that is changed counts on the other screen', async ({ ann, max, server }) => {
  const team = await makeTeam(server, { ann, max })
  await ann.goto(`/${team.slug}/settings/members`)
  await max.goto(`/${team.slug}/projects`)
  await expect(max.getByRole('button', { name: 'New project' }).first()).toBeVisible()

  await ann.getByRole('combobox', { name: 'Role of Max' }).click()
  await ann.getByRole('option', { name: 'Guest' }).click()
  await expect(max.getByRole('button', { name: 'New project' })).toHaveCount(0)
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(max.getByRole('button', { name: 'New project' }).first()).toBeVisible()

  await ann.getByRole('button', { name: 'Actions for Max' }).click()
  await ann.getByRole('menuitem', { name: 'Remove from workspace' }).click()
  await ann.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(max.getByRole('heading', { name: 'This workspace is not here' })).toBeAttached()
})

test('a new project is on the other screen, ready to join', async ({ ann, max, server }) => {
  const team = await makeTeam(server, { ann, max })
  await max.goto(`/${team.slug}/projects`)
  await ann.goto(`/${team.slug}/projects`)
  await ann.getByRole('button', { name: 'New project' }).first().click()
  const dialog = ann.getByRole('dialog', { name: 'New project' })
  await dialog.getByLabel('Name').fill('Atlas')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByText('Another project has this name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Website')
  await expect(dialog.getByLabel('Key')).toHaveValue('WEBSI')
  expect(await problems(ann)).toEqual([])
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(ann).toHaveURL(/\/issues$/)
  await expect(ann.getByText('Backlog').first()).toBeVisible()

  await max.getByRole('button', { name: 'Join Website' }).click()
  await expect(max).toHaveURL(/\/issues$/)
  await expect(max.getByText('Backlog').first()).toBeVisible()
})

test('a project gets people, who can be taken out and back', async ({ ann, max, server }) => {
  const team = await makeTeam(server, { ann, max })
  await ann.goto(`/${team.slug}/settings/projects/${team.project_id}/members`)
  const members = ann.getByRole('list', { name: 'Members of this project' })
  await expect(members).toContainText('Max')
  expect(await problems(ann)).toEqual([])
  await ann.getByRole('button', { name: 'Actions for Max' }).click()
  await ann.getByRole('menuitem', { name: 'Remove from project' }).click()
  await expect(members).not.toContainText('Max')
  await ann.getByRole('button', { name: 'Undo' }).click()
  await expect(members).toContainText('Max')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`the lists have no problems that axe finds in ${scheme}`, async ({ ann, server, max }) => {
    const team = await makeTeam(server, { ann, max })
    await ann.emulateMedia({ colorScheme: scheme })
    for (const width of [1440, 360]) {
      await ann.setViewportSize({ width, height: 800 })
      for (const path of [
        `/${team.slug}/projects`,
        `/${team.slug}/settings/members`,
        '/invitations',
        '/create-workspace',
      ]) {
        await ann.goto(path)
        await expect(ann.getByRole('heading', { level: 1 })).toHaveCount(1)
        expect(await problems(ann), `${path} at ${width}`).toEqual([])
        expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    }
  })
}
