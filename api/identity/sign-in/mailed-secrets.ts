import { createHash, timingSafeEqual } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import type { MailedSecret } from './entity.ts'

type Purpose = MailedSecret['purpose']

/**
 * Limits of a secret for each purpose. `seconds` is its lifetime, `sends` the maximum number of emails and
 * `attempts` the maximum number of attempts in that time. If `stays` is true, a repeated request sends the
 * same secret. `isGuessable` is true if an attacker can guess the secret.
 */
const limits = {
  // A repeated request sends the same code again. Otherwise strangers could invalidate the code that a user
  // is typing.
  magic_code: { seconds: 600, sends: 4, attempts: 5, stays: true, isGuessable: true },
  // The code is bound to one signed-in user and one address, so strangers cannot try it.
  change_email: { seconds: 600, sends: 4, attempts: 5, stays: true, isGuessable: true },
  // Signed-in users request this code before they change their sign-in settings.
  prove_identity: { seconds: 600, sends: 4, attempts: 5, stays: true, isGuessable: true },
  // Only attempts with the correct token are counted, because the token cannot be guessed. A user may need
  // several attempts, because passwords that are too weak also count as attempts.
  reset_password: { seconds: 3600, sends: 4, attempts: 50, stays: false, isGuessable: false },
} as const satisfies Record<Purpose, object>

/**
 * Stores a secret for an address and returns its id, from which `hashOf` may derive the secret. Returns null when the
 * maximum number of emails was reached.
 */
export async function storeSecret(
  em: EntityManager,
  purpose: Purpose,
  subject: string,
  hashOf: (id: string) => string,
): Promise<string | null> {
  const { seconds, sends, stays } = limits[purpose]
  const now = new Date()
  const since = new Date(now.getTime() - seconds * 1000)
  const id = newId()
  const stored = await query(em)
    .insertInto('mailed_secrets')
    .values({
      id,
      purpose,
      subject,
      secret_hash: hashOf(id),
      attempts: 0,
      sends: 1,
      created_at: now,
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'subject'])
        .doUpdateSet((row) => {
          const isYoung = row('mailed_secrets.created_at', '>', since)
          const isReused = stays ? isYoung : sql<boolean>`false`
          return {
            id: row
              .case()
              .when(isReused)
              .then(row.ref('mailed_secrets.id'))
              .else(row.ref('excluded.id'))
              .end(),
            secret_hash: row
              .case()
              .when(isReused)
              .then(row.ref('mailed_secrets.secret_hash'))
              .else(row.ref('excluded.secret_hash'))
              .end(),
            attempts: row.case().when(isReused).then(row.ref('mailed_secrets.attempts')).else(0).end(),
            sends: row
              .case()
              .when(isYoung)
              .then(row('mailed_secrets.sends', '+', 1))
              .else(1)
              .end(),
            created_at: row
              .case()
              .when(isYoung)
              .then(row.ref('mailed_secrets.created_at'))
              .else(row.ref('excluded.created_at'))
              .end(),
            expires_at: row.ref('excluded.expires_at'),
          }
        })
        .where((row) =>
          row.or([row('mailed_secrets.created_at', '<=', since), row('mailed_secrets.sends', '<', sends)]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id ?? null
}

export type SecretAttemptResult = { result: 'right'; id: string } | { result: 'wrong' | 'over' | 'exhausted' }

/**
 * Compares the entered secret. For a guessable secret, the attempt is counted before the comparison, and the
 * row lock serializes concurrent guesses. For a secret that cannot be guessed, only correct attempts count,
 * so that strangers cannot use up the attempts. The caller must commit even if the secret is wrong.
 */
export async function verifySecret(
  em: EntityManager,
  purpose: Purpose,
  subject: string,
  hash: string,
): Promise<SecretAttemptResult> {
  const { attempts, isGuessable } = limits[purpose]
  let counting = query(em)
    .updateTable('mailed_secrets')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('attempts', '<', attempts)
    .where('expires_at', '>', new Date())
  if (!isGuessable) counting = counting.where('secret_hash', '=', hash)
  const counted = await counting.returning(['id', 'secret_hash']).executeTakeFirst()
  if (counted !== undefined) return compareSecret(counted, hash)
  const stored = await findSecret(em, purpose, subject)
  if (stored === undefined) return { result: 'over' }
  return { result: stored.attempts < attempts ? 'wrong' : 'exhausted' }
}

/** Selects the current secret of an address. */
export function findSecret(em: EntityManager, purpose: Purpose, subject: string) {
  return query(em)
    .selectFrom('mailed_secrets')
    .select(['id', 'secret_hash', 'attempts'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
}

/** Like `verifySecret`, but does not count the attempt, because the caller counts it. */
export function compareSecret(
  { id, secret_hash }: { id: string; secret_hash: string },
  hash: string,
): SecretAttemptResult {
  return equalsInConstantTime(secret_hash, hash) ? { result: 'right', id } : { result: 'wrong' }
}

/**
 * Deletes the secret, because it can be used only once. Returns false if it was already used. Of two
 * concurrent uses, one succeeds.
 */
export async function consumeSecret(em: EntityManager, id: string): Promise<boolean> {
  const { numDeletedRows } = await query(em)
    .deleteFrom('mailed_secrets')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

function equalsInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
