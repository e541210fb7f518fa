/**
 * The type of a setting's value. A `secret` is a text that is stored encrypted and that the API never returns.
 */
export type SettingKind = 'switch' | 'number' | 'text' | 'secret'

/** Format of a text setting. `settingProblem` checks it in addition to the length. */
type Form = 'host' | 'sender' | 'address' | 'certificate' | 'private_key' | 'digits'

interface Declared {
  /**
   * Section of the settings screen in which the setting is shown. For settings of a sign-in provider, this
   * is the name of the provider.
   */
  category: string
  kind: SettingKind
  default: boolean | number | string
  min?: number
  max?: number
  /** Unit of the value. Bytes are shown as megabytes in the interface. */
  unit?: 'bytes'
  form?: Form
  /** Alternative name of the environment variable for the setting. */
  environment?: string
  /** The sign-in method that this setting enables. */
  method?: string
  /** Settings that must have a value before the sign-in method can be enabled. */
  needs?: readonly string[]
}

/**
 * All settings of this Tandem instance, by key. Instance admins change the settings in the interface. If an
 * environment variable sets a value, this value takes precedence. Settings that also exist in Plane have the same
 * keys as in Plane. A new setting needs texts in `common/locales/en/operation.json`.
 */
export const instanceSettings = {
  ENABLE_SIGNUP: { category: 'authentication', kind: 'switch', default: true },
  ENABLE_EMAIL_PASSWORD: { category: 'authentication', kind: 'switch', default: true, method: 'password' },
  // Sign-in codes are enabled by default, unlike in Plane. They work without a mail server, because the
  // outbox then receives the codes.
  ENABLE_MAGIC_LINK_LOGIN: { category: 'authentication', kind: 'switch', default: true, method: 'code' },
  IS_GOOGLE_ENABLED: {
    category: 'google',
    kind: 'switch',
    default: false,
    method: 'google',
    needs: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  },
  GOOGLE_CLIENT_ID: { category: 'google', kind: 'text', default: '' },
  GOOGLE_CLIENT_SECRET: { category: 'google', kind: 'secret', default: '' },
  // If enabled, each sign-in with Google copies the name and the picture from the provider to the account.
  ENABLE_GOOGLE_SYNC: { category: 'google', kind: 'switch', default: false },
  IS_GITHUB_ENABLED: {
    category: 'github',
    kind: 'switch',
    default: false,
    method: 'github',
    needs: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  },
  GITHUB_HOST: { category: 'github', kind: 'text', default: 'https://github.com', form: 'address' },
  GITHUB_CLIENT_ID: { category: 'github', kind: 'text', default: '' },
  GITHUB_CLIENT_SECRET: { category: 'github', kind: 'secret', default: '' },
  ENABLE_GITHUB_SYNC: { category: 'github', kind: 'switch', default: false },
  // Name or id of an organization on GitHub. If it is set, only its members can sign in with GitHub.
  GITHUB_ORGANIZATION_ID: { category: 'github', kind: 'text', default: '' },
  IS_GITLAB_ENABLED: {
    category: 'gitlab',
    kind: 'switch',
    default: false,
    method: 'gitlab',
    needs: ['GITLAB_CLIENT_ID', 'GITLAB_CLIENT_SECRET'],
  },
  GITLAB_HOST: { category: 'gitlab', kind: 'text', default: 'https://gitlab.com', form: 'address' },
  GITLAB_CLIENT_ID: { category: 'gitlab', kind: 'text', default: '' },
  GITLAB_CLIENT_SECRET: { category: 'gitlab', kind: 'secret', default: '' },
  ENABLE_GITLAB_SYNC: { category: 'gitlab', kind: 'switch', default: false },
  // If enabled, an email address from GitLab counts as verified when GitLab does not report whether it is verified.
  GITLAB_TRUST_MISSING_EMAIL_VERIFIED: { category: 'gitlab', kind: 'switch', default: false },
  IS_GITEA_ENABLED: {
    category: 'gitea',
    kind: 'switch',
    default: false,
    method: 'gitea',
    needs: ['GITEA_CLIENT_ID', 'GITEA_CLIENT_SECRET'],
  },
  GITEA_HOST: { category: 'gitea', kind: 'text', default: 'https://gitea.com', form: 'address' },
  GITEA_CLIENT_ID: { category: 'gitea', kind: 'text', default: '' },
  GITEA_CLIENT_SECRET: { category: 'gitea', kind: 'secret', default: '' },
  ENABLE_GITEA_SYNC: { category: 'gitea', kind: 'switch', default: false },
  GITEA_TRUST_MISSING_EMAIL_VERIFIED: { category: 'gitea', kind: 'switch', default: false },
  IS_OIDC_ENABLED: {
    category: 'oidc',
    kind: 'switch',
    default: false,
    method: 'oidc',
    needs: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  },
  // Text of the sign-in button for OpenID Connect.
  OIDC_NAME: { category: 'oidc', kind: 'text', default: 'Single sign-on' },
  OIDC_ISSUER: { category: 'oidc', kind: 'text', default: '', form: 'address' },
  OIDC_CLIENT_ID: { category: 'oidc', kind: 'text', default: '' },
  OIDC_CLIENT_SECRET: { category: 'oidc', kind: 'secret', default: '' },
  OIDC_TRUST_MISSING_EMAIL_VERIFIED: { category: 'oidc', kind: 'switch', default: false },
  IS_SAML_ENABLED: {
    category: 'saml',
    kind: 'switch',
    default: false,
    method: 'saml',
    needs: ['SAML_ENTITY_ID', 'SAML_SSO_URL', 'SAML_CERTIFICATE'],
  },
  SAML_NAME: { category: 'saml', kind: 'text', default: 'SAML' },
  SAML_ENTITY_ID: { category: 'saml', kind: 'text', default: '' },
  SAML_SSO_URL: { category: 'saml', kind: 'text', default: '', form: 'address' },
  SAML_CERTIFICATE: { category: 'saml', kind: 'text', default: '', form: 'certificate' },
  DISABLE_WORKSPACE_CREATION: { category: 'workspaces', kind: 'switch', default: false },
  // The mail server is enabled by default, unlike in Plane, so that it is used as soon as an admin enters its
  // address.
  ENABLE_SMTP: { category: 'email', kind: 'switch', default: true },
  EMAIL_HOST: { category: 'email', kind: 'text', default: '', form: 'host' },
  EMAIL_PORT: { category: 'email', kind: 'number', default: 587, min: 1, max: 65_535 },
  EMAIL_HOST_USER: { category: 'email', kind: 'text', default: '' },
  EMAIL_HOST_PASSWORD: { category: 'email', kind: 'secret', default: '' },
  EMAIL_USE_TLS: { category: 'email', kind: 'switch', default: true },
  EMAIL_USE_SSL: { category: 'email', kind: 'switch', default: false },
  EMAIL_FROM: { category: 'email', kind: 'text', default: '', form: 'sender', environment: 'MAIL_FROM' },
  // The upper limit is the maximum size that S3 accepts in one POST request.
  FILE_SIZE_LIMIT: {
    category: 'files',
    kind: 'number',
    unit: 'bytes',
    default: 26_214_400,
    min: 1,
    max: 5 * 1024 ** 3,
  },
  /** Maximum bytes of all files of one workspace. 0 means no limit. */
  WORKSPACE_STORAGE_LIMIT: { category: 'files', kind: 'number', unit: 'bytes', default: 0, min: 0 },
  // The GitHub App with which project admins connect repositories. Signing in with GitHub has separate settings.
  GITHUB_APP_HOST: { category: 'github-app', kind: 'text', default: 'https://github.com', form: 'address' },
  GITHUB_APP_ID: { category: 'github-app', kind: 'text', default: '', form: 'digits' },
  GITHUB_APP_CLIENT_ID: { category: 'github-app', kind: 'text', default: '' },
  GITHUB_APP_CLIENT_SECRET: { category: 'github-app', kind: 'secret', default: '' },
  GITHUB_APP_PRIVATE_KEY: { category: 'github-app', kind: 'secret', default: '', form: 'private_key' },
  GITHUB_APP_WEBHOOK_SECRET: { category: 'github-app', kind: 'secret', default: '' },
  UNSPLASH_ACCESS_KEY: { category: 'files', kind: 'secret', default: '' },
  UNSPLASH_HOST: { category: 'files', kind: 'text', default: 'https://api.unsplash.com', form: 'address' },
} as const satisfies Record<string, Declared>

