import { ChevronRight, RotateCw } from 'lucide-react'
import { useId } from 'react'
import type { WebhookLog } from '#common/sharing/webhooks/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { translateServerMessage } from '../../locales/translate-server-message.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { timeAgo } from '../../platform/ui/time-ago.ts'

interface Props {
  log: WebhookLog
  sending: boolean
  open: boolean
  onOpen: (open: boolean) => void
  onRedeliver: () => void
}

/** A delivery attempt. A click expands the request and response. */
export function DeliveryLine({ log, sending, open, onOpen, onRedeliver }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { event_type, response_status, error, retry_count, duration_ms, created_at } = log
  const facts = [
    ...(retry_count > 0 ? [t('webhooks.retry', { number: retry_count })] : []),
    t('webhooks.milliseconds', { count: duration_ms }),
    timeAgo(created_at, i18n.language),
  ]
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
        className="group flex w-full items-center gap-2.5 rounded-sm py-2 text-ui-start coarse:min-h-touch"
      >
        <ChevronRight
          className={cx('size-4 shrink-0 text-icon-faint transition-transform', open && 'rotate-90')}
          aria-hidden
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <code className="font-mono text-sm group-hover:underline">{nameOf(log)}</code>
          <Badge tone={error === null ? 'ok' : 'danger'}>
            {response_status === null
              ? t('webhooks.notReached')
              : t('webhooks.answered', { status: response_status })}
          </Badge>
          <span className="text-sm text-soft sm:ms-auto">{facts.join(' · ')}</span>
        </span>
      </button>
      <div id={id} hidden={!open} className="pb-4 ps-6.5">
        {open && (
          <div className="flex flex-col gap-3">
            <Part title={t('webhooks.request')} headers={log.request_headers} body={log.request_body} />
            {response_status === null ? (
              <p className="text-danger wrap-anywhere">
                {t('webhooks.noAnswer', { error: translateServerMessage(error ?? '') })}
              </p>
            ) : (
              <Part title={t('webhooks.response')} headers={log.response_headers} body={log.response_body} />
            )}
            <Button className="self-start" icon={<RotateCw />} disabled={sending} onClick={onRedeliver}>
              {t('webhooks.redeliver')}
              <span className="sr-only">{event_type}</span>
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

interface PartProps {
  title: string
  headers: Record<string, string>
  body: string
}

function Part({ title, headers, body }: PartProps) {
  const { t } = useTranslation()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium text-soft">{title}</h3>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
        tabIndex={0}
        className="scroll-quiet max-h-75 overflow-auto rounded-md border border-line bg-sunken p-3"
      >
        <pre dir="ltr" className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {`${lines.join('\n')}\n\n${body === '' ? t('webhooks.emptyBody') : indented(body)}`}
        </pre>
      </section>
    </div>
  )
}

/** Returns the event with its action if the payload contains one, such as `issue.updated`. */
function nameOf({ event_type, request_body }: WebhookLog): string {
  const action = /"action":"(\w+)"/.exec(request_body)?.[1]
  return action === undefined || event_type === 'test' ? event_type : `${event_type}.${action}`
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
