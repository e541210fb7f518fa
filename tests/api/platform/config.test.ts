import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { environmentSettings, InvalidSettings, readConfig } from '#api/platform/config/config.ts'
import { readEnvironment } from '#api/platform/config/settings-file.ts'
import { formatSetting, settingDeclaration, settingKeys } from '#common/operation/instance/settings.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tandem config-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('the defaults run a single server', () => {
  const { secret, webDir, ...rest } = read({})
  expect(rest).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir,
    appUrl: 'http://localhost:3000',
    isAppUrlSet: false,
    databaseUrl: null,
    instanceSettings: {},
    redisUrl: null,
    s3: null,
    smtpUrl: null,
    mailFrom: 'Tandem <tandem@localhost>',
    role: 'all',
    logLevel: 'info',
    trustedProxies: 0,
    reachableNetworks: [],
    metricsToken: null,
  })
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(webDir).toBe(resolve('dist/web'))
})

test('an empty setting counts as none at all', () => {
  const empty = Object.fromEntries(Object.keys(environmentSettings).map((name) => [name, ' ']))
  expect(read({ ...empty, DATA_DIR: dataDir })).toEqual(read({}))
})

test('every setting that is given arrives checked', () => {
  const config = read({
    PORT: '0',
    HOST: '::',
    APP_URL: 'HTTPS://Tandem.example.com:443/',
    DATABASE_URL: 'postgres://ann:pw@db/tandem',
    REDIS_URL: 'rediss://cache:6379',
    SMTP_URL: 'smtp://mail:587',
    MAIL_FROM: 'ann@example.com',
    SECRET: goodSecret,
    ROLE: 'worker',
    LOG_LEVEL: 'warn',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hidden',
  })
  expect(config).toMatchObject({
    port: 0,
    host: '::',
    appUrl: 'https://tandem.example.com',
    databaseUrl: 'postgres://ann:pw@db/tandem',
    redisUrl: 'rediss://cache:6379',
    smtpUrl: 'smtp://mail:587',
    mailFrom: 'ann@example.com',
    secret: goodSecret,
    role: 'worker',
    logLevel: 'warn',
    s3: {
      endpoint: 'https://s3.example.com',
      forcePathStyle: true,
      region: 'us-east-1',
      bucket: 'files',
      accessKeyId: 'key',
      secretAccessKey: 'hidden',
    },
  })
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['HOST', 'two words'],
  ['HOST', 'http://example.com'],
  ['APP_URL', 'example.com'],
  ['APP_URL', 'ftp://example.com'],
  ['APP_URL', 'https://example.com/tandem'],
  ['APP_URL', 'https://example.com?x'],
  ['APP_URL', 'https://ann:pw@example.com'],
  ['DATABASE_URL', 'mysql://db/tandem'],
  ['REDIS_URL', 'cache:6379'],
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_FORCE_PATH_STYLE', 'yes'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Ann <ann@example.com>\r\nBcc: all@example.com'],
  ['SECRET', 'too short'],
  ['ROLE', 'boss'],
  ['LOG_LEVEL', 'loud'],
  ['FILE_SIZE_LIMIT', '0'],
  ['FILE_SIZE_LIMIT', '6000000000'],
  ['ENABLE_SIGNUP', 'maybe'],
  ['EMAIL_FROM', 'nobody'],
  ['METRICS_TOKEN', 'too-short'],
  ['METRICS_TOKEN', 'two words of a token'],
  ['TRUSTED_PROXIES', '11'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1,'],
])('%s=%j is refused by its name', (name, value) => {
  expect(problems({ [name]: value })).toMatch(new RegExp(`^${name} .+\\.`))
})

test('reports all invalid settings at once', () => {
  expect(problems({ PORT: 'x', ROLE: 'x', LOG_LEVEL: 'x' }).split('\n')).toHaveLength(3)
})

test('a refused password is not repeated in the message', () => {
  const hidden = 'hunter2'
  expect(problems({ DATABASE_URL: `mysql://ann:${hidden}@db/x`, SECRET: hidden })).not.toContain(hidden)
})

