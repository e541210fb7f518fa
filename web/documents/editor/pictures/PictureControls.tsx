import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useAtomValue } from 'jotai'
import { Captions, Download, Ellipsis, Maximize2, ScanText, Trash2 } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { textAlignments } from '#common/documents/content/alignments.ts'
import { minPictureWidth } from '#common/documents/content/pictures.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { formatHotkeyFromEvent } from '../../../platform/ui/hotkeys.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuGroup } from '../../../platform/ui/MenuGroup.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuRadio } from '../../../platform/ui/MenuRadio.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { cancelUpload, type Upload, uploadsAtom } from '../../../platform/uploads/uploads.ts'
import { pictureUrl } from '../../files/pictures.ts'
import { UploadButtons } from '../../files/UploadButtons.tsx'
import { alignmentIcons } from '../alignment-icons.tsx'
import { PictureTextDialog } from './PictureTextDialog.tsx'
import type { PicturePortal, PicturePortals } from './picture-view.ts'
import { UploadProgress } from './UploadProgress.tsx'

interface PictureControlsProps {
  editor: Editor
  portals: PicturePortals
  onOpen: (id: string) => void
}

/** The controls on each picture: its menu, the handle to resize it, and its upload progress. */
export function PictureControls({ editor, portals, onOpen }: PictureControlsProps) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  const isEditable = useEditorState({ editor, selector: ({ editor: { isEditable: is } }) => is })
  return list.map((portal) =>
    createPortal(
      isEditable ? (
        <Controls editor={editor} portal={portal} onOpen={onOpen} />
      ) : (
        <OpenButton picture={portal.picture} onOpen={onOpen} />
      ),
      portal.dom,
      String(portal.key),
    ),
  )
}

/** Opens a read-only picture on a click anywhere on the picture. */
function OpenButton({
  picture: { id, alt },
  onOpen,
}: Pick<PicturePortal, 'picture'> & Pick<ControlsProps, 'onOpen'>) {
  const { t } = useTranslation()
  if (id === null) return null
  return (
    <button
      type="button"
      aria-label={t('editor.picture.openOf', { name: alt ?? t('editor.picture.name') })}
      onClick={() => onOpen(id)}
      className="picture-open"
    />
  )
}

interface ControlsProps {
  editor: Editor
  portal: PicturePortal
  onOpen: (id: string) => void
}

function Controls({ editor, portal, onOpen }: ControlsProps) {
  const { t } = useTranslation()
  const { id, alt, width, caption, alignment } = portal.picture
  const [upload] = useAtomValue(uploadsAtom(id ?? ''))
  const [openField, setOpenField] = useState<'alt' | 'caption' | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  useKeyToBar(editor, portal, bar)
  const set = (name: 'width' | 'alt' | 'caption' | 'alignment', value: number | string | null) => {
    const position = portal.position()
    if (position === undefined || portal.picture[name] === value) return
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, name, value))
  }
  const remove = () => {
    if (upload && id) cancelUpload(id)
    const position = portal.position()
    if (position !== undefined)
      editor
        .chain()
        .focus()
        .deleteRange({ from: position, to: position + 1 })
        .run()
  }
  // Key events in these controls do not reach the editor. Without this handler, undo would apply to the page
  // instead of the text.
  const byKeys = (event: KeyboardEvent) => {
    const turn = historyCommands[formatHotkeyFromEvent(event.nativeEvent)]
    if (turn === undefined) return
    event.preventDefault()
    editor.commands[turn]()
  }
  const back = (event: KeyboardEvent) => {
    byKeys(event)
    if (pressedKey(event) !== 'Escape') return
    event.stopPropagation()
    const position = portal.position()
    if (position !== undefined) editor.chain().focus().setNodeSelection(position).run()
  }
  if (upload) return <Sending upload={upload} onRemove={remove} />
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        aria-label={t('editor.picture.name')}
        onKeyDown={back}
        className="picture-bar"
      >
        <Menu
          align="end"
          trigger={<IconButton size="sm" label={t('editor.picture.menu')} icon={<Ellipsis />} />}
        >
          {id !== null && (
            <MenuItem icon={<Maximize2 />} keys="enter" onSelect={() => onOpen(id)}>
              {t('editor.picture.open')}
            </MenuItem>
          )}
          <MenuItem icon={<Captions />} onSelect={() => setOpenField('caption')}>
            {t('editor.picture.captionAsk')}
          </MenuItem>
          <MenuItem icon={<ScanText />} onSelect={() => setOpenField('alt')}>
            {t('editor.picture.describe')}
          </MenuItem>
          {id !== null && (
            <MenuItem icon={<Download />} link={<a href={pictureUrl(id, { download: true })} download />}>
              {t('files.downloadIt')}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuGroup label={t('editor.picture.width')}>
            <MenuRadio
              value={widthName(width)}
              onChange={(name) => set('width', widths[name])}
              options={(Object.keys(widths) as WidthName[]).map((value) => ({
                value,
                label: t(`editor.picture.widths.${value}`),
              }))}
            />
          </MenuGroup>
          <MenuGroup label={t('editor.align.menu')}>
            <MenuRadio
              value={alignment ?? 'left'}
              onChange={(side) => set('alignment', side === 'left' ? null : side)}
              options={textAlignments.map((value) => ({
                value,
                label: t(`editor.align.${value}`),
                icon: alignmentIcons[value],
              }))}
            />
          </MenuGroup>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} onSelect={remove}>
            {t('editor.picture.delete')}
          </MenuItem>
        </Menu>
      </div>
      <Grip
        portal={portal}
        onKeys={byKeys}
        onWidth={(percent) => set('width', percent)}
        onDrawn={() => editor.view.focus()}
      />
      {openField !== null && (
        <PictureTextDialog
          of={openField}
          words={(openField === 'alt' ? alt : caption) ?? ''}
          onWords={(words) => set(openField, words)}
          onClose={() => setOpenField(null)}
        />
      )}
    </>
  )
}

