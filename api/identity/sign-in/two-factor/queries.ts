import { passkey } from '#common/identity/sign-in/two-factor/passkeys.ts'
import {
  requiredIdentityProof,
  requiredProofForEmailChange,
} from '#common/identity/sign-in/two-factor/rules.ts'
import { type TwoFactorStatus, twoFactorStatus } from '#common/identity/sign-in/two-factor/schema.ts'
import type { UserContext } from '../../../platform/context/context.ts'
import { presentRow } from '../../../platform/db/present.ts'
import { UserEntity } from '../../users/entity.ts'
import { hasTotp } from './factors.ts'
import { listPasskeys } from './passkeys.ts'
import { getRequiredIdentityProof } from './prove-identity.ts'
import { countUnusedRecoveryCodes } from './recovery-codes.ts'

export async function getTwoFactor(ctx: UserContext): Promise<TwoFactorStatus> {
  const { em, user } = ctx
  const account = await em.findOneOrFail(UserEntity, { id: user.id })
  return presentRow(twoFactorStatus, {
    has_totp: await hasTotp(em, user.id),
    passkeys: (await listPasskeys(em, user.id)).map((row) => presentRow(passkey, row)),
    recovery_codes_left: await countUnusedRecoveryCodes(em, user.id),
    proof: getRequiredIdentityProof(ctx, account, requiredIdentityProof),
    proof_to_move: getRequiredIdentityProof(ctx, account, requiredProofForEmailChange),
  })
}
