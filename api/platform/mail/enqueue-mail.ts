import type { EntityManager } from '@mikro-orm/postgresql'
import type texts from '#common/locales/en/server.json'
import type { JobQueue } from '../context/ports.ts'
import { query } from '../db/orm.ts'
import { getTranslator } from '../locales.ts'
import { sendMailJob } from './send-mail.ts'

interface Ports {
  em: EntityManager
  jobs: Pick<JobQueue, 'enqueue'>
}

type MailName = keyof {
  [Name in keyof (typeof texts)['mails'] as 'subject' extends keyof (typeof texts)['mails'][Name]
    ? Name
    : never]: Name
}

interface MailInput {
  to: string
  /** The values of the placeholders. `count` selects the plural form. A date is written in the language of the email. */
  values: Record<string, string | number | Date>
  /** The language of the email. It is required only if the receiver has no account. */
  language?: string
  /** The user whose action sends the email (see `OutgoingEmail`). */
  caused_by?: string
}

/** Enqueues an email whose subject and text are in `server.json`, in the language of the receiver's account. */
export async function enqueueMail(
  { em, jobs }: Ports,
  name: MailName,
  { to, values, language = 'en', caused_by }: MailInput,
): Promise<void> {
  const { tag, t } = getTranslator((await loadLanguageByEmail(em, to)) ?? language)
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const texts = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value instanceof Date ? days.format(value) : value]),
  )
  const mail = { to, subject: t(`mails.${name}.subject`, texts), text: t(`mails.${name}.text`, texts) }
  await jobs.enqueue(em, sendMailJob, { ...mail, ...(caused_by !== undefined && { caused_by }) })
}

/** Returns the language of the account with this email address, or null if there is no account. */
export async function loadLanguageByEmail(em: EntityManager, email: string): Promise<string | null> {
  const found = await query(em)
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.user_id', 'u.id')
    .select('p.language')
    .where('u.email', '=', email)
    .executeTakeFirst()
  return found?.language ?? null
}
