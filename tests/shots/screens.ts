import type { Page } from '@playwright/test'
import { publishedPagePath } from '#common/pages/pages/public-paths.ts'
import { newId } from '#common/platform/ids.ts'
import type { LayoutName } from '#common/work/listing/view-settings.ts'
import type { ApiClient } from '../support/api-client.ts'

/** Data for the pictures: a workspace with the sample project, and an empty workspace. */
export interface ScreenshotData {
  ann: ApiClient
  slug: string
  project_id: string
  /** `key` is the key of an item with a description, and `page_id` the id of a page. */
  key: string
  page_id: string
  view_id: string
  empty: { slug: string; project_id: string }
  /**
   * A project with titles in many scripts, in a workspace with thirty-nine other projects. `id` and `key` belong to an
   * item whose description uses every kind of block.
   */
  tongues: { slug: string; project_id: string; id: string; key: string }
}

export interface ScreenshotScreen {
  name: string
  path: (stage: ScreenshotData) => string
  /** True if the screen is shown without a session. */
  isPublic?: true
  /** The layout of the project's items. The default is the board. */
  layout?: LayoutName
  /** Additional view settings. */
  display?: Record<string, unknown>
  /** Returns the project of the screen. The default is the sample project. */
  of?: (stage: ScreenshotData) => { slug: string; project_id: string }
  /** Actions on the screen before the picture is taken. */
  act?: (page: Page, stage: ScreenshotData) => Promise<void>
}

const board = ({ slug, project_id }: Pick<ScreenshotData, 'slug' | 'project_id'>) =>
  `/${slug}/projects/${project_id}/issues`

const tongues = {
  path: (stage: ScreenshotData) => board(stage.tongues),
  of: (stage: ScreenshotData) => stage.tongues,
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
}

