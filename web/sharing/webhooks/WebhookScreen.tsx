import { ArrowLeft, KeyRound, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Webhook } from '#common/sharing/webhooks/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { WorkspaceSettingsScreen } from '../../organization/workspaces/WorkspaceSettingsScreen.tsx'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useForm } from '../../platform/ui/use-form.ts'
import {
  deleteWebhook,
  getWebhook,
  requestNewWebhookSecret,
  updateWebhook,
  useErrorToast,
  useWebhookErrorMessage,
} from './actions.ts'
import { Deliveries } from './Deliveries.tsx'
import { isValidWebhookUrl, WebhookFields, type WebhookFormValues } from './WebhookFields.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'

/** Screen `/{slug}/settings/webhooks/{id}` with the events and deliveries of a webhook. */
export function WebhookScreen() {
  const { webhookId = '' } = useParams()
  return (
    <WorkspaceSettingsScreen>
      <Whole key={webhookId} id={webhookId} />
    </WorkspaceSettingsScreen>
  )
}

function Whole({ id }: { id: string }) {
  const { t } = useTranslation()
  const [webhook, setWebhook] = useState<Webhook>()
  const { status, retry } = useLoadState(useCallback(async () => setWebhook(await getWebhook(id)), [id]))
  const list = `/${currentSlug()}/settings/webhooks`
  if (status === 'no_access')
    return (
      <NotFoundState
        title={t('webhooks.gone')}
        text={t('webhooks.goneText')}
        action={<Link to={list}>{t('webhooks.all')}</Link>}
      />
    )
  if (status === 'error' && webhook === undefined) return <LoadError onRetry={retry} />
  return (
    <>
      <Link
        to={list}
        className="touch-target relative inline-flex items-center gap-1.5 self-start rounded-sm text-soft hover:text-text"
      >
        <ArrowLeft className="size-4" aria-hidden />
        {t('webhooks.all')}
      </Link>
      {webhook === undefined ? (
        <div aria-busy>
          <Skeleton className="h-24" />
        </div>
      ) : (
        <>
          <Settings key={webhook.updated_at} webhook={webhook} onChange={setWebhook} />
          <Secret webhook={webhook} />
          <Deliveries webhookId={id} />
          <Delete webhook={webhook} list={list} />
        </>
      )}
    </>
  )
}

interface SettingsProps {
  webhook: Webhook
  onChange: (webhook: Webhook) => void
}

function Settings({ webhook, onChange }: SettingsProps) {
  const { t } = useTranslation()
  const words = useWebhookErrorMessage()
  const { url, project, issue, issue_comment, cycle, module, off_reason } = webhook
  const before: WebhookFormValues = { url, project, issue, issue_comment, cycle, module }
  const form = useForm({
    saved: before,
    warnsOnLeave: true,
    send: async (wish) => {
      if (!isValidWebhookUrl(wish.url)) return { url: t('webhooks.badUrl') }
      onChange(await updateWebhook(webhook.id, wish))
      toast.ok(t('webhooks.saved'))
    },
    explain: (error) => ({ url: words(error) }),
  })

  return (
    <SettingsSection title={url}>
      {off_reason !== null && <p className="text-danger">{t(`webhooks.offReasons.${off_reason}`)}</p>}
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <WebhookFields wish={form.values} problem={form.problem('url')} onChange={form.set} />
        {form.isChanged && (
          <Button type="submit" variant="primary" className="self-start" loading={form.sending}>
            {t('webhooks.save')}
          </Button>
        )}
      </form>
    </SettingsSection>
  )
}

function Secret({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const withErrorToast = useErrorToast()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <SettingsSection title={t('webhooks.secret')} text={t('webhooks.secretText')}>
      <Button className="self-start" icon={<KeyRound />} onClick={() => setAsking(true)}>
        {t('webhooks.newSecret')}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('webhooks.newSecretTitle')}
        text={t('webhooks.newSecretText')}
        confirmLabel={t('webhooks.newSecret')}
        danger
        onConfirm={async () => {
          const changed = await withErrorToast(requestNewWebhookSecret(webhook.id))
          setAsking(false)
          setSecret(changed.secret_key)
        }}
      />
      {secret !== null && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
    </SettingsSection>
  )
}

function Delete({ webhook, list }: { webhook: Webhook; list: string }) {
  const { t } = useTranslation()
  const withErrorToast = useErrorToast()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <section className="border-t border-line pt-6">
      <Button variant="danger-line" icon={<Trash2 />} onClick={() => setAsking(true)}>
        {t('webhooks.delete')}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('webhooks.deleteTitle')}
        text={t('webhooks.deleteText', { url: webhook.url })}
        confirmLabel={t('webhooks.delete')}
        danger
        onConfirm={async () => {
          await withErrorToast(deleteWebhook(webhook.id))
          toast.ok(t('webhooks.deleted'))
          await navigate(list)
        }}
      />
    </section>
  )
}
