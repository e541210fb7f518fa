import type { CallName } from '#common/calls.ts'
import type { EntityName } from '#common/entities.ts'
import { relationNames } from '#common/work/relations/rules.ts'
import { priorities } from '#common/work/work-items/priorities.ts'
import {
  createCallOperation,
  type Operation,
  type OperationFactory,
  type OperationTarget,
  pickRandom,
} from './operations.ts'

/** Returns a row that earlier operations created in the project, or an unknown id if there is none. */
function known({ random, project }: OperationTarget, entity: EntityName): string {
  return random.pickAny(project.made[entity] ?? []) ?? random.id()
}

function someItems({ random, project }: OperationTarget): string[] {
  const items = project.made.work_items ?? []
  return [random.pickAny(items) ?? random.id(), ...random.some(items, 5)]
}

function newRow({ random, project }: OperationTarget, entity: EntityName): string {
  const id = random.id()
  project.made[entity] = [...(project.made[entity] ?? []), id]
  return id
}

const words = ['Alpha', 'Bravo', 'Carol', 'Delta', 'Echo'] as const
const word = ({ random }: OperationTarget) => `${random.pick(words)} ${random.below(1e6)}`
const color = '#336699'

function onItem(name: CallName, body?: (scene: OperationTarget) => unknown): OperationFactory {
  return (scene) =>
    createCallOperation(scene.who, name, {
      params: { ...scene.params, id: known(scene, 'work_items') },
      ...(body && { body: body(scene) }),
    })
}

function onRow(
  entity: EntityName,
  param: string,
  name: CallName,
  body?: (scene: OperationTarget) => unknown,
): OperationFactory {
  return (scene) =>
    createCallOperation(scene.who, name, {
      params: { ...scene.params, [param]: known(scene, entity) },
      ...(body && { body: body(scene) }),
    })
}

function create(
  entity: EntityName,
  name: CallName,
  body: (scene: OperationTarget) => object,
): OperationFactory {
  return (scene) =>
    createCallOperation(scene.who, name, {
      params: scene.params,
      body: { ...body(scene), id: newRow(scene, entity) },
    })
}

function onItems(name: CallName, more: (scene: OperationTarget) => object = () => ({})): OperationFactory {
  return (scene) =>
    createCallOperation(scene.who, name, {
      params: scene.params,
      body: { issue_ids: someItems(scene), ...more(scene) },
    })
}

/** Returns an item of any project of the workspace, so that relations cross projects. */
function anyItem(scene: OperationTarget): string {
  return known({ ...scene, project: pickRandom(scene.random, scene.workspace.projects) }, 'work_items')
}

/**
 * Moves items to a random project, which can be the current project of the items. Later operations can use the
 * items in the target project.
 */
const moveItems: OperationFactory = (scene) => {
  const { random, workspace, params, who } = scene
  const [to, issue_ids] = [pickRandom(random, workspace.projects), someItems(scene)]
  to.made.work_items = [...new Set([...(to.made.work_items ?? []), ...issue_ids])]
  return createCallOperation(who, 'moveWorkItems', { params, body: { issue_ids, new_project_id: to.id } })
}

const createItem = create('work_items', 'createWorkItem', (scene) => ({
  name: word(scene),
  state_id: scene.random.pick(scene.project.states),
  priority: scene.random.pick(priorities),
  label_ids: scene.random.some(scene.project.made.labels ?? [], 2),
}))
/**
 * Creates an operation that adds a comment to an item. Stores the id of the comment together with the id of
 * the item, because later operations on the comment need both.
 */
const createComment: OperationFactory = (scene) => {
  const [item, id] = [known(scene, 'work_items'), scene.random.id()]
  const { made } = scene.project
  made.work_item_comments = [...(made.work_item_comments ?? []), `${item} ${id}`]
  const body = { id, comment_html: `<p>${word(scene)}</p>` }
  return createCallOperation(scene.who, 'createComment', { params: { ...scene.params, id: item }, body })
}

