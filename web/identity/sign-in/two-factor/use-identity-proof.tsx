import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { authErrors } from '#common/identity/sign-in/errors.ts'
import type { IdentityProof } from '#common/identity/sign-in/two-factor/rules.ts'
import type { IdentityProofBody, TwoFactorStatus } from '#common/identity/sign-in/two-factor/schema.ts'
import { request } from '../../../platform/app/sync.ts'
import { meAtom } from '../../../platform/person/session.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { IdentityProofDialog } from './IdentityProofDialog.tsx'

interface ProtectedAction {
  /**
   * Returns the required kind of proof. Set it only for an action that requires another kind of proof than the
   * server requires by default.
   */
  needed?: (factor: TwoFactorStatus) => IdentityProof
  title: string
  text: string
  confirm: string
  danger?: boolean
  /**
   * Runs the action with a proof of identity. `attempt` first calls this function with an empty object. If a
   * later call with a proof throws an error, the dialog shows this error.
   */
  onProved: (proof: Partial<IdentityProofBody>) => Promise<void>
}

/**
 * Protects changes of sign-in settings. `requestProof` asks for a proof of identity, and throws if the required kind
 * of proof cannot be loaded. Render `dialog` in the component.
 */
export function useIdentityProof(): {
  requestProof: (action: ProtectedAction) => Promise<void>
  /** Runs the action without a proof first. Requests a proof only if the server requires it. */
  attempt: (action: ProtectedAction) => Promise<void>
  dialog: ReactNode
} {
  const me = useAtomValue(meAtom)
  const [requested, setRequested] = useState<(ProtectedAction & { factor: TwoFactorStatus }) | null>(null)
  const close = () => setRequested(null)
  const requestProof = async ({ needed, ...action }: ProtectedAction) => {
    const factor = await request('getSecondFactor', {})
    setRequested({ ...action, factor: { ...factor, proof: needed?.(factor) ?? factor.proof } })
  }
  return {
    requestProof,
    attempt: (action) =>
      action.onProved({}).catch((error: unknown) => {
        if (error instanceof RequestError && wantsProof.has(error.error_code)) return requestProof(action)
        throw error
      }),
    dialog: requested !== null && me !== null && (
      <IdentityProofDialog
        {...requested}
        email={me.email}
        onProved={async (proof) => {
          await requested.onProved(proof)
          close()
        }}
        onClose={close}
      />
    ),
  }
}

const wantsProof = new Set<number | null>([
  authErrors.SECOND_FACTOR_CODE_REQUIRED,
  authErrors.MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED,
])