test('security 41: known examples are refused as secrets', () => {
  for (const example of [
    'changeme-changeme-changeme-changeme',
    'your-secret-key-at-least-32-characters-long',
    '60gp0byfz2dvffa45cxl20p1scy9xbpf6d8c5y0geejgkyp1b5',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'MyVeryInsecurePassword1234567890!!',
  ]) {
    expect(problems({ SECRET: example }), example).toMatch(/^SECRET is a known example/)
  }
})

test('security 41: the made secret is kept for its owner', async () => {
  const { secret } = read({})
  expect(read({}).secret).toBe(secret)
  expect((await readFile(join(dataDir, 'secret'), 'utf8')).trim()).toBe(secret)
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
})

test('each data folder gets a secret of its own', async () => {
  const other = join(dataDir, 'not there yet', 'other')
  expect(read({ DATA_DIR: other }).secret).not.toBe(read({}).secret)
})

test('rejects a damaged secret file instead of replacing it', async () => {
  await writeFile(join(dataDir, 'secret'), 'short\n')
  expect(problems({})).toContain(join(dataDir, 'secret'))
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('short\n')
})

test('a data folder that cannot be made is named', async () => {
  await writeFile(join(dataDir, 'file'), '')
  expect(problems({ DATA_DIR: join(dataDir, 'file', 'data') })).toMatch(/^DATA_DIR .* cannot be made/)
})

test('an S3 store needs all of its settings', () => {
  expect(problems({ S3_BUCKET: 'files' })).toMatch(/^S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY /)
  for (const other of [{ S3_REGION: 'eu-central-1' }, { S3_FORCE_PATH_STYLE: 'false' }]) {
    expect(problems(other)).toMatch(/^S3_ENDPOINT, S3_BUCKET, /)
  }
})

test('one of several processes needs what they share', () => {
  for (const ROLE of ['api', 'realtime', 'worker']) {
    expect(problems({ ROLE })).toMatch(/^DATABASE_URL, REDIS_URL, SECRET must be set/)
  }
})

test('trusted proxies are a count or a list', () => {
  expect(read({ TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
  expect(read({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1'])
})

test('docs/settings.md lists every setting as it is', async () => {
  const page = (await readFile('docs/settings.md', 'utf8')).replaceAll(/ +/g, ' ')
  for (const [name, { default: value, description }] of Object.entries(environmentSettings)) {
    expect(page).toContain(`| \`${name}\` |${value && ` \`${value}\``} | ${description} |`)
  }
})

test('docs/settings.md lists every setting of the screens with its default', async () => {
  const page = (await readFile('docs/settings.md', 'utf8')).replaceAll(/ +/g, ' ')
  for (const key of settingKeys) {
    const value = formatSetting(settingDeclaration(key).default)
    expect(page).toContain(`| \`${key}\` |${value && ` \`${value}\``} | `)
  }
})

test('reads instance settings from the environment', () => {
  const { instanceSettings } = read({ ENABLE_SIGNUP: '0', MAIL_FROM: 'ann@example.com', EMAIL_HOST: ' ' })
  expect(instanceSettings).toEqual({ ENABLE_SIGNUP: '0', EMAIL_FROM: 'ann@example.com' })
})

test('the environment overrides the settings file, and a value can come from a file', async () => {
  const [file, secret] = [join(dataDir, 'tandem.env'), join(dataDir, 'mounted')]
  await writeFile(secret, `${goodSecret}\n`)
  await writeFile(
    file,
    `APP_URL='https://tandem.example.com'\nLOG_LEVEL=warn # quiet\nSECRET_FILE=${secret}\n`,
  )
  const env = { SETTINGS_FILE: file, LOG_LEVEL: 'debug', APP_URL: '' }
  expect(read(readEnvironment(env))).toMatchObject({
    appUrl: 'https://tandem.example.com',
    logLevel: 'debug',
    secret: goodSecret,
  })
  const given = 'b1c7d9e5a04826f3f3b1c7d9e5a04826'
  expect(read({ SECRET: given, SECRET_FILE: secret }).secret).toBe(given)
  expect(() => read({ SECRET_FILE: join(dataDir, 'gone') })).toThrow(join(dataDir, 'gone'))
})

const goodSecret = 'f3b1c7d9e5a04826b1c7d9e5a04826f3'

function read(env: NodeJS.ProcessEnv) {
  return readConfig({ DATA_DIR: dataDir, ...env })
}

function problems(env: NodeJS.ProcessEnv): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message
    throw error
  }
  return ''
}
