import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { Comment, CommentRow } from '#common/work/comments/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { threadsOf } from '../../documents/comments/threads.ts'
import { applyRows, replaceRows, requestWithVersion, store, tables } from '../../platform/app/sync.ts'
import { currentSlug, onForget } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

export interface LoadedComments {
  status: 'loading' | 'ready' | 'error'
  /** The comment from whose thread on all are here; null while there is none. */
  oldest: string | null
  hasEarlier: boolean
}

/** How much of what was said of an item is here. */
export const loadedAtom = atomFamily((_id: string) =>
  atom<LoadedComments>({ status: 'loading', oldest: null, hasEarlier: false }),
)

/** Threads that are read at once. */
const pageLength = 30

/** Reads the newest threads, or all that were here before anew, and those since a linked comment. From then on changes keep them. */
export async function loadComments(item: Item, linked: string | null = null): Promise<void> {
  const { oldest, hasEarlier } = store.get(loadedAtom(item.id))
  const isFurther = linked !== null && tables.work_item_comments.get(linked) === undefined
  const from = isFurther ? linked : oldest
  if (from === null) return loadNewest(item)
  const rows = await read(item, { from })
  if (rows === 'gone') return loadNewest(item)
  if (rows) keep(item, rows, isFurther || hasEarlier)
}

/** Reads the threads before those that are here. */
export async function loadEarlier(item: Item): Promise<void> {
  const { oldest } = store.get(loadedAtom(item.id))
  if (oldest === null) return
  const rows = await read(item, { threads: String(pageLength), before: oldest })
  if (rows && rows !== 'gone') keep(item, rows, threadsOf(rows).length === pageLength)
}

async function loadNewest(item: Item): Promise<void> {
  const rows = await read(item, { threads: String(pageLength) })
  if (rows && rows !== 'gone') keep(item, rows, threadsOf(rows).length === pageLength)
}

function keep({ id }: Item, rows: CommentRow[], hasEarlier: boolean): void {
  const [first] = threadsOf(rows)
  const { oldest } = store.get(loadedAtom(id))
  store.set(loadedAtom(id), { status: 'ready', oldest: first?.comment.id ?? oldest, hasEarlier })
}

interface Query {
  threads?: string
  from?: string
  before?: string
}

/** Null for what could not be read, which the screen says; `gone` when there is no comment to read from. */
async function read(item: Item, query: Query): Promise<CommentRow[] | 'gone' | null> {
  const slug = currentSlug()
  readOf.add(item.id)
  try {
    const { answer, version } = await requestWithVersion('listComments', {
      params: { slug, project_id: item.project_id, id: item.id },
      query: { ...query },
    })
    if (currentSlug() !== slug) return null
    const rows = answer.map(rowOf)
    // Who said something where the item is published is in no list of people.
    applyRows(
      'users',
      answer.flatMap(({ actor_detail }) => actor_detail ?? []),
      version,
    )
    const ids = new Set<string | null>(rows.map(({ id }) => id))
    const reactions = answer.flatMap((comment) => comment.comment_reactions)
    replaceRows('reactions', reactions, version, ({ comment_id }) => ids.has(comment_id))
    const since = threadsOf(rows)[0]?.comment.created_at ?? ''
    const isPart = query.before !== undefined
    // Of earlier ones those that are answered; else everything since, which is whole.
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
    store.set(loadedAtom(item.id), (before) => ({ ...before, status: 'error' }))
    return null
  }
}

/** Without what is said for other clients. */
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

const readOf = new Set<string>()
onForget(() => {
  for (const id of readOf) loadedAtom.remove(id)
  readOf.clear()
})
