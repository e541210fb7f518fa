import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { webhookEventCategories } from '#common/sharing/webhooks/rules.ts'
import type { Webhook } from '#common/sharing/webhooks/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { WorkspaceSettingsScreen } from '../../organization/workspaces/WorkspaceSettingsScreen.tsx'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { listWebhooks, updateWebhook, useErrorToast } from './actions.ts'
import { NewWebhook } from './NewWebhook.tsx'

/** Screen `/{slug}/settings/webhooks` with the webhooks of the workspace, for its admins. */
export function Webhooks() {
  return (
    <WorkspaceSettingsScreen>
      <List />
    </WorkspaceSettingsScreen>
  )
}

function List() {
  const { t } = useTranslation()
  const withErrorToast = useErrorToast()
  const [webhooks, setWebhooks] = useState<Webhook[]>([])
  const [making, setMaking] = useState(false)
  const loaded = useLoadState(useCallback(async () => setWebhooks(await listWebhooks()), []))

  function put(changed: Webhook): void {
    setWebhooks((all) => all.map((one) => (one.id === changed.id ? changed : one)))
  }

  async function turn(webhook: Webhook, is_active: boolean): Promise<void> {
    put({ ...webhook, is_active, off_reason: null })
    try {
      put(await withErrorToast(updateWebhook(webhook.id, { is_active })))
      toast.ok(t(is_active ? 'webhooks.switchedOn' : 'webhooks.switchedOff'), { id: webhook.id })
    } catch {
      put(webhook)
    }
  }

  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setMaking(true)}>
      {t('webhooks.new')}
    </Button>
  )
  return (
    <SettingsSection
      title={t('webhooks.title')}
      text={t('webhooks.text')}
      action={webhooks.length > 0 && add}
      isBusy={loaded.status === 'loading'}
    >
      <LoadedContent of={loaded}>
        {webhooks.length === 0 && (
          <EmptyState
            icon={<WebhookIcon />}
            title={t('webhooks.emptyTitle')}
            text={t('webhooks.empty')}
            action={add}
          />
        )}
      </LoadedContent>
      {webhooks.length > 0 && (
        <ul className="flex flex-col" aria-label={t('webhooks.title')}>
          {webhooks.map((webhook) => (
            <Line key={webhook.id} webhook={webhook} onTurn={(isOn) => void turn(webhook, isOn)} />
          ))}
        </ul>
      )}
      {making && (
        <NewWebhook
          onCreated={(webhook) => setWebhooks((all) => [webhook, ...all])}
          onClose={() => setMaking(false)}
        />
      )}
    </SettingsSection>
  )
}

function Line({ webhook, onTurn }: { webhook: Webhook; onTurn: (isOn: boolean) => void }) {
  const { t } = useTranslation()
  const { id, url, is_active, off_reason } = webhook
  const of = webhookEventCategories
    .filter((name) => webhook[name])
    .map((name) => t(`webhooks.switches.${name}`))
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-0">
      <WebhookIcon className="mt-0.5 size-4 shrink-0 text-icon-faint" aria-hidden />
      <div className="min-w-0 flex-1">
        <Link
          to={`/${currentSlug()}/settings/webhooks/${id}`}
          className="touch-target relative rounded-sm font-medium wrap-anywhere hover:underline"
        >
          {url}
        </Link>
        <p className="text-sm text-soft">{of.length === 0 ? t('webhooks.nothing') : of.join(' · ')}</p>
        {off_reason !== null && (
          <p className="text-sm text-danger">{t(`webhooks.offReasons.${off_reason}`)}</p>
        )}
      </div>
      <Switch checked={is_active} onChange={onTurn} label={t('webhooks.switchOf', { url })} />
    </li>
  )
}
