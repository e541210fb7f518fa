import { Clipboard } from 'lucide-react'
import { documentName } from '#common/documents/content/names.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { copyDocumentAsMarkdown } from '../../documents/editor/copy-markdown.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'

/** Copies the description of an item as Markdown. */
export function CopyDescription({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  return (
    <MenuItem icon={<Clipboard />} onSelect={() => void copy(row)}>
      {t('workItems.copy.markdown')}
    </MenuItem>
  )
}

async function copy({ id, project_id }: WorkItemRow): Promise<void> {
  await copyDocumentAsMarkdown(documentName('work_item', id), async () => {
    const params = { slug: currentSlug(), project_id, id }
    const { description_html } = await request('getWorkItem', {
      params,
      query: { fields: 'id,description_html' },
    })
    return description_html ?? ''
  })
}
