import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { useImperativeHandle, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { createBlockPortals } from './blocks/block-portals.ts'
import { handleClickBelowText } from './caret-below.ts'
import type { DraftEditorProps } from './DraftEditor.tsx'
import { EditorMenus } from './EditorMenus.tsx'
import { draftExtensions } from './extensions.ts'
import { EditableFileBlocks } from './files/EditableFileBlocks.tsx'
import type { FilePortal } from './files/file-box.ts'
import { ItemChips } from './ItemChips.tsx'
import { type ChipPortal, itemChipExtension } from './item-chip-plugin.ts'
import { EditorLiveBlocks } from './live-blocks/EditorLiveBlocks.tsx'
import { PageLinkBlocks } from './page-lines/PageLinkBlocks.tsx'
import { pageLinkExtension } from './page-lines/page-line-plugin.ts'
import { insertFiles, pickPictures } from './pictures/add-pictures.ts'
import { PictureControls } from './pictures/PictureControls.tsx'
import type { PicturePortal } from './pictures/picture-view.ts'
import { usePictureViewer } from './pictures/use-picture-viewer.tsx'
import { createEditorPortals } from './portals.ts'
import { renderStoredSyncedText } from './StoredDocument.tsx'
import { SyncedReferences } from './synced/SyncedReferences.tsx'
import './document.css'
import './live-editor.css'

/** The editor of an unsent text without collaboration. `DraftEditor` loads it. */
export function LocalEditor(props: DraftEditorProps) {
  const { html, projectId, label, placeholder, takesFocus } = props
  const latest = useRef(props)
  latest.current = props
  const portals = useMemo(createBlockPortals, [])
  const pictures = useMemo(() => createEditorPortals<PicturePortal>(), [])
  const chips = useMemo(() => createEditorPortals<ChipPortal>(), [])
  const files = useMemo(() => createEditorPortals<FilePortal>(), [])
  const space = useRef<HTMLDivElement>(null)
  const { open, viewer } = usePictureViewer(space)
  const { pictures: entity_type } = props
  const target = useMemo(
    () => ({ entity_type, entity_identifier: null, project_id: projectId }),
    [entity_type, projectId],
  )
  const now = useRef(target)
  now.current = target
  const changed = useRef<string | null>(null)
  // React renders a change of the text in a later task. A key that is pressed before that task would send the text without
  // the change.
  const flushChange = () => {
    const text = changed.current
    if (text !== null) flushSync(() => latest.current.onChange(text))
  }
  const editor = useEditor(
    {
      extensions: [
        ...draftExtensions(() => placeholder, portals, {
          portals: pictures,
          files,
          target: () => now.current,
          open,
        }),
        itemChipExtension(chips, openInNewTab),
        pageLinkExtension(portals.pageLines, openInNewTab),
      ],
      content: html,
      autofocus: takesFocus ? 'end' : false,
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      onUpdate: ({ editor }) => {
        changed.current = editor.isEmpty ? '' : editor.getHTML()
        latest.current.onChange(changed.current)
      },
      editorProps: {
        attributes: { class: 'document', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
        handleKeyDown: (view, event) => {
          if (pressedKey(event) !== 'Enter') return false
          const { enterSends = false } = latest.current
          const sends = event.ctrlKey || event.metaKey || (enterSends && endsParagraph(view, event))
          if (sends) {
            flushChange()
            latest.current.onSend?.()
          }
          // If this returns true, the surrounding form ignores the event. Otherwise the form would submit itself
          // on Ctrl or ⌘ with Enter.
          return sends
        },
        handleDOMEvents: { mousedown: handleClickBelowText },
      },
    },
    [],
  )
  useImperativeHandle(
    props.pick,
    () => () =>
      pickPictures((files) => {
        if (editor) void insertFiles(editor.view, files, now.current)
      }),
    [editor],
  )
  if (!editor) return null
  return (
    <div ref={space}>
      <EditorContent editor={editor} />
      <EditorMenus
        editor={editor}
        portals={portals}
        target={target}
        projectId={projectId}
        canCreatePages={false}
      />
      <PictureControls editor={editor} portals={pictures} onOpen={open} />
      <EditableFileBlocks editor={editor} portals={files} onOpen={open} />
      <ItemChips portals={chips} />
      <PageLinkBlocks portals={portals.pageLines} />
      <EditorLiveBlocks editor={editor} portals={portals.live} />
      <SyncedReferences portals={portals.synced} renderText={renderStoredSyncedText} />
      {viewer}
    </div>
  )
}

/** Opens a link in a new tab, because leaving this tab would lose the unsent text. */
function openInNewTab(path: string): void {
  window.open(path, '_blank', 'noopener')
}

/**
 * Returns true if Enter would only start a new paragraph: the caret is in a paragraph at the top level, Shift
 * is not pressed, and no suggestion list is open.
 */
function endsParagraph({ state }: EditorView, { shiftKey }: KeyboardEvent): boolean {
  const { $from } = state.selection
  const isOffered = document.querySelector('[role="listbox"]') !== null
  return !shiftKey && !isOffered && $from.depth === 1 && $from.parent.type.name === 'paragraph'
}
