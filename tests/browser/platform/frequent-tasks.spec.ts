import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { addDays, createClock } from '#common/platform/clock.ts'
import { createItem, createTwoUserProject, type TwoUserProject, visit } from '../support/team.ts'
import { test } from '../support/test.ts'

/**
 * One step of a task: a key with its modifiers, a text, or the name of a button to click. The table in
 * `docs/keyboard.md` contains keys in backticks, texts in quotation marks, and buttons in bold.
 */
type Step = { press: string } | { type: string } | { click: string }

interface Task {
  name: string
  steps: Step[]
  keys: number
  clicks: number
}

const modifiers: Record<string, string> = { Mod: 'ControlOrMeta', Shift: 'Shift', Alt: 'Alt' }

async function readTasks(): Promise<Task[]> {
  const text = await readFile(resolve(import.meta.dirname, '../../../docs/keyboard.md'), 'utf8')
  const [, section = ''] = /## Frequent tasks\n([\s\S]*?)\n## /.exec(text) ?? []
  const rows = [...section.matchAll(/^\| ([A-Z][^|]*) \| (.*) \| (\d+) \| (\d+) \|$/gm)]
  return rows.map(([, name = '', steps = '', keys, clicks]) => ({
    ...{ name, steps: readSteps(steps), keys: Number(keys), clicks: Number(clicks) },
  }))
}

