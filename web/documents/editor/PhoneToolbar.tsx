import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { AtSign, IndentDecrease, IndentIncrease, KeyboardOff, ListChecks, Plus, Undo2 } from 'lucide-react'
import { type CSSProperties, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { useMediaQuery } from '../../platform/ui/use-media-query.ts'
import { indentBlocks } from './indent-blocks.ts'
import { mentionTriggerQuery } from './mention-query.ts'
import { slashQuery } from './slash-query.ts'

interface PhoneToolbarProps {
  editor: Editor
  /** True if the text can mention people. */
  hasMentions: boolean
}

/** The toolbar above the on-screen keyboard of a touch screen, while the caret is in the text. */
export function PhoneToolbar(props: PhoneToolbarProps) {
  const isTouch = useMediaQuery('(pointer: coarse)')
  const isFocused = useEditorState({ editor: props.editor, selector: ({ editor }) => editor.isFocused })
  if (!isTouch || !isFocused) return null
  // While a modal dialog is open, elements outside of it do not react. The toolbar of a text in a dialog is therefore
  // rendered into the dialog.
  const container = props.editor.view.dom.closest('[data-modal]') ?? document.body
  return createPortal(<Toolbar {...props} />, container)
}

function Toolbar({ editor, hasMentions }: PhoneToolbarProps) {
  const { t } = useTranslation()
  const hidden = useSyncExternalStore(subscribeToViewport, heightBelowViewport)
  const style: CSSProperties = { insetBlockEnd: hidden }
  return (
    <div
      role="toolbar"
      aria-label={t('editor.phone.toolbar')}
      style={style}
      // A press on a button must not move the focus, which would close the on-screen keyboard.
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-x-0 z-float flex items-center justify-between border-line border-t bg-raised px-2 py-1"
    >
      <IconButton
        size="lg"
        label={t('editor.blocks')}
        icon={<Plus />}
        onClick={() => slashQuery.call(editor.view, '/')}
      />
      <IconButton
        size="lg"
        label={t('editor.phone.outdent')}
        icon={<IndentDecrease />}
        onClick={() => shift(editor, -1)}
      />
      <IconButton
        size="lg"
        label={t('editor.phone.indent')}
        icon={<IndentIncrease />}
        onClick={() => shift(editor, 1)}
      />
      <IconButton
        size="lg"
        label={t('editor.taskList')}
        icon={<ListChecks />}
        onClick={() => editor.commands.toggleTaskList()}
      />
      {hasMentions && (
        <IconButton
          size="lg"
          label={t('editor.mention.name')}
          icon={<AtSign />}
          onClick={() => mentionTriggerQuery.call(editor.view, '@')}
        />
      )}
      <IconButton size="lg" label={t('ui.undo')} icon={<Undo2 />} onClick={() => editor.commands.undo()} />
      <IconButton
        size="lg"
        label={t('editor.phone.hideKeyboard')}
        icon={<KeyboardOff />}
        onClick={() => editor.commands.blur()}
      />
    </div>
  )
}

/** Moves list items or blocks one level deeper (`by` 1) or higher (`by` -1). */
function shift(editor: Editor, by: 1 | -1): void {
  const isMoved = editor.commands.first(({ commands }) =>
    (['listItem', 'taskItem'] as const).map(
      (item) => () => (by === 1 ? commands.sinkListItem(item) : commands.liftListItem(item)),
    ),
  )
  const indented = isMoved ? null : indentBlocks(editor.state, by)
  if (indented) editor.view.dispatch(indented)
}

function subscribeToViewport(listener: () => void): () => void {
  const viewport = window.visualViewport
  for (const event of ['resize', 'scroll'] as const) viewport?.addEventListener(event, listener)
  return () => {
    for (const event of ['resize', 'scroll'] as const) viewport?.removeEventListener(event, listener)
  }
}

/** Returns the height of the part of the window that the on-screen keyboard covers. */
function heightBelowViewport(): number {
  const viewport = window.visualViewport
  return viewport === null ? 0 : Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop)
}
