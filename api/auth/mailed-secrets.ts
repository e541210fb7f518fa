import { createHash, timingSafeEqual } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/ids.ts'
import { query } from '../db/orm.ts'
import type { MailedSecret } from './entity.ts'

type Purpose = MailedSecret['purpose']

/** How long secrets live, in seconds; how often one is mailed within that time; how many wrong tries end one. */
const terms = {
  magic_code: { seconds: 600, sends: 4, attempts: 5 },
  // Its token cannot be guessed; tries are what it takes to find a password that is strong enough.
  reset_password: { seconds: 3600, sends: 4, attempts: 50 },
} as const satisfies Record<Purpose, object>

/** Puts a secret in place of the one before. False when as many as allowed were sent to the address in this while. */
export async function keepSecret(
  em: EntityManager,
  purpose: Purpose,
  subject: string,
  hash: string,
): Promise<boolean> {
  const { seconds, sends } = terms[purpose]
  const now = new Date()
  const since = new Date(now.getTime() - seconds * 1000)
  const kept = await query(em)
    .insertInto('mailed_secrets')
    .values({
      id: newId(),
      purpose,
      subject,
      secret_hash: hash,
      attempts: 0,
      sends: 1,
      created_at: now,
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'subject'])
        .doUpdateSet((row) => ({
          id: row.ref('excluded.id'),
          secret_hash: row.ref('excluded.secret_hash'),
          attempts: 0,
          sends: row
            .case()
            .when('mailed_secrets.created_at', '>', since)
            .then(row('mailed_secrets.sends', '+', 1))
            .else(1)
            .end(),
          created_at: row
            .case()
            .when('mailed_secrets.created_at', '>', since)
            .then(row.ref('mailed_secrets.created_at'))
            .else(row.ref('excluded.created_at'))
            .end(),
          expires_at: row.ref('excluded.expires_at'),
        }))
        .where((row) =>
          row.or([row('mailed_secrets.created_at', '<=', since), row('mailed_secrets.sends', '<', sends)]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

export type Tried = { result: 'right'; id: string } | { result: 'wrong' | 'over' | 'exhausted' }

/**
 * Compares what somebody typed in. The try is counted before it is compared, by one statement whose row lock lines parallel
 * guesses up; the caller commits it whatever comes of it.
 */
export async function trySecret(
  em: EntityManager,
  purpose: Purpose,
  subject: string,
  hash: string,
): Promise<Tried> {
  const counted = await query(em)
    .updateTable('mailed_secrets')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('attempts', '<', terms[purpose].attempts)
    .where('expires_at', '>', new Date())
    .returning(['id', 'secret_hash'])
    .executeTakeFirst()
  if (counted !== undefined) {
    return isSame(counted.secret_hash, hash) ? { result: 'right', id: counted.id } : { result: 'wrong' }
  }
  const kept = await query(em)
    .selectFrom('mailed_secrets')
    .select('expires_at')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return { result: kept !== undefined && kept.expires_at > new Date() ? 'exhausted' : 'over' }
}

/** False when it was used up meanwhile: of two that come with the same secret one gets in. */
export async function spendSecret(em: EntityManager, id: string): Promise<boolean> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('mailed_secrets')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
