import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { documentName } from '#common/document/names.ts'
import { workItemNameLength } from '#common/work-items/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { request } from '../app/sync.ts'
import { DocumentEditor } from '../editor/DocumentEditor.tsx'
import type { DocumentState } from '../editor/status.ts'
import { useTranslation } from '../locales/i18n.ts'
import { useCanEdit } from '../permissions/may.ts'
import { currentSlug } from '../shell/workspace.ts'
import { InlineEdit } from '../ui/InlineEdit.tsx'
import { meAtom } from '../users/session.ts'
import { updateWorkItem } from '../work-items/actions.ts'
import { ArchivedNote } from './ArchivedNote.tsx'
import { Properties } from './Properties.tsx'
import { Relations } from './Relations.tsx'
import { ParentLink } from './sub-items/ParentLink.tsx'
import { SubItems } from './sub-items/SubItems.tsx'

interface WorkItemDetailProps {
  row: WorkItemRow
  onStatus: (state: DocumentState) => void
  /** Shows another item in place of this one; without it, links lead to its page. */
  onOpen?: (id: string) => void
}

/** Title, properties, description, sub-items and relations of an item; in the peek and on its own page. */
export function WorkItemDetail({ row, onStatus, onOpen }: WorkItemDetailProps) {
  const { t } = useTranslation()
  const canEdit = useCanEdit(row)
  const me = useAtomValue(meAtom)
  const html = useStoredDescription(row)
  return (
    <div className="flex flex-col gap-4">
      {row.archived_at !== null && <ArchivedNote row={row} />}
      <ParentLink row={row} onOpen={onOpen} />
      <InlineEdit
        multiline
        label={t('workItems.title')}
        value={row.name}
        maxLength={workItemNameLength}
        disabled={!canEdit}
        onSave={(name) => void updateWorkItem(row.id, { name })}
        className="text-xl leading-[1.25] font-strong tracking-[-0.017em]"
      />
      <Properties row={row} />
      {me && row.sequence_id > 0 && (
        // Room enough that what is below does not jump when a short text comes.
        <div className="min-h-24">
          <DocumentEditor
            name={documentName('work_item', row.id)}
            html={html}
            editable={canEdit}
            label={t('workItems.description')}
            placeholder={canEdit ? t('workItems.descriptionPlaceholder') : t('workItems.noDescription')}
            user={{ id: me.id, name: me.display_name }}
            projectId={row.project_id}
            onStatus={onStatus}
          />
        </div>
      )}
      {row.sequence_id > 0 && (
        <div className="flex flex-col gap-2">
          <SubItems row={row} onOpen={onOpen} />
          <Relations row={row} onOpen={onOpen} />
        </div>
      )}
    </div>
  )
}

/** What was stored last, shown until the live text is there; null while it is not known. */
function useStoredDescription({ id, project_id, sequence_id }: WorkItemRow): string | null {
  const [html, setHtml] = useState<string | null>(null)
  useEffect(() => {
    if (sequence_id === 0) return
    const abort = new AbortController()
    request(
      'getWorkItem',
      { params: { slug: currentSlug(), project_id, id } },
      { signal: abort.signal },
    ).then(
      (item) => setHtml(item.description_html),
      // The live document has the text as well; this copy only spares the wait.
      () => {},
    )
    return () => abort.abort()
  }, [id, project_id, sequence_id])
  return html
}
