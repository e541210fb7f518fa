import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { csrfToken, request } from '../../platform/app/sync.ts'
import { postForm } from '../../platform/sync/forms.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Notice } from './Notice.tsx'
import { useProblemWords } from './problems.ts'
import { canUsePasskeys, signByKey } from './second-factor/webauthn.ts'

interface PasskeyButtonProps {
  /** Alone, or after the password. */
  as: 'sign-in' | 'second-factor'
  nextPath: string | null
}

const calls = {
  'sign-in': ['beginPasskeySignIn', 'passkeySignIn'],
  'second-factor': ['beginPasskeyAnswer', 'answerByPasskey'],
} as const

/** Has a device sign, and leaves the page with what it has signed. Not there where no browser could. */
export function PasskeyButton({ as, nextPath }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!canUsePasskeys()) return null

  async function ask() {
    setProblem(null)
    setAsking(true)
    try {
      const [begin, end] = calls[as]
      const [{ options }, csrfmiddlewaretoken] = await Promise.all([request(begin, {}), csrfToken()])
      const signed = await signByKey(options)
      if (signed !== null) {
        const credential = JSON.stringify(signed)
        return postForm(end, { csrfmiddlewaretoken, credential, ...(nextPath && { next_path: nextPath }) })
      }
      setProblem(t('auth.passkey.stopped'))
    } catch (error) {
      setProblem(words(error))
    }
    setAsking(false)
  }

  return (
    <div className="flex flex-col gap-3">
      <Button size="lg" icon={<KeyRound />} loading={asking} onClick={() => void ask()}>
        {t(as === 'sign-in' ? 'auth.passkey.signIn' : 'auth.passkey.use')}
      </Button>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
    </div>
  )
}
