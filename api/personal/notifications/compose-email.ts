import { newId } from '#common/platform/ids.ts'
import { signValue } from '../../identity/sign-in/signed-values.ts'
import { localizedDisplayName } from '../../identity/users/display-name.ts'
import type { Config } from '../../platform/config/config.ts'
import type { OutgoingEmail } from '../../platform/context/ports.ts'
import { getTranslator } from '../../platform/locales.ts'
import { describeNotificationEvent } from './describe-event.ts'
import type { EventsOfNotifiedObject } from './take-batches.ts'
import { unsubscribePath, unsubscribeSignaturePurpose } from './unsubscribe.ts'

export interface EmailReceiver {
  id: string
  email: string
  timezone: string
  /** Code of the language that the receiver has chosen. */
  language: string
}

/**
 * Composes one email per receiver and page or work item. Emails about one page or work item form a thread,
 * and each contains an unsubscribe link.
 */
export function composeNotificationEmail(
  config: Config,
  receiver: EmailReceiver,
  batch: EventsOfNotifiedObject,
): OutgoingEmail {
  const { subject, slug, workspace, happened } = batch
  const { tag, t } = getTranslator(receiver.language)
  const host = new URL(config.appUrl).hostname
  const url = `${config.appUrl}${subject.path}`
  const title = subject.title || t('mails.notification.untitled')
  const unsubscribe = `${config.appUrl}${unsubscribePath}${signValue(config, unsubscribeSignaturePurpose, receiver.id)}`
  const settings = `${config.appUrl}/${slug}/settings/profile/notifications`
  const lines = happened.map(({ name, one }) => ({
    at: timeOf(one.created_at, receiver.timezone, tag),
    words: `${localizedDisplayName(receiver.language, name)} ${describeNotificationEvent(one, receiver.id, receiver.language)}`,
    quote: one.issue_comment ?? '',
  }))
  const why = `${t(`mails.notification.${subject.kind}`)} ${workspace}`
  return {
    to: receiver.email,
    caused_by: batch.caused_by,
    subject: subject.line || title,
    text: [
      title,
      url,
      ...lines.map(({ at, words, quote }) => `${at}  ${words}${quote && `\n    ${quote}`}`),
      `${why}\n${t('mails.notification.settings')}: ${settings}\n${t('mails.notification.unsubscribe')}: ${unsubscribe}`,
    ].join('\n\n'),
    html: page(
      tag,
      `<p dir="auto"><a href="${escaped(url)}">${escaped(title)}</a></p>`,
      ...lines.map(
        ({ at, words, quote }) =>
          `<p dir="auto">${escaped(words)} <small>${escaped(at)}</small></p>${quote && `<blockquote dir="auto">${escaped(quote)}</blockquote>`}`,
      ),
      `<p><small>${escaped(why)}<br><a href="${escaped(settings)}">${escaped(t('mails.notification.settings'))}</a> · <a href="${escaped(unsubscribe)}">${escaped(t('mails.notification.unsubscribe'))}</a></small></p>`,
    ),
    thread: { id: `${newId()}@${host}`, of: `${subject.kind}-${subject.id}@${host}` },
    unsubscribe,
  }
}

function page(tag: string, ...parts: string[]): string {
  return `<!doctype html><html lang="${tag}"><meta charset="utf-8"><body>${parts.join('')}</body></html>`
}

/** Escapes user content for HTML. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Formats a time as `24 Nov, 14:05` in the receiver's time zone. */
function timeOf(moment: string, timeZone: string, tag: string): string {
  // For English, use the British format: it writes the day before the month and uses the 24-hour clock, like most
  // languages.
  return new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment))
}
