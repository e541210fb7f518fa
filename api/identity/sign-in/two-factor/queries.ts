import { passkey } from '#common/identity/sign-in/two-factor/passkeys.ts'
import { requiredProofForEmailChange, requiredProofOf } from '#common/identity/sign-in/two-factor/rules.ts'
import { type TwoFactor, twoFactor } from '#common/identity/sign-in/two-factor/schema.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import { present } from '../../../platform/db/present.ts'
import { UserEntity } from '../../users/entity.ts'
import { hasTotp } from './factors.ts'
import { listPasskeys } from './passkeys.ts'
import { requiredProof } from './prove-identity.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'

export async function getTwoFactor(ctx: UserContext): Promise<TwoFactor> {
  const { em, user } = ctx
  const account = await em.findOneOrFail(UserEntity, { id: user.id })
  return present(twoFactor, {
    has_totp: await hasTotp(em, user.id),
    passkeys: (await listPasskeys(em, user.id)).map((row) => present(passkey, row)),
    recovery_codes_left: await recoveryCodesLeft(em, user.id),
    proof: requiredProof(ctx, account, requiredProofOf),
    proof_to_move: requiredProof(ctx, account, requiredProofForEmailChange),
  })
}