function readSteps(text: string): Step[] {
  const steps: Step[] = []
  let held: string[] = []
  for (const [, key, typed, button] of text.matchAll(/`([^`]+)`|"([^"]+)"|\*\*([^*]+)\*\*/g)) {
    if (typed !== undefined) steps.push({ type: typed })
    if (button !== undefined) steps.push({ click: button })
    if (key === undefined) continue
    const modifier = modifiers[key]
    if (modifier !== undefined) {
      held.push(modifier)
      continue
    }
    const isShifted = held.includes('Shift')
    const pressed = key.length === 1 && !isShifted ? key.toLowerCase() : key
    steps.push({ press: [...held, pressed].join('+') })
    held = []
  }
  return steps
}

let team: TwoUserProject

const card = (page: Page, name: string) => page.locator('[data-item]').filter({ hasText: name }).first()
const focusCard = async (page: Page, name: string) => {
  await visit(page, team.board)
  await expect(card(page, name)).toBeVisible()
  await card(page, name).getByRole('link').first().focus()
}
const openItem = async (page: Page) => {
  await visit(page, `/${team.slug}/browse/ATL-1`)
  // The first text that is opened loads the editor.
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeEditable({ timeout: 30_000 })
}
const notice = (page: Page, text: RegExp) =>
  expect(page.locator('[data-sonner-toast]').filter({ hasText: text }).first()).toBeVisible()
const anchor = async () => {
  const { slug, ann } = team
  return ann.call('getWorkItemByKey', { params: { slug, key: 'ATL-1' } })
}
const projectParams = () => ({ slug: team.slug, project_id: team.project_id })
/** The id of the notification that a task removes from the list. */
let openedId: string | null = null
const openFirstNotification = async (page: Page) => {
  const first = page.locator('[data-notification]').first()
  openedId = await first.getAttribute('data-notification')
  await page.locator(`[data-notification="${openedId}"]`).click()
  await expect(page.getByRole('button', { name: 'Snooze' })).toBeVisible()
}
const oneIsGone = (page: Page) => expect(page.locator(`[data-notification="${openedId}"]`)).toHaveCount(0)
const cycles = () => team.board.replace('issues', 'cycles')

interface Situation {
  /** Opens the screen on which the task begins. */
  begin: (page: Page) => Promise<unknown>
  /** Waits for a result that users wait for too, after the step with this text. */
  after?: Record<string, (page: Page) => Promise<unknown>>
  /** Checks that the task is done. */
  isDone: (page: Page) => Promise<unknown>
}

const option = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('option', { name }).first()).toBeVisible()
const onCard = (page: Page) => focusCard(page, 'Anchor')

const situations: Record<string, Situation> = {
  'Create a work item': {
    begin: onCard,
    isDone: (page) => expect(card(page, 'Paint the hull')).toBeVisible(),
  },
  'Assign a work item to yourself': {
    begin: onCard,
    isDone: () => expect.poll(async () => (await anchor()).assignee_ids).toEqual([team.ann.id]),
  },
  'Change the state': {
    begin: onCard,
    after: { done: option('Done') },
    isDone: () => expect.poll(async () => (await anchor()).state_id).toBe(team.states['Done']),
  },
  'Set the due date': {
    begin: onCard,
    after: { d: (page) => expect(page.getByRole('textbox', { name: 'Type a date' })).toBeFocused() },
    isDone: () =>
      expect.poll(async () => (await anchor()).target_date).toBe(addDays(createClock('UTC').today, 1)),
  },
  'Add a label': {
    begin: onCard,
    after: { l: option('Weather'), weather: option('Weather') },
    isDone: () => expect.poll(async () => (await anchor()).label_ids).toHaveLength(1),
  },
  'Move a work item to a cycle': {
    begin: onCard,
    after: { launch: option(/Launch/) },
    isDone: () => expect.poll(async () => (await anchor()).cycle_id).toBeTruthy(),
  },
  'Add a sub-item': {
    begin: onCard,
    isDone: () => expect.poll(async () => (await anchor()).sub_issues_count).toBe(1),
  },
  'Copy the link of a work item': { begin: onCard, isDone: (page) => notice(page, /copied/i) },
  'Copy the name of a Git branch': { begin: onCard, isDone: (page) => notice(page, /copied/i) },
  'Add a relation to the open work item': {
    begin: openItem,
    after: { rope: option(/Rope/) },
    isDone: (page) => expect(page.getByRole('list', { name: 'Blocked by' })).toContainText('Rope'),
  },
  'Comment on the open work item': {
    begin: openItem,
    after: { m: (page) => expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused() },
    isDone: (page) => expect(page.getByText('Looks good').first()).toBeVisible(),
  },
  'Mention a person in a comment': {
    begin: openItem,
    after: {
      m: (page) => expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused(),
      'Ask @max': option('Max'),
    },
    isDone: () =>
      expect
        .poll(async () => await team.max.call('countNotifications', { params: { slug: team.slug } }))
        .toMatchObject({ mention_unread_notifications_count: 1 }),
  },
  'Open a work item by its key': {
    begin: onCard,
    after: {
      'ControlOrMeta+k': (page) => expect(page.getByPlaceholder('Type a command or search…')).toBeFocused(),
      'ATL-2': option(/Rope/),
    },
    isDone: (page) => expect(page).toHaveURL(/browse\/ATL-2$/),
  },
  'Search in the workspace': {
    begin: onCard,
    isDone: (page) => expect(page.getByRole('main').getByText('ATL-2').first()).toBeVisible(),
  },
  'Filter a list': {
    begin: onCard,
    after: { urgent: option(/Urgent/) },
    isDone: async (page) => {
      await expect(card(page, 'Rope')).toBeVisible()
      await expect(card(page, 'Anchor')).toHaveCount(0)
    },
  },
  'Save the filters as a view': {
    // The filter of the task before is still set.
    begin: (page) => focusCard(page, 'Rope'),
    after: { 'Alt+v': (page) => expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused() },
    isDone: (page) => expect(page).toHaveURL(/\/views\//),
  },
  'Change the layout of a list': {
    begin: (page) => focusCard(page, 'Rope'),
    isDone: (page) =>
      expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true'),
  },
  'Group a list by another property': {
    begin: (page) => focusCard(page, 'Rope'),
    after: {
      'ControlOrMeta+k': (page) => expect(page.getByPlaceholder('Type a command or search…')).toBeFocused(),
      'group by': option(/Group/),
      priority: option(/Priority/),
    },
    isDone: () =>
      expect
        .poll(() => team.ann.call('getUserProperties', { params: projectParams() }))
        .toMatchObject({ display_filters: { group_by: 'priority' } }),
  },
  'End a cycle': {
    begin: async (page) => {
      await visit(page, `${cycles()}?tab=all`)
      await expect(page.getByText('Launch').first()).toBeVisible()
    },
    after: { 'End cycle now': (page) => expect(page.getByRole('menu')).toHaveCount(0) },
    isDone: (page) =>
      expect(page.getByRole('list', { name: 'Completed', exact: true })).toContainText('Launch'),
  },
  'Go to the inbox': {
    begin: (page) => focusCard(page, 'Rope'),
    isDone: (page) => expect(page).toHaveURL(/\/notifications/),
  },
  'Snooze a notification': {
    begin: async (page) => {
      await visit(page, `/${team.slug}/notifications`)
      await openFirstNotification(page)
    },
    after: { h: (page) => expect(page.getByRole('menuitem').first()).toBeFocused() },
    isDone: oneIsGone,
  },
  'Archive a notification': {
    begin: openFirstNotification,
    isDone: oneIsGone,
  },
  'Accept an intake request': {
    begin: async (page) => {
      await visit(page, team.board.replace('issues', 'intake'))
      await page.getByRole('list', { name: 'Requests' }).getByRole('link', { name: 'Squeaky door' }).click()
      await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
    },
    isDone: (page) => expect(page.getByRole('list', { name: 'Requests' })).toHaveCount(0),
  },
  'Create a page': {
    begin: async (page) => {
      await visit(page, team.board.replace('issues', 'pages'))
      await expect(page.getByText('Logbook').first()).toBeVisible()
    },
    isDone: (page) => expect(page).toHaveURL(/\/pages\/[0-9a-f-]{36}/),
  },
  'Link a page in a text': {
    begin: async (page) => {
      await openItem(page)
      await page.getByRole('textbox', { name: 'Description' }).click()
    },
    after: { '[[Logbook': option(/Logbook/) },
    isDone: (page) =>
      expect(page.getByRole('textbox', { name: 'Description' }).getByText('Logbook').first()).toBeVisible(),
  },
}

async function perform(page: Page, step: Step): Promise<void> {
  if ('press' in step) return page.keyboard.press(step.press)
  if ('type' in step) {
    // Users see where their letters go. Other tests check the keys that are pressed while a field is still loading.
    await expect(page.locator(':is(input, textarea, [contenteditable="true"]):focus')).toBeVisible()
    return page.keyboard.type(step.type)
  }
  const named = (role: 'button' | 'menuitem') => page.getByRole(role, { name: step.click, exact: true })
  return named('button').or(named('menuitem')).last().click()
}

const textOf = (step: Step) => Object.values(step)[0] ?? ''

async function performTask(page: Page, { name, steps, keys, clicks }: Task): Promise<void> {
  const situation = situations[name]
  if (situation === undefined) throw new Error('No situation is defined for this task.')
  await situation.begin(page)
  for (const step of steps) {
    await perform(page, step)
    await situation.after?.[textOf(step)]?.(page)
  }
  await situation.isDone(page)
  expect(steps.filter((step) => 'press' in step)).toHaveLength(keys)
  expect(steps.filter((step) => 'click' in step)).toHaveLength(clicks)
}

test('frequent tasks need as many keys and clicks as the guide states', async ({ server, ann, max }) => {
  test.slow()
  await ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  team = await createTwoUserProject(server, { ann, max })
  const params = projectParams()
  await team.ann.call('updateProject', {
    params,
    body: { cycle_view: true, inbox_view: true, issue_views_view: true, page_view: true },
  })
  const { id } = await createItem(team, 'Anchor')
  const rope = await createItem(team, 'Rope')
  await team.ann.call('updateWorkItem', { params: { ...params, id: rope.id }, body: { priority: 'urgent' } })
  await team.ann.call('createLabel', { params, body: { name: 'Weather', color: '#3366ff' } })
  await team.ann.call('createPage', { params, body: { name: 'Logbook' } })
  await team.max.call('createInboxIssue', { params, body: { issue: { name: 'Squeaky door' } } })
  const { today } = createClock('UTC')
  const dates = { start_date: addDays(today, -3), end_date: addDays(today, 10) }
  await team.ann.call('createCycle', { params, body: { name: 'Launch', ...dates } })
  for (const at of [id, rope.id])
    await team.max.call('createComment', {
      params: { ...params, id: at },
      body: { comment_html: '<p>Ready?</p>' },
    })
  const tasks = await readTasks()
  expect(tasks.map(({ name }) => name)).toEqual(Object.keys(situations))
  const failed: string[] = []
  for (const task of tasks) {
    await performTask(ann, task).catch((error: Error) =>
      failed.push(`${task.name} at ${ann.url()}: ${error.message}`),
    )
    await ann.keyboard.press('Escape')
  }
  expect(failed).toEqual([])
})
