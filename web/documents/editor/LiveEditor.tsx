import { useCallback, useSyncExternalStore } from 'react'
import type { DocumentEditorProps } from './DocumentEditor.tsx'
import { SessionEditor } from './SessionEditor.tsx'
import { StoredDocument } from './StoredDocument.tsx'
import type { RenderSyncedText } from './synced/SyncedReferences.tsx'
import { SyncedText } from './synced/SyncedText.tsx'
import { useDocumentSession } from './use-document-session.ts'

/** Opens the document and shows its stored text until the live document is loaded. */
export function LiveEditor(props: DocumentEditorProps) {
  const { name, user, html, editable } = props
  const session = useDocumentSession(name, user.id)
  const mayWrite = useSyncExternalStore(
    session?.subscribe ?? subscribeToNothing,
    () => session?.snapshot().mayWrite ?? false,
  )
  const isEditable = editable && mayWrite
  const renderSyncedText = useCallback<RenderSyncedText>(
    (source, reference, portal) => (
      <SyncedText
        source={source}
        reference={reference}
        portal={portal}
        user={user}
        isOuterEditable={isEditable}
      />
    ),
    [user, isEditable],
  )
  if (!session) return <StoredDocument html={html ?? ''} isBusy />
  return <SessionEditor {...props} session={session} renderSyncedText={renderSyncedText} />
}

const subscribeToNothing = () => () => {}
