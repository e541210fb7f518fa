import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, createSignedInUser, runSql } from '../support/api-client.ts'
import { addMember } from '../support/cast.ts'
import { forgeEventsByProvider, sendForgeWebhook } from '../support/forges.ts'
import type { ServerProcess } from '../support/server-process.ts'
import type { ScreenshotData } from './screens.ts'

/** Fills a Tandem instance with the data that the pictures show. */
export async function createScreenshotData(
  server: Pick<ServerProcess, 'url' | 'databaseUrl'>,
): Promise<ScreenshotData> {
  const ann = await createSignedInUser(server, 'ann@example.com')
  await ann.call('updateMe', { body: { first_name: 'Ann', display_name: 'Ann' } })
  await ann.call('setOnboarded', { body: { is_onboarded: true } })
  await ann.call('setTourCompleted', { body: {} })
  await runSql(server.databaseUrl, 'insert into instance_admins (user_id) values ($1)', [ann.id])
  const [slug, emptySlug] = ['acme', 'new']
  await ann.call('createWorkspace', { body: { name: 'Acme', slug } })
  await ann.call('createWorkspace', { body: { name: 'New', slug: emptySlug } })
  const { project_id } = await ann.call('createSampleWorkspace', { params: { slug } })
  const empty = await ann.call('createProject', {
    params: { slug: emptySlug },
    body: { name: 'Atlas', identifier: 'ATL' },
  })
  const params = { slug, project_id }
  const [page] = await ann.call('listPages', { params })
  const [view] = await ann.call('listViews', { params })
  const project = await ann.call('getProject', { params })
  for (const [title, url] of [
    ['Handbook', 'https://example.com/handbook'],
    [null, 'https://example.com/status'],
  ] as const)
    await ann.call('createQuickLink', { params: { slug }, body: { title, url } })
  for (const [background_color, description_html] of stickies)
    await ann.call('createSticky', { params: { slug }, body: { background_color, description_html } })
  const { id } = await ann.call('createWorkItem', { params, body: { name: 'Made twice' } })
  await ann.call('deleteWorkItem', { params: { ...params, id } })
  const sub_items = [{ name: 'Reproduce it' }, { name: 'Fix it', priority: 'high' }]
  await ann.call('createTemplate', {
    params,
    body: { name: 'Bug report', title: 'Bug:', description_html: '<p>Steps</p>', due_in_days: 3, sub_items },
  })
  for (const name of ['Weekly report', 'Release notes'])
    await ann.call('createTemplate', {
      params,
      body: { name, kind: 'page', description_html: '<h2>Numbers</h2><p>Of the week</p>' },
    })
  await runSql(
    server.databaseUrl,
    `insert into linked_accounts (id, user_id, provider, issuer, provider_account_id, metadata)
     values ($1, $2, 'github', 'https://github.com', '583231', '{"name":"ann-at-the-harbor"}')`,
    [newId(), ann.id],
  )
  await tell(server, ann, params)
  await showPullRequests(ann, params)
  return {
    ann,
    slug,
    project_id,
    key: `${project.identifier}-1`,
    page_id: page?.id ?? '',
    view_id: view?.id ?? '',
    empty: { slug: emptySlug, project_id: empty.id },
    tongues: await makeTongues(ann),
  }
}

