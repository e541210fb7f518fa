import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { EntityManager } from '@mikro-orm/postgresql'
import { createOrm } from '#api/create-orm.ts'
import { isStrongPassword } from '#api/identity/sign-in/passwords.ts'
import { getPublicAddress } from '#api/operation/instance/people-address.ts'
import { createFilledSampleProject } from '#api/operation/seed/filled-sample-project.ts'
import { findOrCreateSampleOwner, type SampleOwner } from '#api/operation/seed/owner.ts'
import { createSampleProject } from '#api/operation/seed/sample.ts'
import { createBus } from '#api/platform/bus.ts'
import { readConfig } from '#api/platform/config/config.ts'
import { OperatorError } from '#api/platform/config/operator-error.ts'
import { formatCommandName, runCommand, withDatabase } from '#api/platform/db/command-line.ts'
import { migrate } from '#api/platform/db/migrate.ts'
import { runInChangeBatch } from '#api/platform/feed/run-in-change-batch.ts'
import { workspaceSlugProblem } from '#common/organization/workspaces/rules.ts'
import { isEmail, normalizeEmail } from '#common/platform/text.ts'

interface SeedOptions {
  slug: string
  /** Number of items to create; null creates the sample project. */
  items: number | null
  projects: number
  admin: string | null
  password: string | null
}

class WrongArguments extends OperatorError {
  constructor(problem: string) {
    super(`Nothing was seeded. ${problem}\n${usage}`)
  }
}

const usage = `
  ${formatCommandName('seed')}
    without anything                        a workspace with the sample project
    --workspace acme                        the sample project in this workspace, which is made if need be
    --items 10000                           a new project with so many work items instead
    --projects 10                           spread over so many new projects
    --admin ann@example.com --password …    who is its admin; made if need be
`

async function main(args: string[]): Promise<void> {
  const wishes = await readOptions(args)
  const config = readConfig()
  await withDatabase(config, async (databaseUrl) => {
    const bus = createBus(config.redisUrl)
    await migrate(databaseUrl, console)
    const orm = await createOrm(databaseUrl, bus)
    try {
      await seed(orm.em, wishes, await getPublicAddress(orm.em.fork(), config))
    } finally {
      await orm.close(true)
      await bus.close()
    }
  })
}

async function seed(
  em: EntityManager,
  { slug, items, projects, admin, password }: SeedOptions,
  appUrl: string,
): Promise<void> {
  const owner = await findOrCreateSampleOwner(em, {
    slug,
    email: admin,
    password: password ?? randomBytes(12).toString('base64url'),
  })
  if (items === null) await seedSample(em, owner)
  else await seedItems(em, owner, items, projects)
  console.log(`\n  ${appUrl}/${slug}\n`)
  console.log(`  Sign in as ${owner.email} with the password ${owner.password ?? 'that it has already'}\n`)
}

async function seedSample(em: EntityManager, { workspace_id, user_id }: SampleOwner): Promise<void> {
  await runInChangeBatch(em, { actor_id: user_id, mutation_id: null }, (inner) =>
    createSampleProject(inner, { workspace_id, user_id, language: 'en' }),
  )
  console.log('  The sample project is there.')
}

async function seedItems(
  em: EntityManager,
  { workspace_id, user_id }: SampleOwner,
  items: number,
  projects: number,
): Promise<void> {
  const started = performance.now()
  for (let index = 0; index < projects; index++) {
    const share = Math.floor(items / projects) + (index < items % projects ? 1 : 0)
    const onProgress = (count: number) =>
      report(`project ${index + 1} of ${projects}: ${count} of ${share} work items`)
    await runInChangeBatch(em, { actor_id: user_id, mutation_id: null }, (inner) =>
      createFilledSampleProject(inner, { workspace_id, user_id, items: share, onProgress }),
    )
  }
  // Update the statistics of PostgreSQL's query planner, which still describe a small table.
  await em.fork().execute('analyze work_items')
  report(
    `${items} work items${projects > 1 ? ` in ${projects} projects` : ''}, ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  )
}

/**
 * Prints a progress line that overwrites the previous one. If the output is a file or pipe, only the final
 * line is printed.
 */
function report(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K  ${line}`)
  else if (line.endsWith('\n')) process.stdout.write(`  ${line}`)
}

async function readOptions(args: string[]): Promise<SeedOptions> {
  const values = optionsOf(args)
  const { workspace: slug, items, projects, password } = values
  if (workspaceSlugProblem(slug) !== null)
    throw new WrongArguments(`--workspace ${slug} cannot be the address of a workspace.`)
  const admin = values.admin === undefined ? null : normalizeEmail(values.admin)
  if (admin !== null && !isEmail(admin)) throw new WrongArguments(`--admin ${admin} is no e-mail address.`)
  if (password !== undefined && admin === null) throw new WrongArguments('--password needs --admin.')
  if (password !== undefined && !(await isStrongPassword(password, admin === null ? [] : [admin]))) {
    throw new WrongArguments('--password is easy to guess; choose a longer one.')
  }
  return {
    slug,
    items: items === undefined ? null : countOf('--items', items, 5_000_000),
    projects: countOf('--projects', projects, 1000),
    admin,
    password: password ?? null,
  }
}

function optionsOf(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        workspace: { type: 'string', default: 'sample' },
        items: { type: 'string' },
        projects: { type: 'string', default: '1' },
        admin: { type: 'string' },
        password: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new WrongArguments(error instanceof Error ? error.message : String(error))
  }
}

function countOf(name: string, text: string, max: number): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new WrongArguments(`${name} takes a number from 1 to ${max}.`)
  return count
}

await runCommand(usage, main)
