import type { AttachmentRow } from '#common/documents/files/schema.ts'
import type { CommentRow } from '#common/work/comments/schema.ts'
import type { LinkRow } from '#common/work/links/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { type CommentThread, groupIntoThreads } from '../../../documents/comments/group-into-threads.ts'
import { itemAttachmentsAtom } from '../../../documents/files/attachments.ts'
import { request, store, tables } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { commentThreadsAtom } from '../../comments/atoms.ts'
import { descriptionAtom } from '../descriptions.ts'
import { itemLinksAtom } from '../links/atoms.ts'

/** Content that is printed with an item but is not part of the row of the item. */
export interface PrintedContent {
  html: string
  subItems: readonly WorkItemRow[]
  links: readonly Pick<LinkRow, 'id' | 'title' | 'url' | 'metadata'>[]
  files: readonly Pick<AttachmentRow, 'id' | 'attributes'>[]
  threads: readonly CommentThread<CommentRow>[]
  /** True if a request failed, so that only the locally available content is printed. */
  isPartial: boolean
}

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

/** Returns the content that is already loaded. Used without a connection, or when the browser does not wait for a request. */
export function getLoadedPrintContent({ id }: Item): PrintedContent {
  return {
    html: store.get(descriptionAtom(id)) ?? '',
    subItems: [...tables.work_items.values()].filter((row) => row.parent_id === id),
    links: store.get(itemLinksAtom(id)),
    files: store.get(itemAttachmentsAtom(id)),
    threads: store.get(commentThreadsAtom(id)),
    isPartial: false,
  }
}

/** Loads all content of an item. If a request fails, the content that is already loaded is used instead. */
export async function loadPrintContent(item: Item): Promise<PrintedContent> {
  const params = { slug: currentSlug(), project_id: item.project_id, id: item.id }
  const loadedPart = getLoadedPrintContent(item)
  let isPartial = false
  const read = async <T>(reading: Promise<T>, instead: T): Promise<T> => {
    try {
      return await reading
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      isPartial = true
      return instead
    }
  }
  const [html, subItems, links, files, threads] = await Promise.all([
    read(
      request('getWorkItem', { params, query: { fields: 'description_html' } }).then(
        (answer) => answer.description_html,
      ),
      loadedPart.html,
    ),
    read<PrintedContent['subItems']>(
      request('listSubItems', { params }).then(({ sub_issues }) => Object.values(sub_issues).flat()),
      loadedPart.subItems,
    ),
    read<PrintedContent['links']>(request('listLinks', { params }), loadedPart.links),
    read<PrintedContent['files']>(request('listAttachments', { params }), loadedPart.files),
    read<PrintedContent['threads']>(allThreads(params), loadedPart.threads),
  ])
  return { html, subItems, links, files, threads, isPartial }
}

/**
 * Loads all comments page by page, newest first, because the size of a response is limited. Stops if a
 * response contains no new thread: the replies of one thread can fill a whole response, and then there is no
 * earlier thread to continue from.
 */
async function allThreads(params: {
  slug: string
  project_id: string
  id: string
}): Promise<CommentThread<CommentRow>[]> {
  let all: CommentRow[] = []
  let from: string | undefined
  for (;;) {
    const earlier = await request('listComments', { params, query: from ? { before: from } : {} })
    all = [...earlier, ...all]
    const first = groupIntoThreads(all)[0]?.comment.id
    if (earlier.length === 0 || first === undefined || first === from) return groupIntoThreads(all)
    from = first
  }
}