const stickies = [
  ['gray', '<p>Wi-Fi of the meeting room: <code>tandem-guest</code></p>'],
  [
    'light-blue',
    '<h3>Before the release</h3><ul><li><p>Ask for the new screenshots</p></li><li><p>Freeze the texts</p></li></ul>',
  ],
  ['pink', '<p>“A plan is a list of things that will not happen in that order.”</p>'],
  [
    'green',
    '<p>Numbers of the week</p><p>41 items done, 12 opened, <strong>3 blocked</strong>. Longest in review: the search, since Tuesday; ask whether the second reader has time, or take over.</p>',
  ],
  ['purple', '<p>Idea: show who is at a board as a row of avatars</p>'],
  ['orange', '<p>Call the printers back about the <a href="https://example.com">banners</a></p>'],
] as const
/** Connects a repository whose branches and pull requests name the first items of the project. */
async function showPullRequests(ann: ApiClient, params: { slug: string; project_id: string }) {
  const { identifier } = await ann.call('getProject', { params })
  const made = await ann.call('createGitConnection', {
    params,
    body: { provider: 'github', repository: 'acme/harbor', token: 'ghp_example' },
  })
  const events = forgeEventsByProvider.github(made.base_url, made.repository)
  const commits = [{ id: 'c0ffee1234', message: `${identifier}-1: Measure the berths` }]
  await sendForgeWebhook(made, events.push({ branch: `ann/${identifier.toLowerCase()}-1-berths`, commits }))
  for (const [number, state] of (['open', 'merged', 'closed'] as const).entries()) {
    const title = `${identifier}-${number + 1}: Plan the berths of the harbor`
    await sendForgeWebhook(made, events.pullRequest({ number: number + 1, title, branch: 'berths', state }))
  }
  await sendForgeWebhook(made, {
    event: 'pull_request',
    payload: { repository: { full_name: made.repository } },
  })
}

/** Changes some of Ann's items as Max, so that she has notifications in her inbox. */
async function tell(
  server: Pick<ServerProcess, 'url' | 'databaseUrl'>,
  ann: ApiClient,
  params: { slug: string; project_id: string },
): Promise<void> {
  const max = await createSignedInUser(server, 'max@example.com')
  await max.call('updateMe', { body: { first_name: 'Max', display_name: 'Max' } })
  const workspace = await ann.call('getWorkspace', { params })
  await addMember(server, workspace.id, max.id, role.member)
  const members = [{ member_id: max.id, role: role.member }]
  await ann.call('addProjectMembers', { params, body: { members } })
  const mention = `<mention-component id="${newId()}" entity_identifier="${ann.id}" entity_name="user_mention"></mention-component>`
  const lamps = await ann.call('createWorkItem', { params, body: { name: 'Replace the lamps on the quay' } })
  const tide = await ann.call('createWorkItem', { params, body: { name: 'Print the tide table' } })
  await commentOnPage(ann, max, params)
  const buoy = await max.call('createWorkItem', {
    params,
    body: { name: 'Paint the harbour buoys before the season begins', assignee_ids: [ann.id] },
  })
  const at = ({ id }: { id: string }) => ({ ...params, id })
  await max.call('updateWorkItem', { params: at(lamps), body: { priority: 'high' } })
  await max.call('createComment', {
    params: at(lamps),
    body: {
      comment_html: '<p>Two of them have been out since Friday. Shall I order the long-lived ones?</p>',
    },
  })
  await max.call('updateWorkItem', { params: at(tide), body: { target_date: '2031-05-04' } })
  await max.call('createComment', {
    params: at(buoy),
    body: { comment_html: `<p>${mention} which red?</p>` },
  })
}

const names = [
  'תכנון מסך הבית מחדש לפני ההשקה',
  'Sprache wechseln: עברית → English',
  'إصلاح تسجيل الدخول على الهاتف',
  'API v2: إضافة حقل created_at',
  '検索で日本語の結果が出ない',
  '修复看板上的拖放操作',
  '보드에서 카드 이동 속도 개선',
  '🚢 Ship it 👩‍👩‍👧 🇯🇵 ✅',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'A title that goes on for so long that it needs more than one line on every card, in every list and in the peek as well',
]

