import { passkey } from '#common/identity/sign-in/second-factor/passkeys.ts'
import { proofNeeded, proofToMove } from '#common/identity/sign-in/second-factor/rules.ts'
import { type SecondFactor, secondFactor } from '#common/identity/sign-in/second-factor/schema.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import { present } from '../../../platform/db/present.ts'
import { UserEntity } from '../../users/entity.ts'
import { hasTotp } from './factors.ts'
import { listPasskeys } from './passkeys.ts'
import { neededProof } from './prove.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'

export async function getSecondFactor(ctx: UserContext): Promise<SecondFactor> {
  const { em, user } = ctx
  const account = await em.findOneOrFail(UserEntity, { id: user.id })
  return present(secondFactor, {
    has_totp: await hasTotp(em, user.id),
    passkeys: (await listPasskeys(em, user.id)).map((row) => present(passkey, row)),
    recovery_codes_left: await recoveryCodesLeft(em, user.id),
    proof: neededProof(ctx, account, proofNeeded),
    proof_to_move: neededProof(ctx, account, proofToMove),
  })
}
