import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import type { XmlElement } from 'yjs'
import { parseDocumentName } from '#common/documents/content/names.ts'
import { useTranslation } from '../../locales/i18n.ts'
import type { TextUploadTarget } from '../files/pictures.ts'
import { createBlockPortals } from './blocks/block-portals.ts'
import { handleClickBelowText } from './caret-below.ts'
import type { DocumentEditorProps } from './DocumentEditor.tsx'
import { EditorMenus } from './EditorMenus.tsx'
import { editorExtensions, partialEditorExtensions } from './extensions.ts'
import { EditableFileBlocks } from './files/EditableFileBlocks.tsx'
import type { FilePortal } from './files/file-box.ts'
import { FindBar } from './find/FindBar.tsx'
import { followLink } from './follow-link.ts'
import { ItemChips } from './ItemChips.tsx'
import { type ChipPortal, itemChipExtension } from './item-chip-plugin.ts'
import { EditorLiveBlocks } from './live-blocks/EditorLiveBlocks.tsx'
import { BlockDragHandle } from './moves/BlockDragHandle.tsx'
import { showLinkedBlock } from './moves/block-links.ts'
import { PageLinkBlocks } from './page-lines/PageLinkBlocks.tsx'
import { pageLinkExtension } from './page-lines/page-line-plugin.ts'
import { PictureControls } from './pictures/PictureControls.tsx'
import type { PicturePortal } from './pictures/picture-view.ts'
import { usePictureViewer } from './pictures/use-picture-viewer.tsx'
import { createEditorPortals } from './portals.ts'
import { StoredDocument } from './StoredDocument.tsx'
import type { DocumentSession } from './session.ts'
import { type RenderSyncedText, SyncedReferences } from './synced/SyncedReferences.tsx'
import { syncedLeaveKeymap } from './synced/synced-leave-keymap.ts'
import type { SyncedLeaveTarget } from './synced/synced-views.ts'
import './live-editor.css'

interface SessionEditorProps extends DocumentEditorProps {
  session: DocumentSession
  /** The part of the document that is edited. Without it, the whole text is edited. */
  part?: XmlElement
  /** Renders the synced blocks to which the text refers. Is undefined inside a synced block. */
  renderSyncedText?: RenderSyncedText | undefined
  /** Called when the caret leaves a part of a document by keyboard. */
  onLeave?: ((to: SyncedLeaveTarget) => void) | undefined
}

/** The editor of an open document, or of a part of it. */
export function SessionEditor({
  name,
  session,
  part,
  renderSyncedText,
  onLeave,
  editable,
  user,
  projectId,
  html,
  placeholder,
  label,
  onSubPage,
  onStatus,
  onEditor,
  onComment,
}: SessionEditorProps) {
  const { t } = useTranslation()
  const { status, reason, isNearlyFull, isReady, mayWrite } = useSyncExternalStore(
    session.subscribe,
    session.snapshot,
  )
  const isEditable = editable && mayWrite
  useEffect(() => onStatus?.({ status, reason, isNearlyFull }), [onStatus, status, reason, isNearlyFull])

  const words = useRef('')
  words.current = placeholder ?? t('editor.placeholder')
  const portals = useMemo(createBlockPortals, [])
  const chips = useMemo(() => createEditorPortals<ChipPortal>(), [])
  const pictures = useMemo(() => createEditorPortals<PicturePortal>(), [])
  const files = useMemo(() => createEditorPortals<FilePortal>(), [])
  const space = useRef<HTMLDivElement>(null)
  const { open, viewer } = usePictureViewer(space)
  const target = useMemo(() => pictureTarget(name, projectId), [name, projectId])
  const now = useRef(target)
  now.current = target
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  const leaving = useRef(onLeave)
  leaving.current = onLeave
  const shown = { portals: pictures, files, target: () => now.current, open }
  const editor = useEditor(
    {
      extensions: [
        ...(part === undefined
          ? editorExtensions(session, user, () => words.current, portals, shown)
          : partialEditorExtensions(session, part, () => words.current, portals, shown)),
        ...(part === undefined ? [] : [syncedLeaveKeymap((to) => leaving.current?.(to))]),
        itemChipExtension(chips, (path) => void go.current(path)),
        pageLinkExtension(portals.pageLines, (path) => void go.current(path)),
      ],
      editable: isEditable,
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      editorProps: {
        attributes: {
          class: 'document',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label ?? t('editor.label'),
        },
        handleClick: followLink,
        handleDOMEvents: { mousedown: handleClickBelowText },
      },
    },
    [session, part],
  )
  useEffect(() => {
    if (editor && editor.isEditable !== isEditable) editor.setEditable(isEditable, false)
    editor?.view.dom.setAttribute('aria-readonly', String(!isEditable))
  }, [editor, isEditable])

  useEffect(() => {
    if (!editor || !isReady || part !== undefined) return
    const show = () => showLinkedBlock(editor)
    const timer = setTimeout(show)
    window.addEventListener('hashchange', show)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('hashchange', show)
    }
  }, [editor, isReady, part])

  useEffect(() => {
    if (!editor || !isReady) return
    onEditor?.(editor)
    return () => onEditor?.(null)
  }, [editor, isReady, onEditor])

  if (!editor || !isReady) {
    const isAway = !html && (status === 'offline' || status === 'reconnecting')
    if (isAway) return <p className="document text-faint">{t('editor.away')}</p>
    return <StoredDocument html={html ?? ''} isBusy />
  }
  return (
    <div ref={space} className="document-space">
      <EditorContent editor={editor} />
      <EditorMenus
        editor={editor}
        portals={portals}
        isEditable={isEditable}
        target={target}
        projectId={projectId}
        onSubPage={onSubPage}
        onComment={onComment}
      />
      {part === undefined && <FindBar editor={editor} isEditable={isEditable} />}
      {isEditable && part === undefined && <BlockDragHandle editor={editor} space={space} />}
      <PictureControls editor={editor} portals={pictures} onOpen={open} />
      <EditableFileBlocks editor={editor} portals={files} onOpen={open} />
      <ItemChips portals={chips} />
      <PageLinkBlocks portals={portals.pageLines} />
      <EditorLiveBlocks editor={editor} portals={portals.live} />
      <SyncedReferences portals={portals.synced} renderText={renderSyncedText} />
      {viewer}
    </div>
  )
}

function pictureTarget(name: string, project_id: string | null): TextUploadTarget {
  const owner = parseDocumentName(name)
  return {
    entity_type: owner?.kind === 'page' ? 'PAGE_DESCRIPTION' : 'ISSUE_DESCRIPTION',
    entity_identifier: owner?.id ?? null,
    project_id,
  }
}