function onComment(name: CallName, body?: (scene: OperationTarget) => unknown): OperationFactory {
  return (scene) => {
    const [id, comment_id] = known(scene, 'work_item_comments').split(' ')
    return createCallOperation(scene.who, name, {
      params: { ...scene.params, id: id ?? '', comment_id: comment_id ?? scene.random.id() },
      ...(body && { body: body(scene) }),
    })
  }
}

const createLabel = create('labels', 'createLabel', (scene) => ({ name: word(scene), color }))
const createCycle = create('cycles', 'createCycle', (scene) => ({ name: word(scene), ...someDays(scene) }))
const createModule = create('modules', 'createModule', (scene) => ({ name: word(scene) }))
/** Returns random days for a cycle, which often overlap with the days of another cycle. */
function someDays({ random }: OperationTarget): object {
  const day = (at: number) => `2031-03-${10 + at}`
  const first = random.below(9)
  return random.chance(0.5) ? {} : { start_date: day(first), end_date: day(first + random.below(9)) }
}
const createPage = create('pages', 'createPage', (scene) => ({
  name: word(scene),
  access: scene.random.below(2),
}))
const createView = create('views', 'createView', (scene) => ({
  name: word(scene),
  access: scene.random.below(2),
}))

/** The operations with which every project starts, so that later operations have rows to change. */
export const initialProjectOperations: OperationFactory[] = [
  createItem,
  createItem,
  createItem,
  createItem,
  createLabel,
  createCycle,
  createModule,
  createPage,
  createView,
]

