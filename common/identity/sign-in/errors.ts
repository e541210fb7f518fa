import { AppError, type ErrorCode } from '../../platform/errors.ts'

/**
 * Error names and numbers of sign-in. The names and numbers are part of the API, and clients of Plane depend
 * on the numbers.
 */
export const authErrors = {
  INSTANCE_NOT_CONFIGURED: 5000,
  INVALID_EMAIL: 5005,
  EMAIL_REQUIRED: 5010,
  SIGNUP_DISABLED: 5015,
  MAGIC_LINK_LOGIN_DISABLED: 5016,
  PASSWORD_LOGIN_DISABLED: 5018,
  USER_ACCOUNT_DEACTIVATED: 5019,
  INVALID_PASSWORD: 5020,
  PASSWORD_TOO_WEAK: 5021,
  SMTP_NOT_CONFIGURED: 5025,
  USER_ALREADY_EXIST: 5030,
  AUTHENTICATION_FAILED_SIGN_UP: 5035,
  REQUIRED_EMAIL_PASSWORD_SIGN_UP: 5040,
  INVALID_EMAIL_SIGN_UP: 5045,
  INVALID_EMAIL_MAGIC_SIGN_UP: 5050,
  MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED: 5055,
  EMAIL_PASSWORD_AUTHENTICATION_DISABLED: 5056,
  USER_DOES_NOT_EXIST: 5060,
  AUTHENTICATION_FAILED_SIGN_IN: 5065,
  REQUIRED_EMAIL_PASSWORD_SIGN_IN: 5070,
  INVALID_EMAIL_SIGN_IN: 5075,
  INVALID_EMAIL_MAGIC_SIGN_IN: 5080,
  MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED: 5085,
  INVALID_MAGIC_CODE_SIGN_IN: 5090,
  INVALID_MAGIC_CODE_SIGN_UP: 5092,
  EXPIRED_MAGIC_CODE_SIGN_IN: 5095,
  EXPIRED_MAGIC_CODE_SIGN_UP: 5097,
  EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN: 5100,
  EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP: 5102,
  OAUTH_NOT_CONFIGURED: 5104,
  GOOGLE_NOT_CONFIGURED: 5105,
  OIDC_NOT_CONFIGURED: 5106,
  SAML_NOT_CONFIGURED: 5107,
  GITHUB_NOT_CONFIGURED: 5110,
  GITLAB_NOT_CONFIGURED: 5111,
  GITEA_NOT_CONFIGURED: 5112,
  GOOGLE_OAUTH_PROVIDER_ERROR: 5115,
  OIDC_PROVIDER_ERROR: 5116,
  SAML_PROVIDER_ERROR: 5117,
  PROVIDER_EMAIL_NOT_VERIFIED: 5118,
  PROVIDER_SIGN_IN_OVER: 5119,
  GITHUB_OAUTH_PROVIDER_ERROR: 5120,
  GITLAB_OAUTH_PROVIDER_ERROR: 5121,
  GITHUB_USER_NOT_IN_ORG: 5122,
  GITEA_OAUTH_PROVIDER_ERROR: 5123,
  PROVIDER_SIGN_IN_CANCELLED: 5124,
  INVALID_PASSWORD_TOKEN: 5125,
  ACCOUNT_LINKED_ELSEWHERE: 5126,
  LAST_WAY_IN: 5127,
  EXPIRED_PASSWORD_TOKEN: 5130,
  INCORRECT_OLD_PASSWORD: 5135,
  MISSING_PASSWORD: 5138,
  INVALID_NEW_PASSWORD: 5140,
  PASSWORD_ALREADY_SET: 5145,
  SECOND_FACTOR_CODE_REQUIRED: 5300,
  INVALID_SECOND_FACTOR: 5305,
  EXPIRED_SECOND_FACTOR: 5310,
  SECOND_FACTOR_ATTEMPT_EXHAUSTED: 5315,
  PASSKEY_NOT_ACCEPTED: 5320,
  SECOND_FACTOR_REQUIRED: 5330,
  RATE_LIMIT_EXCEEDED: 5900,
  AUTHENTICATION_FAILED: 5999,
} as const

/** Errors of the sign-in to the administration. Only the administration client of Plane shows them. */
export const adminErrors = {
  ADMIN_ALREADY_EXIST: 5150,
  REQUIRED_ADMIN_EMAIL_PASSWORD_FIRST_NAME: 5155,
  INVALID_ADMIN_EMAIL: 5160,
  INVALID_ADMIN_PASSWORD: 5165,
  REQUIRED_ADMIN_EMAIL_PASSWORD: 5170,
  ADMIN_AUTHENTICATION_FAILED: 5175,
  ADMIN_USER_ALREADY_EXIST: 5180,
  ADMIN_USER_DEACTIVATED: 5190,
} as const

export type AuthErrorName = keyof typeof authErrors

