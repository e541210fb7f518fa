import { expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
})

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const people = (page: Page) =>
  page.getByRole('listbox', { name: 'Mention people, teamspaces, dates and pages' })
const chip = (page: Page, name: string) => page.locator('.mention', { hasText: `@${name}` })
const marked = (page: Page) => people(page).getByRole('option', { selected: true })

async function openItem(page: Page, id: string) {
  await visit(page, `${team.board}?peek=${id}`)
  await expect(description(page)).toBeEditable()
  await description(page).click()
}

test('Ann mentions Max, and his filtered board shows the item', async ({ ann, max }) => {
  const item = await createItem(team, 'For Max')
  await createItem(team, 'For nobody')
  await visit(max, team.board)
  await expect(max.locator('[data-card]')).toHaveCount(2)
  await max.getByRole('combobox', { name: 'Add a filter' }).click()
  await max.getByRole('option', { name: 'Mentions', exact: true }).click()
  await max.getByRole('option', { name: 'Max', exact: true }).click()
  await max.keyboard.press('Escape')
  await expect(max.getByText('No work items match the filters')).toBeVisible()

  await openItem(ann, item.id)
  await ann.keyboard.type('Please ask @ma')
  await expect(people(ann).getByRole('option')).toHaveAccessibleName('Max')
  await ann.keyboard.press('Enter')
  await expect(people(ann)).toBeHidden()
  await ann.keyboard.type('about it.')
  await expect(description(ann)).toHaveText('Please ask @Max about it.')
  await expect(max.locator('[data-card]')).toHaveText(/For Max/, { timeout: 20_000 })

  await ann.reload()
  await expect(description(ann)).toBeEditable()
  await expect(chip(ann, 'Max')).toBeVisible()
  await team.max.call('updateMe', { body: { display_name: 'Maximilian' } })
  await expect(chip(ann, 'Maximilian')).toBeVisible()
  const stored = await team.max.call('getWorkItem', {
    params: { slug: team.slug, project_id: team.project_id, id: item.id },
  })
  expect(stored).toMatchObject({ mention_ids: [team.max.id], is_subscribed: true })
})

test('the list of people works by keyboard and mouse and can be ignored', async ({ ann }) => {
  const item = await createItem(team, 'Keys')
  await openItem(ann, item.id)
  await ann.keyboard.type('@')
  // People come first, then today and tomorrow.
  await expect(people(ann).getByRole('option')).toHaveText([/Max/, /Ann/, /Today/, /Tomorrow/])
  await expect(marked(ann)).toHaveAccessibleName('Max')
  await ann.keyboard.press('ArrowDown')
  await expect(marked(ann)).toHaveAccessibleName('Ann')
  await expect(description(ann)).toHaveAttribute(
    'aria-activedescendant',
    (await marked(ann).getAttribute('id')) ?? '',
  )
  // Escape closes the list but not the side panel, and the list stays closed until another @.
  await ann.keyboard.press('Escape')
  await expect(people(ann)).toBeHidden()
  await ann.keyboard.type('noon, mail me@example.com')
  await expect(people(ann)).toBeHidden()
  await ann.keyboard.type(' @nobody')
  await expect(ann.getByText('No matches')).toBeVisible()
  await ann.keyboard.press('Enter')
  await expect(people(ann)).toBeHidden()
  await ann.keyboard.type('or @')
  await people(ann).getByRole('option', { name: 'Ann' }).click()
  await ann.keyboard.type('again')
  await expect(description(ann).locator('p').last()).toHaveText('or @Ann again')
  await ann.keyboard.press('Control+z')
  await ann.keyboard.press('Control+z')
  await expect(chip(ann, 'Ann')).toHaveCount(0)
})

test('Backspace deletes a mention, also on a page', async ({ ann, max }) => {
  const page = await team.ann.call('createPage', {
    params: { slug: team.slug, project_id: team.project_id },
    body: {
      name: 'Plan',
      description_html: `<p><mention-component entity_identifier="${team.max.id}" entity_name="user_mention"></mention-component></p>`,
    },
  })
  const text = (of: Page) => of.getByRole('textbox', { name: 'Page text' })
  for (const of of [ann, max]) await visit(of, `/${team.slug}/projects/${team.project_id}/pages/${page.id}`)
  await expect(chip(ann, 'Max')).toBeVisible()
  await expect(text(max)).toBeEditable()
  await text(max).click()
  await max.keyboard.press('Control+End')
  await max.keyboard.press('Backspace')
  await expect(chip(ann, 'Max')).toHaveCount(0)
  await max.keyboard.type('@an')
  await max.keyboard.press('Tab')
  await expect(chip(ann, 'Ann')).toBeVisible()
})

test('Ann mentions a teamspace, whose chip shows its name and its members are mentioned', async ({ ann }) => {
  const params = { slug: team.slug }
  const body = { name: 'Cartographers', member_ids: [team.max.id] }
  const { id: teamspace_id } = await team.ann.call('createTeamspace', { params, body })
  const item = await createItem(team, 'For the team')
  await openItem(ann, item.id)
  await ann.keyboard.type('Ask @carto')
  await expect(people(ann).getByRole('option')).toHaveAccessibleName(/Cartographers/)
  await ann.keyboard.press('Enter')
  await expect(chip(ann, 'Cartographers')).toBeVisible()
  await team.ann.call('updateTeamspace', { params: { ...params, teamspace_id }, body: { name: 'Surveyors' } })
  await expect(chip(ann, 'Surveyors')).toBeVisible()
  await expect
    .poll(async () => {
      const where = { ...params, project_id: team.project_id, id: item.id }
      return (await team.max.call('getWorkItem', { params: where })).mention_ids
    })
    .toEqual([team.ann.id, team.max.id])
})

test('Ann mentions Max, who is not in the project, and adds him', async ({ ann }) => {
  const { slug } = team
  const { id: project_id } = await team.ann.call('createProject', {
    params: { slug },
    body: { name: 'Beacon', identifier: 'BEA' },
  })
  const params = { slug, project_id }
  const item = await team.ann.call('createWorkItem', { params, body: { name: 'Without Max' } })
  await visit(ann, `/${slug}/projects/${project_id}/issues?peek=${item.id}`)
  await expect(description(ann)).toBeEditable()
  await description(ann).click()
  await ann.keyboard.type('@ma')
  await expect(people(ann).getByRole('option')).toHaveText(/Max.*Not in this project/)
  await ann.keyboard.press('Enter')
  await expect(ann.getByText('Max is not in Beacon')).toBeVisible()
  await ann.getByRole('button', { name: 'Add to project' }).click()
  await expect(ann.getByText('1 person added')).toBeVisible()
  await description(ann).click()
  await ann.keyboard.type('please read this.')
  const read = () => team.max.call('getWorkItem', { params: { ...params, id: item.id } })
  await expect.poll(async () => (await read()).mention_ids, { timeout: 20_000 }).toEqual([team.max.id])
})
