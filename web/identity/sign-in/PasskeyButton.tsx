import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { csrfToken, request } from '../../platform/app/sync.ts'
import { postForm } from '../../platform/sync/forms.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { AuthNotice } from './AuthNotice.tsx'
import { canUsePasskeys, signWithPasskey } from './two-factor/webauthn.ts'
import { useErrorMessage } from './use-error-message.ts'

interface PasskeyButtonProps {
  /**
   * `sign-in`: the passkey is used instead of the password. `second-factor`: the passkey is used after the
   * password.
   */
  as: 'sign-in' | 'second-factor'
  nextPath: string | null
}

const calls = {
  'sign-in': ['beginPasskeySignIn', 'passkeySignIn'],
  'second-factor': ['beginPasskeyAnswer', 'answerByPasskey'],
} as const

/**
 * A button that signs a challenge with a passkey and submits the result. It is hidden when the browser does
 * not support passkeys.
 */
export function PasskeyButton({ as, nextPath }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [isSigning, setSigning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (!canUsePasskeys()) return null

  async function sign() {
    setProblem(null)
    setSigning(true)
    try {
      const [begin, end] = calls[as]
      const [{ options }, csrfmiddlewaretoken] = await Promise.all([request(begin, {}), csrfToken()])
      const signed = await signWithPasskey(options)
      if (signed !== null) {
        const credential = JSON.stringify(signed)
        return postForm(end, { csrfmiddlewaretoken, credential, ...(nextPath && { next_path: nextPath }) })
      }
      setProblem(t('auth.passkey.stopped'))
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setSigning(false)
  }

  return (
    <div className="flex flex-col gap-3">
      <Button size="lg" icon={<KeyRound />} loading={isSigning} onClick={() => void sign()}>
        {t(as === 'sign-in' ? 'auth.passkey.signIn' : 'auth.passkey.use')}
      </Button>
      {problem !== null && <AuthNotice kind="error">{problem}</AuthNotice>}
    </div>
  )
}