/**
 * Maps the name of each error to the locale key of its message below `auth.errors`. Several errors share a message.
 */
const sentences = {
  SIGNUP_DISABLED: 'sign_up_closed',
  MAGIC_LINK_LOGIN_DISABLED: 'code_off',
  PASSWORD_LOGIN_DISABLED: 'password_off',
  EMAIL_PASSWORD_AUTHENTICATION_DISABLED: 'password_off',
  INVALID_EMAIL: 'email',
  EMAIL_REQUIRED: 'email',
  INVALID_EMAIL_SIGN_UP: 'email',
  INVALID_EMAIL_SIGN_IN: 'email',
  INVALID_EMAIL_MAGIC_SIGN_UP: 'email',
  INVALID_EMAIL_MAGIC_SIGN_IN: 'email',
  USER_ACCOUNT_DEACTIVATED: 'deactivated',
  INVALID_PASSWORD: 'password_missing',
  MISSING_PASSWORD: 'password_missing',
  PASSWORD_TOO_WEAK: 'password_weak',
  INVALID_NEW_PASSWORD: 'password_weak',
  USER_ALREADY_EXIST: 'exists',
  USER_DOES_NOT_EXIST: 'unknown',
  REQUIRED_EMAIL_PASSWORD_SIGN_UP: 'both',
  REQUIRED_EMAIL_PASSWORD_SIGN_IN: 'both',
  AUTHENTICATION_FAILED_SIGN_IN: 'mismatch',
  MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED: 'code_missing',
  MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED: 'code_missing',
  INVALID_MAGIC_CODE_SIGN_IN: 'code_wrong',
  INVALID_MAGIC_CODE_SIGN_UP: 'code_wrong',
  EXPIRED_MAGIC_CODE_SIGN_IN: 'code_over',
  EXPIRED_MAGIC_CODE_SIGN_UP: 'code_over',
  EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN: 'code_exhausted',
  EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP: 'code_exhausted',
  INVALID_PASSWORD_TOKEN: 'link_wrong',
  EXPIRED_PASSWORD_TOKEN: 'link_over',
  INCORRECT_OLD_PASSWORD: 'password_old',
  PASSWORD_ALREADY_SET: 'password_set',
  SECOND_FACTOR_CODE_REQUIRED: 'factor_missing',
  INVALID_SECOND_FACTOR: 'factor_wrong',
  EXPIRED_SECOND_FACTOR: 'factor_over',
  SECOND_FACTOR_ATTEMPT_EXHAUSTED: 'factor_exhausted',
  PASSKEY_NOT_ACCEPTED: 'passkey',
  SECOND_FACTOR_REQUIRED: 'factor_required',
  RATE_LIMIT_EXCEEDED: 'too_often',
  OAUTH_NOT_CONFIGURED: 'provider_off',
  GOOGLE_NOT_CONFIGURED: 'provider_off',
  GITHUB_NOT_CONFIGURED: 'provider_off',
  GITLAB_NOT_CONFIGURED: 'provider_off',
  GITEA_NOT_CONFIGURED: 'provider_off',
  OIDC_NOT_CONFIGURED: 'provider_off',
  SAML_NOT_CONFIGURED: 'provider_off',
  GOOGLE_OAUTH_PROVIDER_ERROR: 'provider_failed',
  GITHUB_OAUTH_PROVIDER_ERROR: 'provider_failed',
  GITLAB_OAUTH_PROVIDER_ERROR: 'provider_failed',
  GITEA_OAUTH_PROVIDER_ERROR: 'provider_failed',
  OIDC_PROVIDER_ERROR: 'provider_failed',
  SAML_PROVIDER_ERROR: 'provider_failed',
  GITHUB_USER_NOT_IN_ORG: 'provider_organization',
  PROVIDER_EMAIL_NOT_VERIFIED: 'provider_unverified',
  PROVIDER_SIGN_IN_OVER: 'provider_over',
  PROVIDER_SIGN_IN_CANCELLED: 'provider_cancelled',
  ACCOUNT_LINKED_ELSEWHERE: 'linked_elsewhere',
  LAST_WAY_IN: 'last_way_in',
  SMTP_NOT_CONFIGURED: 'no_mail_server',
} as const satisfies Partial<Record<AuthErrorName, string>>

type Sentence = (typeof sentences)[keyof typeof sentences] | 'other'

/** Returns the locale key for an `error_code`. Unknown codes get a general message. */
export function authErrorMessage(code: number): Sentence {
  const entry = Object.entries(sentences).find(([name]) => isAuthError(name) && authErrors[name] === code)
  return entry === undefined ? 'other' : entry[1]
}

export function authError(name: AuthErrorName, code: ErrorCode = 'invalid'): AppError {
  return new AppError(code, sentenceCase(name), { error_code: authErrors[name], error_message: name })
}

function isAuthError(name: string): name is AuthErrorName {
  return Object.hasOwn(authErrors, name)
}

function sentenceCase(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
