import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { authErrors } from '#common/identity/sign-in/errors.ts'
import type { Proof } from '#common/identity/sign-in/second-factor/rules.ts'
import type { ProofBody, SecondFactor } from '#common/identity/sign-in/second-factor/schema.ts'
import { request } from '../../../platform/app/sync.ts'
import { meAtom } from '../../../platform/person/session.ts'
import { RequestError } from '../../../platform/sync/http.ts'
import { ProofDialog } from './ProofDialog.tsx'

interface Deed {
  /** Where another than usual is asked for. */
  needed?: (factor: SecondFactor) => Proof
  title: string
  text: string
  confirm: string
  danger?: boolean
  /** Throws what is refused, which the dialog says. */
  onProved: (proof: Partial<ProofBody>) => Promise<void>
}

/** For what changes how one signs in: `ask` throws what keeps it from asking, `dialog` stands wherever it is used. */
export function useProof(): {
  ask: (deed: Deed) => Promise<void>
  /** Asks only where the server wants more than the session: somebody who has just signed in is not bothered. */
  attempt: (deed: Deed) => Promise<void>
  dialog: ReactNode
} {
  const me = useAtomValue(meAtom)
  const [asked, setAsked] = useState<(Deed & { factor: SecondFactor }) | null>(null)
  const close = () => setAsked(null)
  const ask = async ({ needed, ...deed }: Deed) => {
    const factor = await request('getSecondFactor', {})
    setAsked({ ...deed, factor: { ...factor, proof: needed?.(factor) ?? factor.proof } })
  }
  return {
    ask,
    attempt: (deed) =>
      deed.onProved({}).catch((error: unknown) => {
        if (error instanceof RequestError && wantsProof.has(error.error_code)) return ask(deed)
        throw error
      }),
    dialog: asked !== null && me !== null && (
      <ProofDialog
        {...asked}
        email={me.email}
        onProved={async (proof) => {
          await asked.onProved(proof)
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
