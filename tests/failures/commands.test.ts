import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { type ContainerImageFolder, createContainerImageFolder } from '../support/image.ts'

const project = resolve(import.meta.dirname, '../..')
const compiled = join(project, 'node_modules/.cache/compiled')

let folder: string
let image: ContainerImageFolder
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-commands-'))
  image = await createContainerImageFolder(at('image'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(program: string, args: string[], { cwd = project, env = {} } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      NODE_COMPILE_CACHE: compiled,
      ...env,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return { code, said }
}

test('in the image every command finds the database and the settings that the server has', async () => {
  const [database, empty] = [await createEmptyDatabase(), await createEmptyDatabase()]
  try {
    await writeFile(at('database-url'), `${database.url}\n`)
    // The environment is the same as in docker-compose.yml. The file contains the variables that
    // docker-compose.yml takes from tandem.env.
    await writeFile(join(image.folder, 'tandem.env'), `APP_URL=https://tandem.example.com\nPORT=1\n`)
    const env = { DATA_DIR: at('data'), DATABASE_URL_FILE: at('database-url'), PORT: '3000' }
    const tandem = (...args: string[]) => run(image.tandem, args, { cwd: image.folder, env })
    expect(await tandem('migrate')).toMatchObject({ code: 0, said: expect.stringContaining('up to date') })
    expect(await tandem('seed', '--admin', 'ann@example.com')).toMatchObject({
      code: 0,
      said: expect.stringContaining('https://tandem.example.com/sample'),
    })
    expect(await tandem('admin', 'make-admin', 'ann@example.com')).toMatchObject({ code: 0 })
    expect(await tandem('admin', 'admins')).toEqual({ code: 0, said: 'ann@example.com\n' })
    expect(await tandem('admin', 'reset-password', 'ann@example.com')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^https:\/\/tandem\.example\.com\/accounts\/reset-password\//),
    })
    expect(await tandem('backup', at('backup'))).toMatchObject({ code: 0 })
    const restored = await run(image.tandem, ['restore', at('backup')], {
      cwd: image.folder,
      env: { ...env, DATABASE_URL: empty.url, DATA_DIR: at('restored') },
    })
    expect(restored).toMatchObject({ code: 0 })
    expect(await readFile(at('restored/secret'), 'utf8')).toBe(await readFile(at('data/secret'), 'utf8'))
    const admins = await run(image.tandem, ['admin', 'admins'], {
      cwd: image.folder,
      env: { ...env, DATABASE_URL: empty.url },
    })
    expect(admins).toEqual({ code: 0, said: 'ann@example.com\n' })
  } finally {
    await Promise.all([database.drop(), empty.drop()])
  }
}, 120_000)

test('a command that finds no database names the places and creates nothing', async () => {
  const main = (name: string) => join(project, `scripts/${name}.ts`)
  const port = await freePort()
  await writeFile(at('tandem.env'), 'DATA_DIR=nowhere\n')
  for (const args of [
    [main('backup'), 'backup', at('none')],
    [main('admin'), 'admins'],
  ]) {
    const missing = await run(process.execPath, args, { cwd: folder })
    expect(missing.code).toBe(1)
    for (const place of [at('nowhere/postgres'), at('tandem.env')]) expect(missing.said).toContain(place)
    expect(missing.said).not.toMatch(/\n {4}at /)
    const away = await run(process.execPath, args, {
      cwd: folder,
      env: { DATABASE_URL: `postgres://ann:hidden@127.0.0.1:${port}/tandem` },
    })
    expect(away).toMatchObject({
      code: 1,
      said: expect.stringContaining(`127.0.0.1:${port} does not answer`),
    })
    expect(away.said).not.toContain('hidden')
  }
  await expect(readFile(at('nowhere/secret'))).rejects.toThrow('ENOENT')
  const gone = await run(process.execPath, [main('admin'), 'admins'], {
    cwd: folder,
    env: { SETTINGS_FILE: at('other.env') },
  })
  expect(gone).toEqual({ code: 1, said: `SETTINGS_FILE ${at('other.env')} does not exist.\n` })
}, 60_000)

test('a database that refuses is named, with the reason', async () => {
  const database = await createEmptyDatabase()
  const other = new URL(database.url)
  other.pathname = '/not_there'
  const refused = await run(process.execPath, ['scripts/admin.ts', 'admins'], {
    env: { DATABASE_URL: other.href, DATA_DIR: at('refused'), SETTINGS_FILE: '/dev/null' },
  })
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('The database not_there at') })
  await database.drop()
}, 60_000)

test('--help explains every command and runs none', async () => {
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
  const commands = Object.values<string>(scripts).flatMap(
    (script) => /^exec node (.+)$/.exec(script)?.[1] ?? [],
  )
  expect(commands.length).toBeGreaterThan(10)
  const helped = await Promise.all(
    commands.map((command) => run(process.execPath, [...command.split(' '), '--help'])),
  )
  for (const [index, { code, said }] of helped.entries()) {
    expect({ code, said }, commands[index]).toMatchObject({
      code: 0,
      said: expect.stringMatching(/npm|node/),
    })
  }
  const ofImage = await run(image.tandem, ['--help'])
  for (const name of ['backup', 'restore', 'admin', 'migrate', 'seed'])
    expect(ofImage.said).toContain(`tandem ${name}`)
  expect(await run(image.tandem, ['migrate', '--help'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('tandem migrate'),
  })
  expect(await run(image.tandem, ['bakcup'])).toMatchObject({ code: 1 })
}, 120_000)

test('images are pinned, and a new installation is open to its own machine alone', async () => {
  const compose = await readFile(join(project, 'docker-compose.yml'), 'utf8')
  const dockerfile = await readFile(join(project, 'Dockerfile'), 'utf8')
  const images = [...compose.matchAll(/^\s+image: (\S+)$/gm)].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(3)
  for (const image of images) expect(image).toMatch(/:\d+\.\d+/)
  expect(dockerfile).toMatch(/^ARG NODE_VERSION=\d+\.\d+\.\d+$/m)
  const published = [...compose.matchAll(/^\s+ports:\s+(?:#.*\s+)?- (.+)$/gm)].map(([, port]) => port)
  expect(published).toEqual([expect.stringContaining('PUBLISH:-127.0.0.1:3000}')])
  for (const [service, profile] of [
    ['redis', 'redis'],
    ['s3', 's3'],
  ])
    expect(compose).toMatch(new RegExp(`\\n  ${service}:\\n    image: .+\\n    profiles: \\[${profile}\\]`))
})
