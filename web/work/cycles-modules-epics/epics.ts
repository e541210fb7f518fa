import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { EpicWithProgress } from '#common/planning/epics/schema.ts'
import type { ItemCountsByState } from '#common/planning/figures/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { compareNames } from '../../locales/formats.ts'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { applyRows, requestWithVersion, store, tables } from '../../platform/app/sync.ts'
import { currentSlug, onWorkspaceReload, onWorkspaceSwitch } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

/**
 * The ids of all loaded epics. The set is updated when rows change, so that `epicsAtom` does not have to
 * search all items.
 */
const knownAtom = atom<ReadonlySet<string>>(
  new Set([...tables.work_items.values()].flatMap((row) => (row.is_epic ? [row.id] : []))),
)
/** Item counts by state for each epic whose progress has been loaded, by epic id. */
const progressAtom = atom<ReadonlyMap<string, ItemCountsByState>>(new Map())
export const epicProgressAtom = atomFamily((id: string) => atom((get) => get(progressAtom).get(id)))

/**
 * The request that loads the epics of a project, by project id. Completed requests stay in the map, so that
 * the epics of a project are loaded only once.
 */
const read = new Map<string, Promise<void>>()

tables.work_items.listen((before, after) => {
  const id = (after ?? before)?.id ?? ''
  const isEpic = after?.is_epic === true
  const known = store.get(knownAtom)
  if (known.has(id) !== isEpic) {
    const others = [...known].filter((one) => one !== id)
    store.set(knownAtom, new Set(isEpic ? [...others, id] : others))
  }
  // Loads the epics of a project when a loaded item refers to an epic that is not loaded.
  if (after?.epic_id && !tables.work_items.get(after.epic_id)) loadEpics(after.project_id)
})
onWorkspaceSwitch(() => {
  read.clear()
  store.set(progressAtom, new Map())
})
onWorkspaceReload(async () => {
  const gone = [...read.keys()].filter((id) => tables.projects.get(id) === undefined)
  for (const id of gone) read.delete(id)
  await Promise.all([...read.keys()].map(loadEpicProgress))
})

/** Loads the epics of a project once, if the feature is enabled. */
function loadEpics(projectId: string): void {
  if (read.has(projectId) || !tables.projects.get(projectId)?.is_epic_enabled) return
  const reading = loadEpicProgress(projectId).catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error
    read.delete(projectId)
  })
  read.set(projectId, reading)
}

/** Loads all epics of a project with their progress and last update. Throws `RequestError`. */
export async function loadEpicProgress(projectId: string): Promise<void> {
  const params = { slug: currentSlug(), project_id: projectId }
  const { answer, version } = await requestWithVersion('listEpicProgress', { params })
  applyLoadedRows(answer.map(rowOf), version)
  applyRows(
    'epic_updates',
    answer.flatMap(({ update }) => update ?? []),
    version,
  )
  store.set(progressAtom, (now) => new Map([...now, ...answer.map((epic) => [epic.id, epic] as const)]))
}

function rowOf({
  update: _,
  total_issues: __,
  backlog_issues,
  unstarted_issues,
  started_issues,
  completed_issues,
  cancelled_issues,
  ...row
}: EpicWithProgress): WorkItemRow {
  return row
}

/** Loads the epics of a project when the first component subscribes. */
const wantedAtom = atomFamily((projectId: string) => {
  const wanted = atom(projectId)
  wanted.onMount = () => loadEpics(projectId)
  return wanted
})

/** The epics of a project by name, including archived ones. */
export const epicsAtom = atomFamily((projectId: string) =>
  atom((get) => {
    get(wantedAtom(projectId))
    return [...get(knownAtom)]
      .flatMap((id) => get(tables.work_items.rowAtom(id)) ?? [])
      .filter((row) => row.project_id === projectId)
      .sort((a, b) => compareNames(a.name, b.name))
  }),
)

/** The epics that accept items. */
export const unarchivedEpicsAtom = atomFamily((projectId: string) =>
  atom((get) => get(epicsAtom(projectId)).filter((row) => row.archived_at === null)),
)

/** The epics that accept items, of all loaded projects in which epics are enabled. */
export const allEpicsAtom = atom((get) =>
  get(tables.projects.allAtom).flatMap((project) =>
    project.is_epic_enabled ? get(unarchivedEpicsAtom(project.id)) : [],
  ),
)

/** The loaded updates of an epic, newest first. */
export const epicUpdatesAtom = atomFamily((epicId: string) =>
  atom((get) =>
    get(tables.epic_updates.allAtom)
      .filter((update) => update.epic_id === epicId)
      .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)),
  ),
)

export const newestEpicUpdateAtom = atomFamily((epicId: string) =>
  atom((get) => get(epicUpdatesAtom(epicId))[0]),
)
