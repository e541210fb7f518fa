import { Migration } from '@mikro-orm/migrations'

const audited = `
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by uuid,
  updated_by uuid`

const trashable = `${audited},
  deleted_at timestamptz`

/** People, workspaces, projects, work items, pages, and the change feed that all of them write. */
export class Foundation extends Migration {
  override name = '0001-foundation'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table users (
    id uuid primary key,
    email text not null unique check (email = lower(email)),
    username text not null unique,
    display_name text not null,
    first_name text not null default '',
    last_name text not null default '',
    avatar_url text,
    cover_image_url text,
    password_hash text,
    is_password_autoset boolean not null default false,
    is_active boolean not null default true,
    is_bot boolean not null default false,
    is_email_verified boolean not null default false,
    user_timezone text not null default 'UTC',
    last_login_medium text not null default 'email',
    last_login_time timestamptz,
    last_login_ip text,
    last_logout_time timestamptz,
    last_logout_ip text,
    date_joined timestamptz not null default now(),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table profiles (
    id uuid primary key,
    user_id uuid not null unique references users on delete cascade,
    theme jsonb not null default '{}',
    language text not null default 'en',
    start_of_the_week smallint not null default 0,
    onboarding_step jsonb not null,
    is_onboarded boolean not null default false,
    is_tour_completed boolean not null default false,
    use_case text,
    role text,
    company_name text not null default '',
    last_workspace_id uuid,
    billing_address_country text not null default '',
    billing_address jsonb,
    has_billing_address boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table sessions (
    token_hash text primary key,
    user_id uuid not null references users on delete cascade,
    ip text,
    user_agent text,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create table mailed_secrets (
    id uuid primary key,
    purpose text not null,
    subject text not null,
    secret_hash text not null,
    attempts integer not null default 0,
    sends integer not null default 1,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    unique (purpose, subject)
  )`,
  `create table instances (
    id smallint primary key default 1 check (id = 1),
    instance_id uuid not null default gen_random_uuid(),
    instance_name text not null default 'Tandem',
    is_setup_done boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `insert into instances default values`,
  `create table instance_admins (
    user_id uuid primary key references users on delete cascade,
    created_at timestamptz not null default now()
  )`,
  `create table workspaces (
    id uuid primary key,
    name text not null,
    slug text not null,
    logo_url text,
    owner uuid not null references users,
    organization_size text,
    timezone text not null default 'UTC',
    background_color text not null,
    ${trashable}
  )`,
  `create unique index workspaces_slug on workspaces (slug)`,
  `create table workspace_versions (
    workspace_id uuid primary key references workspaces on delete cascade,
    version bigint not null default 0
  )`,
  `create table workspace_members (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    member_id uuid not null references users on delete cascade,
    role smallint not null,
    company_role text,
    is_active boolean not null default true,
    ${audited},
    unique (workspace_id, member_id)
  )`,
  `create index workspace_members_member on workspace_members (member_id)`,
  `create table workspace_invites (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    email text not null,
    role smallint not null,
    message text,
    token_hash text not null,
    accepted boolean not null default false,
    responded_at timestamptz,
    ${audited},
    unique (workspace_id, email)
  )`,
  `create index workspace_invites_email on workspace_invites (email)`,
  `create table projects (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    name text not null,
    identifier text not null,
    description text not null default '',
    network smallint not null default 2 check (network in (0, 2)),
    logo_props jsonb not null default '{}',
    cover_image_url text,
    project_lead uuid references users on delete set null,
    default_assignee uuid references users on delete set null,
    default_state uuid,
    estimate uuid,
    cycle_view boolean not null default false,
    module_view boolean not null default false,
    issue_views_view boolean not null default false,
    page_view boolean not null default true,
    inbox_view boolean not null default false,
    is_time_tracking_enabled boolean not null default false,
    is_issue_type_enabled boolean not null default false,
    guest_view_all_features boolean not null default false,
    archive_in smallint not null default 0,
    close_in smallint not null default 0,
    timezone text not null default 'UTC',
    archived_at timestamptz,
    ${trashable}
  )`,
  `create unique index projects_name on projects (workspace_id, name) where deleted_at is null`,
  `create unique index projects_identifier on projects (workspace_id, identifier) where deleted_at is null`,
  `create table project_sequences (
    project_id uuid primary key references projects on delete cascade,
    workspace_id uuid not null,
    last integer not null default 0
  )`,
  `create table project_members (
    id uuid primary key,
    workspace_id uuid not null,
    project_id uuid not null references projects on delete cascade,
    member_id uuid not null references users on delete cascade,
    role smallint not null,
    original_role smallint not null,
    sort_order double precision not null,
    is_active boolean not null default true,
    ${audited},
    unique (project_id, member_id)
  )`,
  `create index project_members_member on project_members (workspace_id, member_id)`,
  `create table states (
    id uuid primary key,
    workspace_id uuid not null,
    project_id uuid not null references projects on delete cascade,
    name text not null,
    description text not null default '',
    color text not null,
    "group" text not null check ("group" in ('backlog', 'unstarted', 'started', 'completed', 'cancelled', 'triage')),
    "default" boolean not null default false,
    sequence double precision not null,
    ${trashable}
  )`,
  `create unique index states_name on states (project_id, name) where deleted_at is null`,
  `create unique index states_default on states (project_id) where "default" and deleted_at is null`,
  `create index states_workspace on states (workspace_id)`,
  `create table labels (
    id uuid primary key,
    workspace_id uuid not null,
    project_id uuid not null references projects on delete cascade,
    name text not null,
    color text not null,
    parent uuid references labels on delete set null,
    sort_order double precision not null,
    ${trashable}
  )`,
  `create unique index labels_name on labels (project_id, name) where deleted_at is null`,
  `create index labels_workspace on labels (workspace_id)`,
  `create table work_items (
    id uuid primary key,
    workspace_id uuid not null,
    project_id uuid not null references projects on delete cascade,
    sequence_id integer not null,
    name text not null,
    description_html text not null default '<p></p>',
    description_json jsonb,
    description_stripped text not null default '',
    state_id uuid not null references states,
    state__group text not null,
    priority text not null default 'none' check (priority in ('urgent', 'high', 'medium', 'low', 'none')),
    sort_order double precision not null,
    start_date date,
    target_date date,
    completed_at timestamptz,
    parent_id uuid references work_items on delete set null,
    cycle_id uuid,
    type_id uuid,
    estimate_point uuid,
    assignee_ids uuid[] not null default '{}',
    label_ids uuid[] not null default '{}',
    module_ids uuid[] not null default '{}',
    sub_issues_count integer not null default 0,
    link_count integer not null default 0,
    attachment_count integer not null default 0,
    is_draft boolean not null default false,
    archived_at timestamptz,
    ${trashable},
    unique (project_id, sequence_id)
  )`,
  `create index work_items_board on work_items (project_id, state_id, sort_order, created_at desc)
    where deleted_at is null and archived_at is null and not is_draft`,
  `create index work_items_newest on work_items (project_id, created_at desc)
    where deleted_at is null and archived_at is null and not is_draft`,
  `create index work_items_workspace on work_items (workspace_id, created_at desc)
    where deleted_at is null and archived_at is null and not is_draft`,
  `create index work_items_assignees on work_items using gin (assignee_ids)`,
  `create index work_items_labels on work_items using gin (label_ids)`,
  `create index work_items_modules on work_items using gin (module_ids)`,
  `create index work_items_parent on work_items (parent_id) where parent_id is not null`,
  `create table pages (
    id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    project_ids uuid[] not null default '{}',
    name text not null default '',
    description_html text not null default '<p></p>',
    description_json jsonb,
    description_stripped text not null default '',
    owned_by uuid not null references users,
    access smallint not null default 0 check (access in (0, 1)),
    color text not null default '',
    logo_props jsonb not null default '{}',
    view_props jsonb not null default '{}',
    label_ids uuid[] not null default '{}',
    parent uuid references pages on delete set null,
    sort_order double precision not null default 65535,
    is_locked boolean not null default false,
    archived_at timestamptz,
    ${trashable}
  )`,
  `create index pages_projects on pages using gin (project_ids)`,
  `create table changes (
    workspace_id uuid not null references workspaces on delete cascade,
    version bigint not null,
    entity text not null,
    entity_id uuid not null,
    op text not null,
    fields jsonb not null,
    audience text[] not null,
    left_audience text[] not null default '{}',
    actor_id uuid,
    mutation_id text,
    created_at timestamptz not null default now(),
    primary key (workspace_id, version)
  )`,
  `create index changes_age on changes (created_at)`,
]
