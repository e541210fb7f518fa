import { newId } from '#common/platform/ids.ts'
import { signed } from '../../identity/sign-in/signed.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Mail } from '../../platform/context/ports.ts'
import { wordsOf } from './mail-words.ts'
import type { SubjectEvents } from './take-batches.ts'
import { unsubscribePath, unsubscribePurpose } from './unsubscribe.ts'

export interface Receiver {
  id: string
  email: string
  timezone: string
}

const reasons = {
  item: 'You hear of this since you made it, are assigned to it, follow it or are mentioned.',
  page: 'You hear of this since the page is yours, you take part in the thread or are mentioned.',
}

/** One mail a person and item or page. It goes with earlier ones of the same, and says where one gets no more of them. */
export function composeMail(config: Config, receiver: Receiver, batch: SubjectEvents): Mail {
  const { subject, slug, workspace, happened } = batch
  const host = new URL(config.appUrl).hostname
  const url = `${config.appUrl}${subject.path}`
  const unsubscribe = `${config.appUrl}${unsubscribePath}${signed(config, unsubscribePurpose, receiver.id)}`
  const settings = `${config.appUrl}/${slug}/settings/profile/notifications`
  const deeds = happened.map(({ name, one }) => ({
    at: timeOf(one.created_at, receiver.timezone),
    words: `${name} ${wordsOf(one, receiver.id)}`,
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
      ...deeds.map(({ at, words, quote }) => `${at}  ${words}${quote && `\n    ${quote}`}`),
      `${why}\nChange what you are told by mail: ${settings}\nNo more mails like this: ${unsubscribe}`,
    ].join('\n\n'),
    html: page(
      `<p><a href="${escaped(url)}">${escaped(subject.title)}</a></p>`,
      ...deeds.map(
        ({ at, words, quote }) =>
          `<p>${escaped(words)} <small>${escaped(at)}</small></p>${quote && `<blockquote>${escaped(quote)}</blockquote>`}`,
      ),
      `<p><small>${escaped(why)}<br><a href="${escaped(settings)}">Change what you are told by mail</a> · <a href="${escaped(unsubscribe)}">No more mails like this</a></small></p>`,
    ),
    thread: { id: `${newId()}@${host}`, of: `${subject.kind}-${subject.id}@${host}` },
    unsubscribe,
  }
}

function page(...parts: string[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><body>${parts.join('')}</body></html>`
}

/** What people have written, as text of a page. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** `24 Nov, 14:05` where the person is. */
function timeOf(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment))
}
