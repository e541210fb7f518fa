import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useAtomValue } from 'jotai'
import { Download, Ellipsis, Maximize2, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { cancelUpload, type Upload, uploadsAtom } from '../../../platform/uploads/uploads.ts'
import { DownloadLink } from '../../files/DownloadLink.tsx'
import { pictureUrl } from '../../files/pictures.ts'
import { UploadButtons } from '../../files/UploadButtons.tsx'
import { UploadProgress } from '../pictures/UploadProgress.tsx'
import type { FilePortal } from './file-box.ts'
import {
  canOpenInViewer,
  createViewerFile,
  type FileBlocksProps,
  FileDetails,
  FileTypeIcon,
  ReadOnlyFile,
} from './ReadOnlyFileBlocks.tsx'
import { useFileUploadState } from './use-file-state.ts'

/** The file blocks of an editable text. */
export function EditableFileBlocks({ editor, portals, onOpen }: FileBlocksProps & { editor: Editor }) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  const isEditable = useEditorState({ editor, selector: ({ editor: { isEditable: is } }) => is })
  return list.map((portal) =>
    createPortal(
      isEditable ? (
        <EditedFile editor={editor} portal={portal} onOpen={onOpen} />
      ) : (
        <ReadOnlyFile portal={portal} onOpen={onOpen} urlOf={pictureUrl} />
      ),
      portal.dom,
      String(portal.key),
    ),
  )
}

function EditedFile({
  editor,
  portal,
  onOpen,
}: {
  editor: Editor
  portal: FilePortal
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation()
  const { id, name, type } = portal.file
  const [upload] = useAtomValue(uploadsAtom(id ?? ''))
  const state = useFileUploadState(upload ? null : id)
  const select = () => {
    const position = portal.position()
    if (position !== undefined) editor.chain().focus().setNodeSelection(position).run()
  }
  const remove = () => {
    if (upload && id) cancelUpload(id)
    select()
    editor.commands.deleteSelection()
  }
  const back = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return
    event.stopPropagation()
    select()
  }
  if (upload) return <Sending upload={upload} type={type} onRemove={remove} />
  const shown = createViewerFile(portal, pictureUrl)
  return (
    <>
      <FileDetails portal={portal} urlOf={pictureUrl} state={state} onOpen={onOpen} />
      {shown && state === 'here' && <DownloadLink file={shown} />}
      <div role="toolbar" aria-label={name} onKeyDown={back} className="file-bar">
        <Menu
          align="end"
          trigger={<IconButton size="sm" label={t('editor.file.menu', { name })} icon={<Ellipsis />} />}
        >
          {id !== null && canOpenInViewer(portal) && (
            <MenuItem icon={<Maximize2 />} keys="enter" onSelect={() => onOpen(id)}>
              {t('editor.picture.open')}
            </MenuItem>
          )}
          {shown && (
            <MenuItem icon={<Download />} link={<a href={shown.url({ download: true })} download={name} />}>
              {t('files.downloadIt')}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} onSelect={remove}>
            {t('editor.file.delete')}
          </MenuItem>
        </Menu>
      </div>
    </>
  )
}

/**
 * The upload progress, which only the uploading user sees. Others see that the file is still being uploaded.
 */
function Sending({ upload, type, onRemove }: { upload: Upload; type: string | null; onRemove: () => void }) {
  const { t } = useTranslation()
  const { name } = upload
  return (
    <>
      <FileTypeIcon type={type} />
      <span className="file-face">
        <bdi className="file-name">{name}</bdi>
        <UploadProgress upload={upload} />
      </span>
      <UploadButtons
        upload={upload}
        failedLabel={t('editor.picture.takeOut', { name })}
        onRemove={onRemove}
      />
    </>
  )
}
