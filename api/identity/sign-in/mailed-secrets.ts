import { createHash, timingSafeEqual } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { newId } from '#common/platform/ids.ts'
import { query } from '../../platform/db/orm.ts'
import type { MailedSecret } from './entity.ts'

type Purpose = MailedSecret['purpose']

/** How long secrets live, in seconds; how often one is mailed within that time; how many tries end one. */
const terms = {
  // Asked for again while it is young it is mailed again: strangers who ask must not end the one that its owner is typing.
  magic_code: { seconds: 600, sends: 4, attempts: 5, stays: true, isGuessable: true },
  // Of one person and one address, so strangers cannot try it.
  change_email: { seconds: 600, sends: 4, attempts: 5, stays: true, isGuessable: true },
  // Of whoever is signed in, before they change how they sign in.
  prove_identity: { seconds: 600, sends: 4, attempts: 5, stays: true, isGuessable: true },
  // Its token cannot be guessed; tries are what it takes to find a password that is strong enough.
  reset_password: { seconds: 3600, sends: 4, attempts: 50, stays: false, isGuessable: false },
} as const satisfies Record<Purpose, object>

/**
 * Keeps a secret for an address; answers its id, which `hashOf` may make the secret of. Null when as many as allowed were sent to
 * the address in this while.
 */
export async function keepSecret(
  em: EntityManager,
  purpose: Purpose,
  subject: string,
  hashOf: (id: string) => string,
): Promise<string | null> {
  const { seconds, sends, stays } = terms[purpose]
  const now = new Date()
  const since = new Date(now.getTime() - seconds * 1000)
  const id = newId()
  const kept = await query(em)
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
          const stillKept = stays ? isYoung : sql<boolean>`false`
          return {
            id: row
              .case()
              .when(stillKept)
              .then(row.ref('mailed_secrets.id'))
              .else(row.ref('excluded.id'))
              .end(),
            secret_hash: row
              .case()
              .when(stillKept)
              .then(row.ref('mailed_secrets.secret_hash'))
              .else(row.ref('excluded.secret_hash'))
              .end(),
            attempts: row.case().when(stillKept).then(row.ref('mailed_secrets.attempts')).else(0).end(),
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
  return kept?.id ?? null
}

export type Tried = { result: 'right'; id: string } | { result: 'wrong' | 'over' | 'exhausted' }

/**
 * Compares what somebody typed in. The try is counted before it is compared, by one statement whose row lock lines parallel
 * guesses up; the caller commits it whatever comes of it. What nobody can guess is counted only when it is right: strangers
 * must not use the tries up.
 */
export async function trySecret(
  em: EntityManager,
  purpose: Purpose,
  subject: string,
  hash: string,
): Promise<Tried> {
  const { attempts, isGuessable } = terms[purpose]
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
  const kept = await findSecret(em, purpose, subject)
  if (kept === undefined) return { result: 'over' }
  return { result: kept.attempts < attempts ? 'wrong' : 'exhausted' }
}

/** The secret that an address has now. */
export function findSecret(em: EntityManager, purpose: Purpose, subject: string) {
  return query(em)
    .selectFrom('mailed_secrets')
    .select(['id', 'secret_hash', 'attempts'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
}

/** The same for tries that are counted elsewhere. */
export function compareSecret({ id, secret_hash }: { id: string; secret_hash: string }, hash: string): Tried {
  return isSame(secret_hash, hash) ? { result: 'right', id } : { result: 'wrong' }
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