/** Operations on content: items, relations, labels, states, pages, views and view settings. */
export const weightedContentOperations: [number, OperationFactory][] = [
  [14, createItem],
  [8, onItem('updateWorkItem', (scene) => ({ name: word(scene), priority: scene.random.pick(priorities) }))],
  [
    10,
    onItem('updateWorkItem', ({ random, project }) => ({
      state_id: random.pick(project.states),
      sort_order: random.below(100_000),
    })),
  ],
  [4, onItem('updateWorkItem', (scene) => ({ parent_id: known(scene, 'work_items') }))],
  [4, onItem('updateWorkItem', () => ({ parent_id: null, start_date: '2026-03-01' }))],
  [5, onItem('deleteWorkItem')],
  [7, onItem('restoreWorkItem')],
  [
    4,
    onItems('changeWorkItems', ({ random, project }) => ({
      properties: { state_id: random.pick(project.states), priority: random.pick(priorities) },
    })),
  ],
  [2, onItems('deleteWorkItems')],
  [3, onItems('restoreWorkItems')],
  [3, onItem('archiveWorkItem')],
  [3, onItem('unarchiveWorkItem')],
  [2, onItems('archiveWorkItems')],
  [2, onItems('unarchiveWorkItems')],
  [4, moveItems],
  [
    7,
    onItem('createRelations', (scene) => ({
      relation_type: scene.random.pick(relationNames),
      issues: [anyItem(scene)],
    })),
  ],
  [
    3,
    onItem('removeRelation', (scene) => ({
      relation_type: scene.random.pick(relationNames),
      related_issue: anyItem(scene),
    })),
  ],
  [7, createComment],
  [3, onComment('updateComment', (scene) => ({ comment_html: `<p>${word(scene)}</p>` }))],
  [2, onComment('deleteComment')],
  [1, onComment('restoreComment')],
  [1, onComment('resolveThread')],
  [3, createLabel],
  [2, onRow('labels', 'label_id', 'updateLabel', (scene) => ({ name: word(scene) }))],
  [1, onRow('labels', 'label_id', 'deleteLabel')],
  [3, createCycle],
  [2, onRow('cycles', 'cycle_id', 'updateCycle', (scene) => ({ name: word(scene), ...someDays(scene) }))],
  [1, onRow('cycles', 'cycle_id', 'deleteCycle')],
  [1, onRow('cycles', 'cycle_id', 'restoreCycle')],
  [4, onItem('updateWorkItem', (scene) => ({ cycle_id: known(scene, 'cycles') }))],
  [2, onRow('cycles', 'cycle_id', 'addToCycle', (scene) => ({ issues: someItems(scene) }))],
  [
    1,
    onRow('cycles', 'cycle_id', 'transferCycleItems', (scene) => ({ new_cycle_id: known(scene, 'cycles') })),
  ],
  [3, createModule],
  [2, onRow('modules', 'module_id', 'updateModule', (scene) => ({ name: word(scene) }))],
  [1, onRow('modules', 'module_id', 'deleteModule')],
  [1, onRow('modules', 'module_id', 'restoreModule')],
  [
    4,
    onItem('updateWorkItem', (scene) => ({
      module_ids: scene.random.some(scene.project.made.modules ?? [], 2),
    })),
  ],
  [2, onRow('modules', 'module_id', 'addToModule', (scene) => ({ issues: someItems(scene) }))],
  [
    1,
    onRow('modules', 'module_id', 'createModuleLink', (scene) => ({
      url: `https://${word(scene)}.example`,
    })),
  ],
  [2, create('states', 'createState', (scene) => ({ name: word(scene), color, group: 'started' }))],
  [
    2,
    onRow('states', 'state_id', 'updateState', (scene) => ({
      name: word(scene),
      group: scene.random.pick(['started', 'completed']),
    })),
  ],
  [1, onRow('states', 'state_id', 'deleteState')],
  [1, onRow('states', 'state_id', 'markDefaultState')],
  [4, createPage],
  [2, onRow('pages', 'page_id', 'updatePage', (scene) => ({ name: word(scene) }))],
  [4, onRow('pages', 'page_id', 'setPageAccess', ({ random }) => ({ access: random.below(2) }))],
  [1, onRow('pages', 'page_id', 'lockPage')],
  [2, onRow('pages', 'page_id', 'deletePage')],
  [2, onRow('pages', 'page_id', 'restorePage')],
  [3, createView],
  [2, onRow('views', 'view_id', 'updateView', (scene) => ({ name: word(scene) }))],
  [3, onRow('views', 'view_id', 'setViewAccess', ({ random }) => ({ access: random.below(2) }))],
  [1, onRow('views', 'view_id', 'deleteView')],
  [1, onRow('views', 'view_id', 'restoreView')],
  [2, (scene) => onWorkspaceView(scene, 'createWorkspaceView')],
  [2, (scene) => onWorkspaceView(scene, 'setWorkspaceViewAccess')],
  [1, (scene) => onWorkspaceView(scene, 'deleteWorkspaceView')],
  [1, (scene) => onWorkspaceView(scene, 'restoreWorkspaceView')],
  [
    2,
    ({ random, who, params }) =>
      createCallOperation(who, 'updateUserProperties', {
        params,
        body: { display_filters: { sub_issue: random.chance(0.5) } },
      }),
  ],
  [2, (scene) => onQuickLink(scene, 'createQuickLink')],
  [1, (scene) => onQuickLink(scene, 'updateQuickLink')],
  [1, (scene) => onQuickLink(scene, 'deleteQuickLink')],
  [2, (scene) => onStickies(scene, 'createSticky')],
  [2, (scene) => onStickies(scene, 'updateSticky')],
  [1, (scene) => onStickies(scene, 'deleteSticky')],
  [1, (scene) => onFavorites(scene, 'createFavorite')],
  [1, (scene) => onFavorites(scene, 'deleteFavorite')],
  [2, (scene) => onNotification(scene, 'markRead')],
  [1, (scene) => onNotification(scene, 'markUnread')],
  [1, (scene) => onNotification(scene, 'archiveNotification')],
  [1, (scene) => onNotification(scene, 'updateNotification')],
  [1, (scene) => onNotification(scene, 'deleteNotification')],
  [
    1,
    ({ who, workspace: { slug } }) => createCallOperation(who, 'markAllRead', { params: { slug }, body: {} }),
  ],
  [1, (scene) => createCallOperation(scene.who, 'updateMe', { body: { display_name: word(scene) } })],
  [
    1,
    (scene) =>
      createCallOperation(scene.who, 'updateWorkspace', {
        params: { slug: scene.workspace.slug },
        body: { name: word(scene) },
      }),
  ],
]

