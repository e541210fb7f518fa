import type { Editor } from '@tiptap/core'
import { Component, type ReactNode } from 'react'
import { t } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { LazyPart } from '../../platform/ui/LazyPart.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import type { EditorUser } from './carets.ts'
import { StoredDocument } from './StoredDocument.tsx'
import type { DocumentState } from './status.ts'

export interface DocumentEditorProps {
  /** `page:{id}` or `work_item:{id}`, from `documentName`. */
  name: string
  /** The stored HTML, shown in the same place and type until the live text is there. */
  html?: string | null
  /** What the rules say of this person; the server says so too, and it has the last word. */
  editable: boolean
  user: EditorUser
  /** The project whose people can be mentioned; null for all people of the workspace. */
  projectId: string | null
  placeholder?: string
  /** Its name for screen readers. */
  label?: string
  /** Makes a page below the one that is written, and answers its address; null where it was refused. */
  onSubPage?: () => Promise<string | null>
  onStatus?: (state: DocumentState) => void
  /** The editor while it is there, for what stands elsewhere on the screen; the same function as long as it is for the same. */
  onEditor?: (editor: Editor | null) => void
  /** Given where one may speak of what is selected: begins that. */
  onComment?: (() => void) | undefined
}

const live = loadable(async () => (await import('./LiveEditor.tsx')).LiveEditor)

/** Fetches the editor before a text is opened. */
export const preloadEditor = live.preload

/** A co-edited text. The editor itself loads with the first one that is shown. */
export function DocumentEditor(props: DocumentEditorProps) {
  return (
    <EditorBoundary>
      <LazyPart
        key={`${props.name} ${props.user.id}`}
        part={live}
        props={props}
        fallback={<StoredDocument html={props.html ?? ''} isBusy />}
        failure={(retry) => <LoadError compact title={t('editor.failed')} onRetry={retry} />}
      />
    </EditorBoundary>
  )
}

/** An editor that fails must not take the screen around it along. */
class EditorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <ErrorState title={t('editor.failed')} onRetry={() => location.reload()} />
  }
}
