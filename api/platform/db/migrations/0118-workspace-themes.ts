import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the table `workspace_themes` for named sets of colors that clients of the Plane API store. They have
 * no effect in Tandem.
 */
export class WorkspaceThemes extends Migration {
  override name = '0118-workspace-themes'

  override up(): void {
    this.addSql(`create table workspace_themes (
      id uuid primary key,
      workspace_id uuid not null references workspaces on delete cascade,
      name text not null,
      colors jsonb not null,
      actor uuid references users on delete set null,
      created_by uuid references users on delete set null,
      updated_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (workspace_id, name)
    )`)
  }
}
