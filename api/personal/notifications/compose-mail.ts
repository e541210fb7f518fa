import { newId } from '#common/platform/ids.ts'
import { signValue } from '../../identity/sign-in/signed-values.ts'
import type { Config } from '../../platform/config/config.ts'
import type { OutgoingEmail } from '../../platform/context/ports.ts'
import { eventText } from './event-text.ts'
import type { SubjectEvents } from './take-batches.ts'
import { unsubscribePath, unsubscribePurpose } from './unsubscribe.ts'

export interface EmailReceiver {
  id: string
  email: string
  timezone: string
}

const reasons = {
  item: 'You get this email because you created, follow or are assigned to this work item, or were mentioned.',
  page: 'You get this email because you own this page, take part in the thread or were mentioned.',
}

/**
 * Composes one email per receiver and page or work item. Emails about one page or work item form a thread,
 * and each contains an unsubscribe link.
 */
export function composeNotificationEmail(
  config: Config,
  receiver: EmailReceiver,
  batch: SubjectEvents,
): OutgoingEmail {
  const { subject, slug, workspace, happened } = batch
  const host = new URL(config.appUrl).hostname
  const url = `${config.appUrl}${subject.path}`
  const unsubscribe = `${config.appUrl}${unsubscribePath}${signValue(config, unsubscribePurpose, receiver.id)}`
  const settings = `${config.appUrl}/${slug}/settings/profile/notifications`
  const lines = happened.map(({ name, one }) => ({
    at: timeOf(one.created_at, receiver.timezone),
    words: `${name} ${eventText(one, receiver.id)}`,
    quote: one.issue_comment ?? '',
  }))
  const why = `${reasons[subject.kind]} ${workspace}`
  return {
    to: receiver.email,
    caused_by: batch.caused_by,
    subject: subject.line,
    text: [
      subject.title,
      url,
      ...lines.map(({ at, words, quote }) => `${at}  ${words}${quote && `\n    ${quote}`}`),
      `${why}\nNotification settings: ${settings}\nUnsubscribe: ${unsubscribe}`,
    ].join('\n\n'),
    html: page(
      `<p><a href="${escaped(url)}">${escaped(subject.title)}</a></p>`,
      ...lines.map(
        ({ at, words, quote }) =>
          `<p>${escaped(words)} <small>${escaped(at)}</small></p>${quote && `<blockquote>${escaped(quote)}</blockquote>`}`,
      ),
      `<p><small>${escaped(why)}<br><a href="${escaped(settings)}">Notification settings</a> · <a href="${escaped(unsubscribe)}">Unsubscribe</a></small></p>`,
    ),
    thread: { id: `${newId()}@${host}`, of: `${subject.kind}-${subject.id}@${host}` },
    unsubscribe,
  }
}

function page(...parts: string[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><body>${parts.join('')}</body></html>`
}

/** Escapes user content for HTML. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Formats a time as `24 Nov, 14:05` in the receiver's time zone. */
function timeOf(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment))
}
