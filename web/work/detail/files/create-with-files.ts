import { attachFiles } from '../../../documents/files/attachments.ts'
import { listNames } from '../../../locales/formats.ts'
import { t } from '../../../locales/i18n.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { setWarnBeforeClose } from '../../../platform/uploads/close-warning.ts'
import { createWorkItem, type NewWorkItem } from '../../work-items/actions.ts'

/**
 * Creates an item and then uploads its files. Returns false if the server rejected the item. In this case, a message
 * names the files, because a draft of the item does not contain them.
 */
export async function createWithFiles(item: NewWorkItem, files: readonly File[]): Promise<boolean> {
  const isCreated = await createThenAttach({ slug: currentSlug(), project_id: item.project_id }, files, () =>
    createWorkItem(item),
  )
  if (!isCreated && files.length > 0) {
    const text = listNames(files.map(({ name }) => name))
    toast.error(t('workItems.filesNotUploaded'), { text })
  }
  return isCreated
}

/**
 * Calls `create`, which returns the id of the created item, and then uploads the files of the item. Returns false if
 * the item was not created. Until the files are uploaded, the browser asks before it closes the tab: unlike the
 * item, the files are only in memory and would be lost.
 */
export async function createThenAttach(
  { slug, project_id }: { slug: string; project_id: string },
  files: readonly File[],
  create: () => Promise<string | null>,
): Promise<boolean> {
  setWarnBeforeClose(files, files.length > 0)
  try {
    const id = await create()
    if (id !== null) await attachFiles(slug, { id, project_id }, files)
    return id !== null
  } finally {
    setWarnBeforeClose(files, false)
  }
}
