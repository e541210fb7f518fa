import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { CallName } from '#common/calls.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { csrfToken } from '../../platform/app/sync.ts'
import { formAction } from '../../platform/sync/forms.ts'
import { AuthNotice } from './AuthNotice.tsx'

interface AuthFormProps {
  call: CallName
  params?: Record<string, string>
  nextPath?: string | null
  /** Validates the fields before the form is sent. If the function returns false, the form is not sent. */
  check?: (fields: FormData) => boolean
  children: (sending: boolean) => ReactNode
}

/** Uses a native form submission, so that password managers recognize it. The server responds with a page. */
export function AuthForm({ call, params, nextPath, check, children }: AuthFormProps) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [token, setToken] = useState('')
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    csrfToken().then(setToken, () => {})
    // The back button may restore this page from the cache with its button still loading.
    const reset = () => setSending(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    if (sending || (check && !check(new FormData(event.currentTarget)))) return event.preventDefault()
    setFailed(false)
    setSending(true)
    if (token !== '') return
    event.preventDefault()
    try {
      const fetched = await csrfToken()
      const field = form.current?.elements.namedItem('csrfmiddlewaretoken')
      if (field instanceof HTMLInputElement) field.value = fetched
      form.current?.submit()
    } catch {
      setSending(false)
      setFailed(true)
    }
  }

  return (
    <form
      ref={form}
      method="post"
      action={formAction(call, params)}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="csrfmiddlewaretoken" value={token} readOnly />
      {nextPath && <input type="hidden" name="next_path" value={nextPath} readOnly />}
      {failed && <AuthNotice kind="error">{t('auth.unreachable')}</AuthNotice>}
      {children(sending)}
    </form>
  )
}
