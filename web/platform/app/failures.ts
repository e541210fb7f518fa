import type { CallName } from '#common/calls.ts'
import { t } from '../../locales/i18n.ts'
import { RequestError } from '../sync/http.ts'

/** The text that the screen shows for a failed call. */
export interface FailureMessage {
  /** Identifies the failure in error reports and tests. Null if the failure has no code. */
  code: string | null
  /** A heading above the message. Null shows the message without a heading. */
  title: string | null
  message: string
}

/**
 * Returns the text for a failed call. Returns null if the call has no text of its own; the screen then shows
 * a general text.
 */
export function failureMessageOf(error: unknown): FailureMessage | null {
  if (!(error instanceof RequestError) || error.call === null) return null
  const found = messages[error.call]
  if (found === undefined) return null
  const { code = null, hasTitle = false, text } = found
  return { code, title: hasTitle ? t('failures.failed') : null, message: t(`failures.${text}`) }
}

/**
 * Returns the error text for an intake list whose first page is loaded but whose next page could not be
 * loaded.
 */
export function intakePageFailureMessage(): FailureMessage {
  return { code: 'pagination-error', title: null, message: t('failures.intakePage') }
}

interface Message {
  code?: string
  hasTitle?: true
  text:
    | 'estimatesFetch'
    | 'estimateCreate'
    | 'estimateDelete'
    | 'instance'
    | 'intakeInit'
    | 'pagesFetch'
    | 'pageFetch'
    | 'pageCreate'
    | 'pageDelete'
    | 'profileFetch'
    | 'profileUpdate'
    | 'onboardFinish'
    | 'tourComplete'
    | 'userFetch'
    | 'userUpdate'
    | 'settingsFetch'
}

const pages = { hasTitle: true } as const

const messages: Partial<Record<CallName, Message>> = {
  listEstimates: { text: 'estimatesFetch' },
  listWorkspaceEstimates: { text: 'estimatesFetch' },
  createEstimate: { text: 'estimateCreate' },
  deleteEstimate: { text: 'estimateDelete' },
  getInstance: { text: 'instance' },
  listInboxIssues: { code: 'init-error', text: 'intakeInit' },
  listPages: { ...pages, text: 'pagesFetch' },
  listWorkspacePages: { ...pages, text: 'pagesFetch' },
  getPage: { ...pages, text: 'pageFetch' },
  getWorkspacePage: { ...pages, text: 'pageFetch' },
  createPage: { ...pages, text: 'pageCreate' },
  createWorkspacePage: { ...pages, text: 'pageCreate' },
  deletePage: { ...pages, text: 'pageDelete' },
  deleteWorkspacePage: { ...pages, text: 'pageDelete' },
  getProfile: { code: 'user-profile-fetch-error', text: 'profileFetch' },
  updateProfile: { code: 'user-profile-update-error', text: 'profileUpdate' },
  setOnboarded: { code: 'user-profile-onboard-finish-error', text: 'onboardFinish' },
  setTourCompleted: { code: 'user-profile-tour-complete-error', text: 'tourComplete' },
  getMe: { code: 'user-fetch-error', text: 'userFetch' },
  updateMe: { code: 'user-update-error', text: 'userUpdate' },
  getSettings: { text: 'settingsFetch' },
}
