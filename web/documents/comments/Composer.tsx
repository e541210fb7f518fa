import { useAtomValue } from 'jotai'
import { Globe, ImagePlus, Lock, Settings2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CommentAccess } from '#common/work/comments/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import { MenuGroup } from '../../platform/ui/MenuGroup.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { DraftEditor } from '../editor/DraftEditor.tsx'
import { readCommentDraft, saveCommentDraft } from './drafts.ts'
import { enterSendsAtom, saveEnterSends } from './preferences.ts'
import { usePublishTyping } from './typing.ts'
import { usePictureUploadStatus } from './use-picture-upload-status.ts'
import { useScrollIntoViewAfterSend } from './use-scroll-into-view-after-send.ts'

/** The owner of the comments (such as a work item), and the project whose members can be mentioned. */
export interface CommentTarget {
  id: string
  project_id: string
}

interface ComposerProps {
  about: CommentTarget
  /** The key under which the unsent text is stored on this device. */
  draftKey: string
  /** The text of an existing comment to edit. A stored draft takes precedence. */
  html?: string
  label: string
  placeholder: string
  sendLabel: string
  /** If true, the form shows the setting for who can read the comment. */
  withAccess?: boolean
  takesFocus?: boolean
  /** Returns false if the comment could not be sent. */
  onSend: (html: string, access: CommentAccess) => Promise<boolean>
  /** Called when the user presses Escape or clicks Cancel. If undefined, there is no Cancel button. */
  onCancel?: () => void
}

/**
 * The form to write a comment. Unsent text is stored on this device, so that it survives navigation and
 * reloads.
 */
export function Composer(props: ComposerProps) {
  const { about, draftKey, label, placeholder, sendLabel, withAccess, onSend, onCancel } = props
  const { t } = useTranslation()
  const enterSends = useAtomValue(enterSendsAtom)
  const [access, setAccess] = useState<CommentAccess>('INTERNAL')
  const [written, setWritten] = useState(() => readCommentDraft(draftKey) || (props.html ?? ''))
  // The number of sent comments, which is the key of the editor. A new key remounts the editor, so that the next
  // comment starts empty.
  const [sent, setSent] = useState(0)
  const { typed, stopped } = usePublishTyping(about.id)
  const form = useRef<HTMLFormElement>(null)
  const pick = useRef<(() => void) | null>(null)
  const waits = usePictureUploadStatus(written)
  const { takesFocus } = props
  const stayInSight = useScrollIntoViewAfterSend(form)
  useEffect(() => {
    if (takesFocus) form.current?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])

  function change(html: string): void {
    setWritten(html)
    saveCommentDraft(draftKey, html === props.html ? '' : html)
    if (html === '') stopped()
    else typed()
  }

  function send(): void {
    if (written === '' || waits !== null) return
    stopped()
    saveCommentDraft(draftKey, '')
    stayInSight()
    setWritten('')
    setSent(sent + 1)
    void onSend(written, access).then((isTaken) => {
      // If sending has failed, the text is restored, unless the user has started another text in the
      // meantime.
      if (isTaken || readCommentDraft(draftKey) !== '') return
      saveCommentDraft(draftKey, written)
      setWritten(written)
      setSent((count) => count + 1)
    })
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape' || event.defaultPrevented || !onCancel) return
        event.preventDefault()
        event.stopPropagation()
        stopped()
        onCancel()
      }}
      className="flex scroll-my-6 flex-col rounded-md border border-line bg-raised focus-within:border-line-strong"
    >
      <div key={sent} className="comment-text max-h-[40dvh] min-h-16 overflow-y-auto px-3 pt-2">
        <DraftEditor
          html={written}
          projectId={about.project_id}
          pictures="COMMENT_DESCRIPTION"
          pick={pick}
          label={label}
          placeholder={placeholder}
          onChange={change}
          onSend={send}
          enterSends={enterSends}
          takesFocus={takesFocus || sent > 0}
        />
      </div>
      <div className="flex items-center justify-end gap-1.5 p-1.5">
        <IconButton
          size="sm"
          label={t('editor.picture.add')}
          icon={<ImagePlus />}
          onClick={() => pick.current?.()}
        />
        <span role="status" className="me-auto min-w-0 text-sm text-pretty text-faint">
          {waits !== null && t(`comments.pictures.${waits}`)}
        </span>
        <Options access={withAccess ? access : null} onAccess={setAccess} />
        {onCancel && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              stopped()
              saveCommentDraft(draftKey, '')
              onCancel()
            }}
          >
            {t('ui.cancel')}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant="primary"
          disabled={written === '' || waits !== null}
          keys={enterSends ? 'enter' : 'mod+enter'}
        >
          {sendLabel}
        </Button>
      </div>
    </form>
  )
}

function Options({
  access,
  onAccess,
}: {
  access: CommentAccess | null
  onAccess: (access: CommentAccess) => void
}) {
  const { t } = useTranslation()
  const enterSends = useAtomValue(enterSendsAtom)
  return (
    <>
      {access === 'EXTERNAL' && (
        <span className="flex items-center gap-1 ps-1.5 text-soft text-sm">
          <Globe aria-hidden className="size-3.5" />
          {t('comments.access.EXTERNAL')}
        </span>
      )}
      <Menu align="end" trigger={<IconButton size="sm" label={t('comments.options')} icon={<Settings2 />} />}>
        {access !== null && (
          <MenuGroup label={t('comments.readBy')}>
            <MenuRadio
              value={access}
              onChange={onAccess}
              options={[
                { value: 'INTERNAL', label: t('comments.accessHint.INTERNAL'), icon: <Lock /> },
                { value: 'EXTERNAL', label: t('comments.accessHint.EXTERNAL'), icon: <Globe /> },
              ]}
            />
          </MenuGroup>
        )}
        <MenuCheckbox checked={enterSends} onChange={(chosen) => void saveEnterSends(chosen)}>
          {t('comments.enterSends')}
        </MenuCheckbox>
      </Menu>
    </>
  )
}
