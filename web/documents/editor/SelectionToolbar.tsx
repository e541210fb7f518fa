import type { ChainedCommands, Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import {
  Bold,
  CirclePlus,
  Code,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  MessageSquarePlus,
  MoreHorizontal,
  Quote,
  Strikethrough,
} from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { AlignMenu } from './AlignMenu.tsx'
import { TextColorMenu } from './colors/TextColorMenu.tsx'
import { LinkUrlForm } from './LinkUrlForm.tsx'
import { BlockMenuItems } from './moves/BlockMenuItems.tsx'
import { selectedBlocks } from './moves/block-range.ts'
import { StyleMenu } from './StyleMenu.tsx'
import { selectedCells } from './tables/cell-range.ts'

/**
 * Options of the bubble menu. The object must be memoized, because Tiptap dispatches an update for every new
 * object.
 */
function bubbleOptions(editor: Editor) {
  return {
    placement: 'top',
    // Leaves space for the handles of rows and columns between the bar and the cells.
    offset: () => (selectedCells(editor.state) === null ? 6 : 20),
    flip: true,
    shift: { padding: 8 },
  } as const
}

/**
 * The key of the toolbar's plugin. A transaction with this meta key and the value `hide` hides the toolbar.
 */
const key = 'bubbleBar'

interface Toggle {
  /** The name of the mark or node in the editor. */
  type: string
  label: 'bold' | 'italic' | 'strike' | 'code' | 'bulletList' | 'orderedList' | 'taskList' | 'quote'
  keys: string
  icon: ReactNode
  toggle: (chain: ChainedCommands) => ChainedCommands
}

const marks: readonly Toggle[] = [
  { type: 'bold', label: 'bold', keys: 'mod+b', icon: <Bold />, toggle: (chain) => chain.toggleBold() },
  {
    type: 'italic',
    label: 'italic',
    keys: 'mod+i',
    icon: <Italic />,
    toggle: (chain) => chain.toggleItalic(),
  },
  {
    type: 'strike',
    label: 'strike',
    keys: 'mod+shift+s',
    icon: <Strikethrough />,
    toggle: (chain) => chain.toggleStrike(),
  },
  { type: 'code', label: 'code', keys: 'mod+e', icon: <Code />, toggle: (chain) => chain.toggleCode() },
]

const blocks: readonly Toggle[] = [
  {
    type: 'bulletList',
    label: 'bulletList',
    keys: 'mod+shift+8',
    icon: <List />,
    toggle: (chain) => chain.toggleBulletList(),
  },
  {
    type: 'orderedList',
    label: 'orderedList',
    keys: 'mod+shift+7',
    icon: <ListOrdered />,
    toggle: (chain) => chain.toggleOrderedList(),
  },
  {
    type: 'taskList',
    label: 'taskList',
    keys: 'mod+shift+9',
    icon: <ListChecks />,
    toggle: (chain) => chain.toggleTaskList(),
  },
  {
    type: 'blockquote',
    label: 'quote',
    keys: 'mod+shift+b',
    icon: <Quote />,
    toggle: (chain) => chain.toggleBlockquote(),
  },
]

interface SelectionToolbarProps {
  editor: Editor
  /** Starts a comment on the selected text. It is undefined if the user may not comment. */
  onComment?: (() => void) | undefined
  /** Creates work items from the selected lines. Undefined if the text cannot link to work items. */
  onCreateItems?: (() => void) | undefined
}

/**
 * The toolbar for the selected text. Alt+F10 moves the focus into it, the arrow keys move within it, and
 * Escape returns to the text.
 */
export function SelectionToolbar({ editor, onComment, onCreateItems }: SelectionToolbarProps) {
  const { t } = useTranslation()
  const [isLinking, setLinking] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const isLink = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('link') })

  useEffect(() => {
    const openLink = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'k' && (event.metaKey || event.ctrlKey) && !editor.state.selection.empty) {
        event.preventDefault()
        event.stopPropagation()
        setLinking(true)
      } else if (event.key === 'F10' && event.altKey) {
        event.preventDefault()
        bar.current?.querySelector('button')?.focus()
      }
    }
    const { dom } = editor.view
    const closeLink = () => setLinking(false)
    dom.addEventListener('keydown', openLink)
    editor.on('selectionUpdate', closeLink)
    return () => {
      dom.removeEventListener('keydown', openLink)
      editor.off('selectionUpdate', closeLink)
    }
  }, [editor])

  useHideOnFocusLeave(editor, bar)

  const options = useMemo(() => bubbleOptions(editor), [editor])
  return (
    <BubbleMenu
      editor={editor}
      pluginKey={key}
      updateDelay={100}
      options={options}
      shouldShow={shouldShow}
      className="z-float"
    >
      <div
        ref={bar}
        role="toolbar"
        aria-label={t('editor.toolbar')}
        onKeyDown={(event) => moveFocusInToolbar(event, editor)}
        className="float scroll-quiet flex max-w-[calc(100vw-1rem)] items-center gap-0.5 overflow-x-auto p-1"
      >
        {isLinking ? (
          <LinkUrlForm editor={editor} onDone={() => setLinking(false)} />
        ) : (
          <>
            {onComment && (
              <>
                <IconButton
                  size="sm"
                  label={t('pages.comments.comment')}
                  keys="mod+alt+m"
                  icon={<MessageSquarePlus />}
                  onClick={onComment}
                />
                <Divider />
              </>
            )}
            <StyleMenu editor={editor} />
            <ToggleButtons editor={editor} toggles={marks} />
            <IconButton
              size="sm"
              label={t('editor.link')}
              keys="mod+k"
              icon={<Link />}
              pressed={isLink}
              onClick={() => setLinking(true)}
            />
            <TextColorMenu editor={editor} />
            <Divider />
            <AlignMenu editor={editor} />
            <ToggleButtons editor={editor} toggles={blocks} />
            {onCreateItems && (
              <IconButton
                size="sm"
                label={t('createItems.title')}
                icon={<CirclePlus />}
                onClick={onCreateItems}
              />
            )}
            <Divider />
            <Menu
              align="end"
              trigger={<IconButton size="sm" label={t('editor.block.menu')} icon={<MoreHorizontal />} />}
            >
              <BlockMenuItems editor={editor} range={() => selectedBlocks(editor.state)} />
            </Menu>
          </>
        )}
      </div>
    </BubbleMenu>
  )
}

