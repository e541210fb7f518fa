import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { Comment, CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { groupIntoThreads } from '../../documents/comments/group-into-threads.ts'
import { replaceRows, requestWithVersion, store, tables } from '../../platform/app/sync.ts'
import { addMissingPeople } from '../../platform/person/people.ts'
import { currentSlug, onWorkspaceSwitch } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

export interface CommentsLoadState {
  status: 'loading' | 'ready' | 'error'
  /** Id of the comment that begins the oldest loaded thread. Null while none is loaded. */
  oldest: string | null
  hasEarlier: boolean
}

/** Load state of an item's comments. */
export const commentsLoadStateAtom = atomFamily((_id: string) =>
  atom<CommentsLoadState>({ status: 'loading', oldest: null, hasEarlier: false }),
)

/** Number of threads that one request loads. */
const pageLength = 30

/**
 * Loads the newest threads, or reloads the threads that were loaded before. If the comment `linked` is not loaded
 * yet, loads all threads since that comment. Afterwards the change feed keeps them up to date.
 */
export async function loadComments(item: Item, linked: string | null = null): Promise<void> {
  const { oldest, hasEarlier } = store.get(commentsLoadStateAtom(item.id))
  const isFurther = linked !== null && tables.work_item_comments.get(linked) === undefined
  const from = isFurther ? linked : oldest
  if (from === null) return loadNewest(item)
  const rows = await read(item, { from })
  if (rows === 'gone') return loadNewest(item)
  if (rows) storeThreads(item, rows, isFurther || hasEarlier)
}

/** Loads the page of threads before the oldest loaded one. */
export async function loadEarlierComments(item: Item): Promise<void> {
  const { oldest } = store.get(commentsLoadStateAtom(item.id))
  if (oldest === null) return
  const rows = await read(item, { threads: String(pageLength), before: oldest })
  if (rows && rows !== 'gone') storeThreads(item, rows, groupIntoThreads(rows).length === pageLength)
}

async function loadNewest(item: Item): Promise<void> {
  const rows = await read(item, { threads: String(pageLength) })
  if (rows && rows !== 'gone') storeThreads(item, rows, groupIntoThreads(rows).length === pageLength)
}

function storeThreads({ id }: Item, rows: CommentRow[], hasEarlier: boolean): void {
  const [first] = groupIntoThreads(rows)
  const { oldest } = store.get(commentsLoadStateAtom(id))
  store.set(commentsLoadStateAtom(id), { status: 'ready', oldest: first?.comment.id ?? oldest, hasEarlier })
}

interface Query {
  threads?: string
  from?: string
  before?: string
}

/**
 * Returns null if loading failed (the screen then shows an error), or if the user has opened another workspace
 * meanwhile. Returns `gone` if the comment to start from no longer exists.
 */
async function read(item: Item, query: Query): Promise<CommentRow[] | 'gone' | null> {
  const slug = currentSlug()
  loadedItems.add(item.id)
  try {
    const { answer, version } = await requestWithVersion('listComments', {
      params: { slug, project_id: item.project_id, id: item.id },
      query: { ...query },
    })
    if (currentSlug() !== slug) return null
    const rows = answer.map(rowOf)
    addMissingPeople(
      answer.map(({ actor_detail }) => actor_detail),
      version,
    )
    const ids = new Set<string | null>(rows.map(({ id }) => id))
    const reactions = answer.flatMap((comment) => comment.comment_reactions)
    replaceRows('reactions', reactions, version, ({ comment_id }) => ids.has(comment_id))
    const since = groupIntoThreads(rows)[0]?.comment.created_at ?? ''
    const isPart = query.before !== undefined
    // If the request loaded a page of earlier comments, the rows are only added. Otherwise the response contains all
    // comments since its oldest thread, so local rows that are missing in the response are removed.
    replaceRows(
      'work_item_comments',
      rows,
      version,
      (row) => !isPart && row.issue_id === item.id && row.created_at >= since,
    )
    return rows
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (error.code === 'invalid') return 'gone'
    store.set(commentsLoadStateAtom(item.id), (before) => ({ ...before, status: 'error' }))
    return null
  }
}

/** Removes the fields that only other API clients need. */
function rowOf(comment: Comment): CommentRow {
  const {
    workspace: _workspace,
    project: _project,
    issue: _issue,
    parent: _parent,
    comment_json: _json,
    comment_stripped: _stripped,
    comment_reactions: _reactions,
    actor_detail: _actor,
    issue_detail: _issueDetail,
    project_detail: _projectDetail,
    workspace_detail: _workspaceDetail,
    ...row
  } = comment
  return row
}

const loadedItems = new Set<string>()
onWorkspaceSwitch(() => {
  for (const id of loadedItems) commentsLoadStateAtom.remove(id)
  loadedItems.clear()
})
