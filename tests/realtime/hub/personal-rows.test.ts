import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationsReader } from '#api/personal/notifications/reader.ts'
import type { EntityName } from '#common/entities.ts'
import type { FavoriteObjectType } from '#common/organization/favorites/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { pollUntilTrue } from '../../support/document-clients.ts'
import { createReplica, type Replica } from '../../support/history/replica.ts'
import type { EntityRow } from '../../support/history/workspace-read.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'
import { waitForIdleFeedReader } from '../../support/wait-for-idle-feed-reader.ts'

let atlas: ProjectTestServer
let replica: Replica

beforeAll(async () => {
  atlas = await startProjectTestServer({}, undefined, [notificationsReader])
  // The replica is a simulated client of Max. It connects before the tests, so that it receives every draft
  // and visit.
  const { max, slug } = atlas.cast
  replica = createReplica({ id: max.id, name: 'Max', cookie: max.cookie }, slug, () => atlas.server.url)
  await pollUntilTrue(() => replica.isSettled())
})
afterAll(async () => {
  replica.close()
  await atlas.close()
})

/** The personal rows of Max that refer to entities of a project. */
interface Things {
  place: ProjectPathParams
  issue: string
  page: string
  view: string
  cycle: string
  module: string
}

/** The tables of the entities that favorites and visits can refer to. */
const tableOf: Record<string, EntityName> = {
  project: 'projects',
  page: 'pages',
  view: 'views',
  cycle: 'cycles',
  module: 'modules',
  issue: 'work_items',
  teamspace: 'teamspaces',
}

let projects = 0

/** Creates a project of Max with his favorites, visits and notifications. */
async function makeThings(): Promise<Things> {
  const { ann, max, slug } = atlas.cast
  projects += 1
  const place = await atlas.makeProject(`Project ${projects}`, `PR${projects}`)
  await ann.call('addProjectMembers', {
    params: place,
    body: { members: [{ member_id: max.id, role: role.member }] },
  })
  await ann.call('updateProject', { params: place, body: { cycle_view: true, module_view: true } })
  const item = await atlas.make('Mine', { assignee_ids: [max.id] }, ann, place)
  const [page, view, cycle, module] = await Promise.all([
    ann.call('createPage', { params: place, body: { name: 'Plan' } }),
    ann.call('createView', { params: place, body: { name: 'Mine' } }),
    ann.call('createCycle', { params: place, body: { name: 'One' } }),
    ann.call('createModule', { params: place, body: { name: 'Part' } }),
  ])
  const things = { place, issue: item.id, page: page.id, view: view.id, cycle: cycle.id, module: module.id }
  const kinds: [FavoriteObjectType, string][] = [
    ['project', place.project_id],
    ['page', things.page],
    ['view', things.view],
    ['cycle', things.cycle],
    ['module', things.module],
  ]
  for (const [entity_type, entity_identifier] of kinds) {
    const body = { entity_type, entity_identifier, project_id: place.project_id }
    await max.call('createFavorite', { params: { slug }, body })
  }
  for (const entity_name of ['issue', 'page', 'project'] as const) {
    const entity_identifier = entity_name === 'project' ? place.project_id : things[entity_name]
    await max.call('recordVisit', { params: { slug }, body: { entity_name, entity_identifier } })
  }
  await max.call('createDraft', { params: { slug }, body: { name: 'Later', project_id: place.project_id } })
  await max.call('createSticky', { params: { slug }, body: { id: newId(), name: 'Milk' } })
  await ann.call('createComment', {
    params: { ...place, id: item.id },
    body: { comment_html: '<p>Have a look.</p>' },
  })
  return things
}

/**
 * Returns the rows that Max's screens show, by table. Favorites and visits are hidden if their target no longer
 * exists. Favorites are also hidden if the target or its project is archived.
 */
function shownRows(rows: Map<EntityName, Map<string, EntityRow>>): Record<string, string[]> {
  const of = (entity: EntityName) => [...(rows.get(entity)?.values() ?? [])]
  const thing = (kind: unknown, id: unknown) => rows.get(tableOf[String(kind)] ?? 'projects')?.get(String(id))
  const isArchived = (row: EntityRow | undefined) =>
    row !== undefined && (row['archived_at'] ?? null) !== null
  const isAtHand = (row: EntityRow) => {
    const kept = thing(row['entity_type'], row['entity_identifier'])
    return kept !== undefined && !isArchived(kept) && !isArchived(thing('project', row['project_id']))
  }
  const ids = (found: EntityRow[]) => found.map((row) => row.id).sort()
  return {
    notifications: ids(of('notifications')),
    favorites: ids(of('favorites').filter(isAtHand)),
    recent_visits: ids(
      of('recent_visits').filter((row) => thing(row['entity_name'], row['entity_identifier']) !== undefined),
    ),
    drafts: ids(of('drafts')),
    stickies: ids(of('stickies')),
  }
}