/** Uploads a table of work items, whose ids begin with `prefix`, and waits for the preview. */
async function uploadItems(page: Page, prefix = 'A'): Promise<void> {
  const rows = [
    'ID,Title,Status,Priority,Assignee,Labels,Due date,Comments',
    `${prefix}-1,Plan the launch,In Progress,High,Ann,marketing,2026-03-20,Looks good`,
    `${prefix}-2,Write the press release,Waiting for review,Low,Nora Unknown,"marketing, text",soon,`,
    `${prefix}-3,,Todo,,,,,`,
  ]
  const file = { name: 'launch.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
}

async function importItems(page: Page, prefix = 'A'): Promise<void> {
  await uploadItems(page, prefix)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('link', { name: 'Download report' }).waitFor()
}

async function undoImport(page: Page): Promise<void> {
  // The ids differ from those of the other screens, because Undo is not offered for an import that changed nothing.
  await importItems(page, 'U')
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('Undone', { exact: true }).waitFor()
}

/** Imports so many rows that the progress is visible for some time. */
async function importManyItems(page: Page): Promise<void> {
  const rows = Array.from({ length: 3_000 }, (_, at) => `B-${at},Item ${at},"A **text**"`)
  const buffer = Buffer.from(['ID,Title,Description', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer })
  await page.getByText('Work items: 3,000').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText(/^Row [\d,]+ of 3,000$/).waitFor()
}

async function uploadUnreadableItems(page: Page): Promise<void> {
  const file = { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"cards": [') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('alert').waitFor()
}

/** Pastes text with every kind of block and formatting. */
async function writeBlocks(page: Page): Promise<void> {
  const colors = ['gray', 'peach', 'pink', 'orange', 'green', 'light-blue', 'dark-blue', 'purple']
  const marked = (attribute: string) =>
    `<p>${colors.map((color) => `<span ${attribute}="${color}">${color}</span>`).join(' ')}</p>`
  const callout = (attributes: string, words: string) =>
    `<div data-block-type="callout-component" ${attributes}><p>${words}</p></div>`
  const html = [
    '<h4>Before the launch</h4><p>What has to be done, and by whom.</p>',
    marked('data-text-color'),
    marked('data-background-color'),
    callout('data-emoji-unicode="128161"', 'The map needs its tiles on the device.'),
    callout('data-emoji-unicode="9888-65039" data-background="orange"', 'Nobody deploys on a Friday.'),
    callout(
      'data-logo-in-use="icon" data-icon-name="Rocket" data-icon-color="#3e63dd" data-background="dark-blue"',
      'Ship it.',
    ),
    `<pre><code class="language-typescript">// Loads the tiles of the map.\nasync function load(zoom: number): Promise&lt;Tile[]&gt; {\n  return await get('/tiles/' + zoom, { retries: 3, isCached: true })\n}</code></pre>`,
    '<details><summary>How we measure</summary><p>By the third frame.</p></details>',
    '<details><summary>What is left</summary><p>The legend.</p></details>',
    '<table><tr><th>Who</th><th data-background-color="peach">What</th></tr><tr><td>Ann</td><td data-background-color="green">Plan</td></tr></table>',
    '<div data-type="columns"><div data-type="column" data-width="1.4"><h4>Done</h4><p>The map shows rivers and roads.</p></div><div data-type="column"><h4>Open</h4><ul><li><p>The legend</p></li><li><p>Night colours</p></li></ul></div></div>',
    '<file-component src="0198c0de-0000-7000-8000-000000000001" data-name="Launch plan.pdf" data-type="application/pdf" data-size="482113"></file-component>',
    '<p style="text-align: center">In the middle <span data-type="emoji" data-name="tada">🎉</span></p>',
  ].join('')
  const field = page.locator('.ProseMirror.document')
  await field.click()
  await page.keyboard.press('Control+Home')
  await field.evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', data)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
  await page.locator('.toggle-button').first().click()
}

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add a filter' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Every screen, and every dialog that opens above a screen. Add a line for each new screen. */
export const screenshotScreens: ScreenshotScreen[] = [
  { name: 'sign-in', path: () => '/sign-in', isPublic: true },
  { name: 'sign-up', path: () => '/sign-up', isPublic: true },
  { name: 'home', path: ({ slug }) => `/${slug}` },
  { name: 'home-empty', path: ({ empty }) => `/${empty.slug}` },
  {
    name: 'home-customise',
    path: ({ slug }) => `/${slug}`,
    act: (page) => page.getByRole('button', { name: 'Customize home' }).click(),
  },
  {
    name: 'tour-move',
    path: ({ slug }) => `/${slug}`,
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.type('take the tour')
      await page.getByRole('option', { name: 'Take the tour' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
      await page.locator('[data-card]').first().waitFor()
    },
  },
  {
    name: 'sticky-written',
    path: ({ slug }) => `/${slug}/stickies`,
    act: (page) => page.locator('[data-sticky] [data-open]').nth(2).click(),
  },
  { name: 'stickies', path: ({ slug }) => `/${slug}/stickies` },
  { name: 'stickies-empty', path: ({ empty }) => `/${empty.slug}/stickies` },
  {
    name: 'audit-record',
    path: ({ slug }) => `/${slug}/settings/audit-log`,
    act: (page) => page.getByRole('list', { name: 'Audit log entries' }).getByRole('button').first().click(),
  },
  {
    name: 'delete-account',
    path: ({ slug }) => `/${slug}/settings/profile/security`,
    act: (page) => page.getByRole('button', { name: 'Delete account' }).click(),
  },
  { name: 'audit-log', path: ({ slug }) => `/${slug}/settings/audit-log` },
  ...['general', 'authentication', 'email', 'files', 'workspaces', 'people', 'jobs', 'health', 'audit'].map(
    (part) => ({
      name: `admin-${part}`,
      path: () => `/admin/${part}`,
    }),
  ),
  {
    name: 'admin-new-person',
    path: () => '/admin/people',
    act: (page) => page.getByRole('button', { name: 'New person' }).click(),
  },
  {
    name: 'dashboard',
    path: ({ slug }) => `/${slug}/dashboards`,
    act: async (page) => {
      await page.getByRole('button', { name: 'New dashboard' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Release')
      await dialog.getByRole('button', { name: 'Create dashboard' }).click()
      for (const kind of ['Cumulative flow', 'Burndown', 'Cycle time']) {
        await page.getByRole('button', { name: 'Add widget' }).click()
        await dialog.getByRole('combobox', { name: 'Type' }).click()
        await page.getByRole('option', { name: kind, exact: true }).click()
        await dialog.getByRole('button', { name: 'Save' }).click()
      }
    },
  },
  {
    name: 'dashboard-widget',
    path: ({ slug }) => `/${slug}/dashboards`,
    act: async (page) => {
      await page.getByRole('link', { name: 'Release' }).first().click()
      await page.getByRole('button', { name: 'Add widget' }).click()
    },
  },
  { name: 'integrations', path: ({ slug }) => `/${slug}/settings/integrations` },
  { name: 'service-accounts', path: ({ slug }) => `/${slug}/settings/service-accounts` },
  { name: 'webhooks', path: ({ slug }) => `/${slug}/settings/webhooks` },
  { name: 'projects', path: ({ slug }) => `/${slug}/projects` },
  {
    name: 'projects-gallery',
    path: ({ slug }) => `/${slug}/projects`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Gallery' }).click()
    },
  },
  {
    name: 'project-new',
    path: ({ slug }) => `/${slug}/projects`,
    act: async (page) => {
      await page.getByRole('button', { name: 'New project' }).first().click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Ready for the season')
    },
  },
  { name: 'project-overview', path: ({ slug, project_id }) => `/${slug}/projects/${project_id}/overview` },
  { name: 'board', path: board },
  { name: 'list', path: board, layout: 'list' },
  { name: 'calendar', path: board, layout: 'calendar' },
  { name: 'table', path: board, layout: 'spreadsheet' },
  { name: 'timeline', path: board, layout: 'gantt_chart' },
  { name: 'board-empty', path: ({ empty }) => board(empty) },
  {
    name: 'peek',
    path: board,
    act: (page) => page.locator('[data-card]').first().click(),
  },
  {
    name: 'description-history',
    path: ({ slug, key }) => `/${slug}/browse/${key}`,
    async act(page, { ann, slug, project_id, key }) {
      const params = {
        slug,
        project_id,
        id: (await ann.call('getWorkItemByKey', { params: { slug, key } })).id,
      }
      const { description_html } = await ann.call('getWorkItem', { params })
      const html = `${description_html}<p>A few words that were added.</p>`
      await ann.call('updateWorkItem', { params, body: { description_html: html } })
      await page.getByRole('button', { name: 'History' }).click()
    },
  },
  {
    name: 'selection',
    path: board,
    layout: 'list',
    async act(page) {
      await page.locator('[data-card]').first().focus()
      await page.keyboard.press('x')
    },
  },
  {
    name: 'filters',
    path: board,
    act: (page) => page.getByRole('combobox', { name: 'Add a filter' }).click(),
  },
  { name: 'filter-dates', path: board, layout: 'list', act: (page) => addFilter(page, 'Due date') },
  { name: 'filter-values', path: board, layout: 'list', act: (page) => addFilter(page, 'Labels') },
  {
    name: 'find',
    path: board,
    layout: 'list',
    async act(page) {
      await page.locator('[data-card]').first().focus()
      await page.keyboard.press('/')
      await page.keyboard.type('map')
    },
  },
  {
    name: 'list-sub-groups',
    path: board,
    layout: 'list',
    display: { group_by: 'state', sub_group_by: 'priority' },
    act: (page) => page.getByRole('button', { name: 'Display' }).click(),
  },
  { name: 'lanes', path: board, display: { sub_group_by: 'assignees' } },
  { name: 'calendar-tray', path: board, layout: 'calendar', act: (page) => page.keyboard.press('u') },
  { name: 'timeline-tray', path: board, layout: 'gantt_chart', act: (page) => page.keyboard.press('u') },
  {
    name: 'item-menu',
    path: ({ tongues: { slug, key } }) => `/${slug}/browse/${key}`,
    act: (page) => page.getByRole('button', { name: 'Actions' }).last().click(),
  },
  {
    name: 'picker',
    path: board,
    async act(page) {
      await page.locator('[data-card]').first().focus()
      await page.keyboard.press('l')
    },
  },
  {
    name: 'date-picker',
    path: board,
    async act(page) {
      await page.locator('[data-card]').first().focus()
      await page.keyboard.press('d')
    },
  },
  {
    name: 'toast',
    path: board,
    async act(page) {
      await page.locator('[data-card]').first().focus()
      await page.keyboard.press('p')
      await page.getByRole('option', { selected: false }).first().click()
    },
  },
  {
    name: 'palette-item',
    path: board,
    async act(page) {
      await page.locator('[data-card]').first().focus()
      await page.keyboard.press('Control+k')
    },
  },
  {
    name: 'palette-values',
    path: board,
    async act(page) {
      await page.locator('[data-card]').first().focus()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('urgent')
      await page.getByRole('option', { name: 'Priority is Urgent' }).waitFor()
    },
  },
  {
    name: 'filter-values',
    path: board,
    async act(page) {
      await page.getByRole('combobox', { name: 'Add a filter' }).click()
      await page.keyboard.type('next week')
      await page.getByRole('option', { name: 'Due next week' }).waitFor()
    },
  },
  { name: 'tongues-board', ...tongues },
  { name: 'tongues-list', ...tongues, layout: 'list' },
  { name: 'tongues-table', ...tongues, layout: 'spreadsheet' },
  { name: 'tongues-timeline', ...tongues, layout: 'gantt_chart' },
  { name: 'tongues-calendar', ...tongues, layout: 'calendar' },
  {
    name: 'tongues-peek',
    ...tongues,
    layout: 'list',
    path: (stage) => `${board(stage.tongues)}?peek=${stage.tongues.id}`,
  },
  { name: 'tongues-item', path: ({ tongues: { slug, key } }) => `/${slug}/browse/${key}` },
  {
    name: 'slash',
    path: ({ tongues: { slug } }) => `/${slug}/browse/TONG-2`,
    async act(page) {
      await page.getByRole('textbox', { name: 'Description' }).click()
      await page.keyboard.type('/')
    },
  },
  { name: 'home-many', path: ({ tongues: { slug } }) => `/${slug}` },
  { name: 'palette', path: board, act: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: board, act: (page) => page.keyboard.press('?') },
  {
    name: 'new-item',
    path: board,
    async act(page) {
      await page.keyboard.press('n')
      await page.keyboard.press('i')
    },
  },
  { name: 'work-item', path: ({ slug, key }) => `/${slug}/browse/${key}` },
  { name: 'pages', path: (stage) => board(stage).replace('issues', 'pages') },
  { name: 'page', path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`) },
  {
    name: 'page-share',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page) {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Share…' }).click()
      await page.getByRole('combobox', { name: 'Add people' }).click()
      await page.getByRole('option').first().click()
    },
  },
  {
    name: 'page-sidebar-tree',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page) {
      const phoneMenu = page.getByRole('button', { name: 'Open sidebar' })
      if (await phoneMenu.isVisible()) await phoneMenu.click()
      const projects = page.getByRole('navigation', { name: 'Your projects' })
      await projects.getByRole('link', { name: 'Pages', exact: true }).press('ArrowRight')
      await projects.locator('[data-page-link]').first().waitFor()
    },
  },
  {
    name: 'page-blocks',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    act: (page) => writeBlocks(page),
  },
  {
    name: 'page-live-blocks',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page, { ann, slug, project_id, page_id }) {
      const params = { slug, project_id }
      const view = await ann.call('createView', { params, body: { name: 'Open work', access: 1 } })
      await ann.call('createPage', { params, body: { name: 'Launch checklist', parent: page_id } })
      const live = (attributes: string) => `<div data-type="live-block" ${attributes}></div>`
      await ann.call('updatePageDescription', {
        params: { ...params, page_id },
        body: {
          description_html: [
            live('data-kind="contents"'),
            '<h2>Before the launch</h2><p>The map needs its tiles on the device.</p>',
            live(`data-kind="items" data-project="${project_id}" data-view="${view.id}"`),
            '<h2>Details</h2><h3>Pages</h3>',
            live('data-kind="pages"'),
            '<h3>Design</h3>',
            '<div data-type="video" data-host="figma" data-video="design/AbCdEfGhIj0123456789"></div>',
            '<div data-type="video" data-host="gist" data-video="ann/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"></div>',
          ].join(''),
        },
      })
      await page.getByRole('link', { name: 'Open view' }).waitFor()
    },
  },
  {
    name: 'page-synced-blocks',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    act: async (page, { ann, slug, project_id }) => {
      const params = { slug, project_id }
      const block = newId()
      const original = `<div data-type="synced-block" data-block="${block}"><h4>Before every release</h4><ul><li><p>Read the changelog aloud.</p></li><li><p>Nobody deploys on a Friday.</p></li></ul></div>`
      const source = await ann.call('createPage', {
        params,
        body: { name: 'Team rules', description_html: `<p>We agreed on this:</p>${original}<p>Ask Ann.</p>` },
      })
      const reference = (page: string, id: string) =>
        `<div data-type="synced-reference" data-page="${page}" data-block="${id}"></div>`
      const html = `<p>The rules of the team:</p>${reference(source.id, block)}<p>A deleted block:</p>${reference(source.id, newId())}<p>A block of a page without access:</p>${reference(newId(), block)}<p>End</p>`
      const body = { name: 'Release guide', description_html: html }
      const guide = await ann.call('createPage', { params, body })
      await page.goto(`/${slug}/projects/${project_id}/pages/${guide.id}`)
      const text = page.getByRole('textbox', { name: 'Synced block of the page Team rules' })
      await text.locator('li').first().click()
      await page.getByText('You cannot see this block').waitFor()
    },
  },
  {
    name: 'page-synced-original',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    act: async (page, { ann, slug, project_id }) => {
      const original = `<div data-type="synced-block" data-block="${newId()}"><h4>Before every release</h4><p>Nobody deploys on a Friday.</p></div>`
      const source = await ann.call('createPage', {
        params: { slug, project_id },
        body: { name: 'Team rules', description_html: `<p>We agreed on this:</p>${original}<p>Ask Ann.</p>` },
      })
      await page.goto(`/${slug}/projects/${project_id}/pages/${source.id}`)
      await page.locator('.ProseMirror .synced-block p').click()
      await page.getByRole('button', { name: 'Synced block actions' }).click()
      await page.getByRole('menuitem', { name: 'Where it appears' }).waitFor()
    },
  },
  {
    name: 'page-synced-deletion',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    act: async (page, { ann, slug, project_id }) => {
      const block = newId()
      const params = { slug, project_id }
      const make = (name: string, description_html: string) =>
        ann.call('createPage', { params, body: { name, description_html } })
      const original = `<div data-type="synced-block" data-block="${block}"><p>Nobody deploys on a Friday.</p></div>`
      const { id } = await make('Team rules', `<p>We agreed on this:</p>${original}<p>Ask Ann.</p>`)
      const reference = `<div data-type="synced-reference" data-page="${id}" data-block="${block}"></div>`
      for (const name of ['Release guide', 'Handbook for new people']) await make(name, reference)
      await page.goto(`/${slug}/projects/${project_id}/pages/${id}`)
      await page.locator('.ProseMirror .synced-block p').click()
      await page.getByRole('button', { name: 'Synced block actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog', { name: 'Other texts show this block' }).waitFor()
    },
  },
  {
    name: 'page-create-items',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page, { ann, slug, project_id, page_id }) {
      await ann.call('updatePageDescription', {
        params: { slug, project_id, page_id },
        body: {
          description_html:
            '<ul><li><p>Chart the coast</p></li><li><p>Sound the bay</p></li><li><p>Paint the buoys</p></li></ul>',
        },
      })
      await page.getByText('Paint the buoys').click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.getByRole('button', { name: 'Create work items' }).click()
      await page.getByRole('textbox', { name: 'Title 1' }).waitFor()
    },
  },
  {
    name: 'page-embed',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page) {
      await page.locator('.ProseMirror.document').click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('/embed')
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/board')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'page-version-name',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page, { ann, slug, project_id, page_id }) {
      const params = { slug, project_id, page_id }
      for (const words of ['One', 'Two']) {
        await ann.call('updatePageDescription', { params, body: { description_html: `<p>${words}</p>` } })
        const [version] = await ann.call('listPageVersions', { params })
        if (words === 'One' && version)
          await ann.call('updatePageVersion', {
            params: { ...params, version_id: version.id },
            body: { name: 'Sent to the harbor office' },
          })
      }
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Version history' }).click()
      await page.getByText('Sent to the harbor office').waitFor()
    },
  },
  {
    name: 'page-watch',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    act: async (page) => {
      const bell = page.getByRole('button', { name: 'Notifications about edits' })
      if (await bell.isVisible()) return bell.click()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Notifications about edits' }).click()
    },
  },
  {
    name: 'page-place',
    path: (stage) => board(stage).replace('issues', 'pages'),
    async act(page) {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Move under…' }).click()
    },
  },
  { name: 'workspace-pages-empty', path: ({ slug }) => `/${slug}/pages?tab=private` },
  {
    name: 'workspace-pages',
    path: ({ slug }) => `/${slug}/pages`,
    async act(page, { ann, slug }) {
      const params = { slug }
      const known = await ann.call('listWorkspacePages', { params, query: {} })
      if (known.length === 0) {
        const above = await ann.call('createWorkspacePage', { params, body: { name: 'Handbook' } })
        for (const name of ['First days', 'Holidays and leave', 'Who does what'])
          await ann.call('createWorkspacePage', { params, body: { name, parent: above.id } })
        for (const name of ['Brand and voice', 'Decisions of the year'])
          await ann.call('createWorkspacePage', { params, body: { name } })
      }
      await page.getByRole('link', { name: /^First days/ }).waitFor()
    },
  },
  {
    name: 'page-move',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page) {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Move to', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Workspace pages' }).waitFor()
    },
  },
  {
    name: 'page-menu',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    act: (page) => page.getByRole('button', { name: 'More actions' }).click(),
  },
  {
    name: 'page-export',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page) {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Export…' }).click()
    },
  },
  {
    name: 'page-import',
    path: (stage) => board(stage).replace('issues', 'pages'),
    act: (page) => openImport(page),
  },
  {
    name: 'page-import-report',
    path: (stage) => board(stage).replace('issues', 'pages'),
    async act(page) {
      await openImport(page)
      const file = (name: string, text: string) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      })
      await page
        .locator('[data-modal] input[type=file]')
        .setInputFiles([
          file('Handbook.md', '# Handbook\n\n[Gone](gone.md) ![Map](map.png)'),
          file('Crew.md', 'Who sails.'),
          file('budget.xlsx', 'x'),
        ])
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText('2 pages imported').waitFor()
    },
  },
  {
    name: 'page-export-pdf',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page) {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Export…' }).click()
      await page.getByRole('radio', { name: /PDF/ }).click()
    },
  },
  {
    name: 'page-linked',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page, { ann, slug, project_id, page_id, key }) {
      const { id } = await ann.call('getWorkItemByKey', { params: { slug, key } })
      const address = `/${slug}/projects/${project_id}/pages/${page_id}`
      await ann.call('updateWorkItem', {
        params: { slug, project_id, id },
        body: { description_html: `<p>As in <a href="${address}">the checklist</a></p>` },
      })
      await page.getByRole('region', { name: 'Linked from' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'page-comments',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page) {
      await page.locator('.ProseMirror.document p').first().click({ clickCount: 3 })
      await page.keyboard.press('Control+Alt+m')
      await page.keyboard.type('Do we all agree on this?')
      await page.keyboard.press('Control+Enter')
      await page.locator('[data-thread]').first().waitFor()
    },
  },
  {
    name: 'page-versions',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    async act(page, { ann, slug, project_id, page_id }) {
      const params = { slug, project_id, page_id }
      const { description_html } = await ann.call('getPage', { params })
      const html = `${description_html}<p>A few words that were added.</p>`
      await ann.call('updatePageDescription', { params, body: { description_html: html } })
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Version history' }).click()
    },
  },
  { name: 'cycles', path: (stage) => board(stage).replace('issues', 'cycles') },
  { name: 'release-notes', path: ({ slug }) => `/${slug}/release-notes` },
  { name: 'active-cycles', path: (stage) => `/${stage.slug}/active-cycles` },
  {
    name: 'cycle',
    path: (stage) => board(stage).replace('issues', 'cycles'),
    act: (page) => page.getByRole('link', { name: 'Map and filters' }).click(),
  },
  {
    name: 'cycle-over',
    path: (stage) => board(stage).replace('issues', 'cycles?tab=completed'),
    async act(page) {
      await page.getByRole('link', { name: 'Payments' }).click()
      await page.getByRole('button', { name: /(Show|Hide) progress/ }).waitFor()
      // On narrow screens, the progress panel has to be opened first.
      const button = page.getByRole('button', { name: 'Show progress' })
      if (await button.isVisible()) await button.click()
    },
  },
  {
    name: 'cycle-end',
    path: (stage) => board(stage).replace('issues', 'cycles'),
    async act(page) {
      await page.getByRole('button', { name: 'Actions for Map and filters' }).click()
      await page.getByRole('menuitem', { name: 'End cycle now' }).click()
    },
  },
  {
    name: 'cycle-start',
    path: (stage) => board(stage).replace('issues', 'cycles?tab=all'),
    async act(page) {
      await page.getByRole('button', { name: 'Actions for Ready for the season' }).click()
      await page.getByRole('menuitem', { name: 'Start cycle now' }).click()
    },
  },
  {
    name: 'cycle-points',
    path: (stage) => board(stage).replace('issues', 'cycles'),
    async act(page) {
      await page.getByRole('link', { name: 'Map and filters' }).click()
      await page.getByRole('button', { name: /(Show|Hide) progress/ }).waitFor()
      const button = page.getByRole('button', { name: 'Show progress' })
      if (await button.isVisible()) await button.click()
      await page.getByRole('button', { name: 'Points' }).click()
    },
  },
  {
    name: 'automations',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/automations`,
  },
  {
    name: 'repositories',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/git`,
  },
  {
    name: 'estimates',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/estimates`,
  },
  {
    name: 'estimates-empty',
    path: ({ empty }) => `/${empty.slug}/settings/projects/${empty.project_id}/estimates`,
  },
  {
    name: 'estimate-switch',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/estimates`,
    async act(page) {
      await page.getByRole('button', { name: 'Switch', exact: true }).click()
      await page.getByRole('button', { name: /^Hours/ }).click()
    },
  },
  {
    name: 'estimate-value-delete',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/estimates`,
    async act(page) {
      await page.getByRole('button', { name: 'Actions for 3' }).click()
      await page.getByRole('menuitem', { name: 'Delete value' }).click()
    },
  },
  {
    name: 'cycle-form',
    path: (stage) => board(stage).replace('issues', 'cycles'),
    act: (page) => page.getByRole('button', { name: 'New cycle' }).click(),
  },
  { name: 'epics', path: (stage) => board(stage).replace('issues', 'epics') },
  {
    name: 'epic',
    path: (stage) => board(stage).replace('issues', 'epics'),
    act: (page) => page.getByText('A berth in under a minute').first().click(),
  },
  {
    name: 'epic-update',
    path: (stage) => board(stage).replace('issues', 'epics'),
    act: async (page) => {
      await page.getByText('A berth in under a minute').first().click()
      await page.getByRole('button', { name: 'Write an update' }).click()
    },
  },
  {
    name: 'epics-list',
    path: (stage) => board(stage).replace('issues', 'epics'),
    act: (page) => page.getByRole('button', { name: 'List', exact: true }).click(),
  },
  {
    name: 'epics-table',
    path: (stage) => board(stage).replace('issues', 'epics'),
    act: (page) => page.getByRole('button', { name: 'Table', exact: true }).click(),
  },
  {
    name: 'items-by-epic',
    path: board,
    layout: 'list',
    display: { group_by: 'epic' },
  },
  { name: 'modules', path: (stage) => board(stage).replace('issues', 'modules') },
  {
    name: 'modules-gallery',
    path: (stage) => board(stage).replace('issues', 'modules'),
    act: (page) => page.getByRole('button', { name: 'Gallery' }).click(),
  },
  {
    name: 'modules-timeline',
    path: (stage) => board(stage).replace('issues', 'modules'),
    act: (page) => page.getByRole('button', { name: 'Timeline' }).click(),
  },
  {
    name: 'module',
    path: (stage) => board(stage).replace('issues', 'modules'),
    act: (page) => page.getByRole('link', { name: 'Map', exact: true }).click(),
  },
  {
    name: 'module-form',
    path: (stage) => board(stage).replace('issues', 'modules'),
    act: (page) => page.getByRole('button', { name: 'New module' }).click(),
  },
  { name: 'inbox', path: ({ slug }) => `/${slug}/notifications` },
  {
    name: 'inbox-item',
    path: ({ slug }) => `/${slug}/notifications`,
    act: (page) => page.locator('[data-notification]').first().click(),
  },
  {
    name: 'inbox-page-comment',
    path: ({ slug }) => `/${slug}/notifications`,
    act: async (page) => {
      await page.locator('[data-notification]').last().click()
      await page.getByRole('article', { name: 'Thread on “the west pier”' }).waitFor()
    },
  },
  { name: 'intake', path: (stage) => board(stage).replace('issues', 'intake') },
  {
    name: 'intake-item',
    path: (stage) => board(stage).replace('issues', 'intake'),
    act: (page) => page.getByRole('link', { name: /Berth lights/ }).click(),
  },
  {
    name: 'intake-form',
    path: (stage) => board(stage).replace('issues', 'intake'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Submit a request' }).first().click()
      await page.getByRole('textbox', { name: 'Title' }).fill('The lights at pier three flicker')
      const note = { name: 'flicker.txt', mimeType: 'text/plain', buffer: Buffer.from('Since Monday') }
      await page.getByLabel('Add files').last().setInputFiles(note)
    },
  },
  { name: 'project-settings', path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}` },
  { name: 'publish', path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/publish` },
  { name: 'states', path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/states` },
  {
    name: 'state-deleted',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/states`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Done' }).click()
      await page.getByRole('menuitem', { name: 'Delete state' }).click()
    },
  },
  { name: 'labels', path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/labels` },
  {
    name: 'project-features',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/features`,
  },
  { name: 'views', path: (stage) => board(stage).replace('issues', 'views') },
  { name: 'view', path: (stage) => board(stage).replace('issues', `views/${stage.view_id}`) },
  { name: 'archive', path: (stage) => board(stage).replace('issues', 'archives/issues') },
  { name: 'trash', path: (stage) => board(stage).replace('issues', 'trash') },
  {
    name: 'trash-pages',
    path: (stage) => board(stage).replace('issues', 'trash/pages'),
    act: async (page, { ann, slug, project_id }) => {
      const params = { slug, project_id }
      const { total_count: known } = await ann.call('listTrashedPages', { params })
      const names = known > 0 ? [] : ['Notes of the first week', 'Routes that we left out']
      for (const name of names) {
        const made = await ann.call('createPage', { params, body: { name } })
        await ann.call('deletePage', { params: { ...params, page_id: made.id } })
      }
      await page.reload()
      await page
        .getByRole('button', { name: /^Restore/ })
        .first()
        .waitFor()
    },
  },
  { name: 'templates', path: (stage) => `/${stage.slug}/settings/projects/${stage.project_id}/templates` },
  {
    name: 'page-templates',
    path: (stage) => `/${stage.slug}/settings/projects/${stage.project_id}/templates?of=pages`,
  },
  {
    name: 'page-from-template',
    path: (stage) => board(stage).replace('issues', 'pages?new=template'),
    act: async (page) => {
      await page.getByRole('option', { name: /Decision/ }).click()
      await page.getByRole('heading', { name: 'What follows from it' }).waitFor()
    },
  },
  {
    name: 'publish-page',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    act: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Publish…' }).click()
      const publish = page.getByRole('switch', { name: 'Anyone with the link' })
      if (!(await publish.isChecked())) await publish.click()
      const tree = page.getByRole('switch', { name: 'Include sub-pages' })
      if (!(await tree.isChecked())) await tree.click()
      await page.getByText(/Public pages:/).waitFor()
    },
  },
  {
    name: 'public-page',
    path: (stage) => board(stage).replace('issues', `pages/${stage.page_id}`),
    act: async (page, { ann, slug, project_id, page_id }) => {
      const params = { slug, project_id, page_id }
      const { publication } = await ann.call('publishPage', { params, body: { has_sub_pages: true } })
      await page.goto(publishedPagePath(publication?.anchor ?? ''))
      await page.locator('main h1').waitFor()
    },
  },
  {
    name: 'page-empty',
    path: (stage) => board(stage).replace('issues', 'pages'),
    act: async (page) => {
      await page.getByRole('button', { name: 'New page' }).first().click()
      await page.getByRole('region', { name: 'Start from a template' }).waitFor()
    },
  },
  { name: 'workspace-items', path: ({ slug }) => `/${slug}/workspace-views/all-issues` },
  { name: 'analytics', path: ({ slug }) => `/${slug}/analytics/overview` },
  { name: 'analytics-work-items', path: ({ slug }) => `/${slug}/analytics/work-items` },
  { name: 'profile', path: ({ slug, ann }) => `/${slug}/profile/${ann.id}/created` },
  { name: 'profile-overview', path: ({ slug, ann }) => `/${slug}/profile/${ann.id}` },
  { name: 'profile-activity', path: ({ slug, ann }) => `/${slug}/profile/${ann.id}/activity` },
  { name: 'search', path: ({ slug }) => `/${slug}/search?q=the` },
  { name: 'profile-settings', path: ({ slug }) => `/${slug}/settings/profile/general` },
  { name: 'appearance', path: ({ slug }) => `/${slug}/settings/profile/appearance` },
  {
    name: 'own-colors',
    path: ({ slug }) => `/${slug}/settings/profile/appearance`,
    act: async (page) => {
      // Blocks the request that saves the theme, because the later pictures use the same account.
      await page.route('**/api/users/me/profile/', (route) => route.abort())
      await page.getByRole('radio', { name: 'Custom theme' }).click()
      await page.getByRole('textbox', { name: 'Background', exact: true }).fill('#12203a')
    },
  },
  { name: 'security-settings', path: ({ slug }) => `/${slug}/settings/profile/security` },
  {
    name: 'chat-targets',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/chat`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add channel' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('#atlas')
    },
  },
  { name: 'calendars', path: ({ slug }) => `/${slug}/settings/profile/calendars` },
  {
    name: 'calendar-address',
    path: ({ slug }) => `/${slug}/settings/profile/calendars`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Create address' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create address' }).click()
      await page.getByRole('dialog', { name: 'Copy the address now' }).waitFor()
    },
  },
  { name: 'api-tokens', path: ({ slug }) => `/${slug}/settings/profile/api-tokens` },
  { name: 'notification-settings', path: ({ slug }) => `/${slug}/settings/profile/notifications` },
  { name: 'workspace-settings', path: ({ slug }) => `/${slug}/settings` },
  { name: 'imports', path: ({ slug }) => `/${slug}/settings/imports` },
  {
    name: 'import-preview',
    path: ({ slug }) => `/${slug}/settings/imports`,
    act: (page) => uploadItems(page),
  },
  {
    name: 'import-preview-items',
    path: ({ slug }) => `/${slug}/settings/imports`,
    act: async (page) => {
      await uploadItems(page)
      await page.getByRole('heading', { name: 'Rows that need attention' }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'import-unreadable', path: ({ slug }) => `/${slug}/settings/imports`, act: uploadUnreadableItems },
  {
    name: 'import-report',
    path: ({ slug }) => `/${slug}/settings/imports`,
    act: (page) => importItems(page),
  },
  { name: 'import-undone', path: ({ slug }) => `/${slug}/settings/imports`, act: undoImport },
  { name: 'import-progress', path: ({ slug }) => `/${slug}/settings/imports`, act: importManyItems },
  { name: 'exports', path: ({ slug }) => `/${slug}/settings/exports` },
  {
    name: 'full-export',
    path: ({ slug }) => `/${slug}/settings/exports`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Export everything' }).click()
      const lines = page.getByRole('list', { name: 'Your full exports' })
      await lines.getByRole('link', { name: 'Download' }).first().scrollIntoViewIfNeeded()
    },
  },
  { name: 'members', path: ({ slug }) => `/${slug}/settings/members` },
  {
    name: 'project-members',
    path: ({ slug, project_id }) => `/${slug}/settings/projects/${project_id}/members`,
  },
  { name: 'create-workspace', path: () => '/create-workspace' },
  { name: 'invitations', path: () => '/invitations' },
  { name: 'nothing-here', path: ({ slug }) => `/${slug}/no/such/screen` },
  { name: 'no-access', path: () => '/somebody-elses-workspace' },
]