function ToggleButtons({ editor, toggles }: { editor: Editor; toggles: readonly Toggle[] }) {
  const { t } = useTranslation()
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => toggles.map(({ type }) => current.isActive(type)),
  })
  return toggles.map(({ label, keys, icon, toggle }, index) => (
    <IconButton
      key={label}
      size="sm"
      label={t(`editor.${label}`)}
      keys={keys}
      icon={icon}
      pressed={active[index]}
      onClick={() => toggle(editor.chain().focus()).run()}
    />
  ))
}

/**
 * Hides the toolbar when the focus moves to an element outside of the text, the toolbar and its menus. Tiptap itself
 * would not hide the toolbar if the user had clicked one of the toolbar buttons before.
 */
function useHideOnFocusLeave(editor: Editor, bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const leave = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || bar.current?.contains(target) || editor.isDestroyed) return
      if (editor.view.dom.contains(target) || target.closest('[role=menu]')) return
      editor.view.dispatch(editor.state.tr.setMeta(key, 'hide'))
    }
    document.addEventListener('focusin', leave)
    return () => document.removeEventListener('focusin', leave)
  }, [editor, bar])
}

function shouldShow({
  editor,
  state,
  view,
}: {
  editor: Editor
  state: EditorState
  view: EditorView
}): boolean {
  const { from, to, empty } = state.selection
  return (
    view.editable && !empty && !editor.isActive('codeBlock') && state.doc.textBetween(from, to).length > 0
  )
}

function Divider() {
  return <span aria-hidden className="mx-0.5 h-4 w-px shrink-0 bg-line" />
}

export function moveFocusInToolbar(event: KeyboardEvent<HTMLElement>, editor: Editor): void {
  if (pressedKey(event) === 'Escape') {
    event.stopPropagation()
    editor.commands.focus()
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLElement) || event.target.matches('input')) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')]
  const next = (buttons.indexOf(event.target) + step + buttons.length) % buttons.length
  buttons[next]?.focus()
  event.preventDefault()
}