/** Loads the rows from the server and returns them in the same format as `shownRows`. */
async function answered(): Promise<Record<string, string[]>> {
  const { max, slug } = atlas.cast
  const inboxes = await Promise.all(
    ['false', 'true'].map((mentioned) =>
      max.call('listNotifications', { params: { slug }, query: { mentioned, per_page: '100' } as never }),
    ),
  )
  const [favorites, visits, drafts, stickies] = [
    await max.call('listFavorites', { params: { slug }, query: { all: 'true' } as never }),
    await max.call('listRecentVisits', { params: { slug }, query: { limit: '200' } as never }),
    await max.call('listDrafts', { params: { slug }, query: {} }),
    await max.call('listStickies', { params: { slug }, query: {} }),
  ]
  const ids = (found: { id: string }[]) => found.map(({ id }) => id).sort()
  return {
    notifications: ids(inboxes.flatMap((page) => (Array.isArray(page) ? page : page.results))),
    favorites: ids(favorites),
    recent_visits: ids(visits),
    drafts: ids(drafts.results),
    stickies: ids(stickies.results),
  }
}

const removals: [what: string, remove: (things: Things) => Promise<unknown>][] = [
  ['an item goes to the trash', ({ place, issue }) => deleteItem(place, issue)],
  [
    'an item is deleted forever',
    async ({ place, issue }) => {
      await deleteItem(place, issue)
      await atlas.cast.ann.call('purgeWorkItems', { params: place, body: { issue_ids: [issue] } })
    },
  ],
  ['a page goes to the trash', ({ place, page }) => deletePage(place, page)],
  [
    'a page is deleted forever',
    async ({ place, page }) => {
      await deletePage(place, page)
      await atlas.cast.ann.call('purgePage', { params: { ...place, page_id: page } })
    },
  ],
  [
    'a page becomes private',
    ({ place, page }) =>
      atlas.cast.ann.call('updatePage', { params: { ...place, page_id: page }, body: { access: 1 } }),
  ],
  [
    'a view is deleted',
    ({ place, view }) => atlas.cast.ann.call('deleteView', { params: { ...place, view_id: view } }),
  ],
  [
    'a cycle is deleted',
    ({ place, cycle }) => atlas.cast.ann.call('deleteCycle', { params: { ...place, cycle_id: cycle } }),
  ],
  [
    'a module is deleted',
    ({ place, module }) => atlas.cast.ann.call('deleteModule', { params: { ...place, module_id: module } }),
  ],
  [
    'a person is taken out of the project',
    async ({ place }) => {
      const { ann, max } = atlas.cast
      const members = await ann.call('listProjectMembers', { params: place })
      const member_id = members.find((row) => row.member === max.id)?.id ?? ''
      await ann.call('removeProjectMember', { params: { ...place, member_id } })
    },
  ],
  ['a project is archived', ({ place }) => atlas.cast.ann.call('archiveProject', { params: place })],
  ['a project is deleted', ({ place }) => atlas.cast.ann.call('deleteProject', { params: place })],
]

async function deleteItem(place: ProjectPathParams, id: string) {
  await atlas.cast.ann.call('deleteWorkItem', { params: { ...place, id } })
}

async function deletePage(place: ProjectPathParams, page_id: string) {
  const params = { ...place, page_id }
  await atlas.cast.ann.call('archivePage', { params })
  await atlas.cast.ann.call('deletePage', { params })
}

test.each(removals)('when %s, a client shows what the server answers', async (_, remove) => {
  const things = await makeThings()
  await waitForIdleFeedReader('notifications', atlas)
  await same()
  expect(shownRows(replica.rows()).notifications?.length).toBeGreaterThan(0)
  await remove(things)
  await waitForIdleFeedReader('notifications', atlas)
  await pollUntilTrue(() => replica.isSettled())
  await same()
})

/** Waits until the rows of the client equal the rows of the server. */
async function same() {
  const told = await answered()
  await expect.poll(() => shownRows(replica.rows()), { timeout: 5_000, interval: 50 }).toEqual(told)
}