export type SettingKey = keyof typeof instanceSettings
type KindOf<K extends SettingKey> = (typeof instanceSettings)[K]['kind']
type ValueOf<Kind extends SettingKind> = Kind extends 'switch'
  ? boolean
  : Kind extends 'number'
    ? number
    : string
export type SettingValue<K extends SettingKey = SettingKey> = ValueOf<KindOf<K>>
/** A function that returns the effective value of a setting. */
export type GetSetting = <K extends SettingKey>(key: K) => SettingValue<K>

export const settingKeys = Object.keys(instanceSettings).filter(isSettingKey)

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(instanceSettings, key)
}

/**
 * Returns the declaration of a setting. Its type `Declared` contains all optional fields, including those that this
 * setting does not declare.
 */
export function settingDeclaration(key: SettingKey): Declared {
  return instanceSettings[key]
}

export const maxSettingLength = 4000
export const maxInstanceNameLength = 255

/** Returns a sentence about the problem with the text of a setting, or null if the text is valid. */
export function settingProblem(key: SettingKey, text: string): string | null {
  const { kind, form } = settingDeclaration(key)
  if (kind === 'switch') return /^(0|1|true|false)$/i.test(text) ? null : `${key} must be 1 or 0.`
  if (kind === 'number') return numberProblem(key, text)
  if (text.length > maxSettingLength) return `${key} can have at most ${maxSettingLength} characters.`
  const hasLines = kind === 'secret' || form === 'certificate'
  if (/\p{Cc}/u.test(hasLines ? text.replace(/\r?\n/g, '') : text)) return `${key} must be one line of text.`
  return form === undefined || forms[form].test(text) ? null : formProblem(key, form)
}

