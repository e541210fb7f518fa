import { Migration } from '@mikro-orm/migrations'

/** Adds the table `job_failures`, so that admins can see why a job failed and run it again. */
export class JobFailures extends Migration {
  override name = '0073-job-failures'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // `job_failures` contains jobs that have failed. Their data is encrypted, because emails contain codes and
  // links.
  `create table job_failures (
    id uuid primary key,
    name text not null,
    attempts integer not null,
    reason text not null,
    sealed_data text not null,
    failed_at timestamptz not null default now()
  )`,
  'create index job_failures_by_time on job_failures (failed_at desc, id)',
]