/**
 * Creates an operation on a quick link. It mostly uses links of other people, to check that these are not
 * found.
 */
function onQuickLink(scene: OperationTarget, name: CallName): Operation {
  const { random, workspace, who } = scene
  const isNew = name === 'createQuickLink'
  const id = isNew ? random.id() : (random.pickAny(workspace.links) ?? random.id())
  if (isNew) workspace.links.push(id)
  const body = isNew ? { id, url: `https://${id}.example` } : { title: word(scene) }
  const params = { slug: workspace.slug, ...(!isNew && { quick_link_id: id }) }
  return createCallOperation(who, name, { params, ...(name !== 'deleteQuickLink' && { body }) })
}

/**
 * Creates an operation on stickies, including stickies of other people, which are not found. Concurrent edits
 * of a sticky are stored as a conflict copy.
 */
function onStickies(
  scene: OperationTarget,
  name: 'createSticky' | 'updateSticky' | 'deleteSticky',
): Operation {
  const { random, workspace, who } = scene
  const isNew = name === 'createSticky'
  const id = isNew ? random.id() : (random.pickAny(workspace.stickies) ?? random.id())
  if (isNew) workspace.stickies.push(id)
  const written = {
    description_html: `<p>${word(scene)}</p>`,
    ...(!isNew && { based_on: 1 + random.below(3) }),
  }
  const body = isNew || random.chance(0.7) ? written : { sort_order: random.below(100_000) }
  const params = { slug: workspace.slug, ...(!isNew && { sticky_id: id }) }
  return createCallOperation(who, name, {
    params,
    ...(name !== 'deleteSticky' && { body: isNew ? { ...body, id } : body }),
  })
}

/**
 * Picks a notification of the person when the operation runs, because the server assigns the id of a
 * notification only when it writes the notification.
 */
function onNotification({ random, workspace, who }: OperationTarget, name: CallName): Operation {
  const [place, hours, mentioned] = [random.below(5), random.below(3), String(random.chance(0.3))]
  const { slug } = workspace
  return {
    name,
    async run(hands) {
      const { answer } = await hands.call(who, 'listNotifications', {
        params: { slug },
        query: { mentioned },
      })
      const id = Array.isArray(answer) ? answer.at(place)?.id : undefined
      if (id === undefined) return
      const snoozed_till = hours === 0 ? null : new Date(Date.now() + hours * 3_600_000).toISOString()
      await hands.call(who, name, {
        params: { slug, notification_id: id },
        ...(name === 'updateNotification' && { body: { snoozed_till } }),
      })
    },
  }
}

/**
 * Creates an operation that creates or deletes a favorite. It creates only folders: the server sends other favorites to
 * their owner even if the target is invisible to the owner, but lists leave them out.
 */
function onFavorites(
  { random, workspace, who }: OperationTarget,
  name: 'createFavorite' | 'deleteFavorite',
): Operation {
  const isNew = name === 'createFavorite'
  const id = isNew ? random.id() : (random.pickAny(workspace.folders) ?? random.id())
  if (isNew) workspace.folders.push(id)
  const params = { slug: workspace.slug, ...(!isNew && { favorite_id: id }) }
  return createCallOperation(who, name, {
    params,
    ...(isNew && { body: { id, entity_type: 'folder', name: `Folder ${id}` } }),
  })
}

function onWorkspaceView(scene: OperationTarget, name: CallName): Operation {
  const { random, workspace, who } = scene
  const isNew = name === 'createWorkspaceView'
  const id = isNew ? random.id() : (random.pickAny(workspace.views) ?? random.id())
  if (isNew) workspace.views.push(id)
  const body = { access: random.below(2), ...(isNew && { id, name: word(scene) }) }
  return createCallOperation(who, name, {
    params: { slug: workspace.slug, ...(!isNew && { view_id: id }) },
    body,
  })
}
