import { MoreHorizontal } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { documentName } from '#common/documents/content/names.ts'
import type { SyncedReference } from '#common/documents/content/synced-blocks.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import type { SyncedSource } from '../../../platform/shell/feature.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { DocumentSaveStatus } from '../DocumentSaveStatus.tsx'
import { DocumentPageContext } from '../live-blocks/document-page.ts'
import type { EditorUser } from '../remote-caret-extensions.ts'
import { SessionEditor } from '../SessionEditor.tsx'
import { StoredDocument } from '../StoredDocument.tsx'
import type { DocumentSession } from '../session.ts'
import { useDocumentSession } from '../use-document-session.ts'
import { SyncedMenuItems } from './SyncedMenuItems.tsx'
import { SyncedNote } from './SyncedNote.tsx'
import { useSyncedElement } from './synced-element.ts'
import type { SyncedReferencePortal } from './synced-views.ts'

interface SyncedTextProps {
  source: SyncedSource
  reference: SyncedReference
  portal: SyncedReferencePortal
  user: EditorUser
  /** True if the user may edit the text that contains the reference. */
  isOuterEditable: boolean
}

/** The live content of a synced block, edited in the document of the page that contains the original. */
export function SyncedText(props: SyncedTextProps) {
  const { source, reference, user } = props
  const session = useDocumentSession(documentName('page', reference.page), user.id)
  return session === null ? <Loading source={source} /> : <OpenedText {...props} session={session} />
}

function OpenedText({
  session,
  source,
  reference,
  portal,
  user,
  isOuterEditable,
}: SyncedTextProps & { session: DocumentSession }) {
  const { t } = useTranslation()
  const state = useSyncExternalStore(session.subscribe, session.snapshot)
  const part = useSyncedElement(session.doc, reference.block)
  const { page, path } = source
  if (state.status === 'refused' && state.reason === 'forbidden') return <SyncedNote state="hidden" />
  if (!state.isReady) return <Loading source={source} />
  if (part === null) return <SyncedNote state="deleted" source={source} />
  return (
    <DocumentPageContext value={{ id: page.id, projectId: page.project_id, isSyncedBlock: true }}>
      <div role="toolbar" aria-label={t('editor.synced.name')} className="block-handle">
        {state.status !== 'saved' && state.status !== 'read-only' && (
          <DocumentSaveStatus {...state} compact />
        )}
        <Menu
          align="end"
          trigger={<IconButton size="sm" label={t('editor.synced.menu')} icon={<MoreHorizontal />} />}
        >
          <SyncedMenuItems
            reference={reference}
            path={path}
            isOriginal={false}
            onUnsync={isOuterEditable ? () => portal.replace?.(part) : undefined}
            onDelete={isOuterEditable ? () => portal.replace?.(null) : undefined}
          />
        </Menu>
      </div>
      <SessionEditor
        name={documentName('page', page.id)}
        session={session}
        part={part}
        editable={state.mayWrite}
        user={user}
        projectId={page.project_id}
        label={t('editor.synced.label', { name: page.name || t('pages.untitled') })}
        html={source.html}
        onLeave={portal.leave}
      />
    </DocumentPageContext>
  )
}

function Loading({ source: { html } }: Pick<SyncedTextProps, 'source'>) {
  return <StoredDocument html={html ?? ''} isBusy isInSyncedBlock />
}
