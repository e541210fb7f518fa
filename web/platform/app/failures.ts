import type { CallName } from '#common/calls.ts'
import { t } from '../../locales/i18n.ts'
import { RequestError } from '../sync/http.ts'

/** The message for a failed call, in the words of the specification. */
export interface Failure {
  /** The code that identifies the failure, if the specification names one. */
  code: string | null
  /** A heading above the message. */
  title: string | null
  message: string
}

/** Returns the message of the specification for a failed call. Null for calls without a message of their own. */
export function failureOf(error: unknown): Failure | null {
  if (!(error instanceof RequestError) || error.call === null) return null
  const found = messages[error.call]
  if (found === undefined) return null
  const { code = null, hasTitle = false, text } = found
  return { code, title: hasTitle ? t('failures.failed') : null, message: t(`failures.${text}`) }
}

/** The failure of a page of the intake list after the first. */
export function intakePageFailure(): Failure {
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
