import { Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { intakeStatus } from '#common/planning/intake/rules.ts'
import type { PublicRequest } from '#common/sharing/publish/intake-calls.ts'
import type { PublishedBoard } from '#common/sharing/publish/schema.ts'
import { maxWorkItemNameLength, workItemNameProblem } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import { runOrShowError, showRequestError } from './take-part.ts'
import { plainTextToHtml } from './words.ts'

interface PublicRequestsProps {
  board: PublishedBoard
  intakeId: string
  onClose: () => void
}

/** A dialog in which a signed-in visitor submits a request, and sees the status of earlier requests. */
export function PublicRequests({ board, intakeId, onClose }: PublicRequestsProps) {
  const { t } = useTranslation()
  const [sending, setSending] = useState(false)
  const params = { anchor: board.anchor, intake_id: intakeId }
  const own = useOwnRequests(board.anchor, intakeId)
  const form = useForm({
    saved: { name: '', text: '' },
    check: ({ name }) => ({ name: workItemNameProblem(name) !== null && t('intake.needsTitle') }),
    send: ({ name, text }) => void submit(name.trim(), text),
  })

  async function submit(name: string, text: string): Promise<void> {
    setSending(true)
    const issue = { name, ...(text.trim() !== '' && { description_html: plainTextToHtml(text) }) }
    const isSent = await runOrShowError(() => request('createPublicRequest', { params, body: { issue } }))
    setSending(false)
    if (!isSent) return
    toast.ok(t('intake.sent', { name }))
    onClose()
  }

  return (
    <FormDialog
      title={t('intake.new')}
      initialFocus={form.field('name')}
      onSubmit={form.submit}
      submit={t('intake.send')}
      loading={sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft text-pretty">{t('intake.formText')}</p>
        <Field label={t('workItems.title')} error={form.problem('name')}>
          <Input autoComplete="off" maxLength={maxWorkItemNameLength} {...form.text('name')} />
        </Field>
        <Field label={t('workItems.description')} optional>
          <Textarea rows={5} {...form.text('text')} />
        </Field>
        <OwnRequests
          own={own}
          remove={(request_id) => request('deletePublicRequest', { params: { ...params, request_id } })}
        />
      </div>
    </FormDialog>
  )
}

interface OwnRequestList {
  rows: readonly PublicRequest[]
  status: 'loading' | 'ready' | 'error'
  load: () => Promise<void>
}

function useOwnRequests(anchor: string, intake_id: string): OwnRequestList {
  const [rows, setRows] = useState<readonly PublicRequest[]>([])
  const [status, setStatus] = useState<OwnRequestList['status']>('loading')
  const load = useCallback(async () => {
    try {
      setRows(await request('listPublicRequests', { params: { anchor, intake_id } }))
      setStatus('ready')
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setStatus('error')
    }
  }, [anchor, intake_id])
  useEffect(() => void load(), [load])
  return { rows, status, load }
}

interface OwnRequestsProps {
  own: OwnRequestList
  remove: (id: string) => Promise<unknown>
}

function OwnRequests({ own, remove }: OwnRequestsProps) {
  const { t } = useTranslation()
  const [deleting, setDeleting] = useState<PublicRequest | null>(null)
  async function confirmDeletion(): Promise<void> {
    if (deleting === null) return
    try {
      await remove(deleting.id)
    } catch (error) {
      showRequestError(error)
    }
    await own.load()
  }
  return (
    <section aria-label={t('spaces.ownRequests')} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="font-strong">{t('spaces.ownRequests')}</h3>
      {own.status === 'loading' && <Skeleton className="h-10" />}
      {own.status === 'error' && <ErrorState compact onRetry={() => void own.load()} />}
      {own.status === 'ready' && own.rows.length === 0 && (
        <p className="text-soft">{t('spaces.ownRequestsText')}</p>
      )}
      <ul className="flex flex-col">
        {own.rows.map((one) => (
          <OwnRequest key={one.id} request={one} onDelete={() => setDeleting(one)} />
        ))}
      </ul>
      <AlertDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('ui.remove', { name: deleting?.issue.name ?? '' })}
        text={t('spaces.requestDeleteText')}
        confirmLabel={t('intake.delete')}
        danger
        onConfirm={confirmDeletion}
      />
    </section>
  )
}

interface OwnRequestProps {
  request: PublicRequest
  onDelete: () => void
}

function OwnRequest({ request: { status, issue }, onDelete }: OwnRequestProps) {
  const { t } = useTranslation()
  const name = statusNames.find((each) => intakeStatus[each] === status) ?? 'pending'
  return (
    <li className="flex min-h-control items-center gap-2">
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {issue.name}
      </span>
      <Badge tone={tones[name]}>{t(`intake.status.${name}`)}</Badge>
      {name === 'pending' && (
        <IconButton
          label={t('ui.remove', { name: issue.name })}
          icon={<Trash2 />}
          size="sm"
          onClick={onDelete}
        />
      )}
    </li>
  )
}

const tones = { pending: 'neutral', declined: 'danger', accepted: 'ok', duplicate: 'neutral' } as const
const statusNames = ['pending', 'declined', 'accepted', 'duplicate'] as const
