import { passkey } from '#common/second-factor/passkeys.ts'
import { proofNeeded, proofToMove } from '#common/second-factor/rules.ts'
import { type SecondFactor, secondFactor } from '#common/second-factor/schema.ts'
import type { UserContext } from '../context.ts'
import { present } from '../db/present.ts'
import { UserEntity } from '../users/entity.ts'
import { hasTotp } from './factors.ts'
import { listPasskeys } from './passkeys.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'

export async function getSecondFactor({ em, user }: UserContext): Promise<SecondFactor> {
  const account = await em.findOneOrFail(UserEntity, { id: user.id })
  return present(secondFactor, {
    has_totp: await hasTotp(em, user.id),
    passkeys: (await listPasskeys(em, user.id)).map((row) => present(passkey, row)),
    recovery_codes_left: await recoveryCodesLeft(em, user.id),
    proof: proofNeeded(account),
    proof_to_move: proofToMove(account),
  })
}
