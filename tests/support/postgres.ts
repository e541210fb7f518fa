import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs } from '#api/job-list.ts'
import { connectOrStartEmbedded } from '#api/platform/db/embedded-postgres.ts'
import { migrate } from '#api/platform/db/migrate.ts'
import { hasSocketFile, postgresClusterPaths } from '#api/platform/db/postgres-cluster.ts'
import { createJobTables } from '#api/platform/jobs/boss.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the run's PostgreSQL, with a role that may create databases. */
    postgresUrl: string
  }
}

export const templateName = 'template_migrated'

/**
 * Starts one PostgreSQL per run, with a migrated template that each test file copies. Durability is off,
 * since nobody needs the data later.
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-tests-'))
  const postgres = await connectOrStartEmbedded({ dataDir, log: console, durable: false })
  const cluster = postgresClusterPaths(dataDir)
  const url = hasSocketFile(cluster) ? buildSocketFileUrl(postgres.url, cluster.folder) : postgres.url
  await makeTemplate(url)
  project.provide('postgresUrl', url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${templateName}`)
  await client.end()
  await migrate(replaceDatabaseInUrl(url, templateName), console)
  await createJobTables(replaceDatabaseInUrl(url, templateName), jobs, console)
}

export function replaceDatabaseInUrl(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

/** Returns the URL by which programs reach the database through the socket file in this folder. */
function buildSocketFileUrl(url: string, folder: string): string {
  return Object.assign(new URL(url), { hostname: encodeURIComponent(folder) }).href
}

/** Returns the URL by which programs reach the database over TCP. */
export function buildTcpUrl(url: string): string {
  return Object.assign(new URL(url), { hostname: '127.0.0.1' }).href
}

/**
 * Returns the URL of the database for the role that may disable triggers. On the embedded server, this role
 * has the same password.
 */
export function superuserUrl(url: string): string {
  return Object.assign(new URL(url), { username: 'postgres' }).href
}
