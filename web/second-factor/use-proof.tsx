import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import type { ProofBody, SecondFactor } from '#common/second-factor/schema.ts'
import { request } from '../app/sync.ts'
import { meAtom } from '../users/session.ts'
import { ProofDialog } from './ProofDialog.tsx'

interface Deed {
  title: string
  text: string
  confirm: string
  danger?: boolean
  /** Throws what is refused, which the dialog says. */
  onProved: (proof: Partial<ProofBody>) => Promise<void>
}

/** For what changes how one signs in: `ask` throws what keeps it from asking, `dialog` stands wherever it is used. */
export function useProof(): { ask: (deed: Deed) => Promise<void>; dialog: ReactNode } {
  const me = useAtomValue(meAtom)
  const [asked, setAsked] = useState<(Deed & { factor: SecondFactor }) | null>(null)
  const close = () => setAsked(null)
  return {
    async ask(deed) {
      setAsked({ ...deed, factor: await request('getSecondFactor', {}) })
    },
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