const text = [
  '<p>As TONG-2 says, and <strong>bold</strong>, <em>slanted</em> and <code>code</code> with a <a href="https://example.com">link</a>.</p>',
  '<h2>What is asked</h2>',
  '<p>הטקסט הזה נכתב מימין לשמאל, with English (and API v2) in it.</p>',
  '<p>هذا النص من اليمين إلى اليسار. 日本語の文章と简体中文，한국어도。 🚢 👩‍👩‍👧 🇯🇵</p>',
  '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><p>Done already</p></li><li data-checked="false" data-type="taskItem"><p>משימה בעברית</p></li><li data-checked="false" data-type="taskItem"><p>A task of two lines, since it says more than one can say in the width of a panel beside a list</p></li></ul>',
  '<table><tbody><tr><th><p>Berth</p></th><th><p>Length</p></th><th><p>Price a night</p></th></tr><tr><td><p>A-12 beside the crane</p></td><td><p>12 m</p></td><td><p>38 €</p></td></tr><tr><td><p>רציף ב׳</p></td><td><p>9 m</p></td><td><p>27 €</p></td></tr></tbody></table>',
  '<pre><code class="language-typescript">export function berth(length: number): string {\n  return length > 12 ? "A pier that is long enough for a ketch, and whose line is longer than its block" : "B"\n}</code></pre>',
  '<blockquote><p>“Is the blue ketch coming tonight?”</p></blockquote>',
  '<ol><li><p>First</p><ul><li><p>A part of it</p></li></ul></li><li><p>Second</p></li></ol>',
].join('')

const labels = ['Design', 'Backend', 'Accessibility', 'עברית', 'Needs a decision', 'iOS', '本地化']

/** Creates a workspace of forty projects, one of which has titles and texts in many scripts. */
async function makeTongues(ann: ApiClient): Promise<ScreenshotData['tongues']> {
  const slug = 'harbours'
  await ann.call('createWorkspace', { body: { name: 'Harbours of the North', slug } })
  for (let number = 1; number < 40; number += 1)
    await ann.call('createProject', {
      params: { slug },
      body: {
        name:
          number % 7 === 0
            ? `Harbour ${number} with a name that is longer than its place`
            : `Harbour ${number}`,
        identifier: `H${number}`,
      },
    })
  const project = await ann.call('createProject', {
    params: { slug },
    body: { name: 'Tongues · שפות', identifier: 'TONG' },
  })
  const params = { slug, project_id: project.id }
  const label_ids: string[] = []
  for (const [at, name] of labels.entries())
    label_ids.push(
      (
        await ann.call('createLabel', {
          params,
          body: { name, color: ['#d6409f', '#3e63dd', '#30a46c', '#f76b15'][at % 4] ?? '#888888' },
        })
      ).id,
    )
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const ids: string[] = []
  for (const [at, name] of names.entries()) {
    const id = newId()
    ids.push(id)
    await ann.call('createWorkItem', {
      params,
      body: {
        id,
        name,
        priority: (['urgent', 'high', 'medium', 'low', 'none'] as const)[at % 5] ?? 'none',
        label_ids: at % 2 === 0 ? label_ids.slice(0, at + 1) : [],
        assignee_ids: at % 3 === 0 ? [ann.id] : [],
        ...(at % 3 !== 1 && { start_date: day(at - 4), target_date: day(at) }),
        ...(at === 0 && { description_html: text }),
        ...(at > 6 && { parent_id: ids[0] ?? null }),
      },
    })
  }
  const [id = ''] = ids
  await ann.call('createRelations', {
    params: { ...params, id },
    body: { relation_type: 'blocking', issues: ids.slice(2, 4) },
  })
  return { slug, project_id: project.id, id, key: 'TONG-1' }
}

/** Mentions Ann in a comment on the first page of the project. */
async function commentOnPage(ann: ApiClient, max: ApiClient, params: { slug: string; project_id: string }) {
  const [page] = await ann.call('listPages', { params, query: {} })
  if (page === undefined) return
  const mention = `<mention-component entity_name="user_mention" entity_identifier="${ann.id}"></mention-component>`
  const anchor = { start: 'AAEAAA==', end: 'AAEAAA==', quote: 'the west pier', prefix: '', suffix: '' }
  await max.call('createPageComment', {
    params: { ...params, page_id: page.id },
    body: { comment_html: `<p>${mention} Is this the final plan?</p>`, anchor },
  })
}
