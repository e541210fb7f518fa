import {
  type ChatEvent,
  type ChatService,
  chatEvents,
  chatPlaceholders,
  chatServices,
  defaultChatEvents,
  findUnknownPlaceholder,
  maxChatTargetNameLength,
  maxChatTemplateLength,
} from '#common/sharing/webhooks/chat-targets/rules.ts'
import type { ChatTarget } from '#common/sharing/webhooks/chat-targets/schema.ts'
import { maxWebhookUrlLength } from '#common/sharing/webhooks/rules.ts'
import { useErrorMessage } from '../../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { request } from '../../../platform/app/sync.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { Checkbox } from '../../../platform/ui/Checkbox.tsx'
import { Field } from '../../../platform/ui/Field.tsx'
import { FormDialog } from '../../../platform/ui/FormDialog.tsx'
import { Input } from '../../../platform/ui/Input.tsx'
import { Select } from '../../../platform/ui/Select.tsx'
import { Textarea } from '../../../platform/ui/Textarea.tsx'
import { useForm } from '../../../platform/ui/use-form.ts'
import { isValidWebhookUrl } from '../WebhookFields.tsx'
import { chatServiceNames } from './chat-service-names.ts'

interface ChatTargetFormProps {
  /** Is null for a new target. */
  target: ChatTarget | null
  project: { slug: string; project_id: string }
  onSaved: (target: ChatTarget) => void
  onClose: () => void
}

interface ChatTargetInput {
  name: string
  service: ChatService
  /** Is empty to keep the URL of an existing target, which the server never returns. */
  url: string
  events: readonly ChatEvent[]
  template: string
}

const example: Record<ChatService, string> = {
  slack: 'https://hooks.slack.com/services/…',
  discord: 'https://discord.com/api/webhooks/…',
  mattermost: 'https://chat.example.com/hooks/…',
  teams: 'https://….logic.azure.com/workflows/…',
  matrix: 'https://hookshot.example.com/webhook/…',
}

const placeholderList = chatPlaceholders.map((name) => `{{${name}}}`).join(' ')

/** The dialog that creates or changes a chat target. */
export function ChatTargetForm({ target, project, onSaved, onClose }: ChatTargetFormProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const form = useForm({
    saved: (): ChatTargetInput => ({
      name: target?.name ?? '',
      service: target?.service ?? 'slack',
      url: '',
      events: target?.events ?? defaultChatEvents,
      template: target?.template ?? '',
    }),
    send: async ({ name, service, url, events, template }) => {
      if (name.trim() === '') return { name: t('apiTokens.nameMissing') }
      if ((target === null || url !== '') && !isValidWebhookUrl(url)) return { url: t('webhooks.badUrl') }
      if (findUnknownPlaceholder(template) !== null) return { template: t('chatTargets.badTemplate') }
      const body = { name: name.trim(), events: [...events], template: template.trim() || null }
      onSaved(
        target === null
          ? await request('createChatTarget', { params: project, body: { ...body, url, service } })
          : await request('updateChatTarget', {
              params: { ...project, chat_target_id: target.id },
              body: { ...body, ...(url !== '' && { url }) },
            }),
      )
    },
    explain: (error) =>
      error instanceof RequestError && error.fields['url'] !== undefined
        ? { url: t('webhooks.localUrl') }
        : { name: errorMessage(error) },
  })
  const { service, events } = form.values
  const toggle = (event: ChatEvent, isOn: boolean) =>
    form.set({ events: chatEvents.filter((one) => (one === event ? isOn : events.includes(one))) })
  return (
    <FormDialog
      title={t(target === null ? 'chatTargets.new' : 'chatTargets.edit')}
      size="sm"
      submit={t(target === null ? 'chatTargets.new' : 'webhooks.save')}
      onSubmit={form.submit}
      loading={form.sending}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('apiTokens.name')} error={form.problem('name')}>
          <Input
            autoFocus
            size="lg"
            maxLength={maxChatTargetNameLength}
            placeholder="#atlas"
            {...form.text('name')}
          />
        </Field>
        {target === null && (
          <Field label={t('chatTargets.service')}>
            <Select
              size="lg"
              value={service}
              onChange={(next) => form.set({ service: next })}
              options={chatServices.map((value) => ({ value, label: chatServiceNames[value] }))}
            />
          </Field>
        )}
        <Field
          label={t('chatTargets.url')}
          hint={t(target === null ? 'chatTargets.urlHint' : 'chatTargets.urlKept')}
          error={form.problem('url')}
        >
          <Input
            size="lg"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={example[service]}
            maxLength={maxWebhookUrlLength}
            {...form.text('url')}
          />
        </Field>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 font-medium text-sm text-soft">{t('webhooks.what')}</legend>
          {chatEvents.map((event) => (
            <Checkbox key={event} checked={events.includes(event)} onChange={(isOn) => toggle(event, isOn)}>
              {t(`chatTargets.events.${event}`)}
            </Checkbox>
          ))}
        </fieldset>
        <Field
          label={t('chatTargets.template')}
          optional
          hint={t('chatTargets.templateHint', { placeholders: placeholderList })}
          error={form.problem('template')}
        >
          <Textarea
            rows={2}
            maxLength={maxChatTemplateLength}
            placeholder={'{{message}}'}
            {...form.text('template')}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
