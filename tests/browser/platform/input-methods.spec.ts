import { type ElementHandle, expect, type Page } from '@playwright/test'
import { createItem, createTwoUserProject, type TwoUserProject } from '../support/team.ts'
import { test } from '../support/test.ts'

/* The Enter or Escape that ends the composition of an input method must not submit, close or change
   anything in any text field. */
let team: TwoUserProject

test.beforeEach(async ({ server, ann, max }) => {
  team = await createTwoUserProject(server, { ann, max })
  const params = { slug: team.slug, project_id: team.project_id }
  const features = { cycle_view: true, module_view: true, inbox_view: true }
  await team.ann.call('updateProject', { params, body: features })
})

const textFields = [
  'input:not([type=checkbox], [type=radio], [type=file], [type=color], [type=hidden], [type=range], [disabled])',
  'textarea',
  '[contenteditable=true]',
].join(', ')

/**
 * For each screen: its path, the action that opens its text fields, and the minimum number of text fields.
 */
const screens: [
  path: (project: string) => string,
  open: ((page: Page) => Promise<unknown>) | null,
  most: number,
][] = [
  [(project) => `${project}/issues`, (page) => page.getByText('Add work item').first().click(), 1],
  [(project) => `${project}/issues`, (page) => page.keyboard.press('c'), 2],
  [(project) => `${project}/issues`, (page) => page.keyboard.press('Control+k'), 1],
  [(project) => `${project}/issues`, (page) => page.keyboard.press('f'), 1],
  [() => '/browse/ATL-1', (page) => page.getByRole('button', { name: 'Leave a comment…' }).click(), 2],
  [() => '/browse/ATL-1', (page) => page.getByRole('button', { name: 'Edit Title: Written' }).click(), 1],
  [
    (project) => `${project}/cycles`,
    (page) => page.getByRole('button', { name: 'New cycle' }).first().click(),
    2,
  ],
  [
    (project) => `${project}/modules`,
    (page) => page.getByRole('button', { name: 'New module' }).first().click(),
    2,
  ],
  [() => '/stickies', (page) => page.getByRole('button', { name: 'New sticky' }).first().click(), 1],
  [() => '', (page) => page.getByRole('button', { name: 'Add link' }).first().click(), 2],
  [() => '/search', null, 1],
  [() => '/settings', null, 1],
  [() => '/settings/members', null, 1],
  [() => '/settings/profile/general', null, 1],
  [() => '/settings/profile/security', null, 1],
  [(project) => `/settings${project}`, null, 1],
  [(project) => `/settings${project}/labels`, null, 1],
  [
    (project) => `/settings${project}/states`,
    (page) => page.getByRole('button', { name: 'Add a state to Started' }).click(),
    1,
  ],
]

test('keys that end a composition leave every text field as it is', async ({ ann }) => {
  await createItem(team, 'Written')
  const project = `/projects/${team.project_id}`
  for (const [path, open, least] of screens) {
    await ann.goto(`/${team.slug}${path(project)}`)
    if (open) await ready(ann).then(() => open(ann))
    await walk(ann, `${path(project)} ${open}`, least)
  }
})

async function ready(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}

/**
 * Simulates the end of an input method composition in each visible text field of the screen, which must not
 * change the field or the screen. Fails if the screen has fewer than `least` text fields.
 */
async function walk(page: Page, screen: string, least: number): Promise<void> {
  const shown = page.locator(textFields).filter({ visible: true })
  await expect(shown.nth(least - 1), screen).toBeVisible()
  // The search screen stores its text in the URL, so only the path is compared.
  const path = () => new URL(page.url()).pathname
  const here = path()
  for (const field of (await shown.elementHandles()) as Field[]) {
    if (!(await field.isVisible())) continue
    await field.focus()
    await page.keyboard.insertText('に')
    const before = await stateOf(field)
    await endComposition(field)
    expect(await stateOf(field), screen).toEqual(before)
    expect(path(), screen).toBe(here)
  }
}

type Field = ElementHandle<HTMLElement>

/**
 * Simulates that Enter and Escape end an input method composition. Chromium and Firefox dispatch `keydown`
 * before `compositionend`, Safari dispatches it afterwards.
 */
async function endComposition(field: Field): Promise<void> {
  await field.evaluate(async (element) => {
    const say = (type: string) => element.dispatchEvent(new CompositionEvent(type, { bubbles: true }))
    const press = (key: string, isComposing: boolean) => {
      const init = { key, code: key, keyCode: 229, isComposing, bubbles: true, cancelable: true }
      element.dispatchEvent(new KeyboardEvent('keydown', init))
    }
    for (const key of ['Enter', 'Escape']) {
      say('compositionstart')
      press(key, true)
      say('compositionend')
      press(key, false)
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  })
}

function stateOf(field: Field) {
  return field.evaluate((element) => ({
    name: element.getAttribute('aria-label') ?? element.id,
    text: 'value' in element ? String(element.value) : element.textContent,
    isFocused: element.contains(document.activeElement),
    isShown: element.checkVisibility(),
  }))
}
