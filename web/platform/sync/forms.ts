import { calls } from 'virtual:calls'
import type { CallName } from '#common/calls.ts'
import type { RequestClient } from './http.ts'

/**
 * Returns a function that loads the CSRF token of this browser once. The token is valid until the browser
 * closes, like its cookie.
 */
export function createCsrfTokenLoader({ request }: RequestClient): () => Promise<string> {
  let token: Promise<string> | null = null
  return () => {
    token ??= request('getCsrfToken', {}).then(
      (answer) => answer.csrf_token,
      (error: unknown) => {
        token = null
        throw error
      },
    )
    return token
  }
}

/** Returns the URL that a form of this call posts to. */
export function formAction(name: CallName, params: Record<string, string> = {}): string {
  return calls[name][1].replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
}

/** Submits `fields` as a form to a call. The browser then leaves the page. */
export function postForm(name: CallName, fields: Record<string, string>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = formAction(name)
  for (const [key, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: key, value }))
  }
  document.body.append(form)
  form.submit()
}
