import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { Copy, Pencil, Unlink } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isSafeHref } from '#common/documents/content/links.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { copyText } from '../../platform/ui/copy-text.ts'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LinkUrlForm, removeLink } from './LinkUrlForm.tsx'
import { findLinkAtCaret } from './link-at-caret.ts'
import { moveFocusInToolbar } from './SelectionToolbar.tsx'

/**
 * The toolbar of the link at the caret. Alt+F10 moves the focus into it, and Ctrl K or ⌘ K edits the address.
 */
export function LinkToolbar({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const href = useEditorState({ editor, selector: () => linkAt(editor) })
  const options = useMemo(
    () =>
      ({
        placement: 'bottom-start',
        offset: 6,
        flip: true,
        shift: { padding: 8 },
        onHide: () => setEditing(false),
      }) as const,
    [],
  )
  useEffect(() => {
    const { dom } = editor.view
    const enter = (event: KeyboardEvent) => {
      if (linkAt(editor) === null) return
      if (event.key === 'k' && (event.metaKey || event.ctrlKey)) setEditing(true)
      else if (event.key === 'F10' && event.altKey) bar.current?.querySelector('a')?.focus()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    dom.addEventListener('keydown', enter, { capture: true })
    return () => dom.removeEventListener('keydown', enter, { capture: true })
  }, [editor])
  const done = () => {
    setEditing(false)
    // Setting a link selects its whole text, so the selection is collapsed again.
    editor.commands.setTextSelection(editor.state.selection.to)
  }
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="linkBar"
      updateDelay={100}
      options={options}
      shouldShow={() => linkAt(editor) !== null}
      getReferencedVirtualElement={() => elementAt(editor)}
      className="z-float"
    >
      <div
        ref={bar}
        role="toolbar"
        aria-label={t('editor.link')}
        onKeyDown={(event) => moveFocusInToolbar(event, editor)}
        className="float flex max-w-[calc(100vw-1rem)] items-center gap-0.5 p-1"
      >
        {isEditing ? (
          <LinkUrlForm editor={editor} onDone={done} />
        ) : (
          <>
            <a
              href={isSafeHref(href) ? href : undefined}
              target="_blank"
              rel="noopener noreferrer"
              title={t('editor.linkOpen')}
              className={cx(
                buttonClass({ variant: 'ghost', size: 'sm' }),
                'block! min-w-0 max-w-64 truncate leading-7',
              )}
            >
              {href?.replace(/^https?:\/\//, '')}
            </a>
            <IconButton
              size="sm"
              label={t('editor.linkEdit')}
              keys="mod+k"
              icon={<Pencil />}
              onClick={() => setEditing(true)}
            />
            <IconButton
              size="sm"
              label={t('editor.linkCopy')}
              icon={<Copy />}
              onClick={() => void copyText(href ?? '', t('editor.linkCopied'))}
            />
            <IconButton
              size="sm"
              label={t('editor.linkRemove')}
              icon={<Unlink />}
              onClick={() => {
                removeLink(editor)
                done()
              }}
            />
          </>
        )}
      </div>
    </BubbleMenu>
  )
}

/** Returns the address of the link at the caret, or null if there is none or if text is selected. */
function linkAt(editor: Editor): string | null {
  return editor.isEditable && editor.state.selection.empty
    ? (findLinkAtCaret(editor.state)?.href ?? null)
    : null
}

function elementAt({ view, state }: Editor): Element | null {
  const { node } = view.domAtPos(state.selection.from, findLinkAtCaret(state)?.side)
  return (node instanceof Element ? node : node.parentElement)?.closest('a') ?? null
}