function numberProblem(key: SettingKey, text: string): string | null {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, unit }: Declared = settingDeclaration(key)
  if (/^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max) return null
  return unit === 'bytes'
    ? `${key} must be a whole number of bytes from ${min} to ${max}.`
    : `${key} must be a whole number from ${min} to ${max}.`
}

const forms: Record<Form, RegExp> = {
  host: /^(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*$|^[0-9a-f:]+$/i,
  sender: /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
  address: /^https?:\/\/[^\s<>"']+$/,
  // Accept a PEM certificate with or without its first and last line.
  certificate: /^(-----BEGIN CERTIFICATE-----)?[\w+/=\s-]+$/,
  // Environment variables can contain the line breaks as `\n`.
  private_key:
    /^-----BEGIN (RSA )?PRIVATE KEY-----([\w+/=\s]|\\n)+-----END (RSA )?PRIVATE KEY-----(\s|\\n)*$/,
  digits: /^\d{1,20}$/,
}

function formProblem(key: SettingKey, form: Form): string {
  const problems = {
    host: `${key} must be a host name or an IP address.`,
    sender: `${key} must be an address such as tandem@example.com or Tandem <tandem@example.com>.`,
    address: `${key} must begin with https:// or http://.`,
    certificate: `${key} must be a certificate as PEM.`,
    private_key: `${key} must be a private key as PEM.`,
    digits: `${key} must be a number.`,
  }
  return problems[form]
}

/** Converts the valid text of a setting to its typed value. */
export function parseSetting<K extends SettingKey>(key: K, text: string): SettingValue<K> {
  const { kind } = settingDeclaration(key)
  const value = kind === 'switch' ? /^(1|true)$/i.test(text) : kind === 'number' ? Number(text) : text
  // The cast is needed because the type depends on the key, which the compiler cannot infer.
  return value as SettingValue<K>
}

/** Converts a value back to text, as it is stored, returned and written in the environment. */
export function formatSetting(value: boolean | number | string): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
}

/** Returns the sign-in methods that are enabled and have all required settings. */
export function enabledSignInMethods(get: GetSetting): string[] {
  return settingKeys.flatMap((key) => {
    const { method, needs = [] } = settingDeclaration(key)
    const isOpen = get(key) === true && needs.every((one) => isSettingKey(one) && get(one) !== '')
    return method !== undefined && isOpen ? [method] : []
  })
}

/** Returns true if these settings contain a mail server. `SMTP_URL` of the environment is not checked. */
export function hasMailServer(get: GetSetting): boolean {
  return get('ENABLE_SMTP') && get('EMAIL_HOST') !== ''
}
