import type { Editor } from '@tiptap/core'
import { MoreHorizontal } from 'lucide-react'
import { use } from 'react'
import { validSyncedReference } from '#common/documents/content/synced-blocks.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import type { BlockHandle } from '../block-handle-view.ts'
import { DocumentPageContext } from '../live-blocks/document-page.ts'
import { deleteBlocks } from '../moves/block-moves.ts'
import { dispatchMove } from '../moves/dispatch-move.ts'
import { SyncedMenuItems } from './SyncedMenuItems.tsx'
import { replaceSyncedBlock } from './synced-commands.ts'

/** The menu button of the original of a synced block. */
export function SyncedBlockMenu({ editor, handle }: { editor: Editor; handle: BlockHandle }) {
  const { t } = useTranslation()
  const page = use(DocumentPageContext)
  const reference = validSyncedReference({ page: page?.id, block: handle.node.attrs['block'] })
  if (reference === null) return null
  const remove = () => {
    const from = handle.position()
    const node = from === undefined ? null : editor.state.doc.nodeAt(from)
    if (from === undefined || node === null) return
    dispatchMove(editor.view, deleteBlocks(editor.state, { from, to: from + node.nodeSize }))
    editor.commands.focus(null, { scrollIntoView: false })
  }
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={t('editor.synced.menu')} icon={<MoreHorizontal />} />}
    >
      <SyncedMenuItems
        reference={reference}
        path={location.pathname}
        isOriginal
        onUnsync={() => {
          dispatchMove(editor.view, replaceSyncedBlock(editor.state, handle.position()))
          editor.commands.focus(null, { scrollIntoView: false })
        }}
        onDelete={remove}
      />
    </Menu>
  )
}
