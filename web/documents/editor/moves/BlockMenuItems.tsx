import type { Editor } from '@tiptap/core'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { ArrowDown, ArrowUp, Clipboard, Copy, Link2, Palette, RefreshCw, Repeat2, Trash2 } from 'lucide-react'
import { use } from 'react'
import { blocksToMarkdown } from '#common/documents/content/markdown.ts'
import { parseColorName } from '#common/platform/colors.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { copyText } from '../../../platform/ui/copy-text.ts'
import { MenuGroup } from '../../../platform/ui/MenuGroup.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../../platform/ui/MenuSub.tsx'
import { ColorRadio } from '../colors/ColorRadio.tsx'
import { type ColorKind, colorMarkNames, setColor } from '../colors/color-commands.ts'
import { markdownLabels } from '../document-markdown.ts'
import { DocumentPageContext } from '../live-blocks/document-page.ts'
import { slashBlocks } from '../slash-blocks.tsx'
import { canCopyAndSync, copyAndSync } from '../synced/copy-synced-block.ts'
import { canContainSyncedBlock } from '../synced/synced-commands.ts'
import { copyBlockLink, isLinkableBlock } from './block-links.ts'
import { deleteBlocks, duplicateBlocks, shiftSelectedBlocks } from './block-moves.ts'
import { type BlockRange, blocksInRange, selectedBlocks } from './block-range.ts'
import { dispatchMove } from './dispatch-move.ts'

interface BlockMenuItemsProps {
  editor: Editor
  /**
   * Returns the blocks. The function is called when an action runs, because remote changes may have shifted
   * the positions since the menu opened. Returns null if the blocks no longer exist.
   */
  range: () => BlockRange | null
}

/** The menu items for one block or several adjacent blocks. */
export function BlockMenuItems({ editor, range }: BlockMenuItemsProps) {
  const { t } = useTranslation()
  const page = use(DocumentPageContext)
  const found = range()
  if (found === null) return null
  const { doc } = editor.state
  const [first = null] = blocksInRange(doc, found).blocks
  const isText = doc.textBetween(found.from, found.to).length > 0
  const run = (act: (now: BlockRange) => void) => () => {
    const now = range()
    if (now !== null) act(now)
    editor.commands.focus(null, { scrollIntoView: false })
  }
  const apply = (transaction: (now: BlockRange) => Transaction) =>
    run((now) => void dispatchMove(editor.view, transaction(now)))
  const step = (by: 1 | -1) =>
    run((now) => {
      withSelected(editor, now, () => void dispatchMove(editor.view, shiftSelectedBlocks(editor.state, by)))
    })
  return (
    <>
      <TurnInto editor={editor} run={run} />
      {isText && <Colours editor={editor} found={found} run={run} />}
      <MenuSeparator />
      <MenuItem icon={<Copy />} onSelect={apply((now) => duplicateBlocks(editor.state, now))}>
        {t('editor.block.duplicate')}
      </MenuItem>
      <MenuItem
        icon={<Clipboard />}
        onSelect={run((now) => void copyMarkdown(editor, now, t('editor.markdownCopied')))}
      >
        {t('editor.copyMarkdown')}
      </MenuItem>
      {isLinkableBlock(first) && (
        <MenuItem icon={<Link2 />} onSelect={run((now) => void copyBlockLink(editor, now.from))}>
          {t('editor.block.link')}
        </MenuItem>
      )}
      {canContainSyncedBlock(page) && canCopyAndSync(editor.state, found) && (
        <MenuItem icon={<Repeat2 />} onSelect={run((now) => void copyAndSync(editor, now))}>
          {t('editor.synced.copyAndSync')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<ArrowUp />} keys="alt+arrowup" onSelect={step(-1)}>
        {t('editor.block.up')}
      </MenuItem>
      <MenuItem icon={<ArrowDown />} keys="alt+arrowdown" onSelect={step(1)}>
        {t('editor.block.down')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={apply((now) => deleteBlocks(editor.state, now))}>
        {t('editor.block.delete')}
      </MenuItem>
    </>
  )
}

interface PartProps {
  editor: Editor
  run: (act: (now: BlockRange) => void) => () => void
}

const kinds =
  /^(paragraph|heading[1-6]|bulletList|orderedList|taskList|blockquote|codeBlock|callout|details)$/

function TurnInto({ editor, run }: PartProps) {
  const { t } = useTranslation()
  return (
    <MenuSub icon={<RefreshCw />} label={t('editor.block.turnInto')}>
      {slashBlocks()
        .filter(({ value }) => kinds.test(value))
        .map(({ value, label, icon, make }) => (
          <MenuItem
            key={value}
            icon={icon}
            onSelect={run((now) => {
              withSelected(editor, now, () => void make(editor.chain()).run())
            })}
          >
            {label}
          </MenuItem>
        ))}
    </MenuSub>
  )
}

/** The color menus, which apply to all text of the blocks. */
function Colours({ editor, found, run }: PartProps & { found: BlockRange }) {
  const { t } = useTranslation()
  const radio = (of: ColorKind) => (
    <ColorRadio
      of={of}
      value={colorIn(editor, found, of)}
      onChange={(color) =>
        run((now) => withSelected(editor, now, () => void setColor(editor.chain(), of, color).run()))()
      }
    />
  )
  return (
    <MenuSub icon={<Palette />} label={t('editor.color.menu')}>
      <MenuGroup label={t('editor.color.text')}>{radio('text')}</MenuGroup>
      <MenuGroup label={t('editor.color.background')}>{radio('background')}</MenuGroup>
    </MenuSub>
  )
}

function colorIn({ state }: Editor, { from, to }: BlockRange, of: ColorKind) {
  const colors = new Set<unknown>()
  state.doc.nodesBetween(from, to, (node) => {
    if (node.isText)
      colors.add(node.marks.find(({ type }) => type.name === colorMarkNames[of])?.attrs['color'])
  })
  return colors.size === 1 ? parseColorName([...colors][0]) : null
}

async function copyMarkdown({ state }: Editor, range: BlockRange, done: string): Promise<void> {
  const { parent, blocks } = blocksInRange(state.doc, range)
  const isOfList = parent.type.name.endsWith('List')
  const whole = isOfList ? [parent.type.create(parent.attrs, [...blocks])] : blocks
  await copyText(blocksToMarkdown(whole, markdownLabels), done)
}

/**
 * Selects the blocks and runs a command. Afterwards the selection is collapsed, unless the blocks were
 * selected before the command.
 */
function withSelected({ view }: Editor, range: BlockRange, act: () => void): void {
  const now = selectedBlocks(view.state)
  const isSelected = now?.from === range.from && now.to === range.to
  const { doc, tr } = view.state
  if (!isSelected)
    view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(range.from), doc.resolve(range.to))))
  act()
  const { state } = view
  if (!isSelected) view.dispatch(state.tr.setSelection(Selection.near(state.selection.$to, -1)))
}
