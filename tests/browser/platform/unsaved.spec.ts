import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

test.use({ ownAccounts: true })

let team: TwoUserProject
const params = () => ({ slug: team.slug, project_id: team.project_id })

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  await team.ann.call('updateProject', {
    params: params(),
    body: { cycle_view: true, module_view: true, inbox_view: true },
  })
})

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })

test('a dialog asks before Escape or a press beside it discards what is typed', async ({ ann }) => {
  const dialogs: [path: string, open: string, field: string][] = [
    ['/cycles', 'New cycle', 'Name'],
    ['/modules', 'New module', 'Name'],
  ]
  for (const [path, open, field] of dialogs) {
    await ann.goto(`/${team.slug}/projects/${team.project_id}${path}`)
    await ann.getByRole('button', { name: open }).first().click()
    const dialog = ann.getByRole('dialog', { name: open })
    const input = dialog.getByRole('textbox', { name: field, exact: true })
    // If the user has typed nothing, the dialog closes without asking for confirmation.
    await expect(input).toBeVisible()
    await ann.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await ann.getByRole('button', { name: open }).first().click()
    await input.fill('Worth keeping')
    await ann.keyboard.press('Escape')
    await expect(question(ann)).toBeVisible()
    // The backdrop of the form dims the screen, and the backdrop of the confirmation dims the form.
    await expect(ann.locator('.bg-veil')).toHaveCount(2)
    await question(ann).getByRole('button', { name: 'Keep editing' }).click()
    await expect(question(ann)).toHaveCount(0)
    await expect(input).toHaveValue('Worth keeping')
    await ann.mouse.click(5, 400)
    if (path === '/cycles') await expectAccessible(ann, { name: 'question of a dialog' })
    await question(ann).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
  }
  // The buttons that save or cancel need no confirmation.
  await ann.goto(`/${team.slug}/projects/${team.project_id}/cycles?tab=all`)
  const dialog = ann.getByRole('dialog', { name: 'New cycle' })
  for (const end of ['Cancel', 'Create cycle']) {
    await ann.getByRole('button', { name: 'New cycle' }).first().click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Sprint 1')
    await dialog.getByRole('button', { name: end }).click()
    await expect(dialog).toHaveCount(0)
  }
  await ann.getByRole('link', { name: 'Sprint 1' }).click()
  await expect(ann).toHaveURL(/cycles\/[0-9a-f-]+$/)
})

test('a screen asks before another one takes the place of what is written', async ({ ann }) => {
  await team.ann.call('createEstimate', {
    params: params(),
    body: {
      estimate: { type: 'points', last_used: true, name: 'Effort' },
      estimate_points: ['1', '2'].map((value, at) => ({ key: at + 1, value })),
    },
  })
  const project = `/${team.slug}/settings/projects/${team.project_id}`
  const field = (name: string) => ann.getByRole('textbox', { name, exact: true })
  const forms: [path: string, fill: () => Promise<unknown>][] = [
    [project, () => field('Name').fill('Other')],
    [`${project}/labels`, () => field('Name of the new label').fill('Bug')],
    [
      `${project}/states`,
      async () => {
        await ann.getByRole('button', { name: 'Add a state to Started' }).click()
        await field('Name of the new state').fill('Review')
      },
    ],
    [`${project}/estimates`, () => field('New value').fill('3')],
    [`/${team.slug}/settings`, () => field('Name').fill('Other')],
    [`/${team.slug}/settings/profile/general`, () => field('First name').fill('Other')],
    [`/${team.slug}/settings/profile/security`, () => ann.getByLabel('Current password').fill('secret')],
  ]
  for (const [path, fill] of forms) {
    await ann.goto(path)
    await fill()
    await ann.getByRole('link', { name: 'Drafts' }).click()
    await expect(question(ann), path).toBeVisible()
    await question(ann).getByRole('button', { name: 'Discard' }).click()
    await expect(ann, path).toHaveURL(/\/drafts$/)
  }
  // A row that is edited in place is normally saved when it loses the focus. The Back button does not move the
  // focus, so the client must ask.
  await ann.goto(project)
  await ann.getByRole('link', { name: 'States' }).click()
  await ann.getByRole('button', { name: 'Edit Name: Todo' }).click()
  await field('Name').fill('To be done')
  await ann.evaluate(() => history.back())
  await expect(question(ann)).toBeVisible()
})