/** The shortcuts of undo and redo, which are the same as those of the page. */
const historyCommands: Record<string, 'undo' | 'redo' | undefined> = {
  'mod+z': 'undo',
  'mod+shift+z': 'redo',
  'mod+y': 'redo',
}

/** The width of each option in percent of the text width. Null is the picture's natural width. */
const widths = { small: 33, half: 50, full: 100, own: null } as const
type WidthName = keyof typeof widths

function widthName(width: number | null): WidthName {
  const names = Object.keys(widths) as WidthName[]
  // A width that was set by dragging matches none of the options, so the menu marks no option.
  return names.find((name) => widths[name] === width) ?? ('' as WidthName)
}

/**
 * Handles Alt+F10, which moves the focus into the toolbar of the selected picture. In text, the same key moves
 * the focus into the toolbar of the selection.
 */
function useKeyToBar(editor: Editor, portal: PicturePortal, bar: { current: HTMLElement | null }): void {
  const { position } = portal
  useEffect(() => {
    const { dom } = editor.view
    const go = (event: globalThis.KeyboardEvent) => {
      const { selection } = editor.state
      if (event.key !== 'F10' || !event.altKey || !(selection instanceof NodeSelection)) return
      if (selection.from !== position()) return
      event.preventDefault()
      bar.current?.querySelector('button')?.focus()
    }
    dom.addEventListener('keydown', go)
    return () => dom.removeEventListener('keydown', go)
  }, [editor, position, bar])
}

/** The upload progress on a picture. The uploading user sees the local picture immediately. */
function Sending({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const { t } = useTranslation()
  const { name, status } = upload
  return (
    <div className="picture-sending" data-failed={status === 'failed' || undefined}>
      <UploadProgress upload={upload} />
      <UploadButtons
        upload={upload}
        failedLabel={t('editor.picture.takeOut', { name })}
        onRemove={onRemove}
      />
    </div>
  )
}

interface GripProps {
  portal: PicturePortal
  onKeys: (event: KeyboardEvent) => void
  onWidth: (percent: number) => void
  /**
   * Focuses the editor after the picture was resized with a mouse. It is not called after a resize by touch,
   * because the focus would open the on-screen keyboard.
   */
  onDrawn: () => void
}

/** The handle that resizes the picture by dragging or with the arrow keys. */
function Grip({ portal, onKeys, onWidth, onDrawn }: GripProps) {
  const { t } = useTranslation()
  const { frame, picture } = portal
  const drawn = useRef<{ x: number; from: number; room: number; percent: number } | null>(null)
  const roomOf = () => frame.parentElement?.clientWidth ?? 1
  const percentNow = () => picture.width ?? Math.round((frame.clientWidth / roomOf()) * 100)
  const within = (percent: number) => Math.round(Math.min(100, Math.max(minPictureWidth, percent)))
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drawn.current = { x: event.clientX, from: frame.clientWidth, room: roomOf(), percent: percentNow() }
  }
  const move = (event: PointerEvent) => {
    const from = drawn.current
    if (from === null) return
    const by = (event.clientX - from.x) * (getComputedStyle(frame).direction === 'rtl' ? -1 : 1)
    from.percent = within(((from.from + by) / from.room) * 100)
    frame.style.width = `${from.percent}%`
  }
  const end = ({ pointerType }: PointerEvent) => {
    const percent = drawn.current?.percent
    drawn.current = null
    if (percent === undefined) return
    onWidth(percent)
    if (pointerType === 'mouse') onDrawn()
  }
  const step = (event: KeyboardEvent) => {
    onKeys(event)
    const by = { ArrowLeft: -5, ArrowRight: 5, Home: -100, End: 100 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onWidth(within(percentNow() + by))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('editor.picture.width')}
      aria-valuemin={minPictureWidth}
      aria-valuemax={100}
      aria-valuenow={percentNow()}
      aria-valuetext={`${percentNow()}%`}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={step}
      className="picture-grip"
    />
  )
}
