CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true', deterministic = f);

CREATE TABLE audit_records (
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  action text NOT NULL,
  actor_id uuid,
  actor_name text,
  means text NOT NULL,
  token_id uuid,
  token_label text,
  workspace_id uuid,
  workspace_name text,
  project_id uuid,
  project_name text,
  target_kind text,
  target_id uuid,
  target_name text,
  changes jsonb NOT NULL DEFAULT '{}'::jsonb,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  ip text,
  user_agent text,
  words text NOT NULL,
  CONSTRAINT audit_records_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_records_by_age ON audit_records USING btree (created_at DESC, id DESC);

CREATE INDEX audit_records_of_actor ON audit_records USING btree (actor_id, created_at DESC, id DESC);

CREATE INDEX audit_records_of_workspace ON audit_records USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX audit_records_words ON audit_records USING gin (words gin_trgm_ops);

CREATE TABLE changed_work_items (
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL
);

CREATE INDEX changed_work_items_of_workspace ON changed_work_items USING btree (workspace_id, issue_id);

CREATE TABLE document_updates (
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  workspace_id uuid NOT NULL,
  updates bytea NOT NULL,
  user_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  is_derived boolean NOT NULL DEFAULT false,
  CONSTRAINT document_updates_pkey PRIMARY KEY (seq)
);

CREATE INDEX document_updates_name ON document_updates USING btree (name, seq);

CREATE TABLE documents (
  name text NOT NULL,
  workspace_id uuid NOT NULL,
  state bytea,
  version bigint NOT NULL DEFAULT 0,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT documents_pkey PRIMARY KEY (name)
);

CREATE INDEX documents_workspace ON documents USING btree (workspace_id);

CREATE TABLE feed_readers (
  name text NOT NULL,
  begun_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT feed_readers_pkey PRIMARY KEY (name)
);

CREATE TABLE file_assets (
  id uuid NOT NULL,
  workspace_id uuid,
  project_id uuid,
  entity_type text NOT NULL,
  entity_identifier uuid,
  attributes jsonb NOT NULL,
  uploaded_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT file_assets_pkey PRIMARY KEY (id)
);

CREATE INDEX file_assets_deleted ON file_assets USING btree (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE INDEX file_assets_owner ON file_assets USING btree (entity_identifier);

CREATE INDEX file_assets_unconfirmed ON file_assets USING btree (created_at) WHERE uploaded_at IS NULL;

CREATE TABLE file_uses (
  asset_id uuid NOT NULL,
  entity_identifier uuid NOT NULL,
  entity_type text NOT NULL,
  CONSTRAINT file_uses_pkey PRIMARY KEY (asset_id, entity_identifier)
);

CREATE TABLE instances (
  id smallint NOT NULL DEFAULT 1,
  instance_id uuid NOT NULL DEFAULT gen_random_uuid(),
  instance_name text NOT NULL DEFAULT 'Tandem'::text,
  is_setup_done boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  last_backup_at timestamp with time zone,
  last_backup_bytes bigint,
  app_url text,
  is_telemetry_enabled boolean NOT NULL DEFAULT false,
  is_signup_screen_visited boolean NOT NULL DEFAULT false,
  CONSTRAINT instances_pkey PRIMARY KEY (id),
  CONSTRAINT instances_id_check CHECK (id = 1)
);

CREATE TABLE job_failures (
  id uuid NOT NULL,
  name text NOT NULL,
  attempts integer NOT NULL,
  reason text NOT NULL,
  sealed_data text NOT NULL,
  failed_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT job_failures_pkey PRIMARY KEY (id)
);

CREATE INDEX job_failures_by_time ON job_failures USING btree (failed_at DESC, id);

CREATE TABLE mailed_secrets (
  id uuid NOT NULL,
  purpose text NOT NULL,
  subject text NOT NULL,
  secret_hash text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  sends integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT mailed_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT mailed_secrets_purpose_subject_key UNIQUE (purpose, subject)
);

CREATE TABLE passkey_questions (
  challenge text NOT NULL,
  purpose text NOT NULL,
  subject text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_questions_pkey PRIMARY KEY (challenge)
);

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  username text NOT NULL,
  display_name text NOT NULL,
  first_name text NOT NULL DEFAULT ''::text,
  last_name text NOT NULL DEFAULT ''::text,
  avatar_url text,
  cover_image_url text,
  password_hash text,
  is_password_autoset boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  is_bot boolean NOT NULL DEFAULT false,
  is_email_verified boolean NOT NULL DEFAULT false,
  user_timezone text NOT NULL DEFAULT 'UTC'::text,
  last_login_medium text NOT NULL DEFAULT 'email'::text,
  last_login_time timestamp with time zone,
  last_login_ip text,
  last_logout_time timestamp with time zone,
  last_logout_ip text,
  date_joined timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  deactivated_by uuid,
  has_second_factor boolean NOT NULL DEFAULT false,
  erased_at timestamp with time zone,
  is_service_account boolean NOT NULL DEFAULT false,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_username_key UNIQUE (username),
  CONSTRAINT users_email_check CHECK (email = lower(email)),
  CONSTRAINT users_service_account_check CHECK (is_bot OR NOT is_service_account)
);

CREATE TABLE answered_writes (
  user_id uuid NOT NULL,
  mutation_id text NOT NULL,
  request text NOT NULL,
  status smallint NOT NULL,
  answer text,
  version bigint,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT answered_writes_pkey PRIMARY KEY (user_id, mutation_id),
  CONSTRAINT answered_writes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX answered_writes_created_at ON answered_writes USING brin (created_at);

CREATE TABLE due_reminders (
  user_id uuid NOT NULL,
  day date NOT NULL,
  CONSTRAINT due_reminders_pkey PRIMARY KEY (user_id),
  CONSTRAINT due_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE instance_admins (
  user_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT instance_admins_pkey PRIMARY KEY (user_id),
  CONSTRAINT instance_admins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE instance_settings (
  key text NOT NULL,
  value text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_by uuid,
  CONSTRAINT instance_settings_pkey PRIMARY KEY (key),
  CONSTRAINT instance_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);

CREATE TABLE linked_accounts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  provider text NOT NULL,
  provider_account_id text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  last_connected_at timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  issuer text NOT NULL,
  CONSTRAINT linked_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT linked_accounts_provider_issuer_provider_account_id_key UNIQUE (provider, issuer, provider_account_id),
  CONSTRAINT linked_accounts_provider_check CHECK (provider = ANY (ARRAY['google'::text, 'github'::text, 'gitlab'::text, 'gitea'::text, 'oidc'::text, 'saml'::text])),
  CONSTRAINT linked_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX linked_accounts_of_person ON linked_accounts USING btree (user_id);

CREATE TABLE notification_preferences (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  property_change boolean NOT NULL DEFAULT true,
  state_change boolean NOT NULL DEFAULT true,
  issue_completed boolean NOT NULL DEFAULT true,
  comment boolean NOT NULL DEFAULT true,
  mention boolean NOT NULL DEFAULT true,
  quiet_from text,
  quiet_to text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  due_date boolean NOT NULL DEFAULT true,
  push_property_change boolean NOT NULL DEFAULT true,
  push_state_change boolean NOT NULL DEFAULT true,
  push_issue_completed boolean NOT NULL DEFAULT true,
  push_comment boolean NOT NULL DEFAULT true,
  push_mention boolean NOT NULL DEFAULT true,
  push_due_date boolean NOT NULL DEFAULT true,
  CONSTRAINT notification_preferences_pkey PRIMARY KEY (id),
  CONSTRAINT notification_preferences_user_id_key UNIQUE (user_id),
  CONSTRAINT notification_preferences_quiet CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CONSTRAINT notification_preferences_quiet_from_check CHECK (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  CONSTRAINT notification_preferences_quiet_to_check CHECK (quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  CONSTRAINT notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE offered_accounts (
  browser_hash text NOT NULL,
  user_id uuid NOT NULL,
  identity jsonb NOT NULL,
  next_path text,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT offered_accounts_pkey PRIMARY KEY (browser_hash),
  CONSTRAINT offered_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports jsonb NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX passkeys_of_user ON passkeys USING btree (user_id);

CREATE TABLE profiles (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  theme jsonb NOT NULL DEFAULT '{}'::jsonb,
  language text NOT NULL DEFAULT 'en'::text,
  start_of_the_week smallint NOT NULL DEFAULT 0,
  onboarding_step jsonb NOT NULL,
  is_onboarded boolean NOT NULL DEFAULT false,
  is_tour_completed boolean NOT NULL DEFAULT false,
  use_case text,
  role text,
  company_name text NOT NULL DEFAULT ''::text,
  last_workspace_id uuid,
  billing_address_country text NOT NULL DEFAULT ''::text,
  billing_address jsonb,
  has_billing_address boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  is_app_rail_docked boolean NOT NULL DEFAULT true,
  is_navigation_tour_completed boolean NOT NULL DEFAULT false,
  is_smooth_cursor_enabled boolean NOT NULL DEFAULT false,
  is_mobile_onboarded boolean NOT NULL DEFAULT false,
  mobile_timezone_auto_set boolean NOT NULL DEFAULT false,
  has_marketing_email_consent boolean NOT NULL DEFAULT false,
  is_subscribed_to_changelog boolean NOT NULL DEFAULT false,
  notification_view_mode text NOT NULL DEFAULT 'full'::text,
  background_color text NOT NULL DEFAULT '#3f76ff'::text,
  goals jsonb NOT NULL DEFAULT '{}'::jsonb,
  mobile_onboarding_step jsonb NOT NULL DEFAULT '{}'::jsonb,
  product_tour jsonb NOT NULL DEFAULT '{}'::jsonb,
  first_screen text NOT NULL DEFAULT 'home'::text,
  enter_sends boolean NOT NULL DEFAULT false,
  CONSTRAINT profiles_pkey PRIMARY KEY (id),
  CONSTRAINT profiles_user_id_key UNIQUE (user_id),
  CONSTRAINT profiles_notification_view_mode_check CHECK (notification_view_mode = ANY (ARRAY['full'::text, 'compact'::text])),
  CONSTRAINT profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE provider_sign_ins (
  state_hash text NOT NULL,
  browser_hash text NOT NULL,
  provider text NOT NULL,
  linking_user_id uuid,
  next_path text,
  identity jsonb,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_sign_ins_pkey PRIMARY KEY (state_hash),
  CONSTRAINT provider_sign_ins_linking_user_id_fkey FOREIGN KEY (linking_user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE sessions (
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  ip text,
  user_agent text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_id_key UNIQUE (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE TABLE push_devices (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_hash text NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT push_devices_pkey PRIMARY KEY (id),
  CONSTRAINT push_devices_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_devices_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE,
  CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX push_devices_of_session ON push_devices USING btree (session_hash);

CREATE INDEX push_devices_of_user ON push_devices USING btree (user_id);

CREATE TABLE sign_in_challenges (
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  password_mark text NOT NULL,
  medium text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX sign_in_challenges_of_user ON sign_in_challenges USING btree (user_id);

CREATE TABLE totp_factors (
  user_id uuid NOT NULL,
  sealed_secret text NOT NULL,
  last_step integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  confirmed_at timestamp with time zone,
  CONSTRAINT totp_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE workspaces (
  id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  logo_url text,
  owner uuid NOT NULL,
  organization_size text,
  timezone text NOT NULL DEFAULT 'UTC'::text,
  background_color text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  requires_second_factor boolean NOT NULL DEFAULT false,
  CONSTRAINT workspaces_pkey PRIMARY KEY (id),
  CONSTRAINT workspaces_owner_fkey FOREIGN KEY (owner) REFERENCES users(id)
);

CREATE UNIQUE INDEX workspaces_slug ON workspaces USING btree (slug);

CREATE TABLE api_tokens (
  id uuid NOT NULL,
  token_hash text NOT NULL,
  ending text NOT NULL,
  user_id uuid NOT NULL,
  workspace_id uuid,
  label text NOT NULL,
  description text NOT NULL,
  scope text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  last_used timestamp with time zone,
  expired_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT api_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT api_tokens_scope_check CHECK (scope = ANY (ARRAY['read'::text, 'write'::text])),
  CONSTRAINT api_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT api_tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX api_tokens_of_creator ON api_tokens USING btree (created_by) WHERE created_by IS NOT NULL;

CREATE INDEX api_tokens_of_person ON api_tokens USING btree (user_id);

CREATE INDEX api_tokens_of_workspace ON api_tokens USING btree (workspace_id);

CREATE TABLE calendar_feeds (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  user_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  kind text NOT NULL,
  target_id uuid,
  secret_hash text NOT NULL,
  ending text NOT NULL,
  last_used timestamp with time zone,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (id),
  CONSTRAINT calendar_feeds_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT calendar_feeds_kind_check CHECK (kind = ANY (ARRAY['assigned'::text, 'project'::text, 'view'::text, 'cycle'::text, 'module'::text])),
  CONSTRAINT calendar_feeds_target_check CHECK ((kind = 'assigned'::text) = (target_id IS NULL)),
  CONSTRAINT calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT calendar_feeds_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX calendar_feeds_of_person ON calendar_feeds USING btree (user_id);

CREATE INDEX calendar_feeds_of_workspace ON calendar_feeds USING btree (workspace_id);

CREATE TABLE changes (
  workspace_id uuid NOT NULL,
  version bigint NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  op text NOT NULL,
  fields jsonb NOT NULL,
  audience text[] NOT NULL,
  left_audience text[] NOT NULL DEFAULT '{}'::text[],
  actor_id uuid,
  mutation_id text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  old_fields jsonb,
  CONSTRAINT changes_pkey PRIMARY KEY (workspace_id, version),
  CONSTRAINT changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX changes_age ON changes USING btree (created_at);

CREATE TABLE dashboards (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  access smallint NOT NULL DEFAULT 0,
  owned_by uuid NOT NULL,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  widgets jsonb NOT NULL DEFAULT '[]'::jsonb,
  sort_order double precision NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT dashboards_pkey PRIMARY KEY (id),
  CONSTRAINT dashboards_access_check CHECK (access = ANY (ARRAY[0, 1])),
  CONSTRAINT dashboards_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT dashboards_owned_by_fkey FOREIGN KEY (owned_by) REFERENCES users(id),
  CONSTRAINT dashboards_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT dashboards_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX dashboards_workspace ON dashboards USING btree (workspace_id, sort_order) WHERE deleted_at IS NULL;

CREATE TABLE exports (
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  workspace_id uuid NOT NULL,
  initiated_by uuid NOT NULL,
  provider text NOT NULL,
  project_ids uuid[] NOT NULL,
  multiple boolean NOT NULL,
  rich_filters jsonb NOT NULL,
  status text NOT NULL,
  row_count integer,
  size bigint,
  expires_at timestamp with time zone,
  seen_whole uuid[] NOT NULL DEFAULT '{}'::uuid[],
  with_comments boolean NOT NULL DEFAULT false,
  CONSTRAINT exports_pkey PRIMARY KEY (id),
  CONSTRAINT exports_initiated_by_fkey FOREIGN KEY (initiated_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT exports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX exports_initiated_by ON exports USING btree (initiated_by);

CREATE INDEX exports_of_person ON exports USING btree (workspace_id, initiated_by, created_at DESC);

CREATE TABLE feed_cursors (
  reader text NOT NULL,
  workspace_id uuid NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT feed_cursors_pkey PRIMARY KEY (reader, workspace_id),
  CONSTRAINT feed_cursors_reader_fkey FOREIGN KEY (reader) REFERENCES feed_readers(name) ON DELETE CASCADE,
  CONSTRAINT feed_cursors_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
) WITH (fillfactor=50);

CREATE TABLE home_preferences (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  key text NOT NULL,
  is_enabled boolean NOT NULL,
  config jsonb NOT NULL DEFAULT '{}'::jsonb,
  sort_order double precision NOT NULL,
  CONSTRAINT home_preferences_pkey PRIMARY KEY (id),
  CONSTRAINT home_preferences_once UNIQUE (workspace_id, user_id, key),
  CONSTRAINT home_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT home_preferences_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE home_widgets (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  key text NOT NULL,
  is_visible boolean NOT NULL,
  widget_filters jsonb NOT NULL,
  CONSTRAINT home_widgets_pkey PRIMARY KEY (id),
  CONSTRAINT home_widgets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT home_widgets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX home_widgets_of_user ON home_widgets USING btree (workspace_id, user_id);

CREATE TABLE pages (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  name text NOT NULL DEFAULT ''::text,
  description_html text NOT NULL DEFAULT '<p></p>'::text,
  description_json jsonb,
  description_stripped text NOT NULL DEFAULT ''::text,
  owned_by uuid NOT NULL,
  access smallint NOT NULL DEFAULT 0,
  color text NOT NULL DEFAULT ''::text,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  view_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  label_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  parent uuid,
  sort_order double precision NOT NULL DEFAULT 65535,
  is_locked boolean NOT NULL DEFAULT false,
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  left_child_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  former_project_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  left_label_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  mention_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  shares jsonb NOT NULL DEFAULT '{}'::jsonb,
  publication jsonb,
  CONSTRAINT pages_pkey PRIMARY KEY (id),
  CONSTRAINT pages_access_check CHECK (access = ANY (ARRAY[0, 1])),
  CONSTRAINT pages_owned_by_fkey FOREIGN KEY (owned_by) REFERENCES users(id),
  CONSTRAINT pages_parent_fkey FOREIGN KEY (parent) REFERENCES pages(id) ON DELETE SET NULL,
  CONSTRAINT pages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX pages_of_workspace ON pages USING btree (workspace_id) WHERE project_ids = '{}'::uuid[];

CREATE INDEX pages_parent ON pages USING btree (parent) WHERE parent IS NOT NULL;

CREATE INDEX pages_projects ON pages USING gin (project_ids);

CREATE UNIQUE INDEX pages_publication_anchor ON pages USING btree ((publication ->> 'anchor'::text)) WHERE publication IS NOT NULL;

CREATE INDEX pages_shares ON pages USING btree (workspace_id) WHERE shares <> '{}'::jsonb;

CREATE TABLE page_comments (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  page_id uuid NOT NULL,
  project_ids uuid[] NOT NULL,
  page_access smallint NOT NULL,
  page_owned_by uuid NOT NULL,
  parent_id uuid,
  anchor jsonb,
  actor uuid NOT NULL,
  comment_html text NOT NULL,
  comment_json jsonb NOT NULL,
  comment_stripped text NOT NULL,
  mention_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  edited_at timestamp with time zone,
  removed_at timestamp with time zone,
  removed jsonb,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid,
  updated_by uuid,
  before_edit jsonb,
  page_shares jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT page_comments_pkey PRIMARY KEY (id),
  CONSTRAINT page_comments_check CHECK ((parent_id IS NULL) = (anchor IS NOT NULL)),
  CONSTRAINT page_comments_actor_fkey FOREIGN KEY (actor) REFERENCES users(id),
  CONSTRAINT page_comments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT page_comments_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  CONSTRAINT page_comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES page_comments(id) ON DELETE CASCADE,
  CONSTRAINT page_comments_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  CONSTRAINT page_comments_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT page_comments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX page_comments_of_page ON page_comments USING btree (page_id, created_at DESC, id DESC);

CREATE INDEX page_comments_of_thread ON page_comments USING btree (parent_id);

CREATE TABLE page_versions (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  page_id uuid NOT NULL,
  project_ids uuid[] NOT NULL,
  page_access smallint NOT NULL,
  page_owned_by uuid NOT NULL,
  owned_by uuid,
  editor_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  last_saved_at timestamp with time zone NOT NULL,
  restored_from timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid,
  updated_by uuid,
  page_shares jsonb NOT NULL DEFAULT '{}'::jsonb,
  name text,
  CONSTRAINT page_versions_pkey PRIMARY KEY (id),
  CONSTRAINT page_versions_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT page_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT page_versions_owned_by_fkey FOREIGN KEY (owned_by) REFERENCES users(id),
  CONSTRAINT page_versions_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  CONSTRAINT page_versions_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT page_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX page_versions_of_page ON page_versions USING btree (page_id, id DESC);

CREATE TABLE page_version_texts (
  version_id uuid NOT NULL,
  description_html text NOT NULL,
  description_json jsonb,
  description_stripped text NOT NULL,
  CONSTRAINT page_version_texts_pkey PRIMARY KEY (version_id),
  CONSTRAINT page_version_texts_version_id_fkey FOREIGN KEY (version_id) REFERENCES page_versions(id) ON DELETE CASCADE
);

CREATE TABLE page_watches (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  page_id uuid NOT NULL,
  user_id uuid NOT NULL,
  scope text NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  CONSTRAINT page_watches_pkey PRIMARY KEY (id),
  CONSTRAINT page_watches_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  CONSTRAINT page_watches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT page_watches_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX page_watches_page ON page_watches USING btree (page_id, user_id);

CREATE INDEX page_watches_user ON page_watches USING btree (user_id, workspace_id);

CREATE TABLE quick_links (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  owner uuid NOT NULL,
  title text,
  url text NOT NULL,
  sort_order double precision NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT quick_links_pkey PRIMARY KEY (id),
  CONSTRAINT quick_links_url UNIQUE (workspace_id, owner, url),
  CONSTRAINT quick_links_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 255),
  CONSTRAINT quick_links_url_check CHECK (char_length(url) >= 1 AND char_length(url) <= 2000),
  CONSTRAINT quick_links_owner_fkey FOREIGN KEY (owner) REFERENCES users(id),
  CONSTRAINT quick_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE recent_visits (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  entity_name text NOT NULL,
  entity_identifier uuid NOT NULL,
  visited_at timestamp with time zone NOT NULL,
  CONSTRAINT recent_visits_pkey PRIMARY KEY (id),
  CONSTRAINT recent_visits_place UNIQUE (workspace_id, user_id, entity_name, entity_identifier),
  CONSTRAINT recent_visits_entity_name_check CHECK (entity_name = ANY (ARRAY['issue'::text, 'page'::text, 'project'::text])),
  CONSTRAINT recent_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT recent_visits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE search_backlog (
  workspace_id uuid NOT NULL,
  source text NOT NULL,
  after uuid NOT NULL,
  CONSTRAINT search_backlog_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT search_backlog_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE search_entries (
  id uuid NOT NULL,
  place uuid NOT NULL,
  workspace_id uuid NOT NULL,
  class text NOT NULL,
  kind text NOT NULL,
  owner_id uuid,
  author_id uuid,
  is_private boolean NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  title_words tsvector NOT NULL,
  all_words tsvector,
  CONSTRAINT search_entries_pkey PRIMARY KEY (id, place),
  CONSTRAINT search_entries_class_check CHECK (class = ANY (ARRAY['item'::text, 'comment'::text, 'other'::text])),
  CONSTRAINT search_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
) WITH (toast_tuple_target=384);

CREATE INDEX search_entries_newest ON search_entries USING btree (workspace_id, class, updated_at DESC, id DESC);

CREATE INDEX search_entries_of_place ON search_entries USING btree (place, class, updated_at DESC, id DESC);

CREATE INDEX search_entries_titles ON search_entries USING gin (title_words) WITH (fastupdate=off);

CREATE INDEX search_entries_words ON search_entries USING gin (all_words) WITH (fastupdate=off) WHERE all_words IS NOT NULL;

ALTER TABLE search_entries ALTER COLUMN all_words SET STORAGE EXTERNAL;

CREATE TABLE service_accounts (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  disabled_reason text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  calls_per_minute integer NOT NULL DEFAULT 600,
  calls_per_day integer NOT NULL DEFAULT 100000,
  CONSTRAINT service_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT service_accounts_calls_per_day_check CHECK (calls_per_day >= 1 AND calls_per_day <= 10000000),
  CONSTRAINT service_accounts_calls_per_minute_check CHECK (calls_per_minute >= 1 AND calls_per_minute <= 6000),
  CONSTRAINT service_accounts_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['admin'::text, 'owner_left'::text])),
  CONSTRAINT service_accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT service_accounts_id_fkey FOREIGN KEY (id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT service_accounts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT service_accounts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT service_accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX service_accounts_of_owner ON service_accounts USING btree (owner_id);

CREATE INDEX service_accounts_of_workspace ON service_accounts USING btree (workspace_id);

CREATE TABLE sidebar_preferences (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  key text NOT NULL,
  is_pinned boolean NOT NULL,
  sort_order double precision NOT NULL,
  CONSTRAINT sidebar_preferences_pkey PRIMARY KEY (id),
  CONSTRAINT sidebar_preferences_once UNIQUE (workspace_id, user_id, key),
  CONSTRAINT sidebar_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT sidebar_preferences_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE stickies (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  owner uuid NOT NULL,
  name text,
  description jsonb NOT NULL DEFAULT '{}'::jsonb,
  description_html text NOT NULL DEFAULT ''::text,
  description_stripped text NOT NULL DEFAULT ''::text,
  text_version integer NOT NULL DEFAULT 1,
  color text,
  background_color text,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  sort_order double precision NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT stickies_pkey PRIMARY KEY (id),
  CONSTRAINT stickies_background_color_check CHECK (background_color = ANY (ARRAY['gray'::text, 'peach'::text, 'pink'::text, 'orange'::text, 'green'::text, 'light-blue'::text, 'dark-blue'::text, 'purple'::text])),
  CONSTRAINT stickies_color_check CHECK (char_length(color) >= 1 AND char_length(color) <= 255),
  CONSTRAINT stickies_description_html_check CHECK (char_length(description_html) <= 20000),
  CONSTRAINT stickies_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  CONSTRAINT stickies_owner_fkey FOREIGN KEY (owner) REFERENCES users(id),
  CONSTRAINT stickies_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX stickies_of_person ON stickies USING btree (workspace_id, owner, sort_order DESC, id DESC);

CREATE TABLE teamspaces (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  access smallint NOT NULL DEFAULT 1,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  lead_id uuid,
  member_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  project_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  sort_order double precision NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT teamspaces_pkey PRIMARY KEY (id),
  CONSTRAINT teamspaces_access_check CHECK (access = ANY (ARRAY[0, 1])),
  CONSTRAINT teamspaces_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT teamspaces_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES users(id),
  CONSTRAINT teamspaces_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT teamspaces_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX teamspaces_workspace ON teamspaces USING btree (workspace_id, sort_order) WHERE deleted_at IS NULL;

CREATE TABLE teamspace_activities (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  teamspace_id uuid NOT NULL,
  kind text NOT NULL,
  person_id uuid,
  project_id uuid,
  view_id uuid,
  old_value text,
  new_value text,
  actor_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT teamspace_activities_pkey PRIMARY KEY (id),
  CONSTRAINT teamspace_activities_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT teamspace_activities_teamspace_id_fkey FOREIGN KEY (teamspace_id) REFERENCES teamspaces(id) ON DELETE CASCADE,
  CONSTRAINT teamspace_activities_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX teamspace_activities_teamspace ON teamspace_activities USING btree (teamspace_id, created_at DESC, id DESC);

CREATE TABLE user_properties (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  context text NOT NULL,
  context_id uuid NOT NULL,
  filters jsonb NOT NULL DEFAULT '{}'::jsonb,
  rich_filters jsonb NOT NULL DEFAULT '{}'::jsonb,
  display_filters jsonb NOT NULL DEFAULT '{}'::jsonb,
  display_properties jsonb NOT NULL DEFAULT '{}'::jsonb,
  preferences jsonb NOT NULL DEFAULT '{}'::jsonb,
  sort_order double precision NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT user_properties_pkey PRIMARY KEY (id),
  CONSTRAINT user_properties_user_id_context_context_id_key UNIQUE (user_id, context, context_id),
  CONSTRAINT user_properties_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT user_properties_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX user_properties_workspace ON user_properties USING btree (workspace_id, user_id);

CREATE TABLE work_item_types (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  is_epic boolean NOT NULL DEFAULT false,
  is_default boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  level integer NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT work_item_types_pkey PRIMARY KEY (id),
  CONSTRAINT work_item_types_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT work_item_types_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT work_item_types_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX work_item_types_epic ON work_item_types USING btree (workspace_id) WHERE is_epic AND deleted_at IS NULL;

CREATE TABLE workspace_invites (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  email text,
  role smallint NOT NULL,
  message text,
  token_hash text NOT NULL,
  accepted boolean NOT NULL DEFAULT false,
  responded_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  mailed_token_hash text,
  invited_by uuid,
  expires_at timestamp with time zone NOT NULL DEFAULT (now() + '14 days'::interval),
  project_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  project_choosers jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT workspace_invites_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_invites_workspace_id_email_key UNIQUE (workspace_id, email),
  CONSTRAINT workspace_invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT workspace_invites_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX workspace_invites_email ON workspace_invites USING btree (email);

CREATE TABLE workspace_members (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  member_id uuid NOT NULL,
  role smallint NOT NULL,
  company_role text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  CONSTRAINT workspace_members_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_members_workspace_id_member_id_key UNIQUE (workspace_id, member_id),
  CONSTRAINT workspace_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT workspace_members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX workspace_members_member ON workspace_members USING btree (member_id);

CREATE TABLE workspace_themes (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  colors jsonb NOT NULL,
  actor uuid,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT workspace_themes_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_themes_workspace_id_name_key UNIQUE (workspace_id, name),
  CONSTRAINT workspace_themes_actor_fkey FOREIGN KEY (actor) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT workspace_themes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT workspace_themes_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT workspace_themes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE workspace_versions (
  workspace_id uuid NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  CONSTRAINT workspace_versions_pkey PRIMARY KEY (workspace_id),
  CONSTRAINT workspace_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE TABLE cycle_days (
  cycle_id uuid NOT NULL,
  day date NOT NULL,
  backlog integer NOT NULL,
  unstarted integer NOT NULL,
  started integer NOT NULL,
  completed integer NOT NULL,
  cancelled integer NOT NULL,
  backlog_points numeric NOT NULL DEFAULT 0,
  unstarted_points numeric NOT NULL DEFAULT 0,
  started_points numeric NOT NULL DEFAULT 0,
  completed_points numeric NOT NULL DEFAULT 0,
  cancelled_points numeric NOT NULL DEFAULT 0,
  CONSTRAINT cycle_days_pkey PRIMARY KEY (cycle_id, day)
);

CREATE TABLE cycle_shares (
  cycle_id uuid NOT NULL,
  kind text NOT NULL,
  id uuid NOT NULL,
  total integer NOT NULL,
  completed integer NOT NULL,
  pending integer NOT NULL,
  total_points numeric NOT NULL DEFAULT 0,
  completed_points numeric NOT NULL DEFAULT 0,
  pending_points numeric NOT NULL DEFAULT 0,
  CONSTRAINT cycle_shares_pkey PRIMARY KEY (cycle_id, kind, id),
  CONSTRAINT cycle_shares_kind_check CHECK (kind = ANY (ARRAY['assignee'::text, 'label'::text]))
);

CREATE TABLE cycles (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  start_date timestamp(3) with time zone,
  end_date timestamp(3) with time zone,
  owned_by_id uuid,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  sort_order double precision NOT NULL,
  progress_snapshot jsonb,
  frozen_figures jsonb,
  archived_at timestamp(3) with time zone,
  left_item_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  ended_by uuid,
  moved_on jsonb NOT NULL DEFAULT '{}'::jsonb,
  external_source text,
  external_id text,
  CONSTRAINT cycles_pkey PRIMARY KEY (id),
  CONSTRAINT cycles_check CHECK ((start_date IS NULL) = (end_date IS NULL)),
  CONSTRAINT cycles_check1 CHECK (start_date <= end_date),
  CONSTRAINT cycles_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT cycles_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT cycles_owned_by_id_fkey FOREIGN KEY (owned_by_id) REFERENCES users(id),
  CONSTRAINT cycles_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT cycles_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX cycles_external_id ON cycles USING btree (project_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX cycles_project ON cycles USING btree (project_id, created_at DESC);

CREATE INDEX cycles_to_freeze ON cycles USING btree (end_date) WHERE progress_snapshot IS NULL AND deleted_at IS NULL;

CREATE INDEX cycles_workspace ON cycles USING btree (workspace_id);

CREATE TABLE deploy_boards (
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid,
  updated_by uuid,
  workspace_id uuid NOT NULL,
  project_id uuid,
  anchor text NOT NULL,
  view_props jsonb NOT NULL,
  is_comments_enabled boolean NOT NULL DEFAULT false,
  is_reactions_enabled boolean NOT NULL DEFAULT false,
  is_votes_enabled boolean NOT NULL DEFAULT false,
  view_id uuid,
  is_disabled boolean NOT NULL DEFAULT false,
  is_intake_enabled boolean NOT NULL DEFAULT false,
  CONSTRAINT deploy_boards_pkey PRIMARY KEY (id),
  CONSTRAINT deploy_boards_anchor_key UNIQUE (anchor),
  CONSTRAINT deploy_boards_project_id_key UNIQUE (project_id),
  CONSTRAINT deploy_boards_view_id_key UNIQUE (view_id),
  CONSTRAINT deploy_boards_of_one CHECK ((project_id IS NULL) <> (view_id IS NULL)),
  CONSTRAINT deploy_boards_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT deploy_boards_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT deploy_boards_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX deploy_boards_workspace ON deploy_boards USING btree (workspace_id);

CREATE TABLE description_version_texts (
  version_id uuid NOT NULL,
  description_html text NOT NULL,
  description_json jsonb,
  description_stripped text NOT NULL,
  CONSTRAINT description_version_texts_pkey PRIMARY KEY (version_id)
);

CREATE TABLE description_versions (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  issue_created_by uuid,
  owned_by uuid,
  editor_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  last_saved_at timestamp with time zone NOT NULL,
  restored_from timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid,
  updated_by uuid,
  CONSTRAINT description_versions_pkey PRIMARY KEY (id),
  CONSTRAINT description_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT description_versions_owned_by_fkey FOREIGN KEY (owned_by) REFERENCES users(id),
  CONSTRAINT description_versions_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT description_versions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX description_versions_of_item ON description_versions USING btree (issue_id, id DESC);

CREATE INDEX description_versions_project ON description_versions USING btree (project_id);

CREATE TABLE drafts (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  created_by uuid NOT NULL,
  project_id uuid,
  name text NOT NULL DEFAULT ''::text,
  description_html text NOT NULL DEFAULT ''::text,
  preview text NOT NULL DEFAULT ''::text,
  state_id uuid,
  priority text NOT NULL DEFAULT 'none'::text,
  assignee_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  label_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  start_date date,
  target_date date,
  parent_id uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  sub_items jsonb NOT NULL DEFAULT '[]'::jsonb,
  estimate_point uuid,
  cycle_id uuid,
  module_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  epic_id uuid,
  type_id uuid,
  sort_order double precision NOT NULL DEFAULT 65535,
  CONSTRAINT drafts_pkey PRIMARY KEY (id),
  CONSTRAINT drafts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT drafts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX drafts_of_person ON drafts USING btree (workspace_id, created_by, created_at DESC, id DESC);

CREATE INDEX drafts_project ON drafts USING btree (project_id);

CREATE TABLE epic_counts (
  epic_id uuid NOT NULL,
  backlog integer NOT NULL,
  unstarted integer NOT NULL,
  started integer NOT NULL,
  completed integer NOT NULL,
  cancelled integer NOT NULL,
  CONSTRAINT epic_counts_pkey PRIMARY KEY (epic_id)
);

CREATE TABLE epic_updates (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  epic_id uuid NOT NULL,
  status text NOT NULL,
  text text NOT NULL DEFAULT ''::text,
  issue_created_by uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT epic_updates_pkey PRIMARY KEY (id),
  CONSTRAINT epic_updates_status_check CHECK (status = ANY (ARRAY['on_track'::text, 'at_risk'::text, 'off_track'::text])),
  CONSTRAINT epic_updates_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT epic_updates_issue_created_by_fkey FOREIGN KEY (issue_created_by) REFERENCES users(id),
  CONSTRAINT epic_updates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT epic_updates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX epic_updates_of_epic ON epic_updates USING btree (epic_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE estimate_points (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  estimate_id uuid NOT NULL,
  key integer NOT NULL,
  value text NOT NULL,
  number numeric(12,2),
  description text NOT NULL DEFAULT ''::text,
  left_item_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  became_id uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT estimate_points_pkey PRIMARY KEY (id),
  CONSTRAINT estimate_points_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT estimate_points_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT estimate_points_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX estimate_points_estimate ON estimate_points USING btree (estimate_id, key);

CREATE INDEX estimate_points_workspace ON estimate_points USING btree (workspace_id);

CREATE TABLE estimates (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  type text NOT NULL,
  last_used boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT estimates_pkey PRIMARY KEY (id),
  CONSTRAINT estimates_type_check CHECK (type = ANY (ARRAY['points'::text, 'categories'::text, 'time'::text])),
  CONSTRAINT estimates_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT estimates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT estimates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX estimates_last_used ON estimates USING btree (project_id) WHERE last_used AND deleted_at IS NULL;

CREATE INDEX estimates_project ON estimates USING btree (project_id, created_at DESC);

CREATE INDEX estimates_workspace ON estimates USING btree (workspace_id);

CREATE TABLE projects (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  identifier text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  network smallint NOT NULL DEFAULT 2,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  cover_image_url text,
  project_lead uuid,
  default_assignee uuid,
  default_state uuid,
  estimate uuid,
  cycle_view boolean NOT NULL DEFAULT false,
  module_view boolean NOT NULL DEFAULT false,
  issue_views_view boolean NOT NULL DEFAULT true,
  page_view boolean NOT NULL DEFAULT true,
  inbox_view boolean NOT NULL DEFAULT false,
  is_time_tracking_enabled boolean NOT NULL DEFAULT false,
  is_issue_type_enabled boolean NOT NULL DEFAULT false,
  guest_view_all_features boolean NOT NULL DEFAULT false,
  archive_in smallint NOT NULL DEFAULT 0,
  close_in smallint NOT NULL DEFAULT 0,
  timezone text NOT NULL DEFAULT 'UTC'::text,
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  intake_count integer NOT NULL DEFAULT 0,
  points_type text,
  points_since timestamp with time zone,
  points_before_type text,
  points_before_since timestamp with time zone,
  is_epic_enabled boolean NOT NULL DEFAULT false,
  automatic_cycles jsonb,
  anchor text,
  start_date date,
  target_date date,
  health text,
  external_source text,
  external_id text,
  CONSTRAINT projects_pkey PRIMARY KEY (id),
  CONSTRAINT projects_dates_check CHECK (start_date <= target_date),
  CONSTRAINT projects_health_check CHECK (health = ANY (ARRAY['on_track'::text, 'at_risk'::text, 'off_track'::text])),
  CONSTRAINT projects_network_check CHECK (network = ANY (ARRAY[0, 2])),
  CONSTRAINT projects_points_before_type_check CHECK (points_before_type = ANY (ARRAY['points'::text, 'time'::text])),
  CONSTRAINT projects_points_type_check CHECK (points_type = ANY (ARRAY['points'::text, 'time'::text])),
  CONSTRAINT projects_default_assignee_fkey FOREIGN KEY (default_assignee) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT projects_estimate_fkey FOREIGN KEY (estimate) REFERENCES estimates(id) ON DELETE SET NULL,
  CONSTRAINT projects_project_lead_fkey FOREIGN KEY (project_lead) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT projects_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX projects_identifier ON projects USING btree (workspace_id, identifier) WHERE deleted_at IS NULL;

CREATE UNIQUE INDEX projects_name ON projects USING btree (workspace_id, name) WHERE deleted_at IS NULL;

CREATE TABLE favorites (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  project_id uuid,
  entity_type text NOT NULL,
  entity_identifier uuid,
  name text,
  is_folder boolean NOT NULL,
  parent uuid,
  sequence double precision NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT favorites_pkey PRIMARY KEY (id),
  CONSTRAINT favorites_once UNIQUE (workspace_id, user_id, entity_type, entity_identifier),
  CONSTRAINT favorites_entity_type_check CHECK (entity_type = ANY (ARRAY['folder'::text, 'project'::text, 'cycle'::text, 'module'::text, 'view'::text, 'page'::text, 'teamspace'::text, 'issue'::text, 'dashboard'::text])),
  CONSTRAINT favorites_folder CHECK (is_folder = (entity_type = 'folder'::text) AND is_folder = (entity_identifier IS NULL) AND is_folder = (name IS NOT NULL)),
  CONSTRAINT favorites_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  CONSTRAINT favorites_no_folder_in_a_folder CHECK (parent IS NULL OR NOT is_folder),
  CONSTRAINT favorites_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT favorites_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX favorites_of_project ON favorites USING btree (project_id);

CREATE INDEX favorites_of_thing ON favorites USING btree (entity_identifier);

CREATE TABLE former_project_identifiers (
  workspace_id uuid NOT NULL,
  identifier text NOT NULL,
  project_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT former_project_identifiers_pkey PRIMARY KEY (workspace_id, identifier),
  CONSTRAINT former_project_identifiers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT former_project_identifiers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX former_project_identifiers_project ON former_project_identifiers USING btree (project_id);

CREATE TABLE git_connections (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  provider text NOT NULL,
  base_url text NOT NULL,
  repository text NOT NULL,
  external_id text,
  source_id uuid,
  sealed_token text,
  sealed_secret text NOT NULL,
  state_rules jsonb NOT NULL,
  last_error text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  sync_issues boolean NOT NULL DEFAULT false,
  sync_direction text NOT NULL DEFAULT 'both'::text,
  sync_label text NOT NULL DEFAULT ''::text,
  installation_id text,
  app_problem text,
  CONSTRAINT git_connections_pkey PRIMARY KEY (id),
  CONSTRAINT git_connections_app_problem_check CHECK (app_problem = ANY (ARRAY['uninstalled'::text, 'suspended'::text, 'removed'::text])),
  CONSTRAINT git_connections_provider_check CHECK (provider = ANY (ARRAY['github'::text, 'gitlab'::text, 'gitea'::text, 'forgejo'::text])),
  CONSTRAINT git_connections_sync_direction_check CHECK (sync_direction = ANY (ARRAY['both'::text, 'from_forge'::text, 'to_forge'::text])),
  CONSTRAINT git_connections_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT git_connections_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT git_connections_source_id_fkey FOREIGN KEY (source_id) REFERENCES git_connections(id) ON DELETE SET NULL,
  CONSTRAINT git_connections_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT git_connections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX git_connections_external ON git_connections USING btree (external_id) WHERE installation_id IS NOT NULL;

CREATE INDEX git_connections_installation ON git_connections USING btree (installation_id) WHERE installation_id IS NOT NULL;

CREATE UNIQUE INDEX git_connections_repository ON git_connections USING btree (project_id, base_url, lower(repository));

CREATE INDEX git_connections_source ON git_connections USING btree (source_id) WHERE source_id IS NOT NULL;

CREATE TABLE git_deliveries (
  id uuid NOT NULL,
  connection_id uuid NOT NULL,
  delivery_id text NOT NULL,
  event text NOT NULL,
  facts jsonb NOT NULL,
  status text NOT NULL,
  error text,
  linked_count integer NOT NULL DEFAULT 0,
  moved_count integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  processed_at timestamp(3) with time zone,
  sender_id text,
  CONSTRAINT git_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT git_deliveries_connection_id_delivery_id_key UNIQUE (connection_id, delivery_id),
  CONSTRAINT git_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'done'::text, 'ignored'::text, 'failed'::text])),
  CONSTRAINT git_deliveries_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES git_connections(id) ON DELETE CASCADE
);

CREATE INDEX git_deliveries_latest ON git_deliveries USING btree (connection_id, created_at DESC, id DESC);

CREATE INDEX git_deliveries_pending ON git_deliveries USING btree (connection_id, created_at, id) WHERE status = 'pending'::text;

CREATE TABLE github_authorizations (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  workspace_id uuid,
  project_id uuid,
  state_hash text,
  sealed_token text,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT github_authorizations_pkey PRIMARY KEY (id),
  CONSTRAINT github_authorizations_state_hash_key UNIQUE (state_hash),
  CONSTRAINT github_authorizations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT github_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT github_authorizations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX github_authorizations_project ON github_authorizations USING btree (project_id);

CREATE INDEX github_authorizations_user ON github_authorizations USING btree (user_id, project_id);

CREATE INDEX github_authorizations_workspace ON github_authorizations USING btree (workspace_id);

CREATE TABLE item_imports (
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  created_by uuid NOT NULL,
  name text NOT NULL,
  size bigint NOT NULL,
  status text NOT NULL,
  problem text,
  format text,
  total integer,
  done integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  dropped integer NOT NULL DEFAULT 0,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_values jsonb NOT NULL DEFAULT '{}'::jsonb,
  relations_done integer NOT NULL DEFAULT 0,
  files_total integer NOT NULL DEFAULT 0,
  files_done integer NOT NULL DEFAULT 0,
  files_copied integer NOT NULL DEFAULT 0,
  CONSTRAINT item_imports_pkey PRIMARY KEY (id),
  CONSTRAINT item_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT item_imports_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT item_imports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX item_imports_created_by ON item_imports USING btree (created_by);

CREATE INDEX item_imports_of_person ON item_imports USING btree (workspace_id, created_by, created_at DESC);

CREATE INDEX item_imports_project ON item_imports USING btree (project_id);

CREATE TABLE labels (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  color text NOT NULL,
  parent uuid,
  sort_order double precision NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  left_item_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  gained_item_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  left_child_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  became_id uuid,
  left_page_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  gained_page_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  external_source text,
  external_id text,
  CONSTRAINT labels_pkey PRIMARY KEY (id),
  CONSTRAINT labels_parent_fkey FOREIGN KEY (parent) REFERENCES labels(id) ON DELETE SET NULL,
  CONSTRAINT labels_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE INDEX labels_external_id ON labels USING btree (project_id, external_id) WHERE external_id IS NOT NULL;

CREATE UNIQUE INDEX labels_name ON labels USING btree (project_id, name) WHERE deleted_at IS NULL;

CREATE INDEX labels_workspace ON labels USING btree (workspace_id);

CREATE TABLE modules (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  status text NOT NULL DEFAULT 'planned'::text,
  start_date date,
  target_date date,
  lead_id uuid,
  member_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  link_module jsonb NOT NULL DEFAULT '[]'::jsonb,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  sort_order double precision NOT NULL,
  archived_at timestamp(3) with time zone,
  left_item_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  external_source text,
  external_id text,
  CONSTRAINT modules_pkey PRIMARY KEY (id),
  CONSTRAINT modules_check CHECK (start_date <= target_date),
  CONSTRAINT modules_status_check CHECK (status = ANY (ARRAY['backlog'::text, 'planned'::text, 'in-progress'::text, 'paused'::text, 'completed'::text, 'cancelled'::text])),
  CONSTRAINT modules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT modules_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES users(id),
  CONSTRAINT modules_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT modules_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT modules_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX modules_external_id ON modules USING btree (project_id, external_id) WHERE external_id IS NOT NULL;

CREATE UNIQUE INDEX modules_name ON modules USING btree (project_id, name) WHERE deleted_at IS NULL;

CREATE INDEX modules_project ON modules USING btree (project_id, created_at DESC);

CREATE INDEX modules_workspace ON modules USING btree (workspace_id);

CREATE TABLE module_days (
  module_id uuid NOT NULL,
  day date NOT NULL,
  backlog integer NOT NULL,
  unstarted integer NOT NULL,
  started integer NOT NULL,
  completed integer NOT NULL,
  cancelled integer NOT NULL,
  backlog_points numeric NOT NULL DEFAULT 0,
  unstarted_points numeric NOT NULL DEFAULT 0,
  started_points numeric NOT NULL DEFAULT 0,
  completed_points numeric NOT NULL DEFAULT 0,
  cancelled_points numeric NOT NULL DEFAULT 0,
  CONSTRAINT module_days_pkey PRIMARY KEY (module_id, day),
  CONSTRAINT module_days_module_id_fkey FOREIGN KEY (module_id) REFERENCES modules(id) ON DELETE CASCADE
);

CREATE TABLE module_shares (
  module_id uuid NOT NULL,
  kind text NOT NULL,
  id uuid NOT NULL,
  total integer NOT NULL,
  completed integer NOT NULL,
  pending integer NOT NULL,
  total_points numeric NOT NULL DEFAULT 0,
  completed_points numeric NOT NULL DEFAULT 0,
  pending_points numeric NOT NULL DEFAULT 0,
  CONSTRAINT module_shares_pkey PRIMARY KEY (module_id, kind, id),
  CONSTRAINT module_shares_kind_check CHECK (kind = ANY (ARRAY['assignee'::text, 'label'::text, 'part'::text])),
  CONSTRAINT module_shares_module_id_fkey FOREIGN KEY (module_id) REFERENCES modules(id) ON DELETE CASCADE
);

CREATE TABLE page_imports (
  id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid,
  created_by uuid NOT NULL,
  name text NOT NULL,
  size bigint NOT NULL,
  parent uuid,
  access smallint NOT NULL,
  status text NOT NULL,
  problem text,
  total integer,
  done integer NOT NULL DEFAULT 0,
  left_out integer NOT NULL DEFAULT 0,
  undone_at timestamp with time zone,
  CONSTRAINT page_imports_pkey PRIMARY KEY (id),
  CONSTRAINT page_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT page_imports_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT page_imports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX page_imports_created_by ON page_imports USING btree (created_by);

CREATE INDEX page_imports_of_person ON page_imports USING btree (workspace_id, created_by, created_at DESC);

CREATE INDEX page_imports_project ON page_imports USING btree (project_id);

CREATE TABLE page_import_notes (
  id uuid NOT NULL,
  import_id uuid NOT NULL,
  kind text NOT NULL,
  file text NOT NULL,
  page_id uuid,
  reason text,
  text text NOT NULL DEFAULT ''::text,
  CONSTRAINT page_import_notes_pkey PRIMARY KEY (id),
  CONSTRAINT page_import_notes_import_id_fkey FOREIGN KEY (import_id) REFERENCES page_imports(id) ON DELETE CASCADE,
  CONSTRAINT page_import_notes_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE SET NULL
);

CREATE INDEX page_import_notes_of_import ON page_import_notes USING btree (import_id, id);

CREATE INDEX page_import_notes_page ON page_import_notes USING btree (page_id);

CREATE TABLE project_members (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  member_id uuid NOT NULL,
  role smallint NOT NULL,
  original_role smallint NOT NULL,
  sort_order double precision NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  removed_by uuid,
  CONSTRAINT project_members_pkey PRIMARY KEY (id),
  CONSTRAINT project_members_project_id_member_id_key UNIQUE (project_id, member_id),
  CONSTRAINT project_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT project_members_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX project_members_member ON project_members USING btree (workspace_id, member_id);

CREATE TABLE project_public_members (
  project_id uuid NOT NULL,
  member_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT project_public_members_pkey PRIMARY KEY (project_id, member_id),
  CONSTRAINT project_public_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id),
  CONSTRAINT project_public_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT project_public_members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX project_public_members_member ON project_public_members USING btree (member_id);

CREATE INDEX project_public_members_workspace ON project_public_members USING btree (workspace_id);

CREATE TABLE project_sequences (
  project_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  last integer NOT NULL DEFAULT 0,
  CONSTRAINT project_sequences_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_sequences_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE TABLE project_updates (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  status text NOT NULL,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  created_by uuid,
  updated_by uuid,
  CONSTRAINT project_updates_pkey PRIMARY KEY (id),
  CONSTRAINT project_updates_status_check CHECK (status = ANY (ARRAY['on_track'::text, 'at_risk'::text, 'off_track'::text])),
  CONSTRAINT project_updates_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT project_updates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT project_updates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT project_updates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX project_updates_newest ON project_updates USING btree (project_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE TABLE purged_plans (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  CONSTRAINT purged_plans_pkey PRIMARY KEY (id),
  CONSTRAINT purged_plans_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT purged_plans_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX purged_plans_of_project ON purged_plans USING btree (project_id);

CREATE TABLE states (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  color text NOT NULL,
  "group" text NOT NULL,
  "default" boolean NOT NULL DEFAULT false,
  sequence double precision NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  left_items jsonb NOT NULL DEFAULT '[]'::jsonb,
  became_id uuid,
  external_source text,
  external_id text,
  CONSTRAINT states_pkey PRIMARY KEY (id),
  CONSTRAINT states_group_check CHECK ("group" = ANY (ARRAY['backlog'::text, 'unstarted'::text, 'started'::text, 'completed'::text, 'cancelled'::text, 'triage'::text])),
  CONSTRAINT states_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX states_default ON states USING btree (project_id) WHERE "default" AND deleted_at IS NULL;

CREATE INDEX states_external_id ON states USING btree (project_id, external_id) WHERE external_id IS NOT NULL;

CREATE UNIQUE INDEX states_name ON states USING btree (project_id, name) WHERE deleted_at IS NULL;

CREATE INDEX states_workspace ON states USING btree (workspace_id);

CREATE TABLE views (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  access smallint NOT NULL DEFAULT 1,
  owned_by uuid NOT NULL,
  is_locked boolean NOT NULL DEFAULT false,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  filters jsonb NOT NULL,
  rich_filters jsonb NOT NULL,
  display_filters jsonb NOT NULL,
  display_properties jsonb NOT NULL,
  sort_order double precision NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  anchor text,
  teamspace_id uuid,
  team_member_ids uuid[],
  CONSTRAINT views_pkey PRIMARY KEY (id),
  CONSTRAINT views_access_check CHECK (access = ANY (ARRAY[0, 1])),
  CONSTRAINT views_check CHECK (teamspace_id IS NULL OR project_id IS NULL),
  CONSTRAINT views_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  CONSTRAINT views_owned_by_fkey FOREIGN KEY (owned_by) REFERENCES users(id),
  CONSTRAINT views_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT views_teamspace_id_fkey FOREIGN KEY (teamspace_id) REFERENCES teamspaces(id) ON DELETE CASCADE,
  CONSTRAINT views_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX views_place ON views USING btree (workspace_id, project_id);

CREATE INDEX views_teamspace ON views USING btree (teamspace_id) WHERE teamspace_id IS NOT NULL;

CREATE TABLE webhooks (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  created_by uuid,
  url text NOT NULL,
  sealed_secret text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  off_reason text,
  project boolean NOT NULL DEFAULT false,
  issue boolean NOT NULL DEFAULT false,
  module boolean NOT NULL DEFAULT false,
  cycle boolean NOT NULL DEFAULT false,
  issue_comment boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  project_id uuid,
  service text,
  name text,
  chat_events text[] NOT NULL DEFAULT '{}'::text[],
  template text,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_chat_check CHECK ((project_id IS NULL) = (service IS NULL) AND (project_id IS NULL) = (name IS NULL)),
  CONSTRAINT webhooks_service_check CHECK (service = ANY (ARRAY['slack'::text, 'discord'::text, 'mattermost'::text, 'teams'::text, 'matrix'::text])),
  CONSTRAINT webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX webhooks_of_project ON webhooks USING btree (project_id) WHERE project_id IS NOT NULL;

CREATE UNIQUE INDEX webhooks_url ON webhooks USING btree (workspace_id, url) WHERE project_id IS NULL;

CREATE TABLE webhook_logs (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event_type text NOT NULL,
  request_headers jsonb NOT NULL,
  request_body text NOT NULL,
  response_status integer,
  response_headers jsonb NOT NULL,
  response_body text NOT NULL,
  error text,
  retry_count integer NOT NULL,
  duration_ms integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_logs_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_logs_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

CREATE INDEX webhook_logs_created_at ON webhook_logs USING btree (created_at);

CREATE INDEX webhook_logs_newest ON webhook_logs USING btree (webhook_id, created_at DESC, id DESC);

CREATE TABLE work_item_facts (
  issue_id uuid NOT NULL,
  project_id uuid NOT NULL,
  state_id uuid NOT NULL,
  priority text NOT NULL,
  created_by uuid,
  cycle_id uuid,
  epic_id uuid,
  estimate_point uuid,
  estimate_value numeric(12,2),
  label_ids uuid[] NOT NULL,
  assignee_ids uuid[] NOT NULL,
  module_ids uuid[] NOT NULL,
  start_date date,
  target_date date,
  created_at timestamp(3) with time zone NOT NULL,
  completed_at timestamp(3) with time zone,
  is_completed boolean NOT NULL,
  started_at timestamp with time zone,
  CONSTRAINT work_item_facts_pkey PRIMARY KEY (issue_id),
  CONSTRAINT work_item_facts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE INDEX work_item_facts_completed ON work_item_facts USING btree (project_id, completed_at) INCLUDE (issue_id, state_id, estimate_value, is_completed, started_at, created_at) WHERE completed_at IS NOT NULL;

CREATE INDEX work_item_facts_created ON work_item_facts USING btree (project_id, created_at) INCLUDE (state_id, priority, estimate_value, assignee_ids, label_ids);

CREATE INDEX work_item_facts_cycle_time ON work_item_facts USING btree (project_id, cycle_time_bucket(created_at, started_at, completed_at), completed_at) INCLUDE (issue_id, state_id, created_at, started_at) WHERE is_completed AND completed_at IS NOT NULL;

CREATE TABLE work_item_moves (
  issue_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  project_id uuid NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  old_state_id uuid,
  new_state_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT work_item_moves_pkey PRIMARY KEY (issue_id, activity_id),
  CONSTRAINT work_item_moves_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE INDEX work_item_moves_created ON work_item_moves USING btree (project_id, created_at) INCLUDE (old_state_id, new_state_id);

CREATE INDEX work_item_moves_moved ON work_item_moves USING btree (project_id, moved_at) INCLUDE (old_state_id, new_state_id);

CREATE TABLE work_item_tallies (
  project_id uuid NOT NULL,
  field text NOT NULL,
  value text NOT NULL,
  state_id uuid NOT NULL,
  items integer NOT NULL,
  points numeric(16,2) NOT NULL,
  CONSTRAINT work_item_tallies_pkey PRIMARY KEY (project_id, field, value, state_id),
  CONSTRAINT work_item_tallies_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE INDEX work_item_tallies_empty ON work_item_tallies USING btree (items) WHERE items = 0;

CREATE TABLE work_item_templates (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid,
  name text NOT NULL,
  title text NOT NULL DEFAULT ''::text,
  description_html text NOT NULL DEFAULT ''::text,
  preview text NOT NULL DEFAULT ''::text,
  state_id uuid,
  priority text NOT NULL DEFAULT 'none'::text,
  assignee_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  label_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  start_in_days integer,
  due_in_days integer,
  sub_items jsonb NOT NULL DEFAULT '[]'::jsonb,
  sort_order double precision NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  estimate_point uuid,
  kind text NOT NULL DEFAULT 'work_item'::text,
  logo_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  view_props jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT work_item_templates_pkey PRIMARY KEY (id),
  CONSTRAINT work_item_templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT work_item_templates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT work_item_templates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT work_item_templates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX work_item_templates_project ON work_item_templates USING btree (project_id, sort_order);

CREATE INDEX work_item_templates_workspace ON work_item_templates USING btree (workspace_id);

CREATE TABLE work_items (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  sequence_id integer NOT NULL,
  name text NOT NULL,
  description_html text NOT NULL DEFAULT '<p></p>'::text,
  description_json jsonb,
  description_stripped text NOT NULL DEFAULT ''::text,
  state_id uuid NOT NULL,
  state__group text NOT NULL,
  priority text NOT NULL DEFAULT 'none'::text,
  sort_order double precision NOT NULL,
  start_date date,
  target_date date,
  completed_at timestamp(3) with time zone,
  parent_id uuid,
  cycle_id uuid,
  type_id uuid,
  estimate_point uuid,
  assignee_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  label_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  module_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  sub_issues_count integer NOT NULL DEFAULT 0,
  link_count integer NOT NULL DEFAULT 0,
  attachment_count integer NOT NULL DEFAULT 0,
  is_draft boolean NOT NULL DEFAULT false,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  subscriber_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  mention_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  deleted_by uuid,
  estimate_value numeric(12,2),
  is_epic boolean NOT NULL DEFAULT false,
  epic_id uuid,
  git_state text,
  external_source text,
  external_id text,
  CONSTRAINT work_items_pkey PRIMARY KEY (id),
  CONSTRAINT work_items_project_id_sequence_id_key UNIQUE (project_id, sequence_id),
  CONSTRAINT work_items_check CHECK (NOT is_epic OR parent_id IS NULL AND epic_id IS NULL AND cycle_id IS NULL AND module_ids = '{}'::uuid[]),
  CONSTRAINT work_items_git_state_check CHECK (git_state = ANY (ARRAY['linked'::text, 'draft'::text, 'open'::text, 'merged'::text, 'closed'::text])),
  CONSTRAINT work_items_mentions_limit CHECK (cardinality(mention_ids) <= 50),
  CONSTRAINT work_items_priority_check CHECK (priority = ANY (ARRAY['urgent'::text, 'high'::text, 'medium'::text, 'low'::text, 'none'::text])),
  CONSTRAINT work_items_values CHECK (cardinality(assignee_ids) <= 50 AND cardinality(label_ids) <= 50 AND cardinality(module_ids) <= 50),
  CONSTRAINT work_items_cycle_id_fkey FOREIGN KEY (cycle_id) REFERENCES cycles(id) ON DELETE SET NULL,
  CONSTRAINT work_items_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  CONSTRAINT work_items_epic_id_fkey FOREIGN KEY (epic_id) REFERENCES work_items(id) ON DELETE SET NULL,
  CONSTRAINT work_items_estimate_point_fkey FOREIGN KEY (estimate_point) REFERENCES estimate_points(id) ON DELETE SET NULL,
  CONSTRAINT work_items_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES work_items(id) ON DELETE SET NULL,
  CONSTRAINT work_items_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT work_items_state_id_fkey FOREIGN KEY (state_id) REFERENCES states(id),
  CONSTRAINT work_items_type_id_fkey FOREIGN KEY (type_id) REFERENCES work_item_types(id) ON DELETE SET NULL
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);

CREATE INDEX work_items_assignees ON work_items USING gin (assignee_ids);

CREATE INDEX work_items_board ON work_items USING btree (project_id, state_id, sort_order, created_at DESC) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft;

CREATE INDEX work_items_by_due ON work_items USING btree (workspace_id, target_date, created_at DESC, id DESC) INCLUDE (project_id, state__group) WHERE target_date IS NOT NULL AND deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft AND NOT is_epic;

CREATE INDEX work_items_by_update ON work_items USING btree (workspace_id, updated_at DESC, created_at DESC, id DESC) INCLUDE (project_id) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft AND NOT is_epic AND (state__group = 'triage'::text) IS NOT TRUE;

CREATE INDEX work_items_changed ON work_items USING btree (project_id, updated_at, id);

CREATE INDEX work_items_completed ON work_items USING btree (workspace_id, completed_at) INCLUDE (project_id, state__group, estimate_value, created_by, created_at, id) WHERE completed_at IS NOT NULL AND deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft AND NOT is_epic;

CREATE INDEX work_items_creator ON work_items USING btree (created_by) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft;

CREATE INDEX work_items_cycle ON work_items USING btree (cycle_id) WHERE cycle_id IS NOT NULL;

CREATE INDEX work_items_due ON work_items USING btree (target_date) WHERE target_date IS NOT NULL;

CREATE INDEX work_items_epic ON work_items USING btree (epic_id) WHERE epic_id IS NOT NULL;

CREATE INDEX work_items_epics ON work_items USING btree (workspace_id, project_id, sort_order, created_at DESC, id DESC) WHERE is_epic AND deleted_at IS NULL;

CREATE INDEX work_items_estimate ON work_items USING btree (estimate_point) WHERE estimate_point IS NOT NULL;

CREATE INDEX work_items_external_id ON work_items USING btree (project_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX work_items_grouped ON work_items USING btree (workspace_id, project_id, sort_order, created_at DESC, id DESC) INCLUDE (state_id, priority, estimate_value, assignee_ids, label_ids) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft AND NOT is_epic AND (state__group = 'triage'::text) IS NOT TRUE;

CREATE INDEX work_items_labels ON work_items USING gin (label_ids);

CREATE INDEX work_items_listed ON work_items USING btree (workspace_id, project_id, sort_order, created_at DESC, id DESC) INCLUDE (updated_at, state_id, state__group, priority, created_by, cycle_id, epic_id, parent_id, start_date, target_date, completed_at, estimate_point, estimate_value, assignee_ids, label_ids, module_ids, sequence_id, sub_issues_count, link_count, attachment_count) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft AND NOT is_epic;

CREATE INDEX work_items_mentions ON work_items USING gin (mention_ids);

CREATE INDEX work_items_modules ON work_items USING gin (module_ids);

CREATE INDEX work_items_names ON work_items USING gin (name gin_trgm_ops) WITH (gin_pending_list_limit='256') WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft;

CREATE INDEX work_items_newest ON work_items USING btree (project_id, created_at DESC) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft;

CREATE INDEX work_items_parent ON work_items USING btree (parent_id) WHERE parent_id IS NOT NULL;

CREATE INDEX work_items_subscribers ON work_items USING gin (subscriber_ids);

CREATE INDEX work_items_tally ON work_items USING btree (workspace_id, project_id, state_id, priority, created_by, cycle_id, estimate_point) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft AND NOT is_epic AND (state__group = 'triage'::text) IS NOT TRUE;

CREATE INDEX work_items_tally_of_due ON work_items USING btree (workspace_id, project_id, state__group, target_date) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft AND NOT is_epic AND (state__group = 'triage'::text) IS NOT TRUE;

CREATE INDEX work_items_trash ON work_items USING btree (project_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

CREATE INDEX work_items_workspace ON work_items USING btree (workspace_id, created_at DESC, id DESC) INCLUDE (project_id, state__group, created_by, sequence_id, name) WHERE deleted_at IS NULL AND archived_at IS NULL AND NOT is_draft;

CREATE TABLE former_work_item_keys (
  project_id uuid NOT NULL,
  sequence_id integer NOT NULL,
  work_item_id uuid NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  left_behind jsonb NOT NULL,
  CONSTRAINT former_work_item_keys_pkey PRIMARY KEY (project_id, sequence_id),
  CONSTRAINT former_work_item_keys_item UNIQUE (work_item_id, project_id),
  CONSTRAINT former_work_item_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT former_work_item_keys_work_item_id_fkey FOREIGN KEY (work_item_id) REFERENCES work_items(id) ON DELETE CASCADE
);

CREATE TABLE git_issues (
  id uuid NOT NULL,
  connection_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  number integer NOT NULL,
  url text NOT NULL,
  known jsonb NOT NULL,
  changed_at timestamp with time zone,
  error text,
  synced_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT git_issues_pkey PRIMARY KEY (id),
  CONSTRAINT git_issues_connection_id_issue_id_key UNIQUE (connection_id, issue_id),
  CONSTRAINT git_issues_connection_id_number_key UNIQUE (connection_id, number),
  CONSTRAINT git_issues_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES git_connections(id) ON DELETE CASCADE,
  CONSTRAINT git_issues_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE
);

CREATE INDEX git_issues_item ON git_issues USING btree (issue_id);

CREATE TABLE git_references (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  provider text NOT NULL,
  repository text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  title text NOT NULL,
  url text NOT NULL,
  state text NOT NULL,
  author text,
  changed_at timestamp(3) with time zone,
  previous_state_id uuid,
  entered_state_id uuid,
  issue_created_by uuid,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  is_trusted boolean NOT NULL DEFAULT true,
  CONSTRAINT git_references_pkey PRIMARY KEY (id),
  CONSTRAINT git_references_connection_id_issue_id_kind_key_key UNIQUE (connection_id, issue_id, kind, key),
  CONSTRAINT git_references_kind_check CHECK (kind = ANY (ARRAY['branch'::text, 'commit'::text, 'pull_request'::text])),
  CONSTRAINT git_references_state_check CHECK (state = ANY (ARRAY['open'::text, 'draft'::text, 'merged'::text, 'closed'::text, 'deleted'::text])),
  CONSTRAINT git_references_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES git_connections(id) ON DELETE CASCADE,
  CONSTRAINT git_references_issue_created_by_fkey FOREIGN KEY (issue_created_by) REFERENCES users(id),
  CONSTRAINT git_references_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT git_references_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT git_references_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX git_references_item ON git_references USING btree (issue_id);

CREATE INDEX git_references_key ON git_references USING btree (connection_id, kind, key);

CREATE INDEX git_references_project ON git_references USING btree (project_id);

CREATE TABLE imported_items (
  project_id uuid NOT NULL,
  source text NOT NULL,
  external_id text NOT NULL,
  item_id uuid NOT NULL,
  hash text,
  CONSTRAINT imported_items_pkey PRIMARY KEY (project_id, source, external_id),
  CONSTRAINT imported_items_item_id_fkey FOREIGN KEY (item_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT imported_items_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE INDEX imported_items_item ON imported_items USING btree (item_id);

CREATE TABLE intake_issues (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  status integer NOT NULL DEFAULT '-2'::integer,
  snoozed_till timestamp(3) with time zone,
  duplicate_to uuid,
  source text NOT NULL DEFAULT 'IN_APP'::text,
  source_email text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  CONSTRAINT intake_issues_pkey PRIMARY KEY (id),
  CONSTRAINT intake_issues_check CHECK ((status = 0) = (snoozed_till IS NOT NULL)),
  CONSTRAINT intake_issues_source_check CHECK (source = ANY (ARRAY['IN_APP'::text, 'FORMS'::text, 'EMAIL'::text])),
  CONSTRAINT intake_issues_status_check CHECK (status = ANY (ARRAY['-2'::integer, '-1'::integer, 0, 1, 2])),
  CONSTRAINT intake_issues_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT intake_issues_duplicate_to_fkey FOREIGN KEY (duplicate_to) REFERENCES work_items(id) ON DELETE SET NULL,
  CONSTRAINT intake_issues_id_fkey FOREIGN KEY (id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT intake_issues_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT intake_issues_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT intake_issues_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX intake_issues_originals ON intake_issues USING btree (duplicate_to) WHERE duplicate_to IS NOT NULL;

CREATE INDEX intake_issues_project ON intake_issues USING btree (project_id, status, created_at DESC);

CREATE INDEX intake_issues_snoozed ON intake_issues USING btree (snoozed_till) WHERE status = 0;

CREATE TABLE item_import_results (
  import_id uuid NOT NULL,
  "position" integer NOT NULL,
  "row" integer NOT NULL,
  external_id text NOT NULL,
  title text NOT NULL,
  item_id uuid,
  outcome text NOT NULL,
  notes jsonb NOT NULL DEFAULT '[]'::jsonb,
  before jsonb,
  added jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT item_import_results_pkey PRIMARY KEY (import_id, "position"),
  CONSTRAINT item_import_results_import_id_fkey FOREIGN KEY (import_id) REFERENCES item_imports(id) ON DELETE CASCADE,
  CONSTRAINT item_import_results_item_id_fkey FOREIGN KEY (item_id) REFERENCES work_items(id) ON DELETE SET NULL
);

CREATE INDEX item_import_results_item ON item_import_results USING btree (item_id);

CREATE TABLE notifications (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid,
  triggered_by uuid,
  entity_identifier uuid NOT NULL,
  entity_name text NOT NULL DEFAULT 'issue'::text,
  issue_created_by uuid,
  title text NOT NULL,
  message jsonb,
  message_html text NOT NULL,
  message_stripped text,
  data jsonb NOT NULL,
  is_mentioned_notification boolean NOT NULL,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid,
  updated_by uuid,
  receivers uuid[] NOT NULL,
  happened jsonb NOT NULL,
  issue_id uuid,
  page_id uuid,
  project_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  page_access integer NOT NULL DEFAULT 0,
  page_owned_by uuid,
  page_shares jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT notifications_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT notifications_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE,
  CONSTRAINT notifications_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT notifications_triggered_by_fkey FOREIGN KEY (triggered_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT notifications_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT notifications_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX notifications_of_issue ON notifications USING btree (issue_id) WHERE issue_id IS NOT NULL;

CREATE INDEX notifications_of_item ON notifications USING btree (entity_identifier, created_at);

CREATE INDEX notifications_of_page ON notifications USING btree (page_id) WHERE page_id IS NOT NULL;

CREATE TABLE notification_receipts (
  notification_id uuid NOT NULL,
  receiver uuid NOT NULL,
  workspace_id uuid NOT NULL,
  sender text NOT NULL,
  read_at timestamp with time zone,
  snoozed_till timestamp with time zone,
  woke_at timestamp with time zone,
  archived_at timestamp with time zone,
  unmailed_since timestamp with time zone,
  unpushed_since timestamp with time zone,
  CONSTRAINT notification_receipts_pkey PRIMARY KEY (notification_id, receiver),
  CONSTRAINT notification_receipts_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE
);

CREATE INDEX notification_receipts_of_receiver ON notification_receipts USING btree (receiver, workspace_id);

CREATE INDEX notification_receipts_snoozed ON notification_receipts USING btree (snoozed_till) WHERE snoozed_till IS NOT NULL;

CREATE INDEX notification_receipts_unmailed ON notification_receipts USING btree (receiver) WHERE unmailed_since IS NOT NULL;

CREATE INDEX notification_receipts_unpushed ON notification_receipts USING btree (receiver) WHERE unpushed_since IS NOT NULL;

CREATE INDEX notification_receipts_unread ON notification_receipts USING btree (receiver, workspace_id) WHERE read_at IS NULL AND archived_at IS NULL;

CREATE TABLE page_links (
  id uuid NOT NULL,
  page_id uuid NOT NULL,
  from_page_id uuid,
  from_item_id uuid,
  CONSTRAINT page_links_pkey PRIMARY KEY (id),
  CONSTRAINT page_links_check CHECK (num_nonnulls(from_page_id, from_item_id) = 1),
  CONSTRAINT page_links_from_item_id_fkey FOREIGN KEY (from_item_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT page_links_from_page_id_fkey FOREIGN KEY (from_page_id) REFERENCES pages(id) ON DELETE CASCADE,
  CONSTRAINT page_links_page_id_fkey FOREIGN KEY (page_id) REFERENCES pages(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX page_links_from_item ON page_links USING btree (from_item_id, page_id) WHERE from_item_id IS NOT NULL;

CREATE UNIQUE INDEX page_links_from_page ON page_links USING btree (from_page_id, page_id) WHERE from_page_id IS NOT NULL;

CREATE INDEX page_links_page ON page_links USING btree (page_id, id DESC);

CREATE TABLE reminders (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  user_id uuid NOT NULL,
  remind_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT reminders_pkey PRIMARY KEY (id),
  CONSTRAINT reminders_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT reminders_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT reminders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX reminders_due ON reminders USING btree (remind_at);

CREATE INDEX reminders_issue ON reminders USING btree (issue_id);

CREATE INDEX reminders_user ON reminders USING btree (user_id, workspace_id);

CREATE TABLE timers (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  user_id uuid NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT timers_pkey PRIMARY KEY (id),
  CONSTRAINT timers_workspace_id_user_id_key UNIQUE (workspace_id, user_id),
  CONSTRAINT timers_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT timers_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT timers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT timers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX timers_issue ON timers USING btree (issue_id);

CREATE TABLE votes (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  actor uuid NOT NULL,
  vote integer NOT NULL,
  issue_created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT votes_pkey PRIMARY KEY (id),
  CONSTRAINT votes_once UNIQUE (issue_id, actor),
  CONSTRAINT votes_vote_check CHECK (vote = ANY (ARRAY[1, '-1'::integer])),
  CONSTRAINT votes_actor_fkey FOREIGN KEY (actor) REFERENCES users(id),
  CONSTRAINT votes_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT votes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT votes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX votes_actor ON votes USING btree (actor);

CREATE INDEX votes_project ON votes USING btree (project_id);

CREATE INDEX votes_workspace ON votes USING btree (workspace_id);

CREATE TABLE work_item_activities (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  actor_id uuid,
  verb text NOT NULL,
  field text,
  old_value text,
  new_value text,
  old_identifier uuid,
  new_identifier uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT work_item_activities_pkey PRIMARY KEY (id),
  CONSTRAINT work_item_activities_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT work_item_activities_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT work_item_activities_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX work_item_activities_lately ON work_item_activities USING btree (workspace_id, created_at DESC);

CREATE INDEX work_item_activities_of_item ON work_item_activities USING btree (issue_id, created_at DESC, id DESC);

CREATE INDEX work_item_activities_of_moves ON work_item_activities USING btree (workspace_id, created_at) INCLUDE (issue_id, id, old_identifier, new_identifier) WHERE field = 'state'::text;

CREATE INDEX work_item_activities_of_person ON work_item_activities USING btree (actor_id, workspace_id, created_at DESC, id DESC);

CREATE INDEX work_item_activities_of_states ON work_item_activities USING btree (issue_id, created_at) WHERE field = 'state'::text;

CREATE TABLE work_item_attachments (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  issue_created_by uuid,
  attributes jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT work_item_attachments_pkey PRIMARY KEY (id),
  CONSTRAINT work_item_attachments_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT work_item_attachments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT work_item_attachments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX work_item_attachments_of_item ON work_item_attachments USING btree (issue_id, created_at);

CREATE TABLE work_item_comments (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  issue_created_by uuid,
  parent_id uuid,
  actor uuid NOT NULL,
  comment_html text NOT NULL,
  comment_json jsonb NOT NULL,
  comment_stripped text NOT NULL,
  mention_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  access text NOT NULL DEFAULT 'INTERNAL'::text,
  edited_at timestamp with time zone,
  removed_at timestamp with time zone,
  removed jsonb,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  created_by uuid,
  updated_by uuid,
  before_edit jsonb,
  external_source text,
  external_id text,
  CONSTRAINT work_item_comments_pkey PRIMARY KEY (id),
  CONSTRAINT work_item_comments_access_check CHECK (access = ANY (ARRAY['INTERNAL'::text, 'EXTERNAL'::text])),
  CONSTRAINT work_item_comments_actor_fkey FOREIGN KEY (actor) REFERENCES users(id),
  CONSTRAINT work_item_comments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT work_item_comments_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT work_item_comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES work_item_comments(id) ON DELETE CASCADE,
  CONSTRAINT work_item_comments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT work_item_comments_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  CONSTRAINT work_item_comments_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT work_item_comments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX work_item_comments_external_id ON work_item_comments USING btree (project_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX work_item_comments_lately ON work_item_comments USING btree (workspace_id, created_at DESC);

CREATE INDEX work_item_comments_of_item ON work_item_comments USING btree (issue_id, created_at DESC, id DESC) WHERE parent_id IS NULL;

CREATE INDEX work_item_comments_of_thread ON work_item_comments USING btree (parent_id);

CREATE INDEX work_item_comments_with_replies ON work_item_comments USING btree (issue_id, created_at, id);

CREATE TABLE git_issue_comments (
  id uuid NOT NULL,
  git_issue_id uuid NOT NULL,
  comment_id uuid,
  forge_id text,
  is_from_forge boolean NOT NULL,
  forge_hash text NOT NULL,
  item_hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  changed_at timestamp with time zone,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT git_issue_comments_pkey PRIMARY KEY (id),
  CONSTRAINT git_issue_comments_git_issue_id_comment_id_key UNIQUE (git_issue_id, comment_id),
  CONSTRAINT git_issue_comments_git_issue_id_forge_id_key UNIQUE (git_issue_id, forge_id),
  CONSTRAINT git_issue_comments_deleted CHECK (comment_id IS NOT NULL OR deleted_at IS NOT NULL),
  CONSTRAINT git_issue_comments_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES work_item_comments(id) ON DELETE CASCADE,
  CONSTRAINT git_issue_comments_git_issue_id_fkey FOREIGN KEY (git_issue_id) REFERENCES git_issues(id) ON DELETE CASCADE
);

CREATE INDEX git_issue_comments_comment ON git_issue_comments USING btree (comment_id);

CREATE TABLE reactions (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  comment_id uuid,
  actor uuid NOT NULL,
  reaction text NOT NULL,
  issue_created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT reactions_pkey PRIMARY KEY (id),
  CONSTRAINT reactions_once UNIQUE NULLS NOT DISTINCT (issue_id, comment_id, actor, reaction),
  CONSTRAINT reactions_reaction_check CHECK (char_length(reaction) >= 1 AND char_length(reaction) <= 100),
  CONSTRAINT reactions_actor_fkey FOREIGN KEY (actor) REFERENCES users(id),
  CONSTRAINT reactions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES work_item_comments(id) ON DELETE CASCADE,
  CONSTRAINT reactions_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT reactions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT reactions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX reactions_comment ON reactions USING btree (comment_id) WHERE comment_id IS NOT NULL;

CREATE INDEX reactions_project ON reactions USING btree (project_id);

CREATE TABLE work_item_links (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  title text,
  url text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb,
  issue_created_by uuid,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  CONSTRAINT work_item_links_pkey PRIMARY KEY (id),
  CONSTRAINT work_item_links_url UNIQUE (issue_id, url),
  CONSTRAINT work_item_links_title_check CHECK (char_length(title) >= 1 AND char_length(title) <= 255),
  CONSTRAINT work_item_links_url_check CHECK (char_length(url) >= 1 AND char_length(url) <= 2000),
  CONSTRAINT work_item_links_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT work_item_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT work_item_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX work_item_links_project ON work_item_links USING btree (project_id);

CREATE TABLE work_item_relations (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  related_project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  related_issue_id uuid NOT NULL,
  relation_type text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  issue_created_by uuid,
  related_issue_created_by uuid,
  CONSTRAINT work_item_relations_pkey PRIMARY KEY (id),
  CONSTRAINT work_item_relations_issue_id_related_issue_id_relation_type_key UNIQUE (issue_id, related_issue_id, relation_type),
  CONSTRAINT work_item_relations_check CHECK (issue_id <> related_issue_id),
  CONSTRAINT work_item_relations_relation_type_check CHECK (relation_type = ANY (ARRAY['relates_to'::text, 'duplicate'::text, 'blocked_by'::text, 'start_before'::text, 'finish_before'::text, 'implemented_by'::text])),
  CONSTRAINT work_item_relations_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT work_item_relations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT work_item_relations_related_issue_id_fkey FOREIGN KEY (related_issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT work_item_relations_related_project_id_fkey FOREIGN KEY (related_project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT work_item_relations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX work_item_relations_project ON work_item_relations USING btree (project_id);

CREATE INDEX work_item_relations_related ON work_item_relations USING btree (related_issue_id);

CREATE INDEX work_item_relations_related_project ON work_item_relations USING btree (related_project_id);

CREATE TABLE worklog_totals (
  issue_id uuid NOT NULL,
  user_id uuid NOT NULL,
  project_id uuid NOT NULL,
  duration integer NOT NULL,
  CONSTRAINT worklog_totals_pkey PRIMARY KEY (issue_id, user_id),
  CONSTRAINT worklog_totals_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT worklog_totals_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT worklog_totals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE INDEX worklog_totals_project ON worklog_totals USING btree (project_id);

CREATE TABLE worklogs (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid NOT NULL,
  issue_id uuid NOT NULL,
  logged_by uuid NOT NULL,
  date date NOT NULL,
  duration integer NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamp with time zone,
  CONSTRAINT worklogs_pkey PRIMARY KEY (id),
  CONSTRAINT worklogs_duration_check CHECK (duration >= 1 AND duration <= 1440),
  CONSTRAINT worklogs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT worklogs_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE,
  CONSTRAINT worklogs_logged_by_fkey FOREIGN KEY (logged_by) REFERENCES users(id),
  CONSTRAINT worklogs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT worklogs_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  CONSTRAINT worklogs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX worklogs_deleted ON worklogs USING btree (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE INDEX worklogs_issue ON worklogs USING btree (issue_id, date DESC, id DESC);

CREATE INDEX worklogs_person ON worklogs USING btree (workspace_id, logged_by, date) WHERE deleted_at IS NULL;

CREATE INDEX worklogs_project ON worklogs USING btree (project_id, date) WHERE deleted_at IS NULL;

CREATE TABLE workspace_exports (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  workspace_id uuid NOT NULL,
  project_id uuid,
  initiated_by uuid NOT NULL,
  status text NOT NULL,
  problem text,
  done integer NOT NULL DEFAULT 0,
  total integer,
  size bigint NOT NULL DEFAULT 0,
  expires_at timestamp(3) with time zone,
  runs integer NOT NULL DEFAULT 0,
  progress jsonb NOT NULL,
  CONSTRAINT workspace_exports_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_exports_initiated_by_fkey FOREIGN KEY (initiated_by) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT workspace_exports_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE,
  CONSTRAINT workspace_exports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE INDEX workspace_exports_initiated_by ON workspace_exports USING btree (initiated_by);

CREATE INDEX workspace_exports_of_person ON workspace_exports USING btree (workspace_id, initiated_by, created_at DESC);

CREATE INDEX workspace_exports_project ON workspace_exports USING btree (project_id);

ALTER TABLE cycle_days ADD CONSTRAINT cycle_days_cycle_id_fkey FOREIGN KEY (cycle_id) REFERENCES cycles(id) ON DELETE CASCADE;

ALTER TABLE cycle_shares ADD CONSTRAINT cycle_shares_cycle_id_fkey FOREIGN KEY (cycle_id) REFERENCES cycles(id) ON DELETE CASCADE;

ALTER TABLE cycles ADD CONSTRAINT cycles_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;

ALTER TABLE deploy_boards ADD CONSTRAINT deploy_boards_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;

ALTER TABLE deploy_boards ADD CONSTRAINT deploy_boards_view_id_fkey FOREIGN KEY (view_id) REFERENCES views(id) ON DELETE CASCADE;

ALTER TABLE description_version_texts ADD CONSTRAINT description_version_texts_version_id_fkey FOREIGN KEY (version_id) REFERENCES description_versions(id) ON DELETE CASCADE;

ALTER TABLE description_versions ADD CONSTRAINT description_versions_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES work_items(id) ON DELETE CASCADE;

ALTER TABLE description_versions ADD CONSTRAINT description_versions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;

ALTER TABLE drafts ADD CONSTRAINT drafts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;

ALTER TABLE epic_counts ADD CONSTRAINT epic_counts_epic_id_fkey FOREIGN KEY (epic_id) REFERENCES work_items(id) ON DELETE CASCADE;

ALTER TABLE epic_updates ADD CONSTRAINT epic_updates_epic_id_fkey FOREIGN KEY (epic_id) REFERENCES work_items(id) ON DELETE CASCADE;

ALTER TABLE epic_updates ADD CONSTRAINT epic_updates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;

ALTER TABLE estimate_points ADD CONSTRAINT estimate_points_estimate_id_fkey FOREIGN KEY (estimate_id) REFERENCES estimates(id) ON DELETE CASCADE;

ALTER TABLE estimate_points ADD CONSTRAINT estimate_points_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;

ALTER TABLE estimates ADD CONSTRAINT estimates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;

CREATE FUNCTION cells_of_fact(fact work_item_facts)
 RETURNS TABLE(field text, value text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select 'state_id', ''
    union all select 'priority', fact.priority
    union all select 'created_by', coalesce(fact.created_by::text, '')
    union all select 'cycle_id', coalesce(fact.cycle_id::text, '')
    union all select 'epic_id', coalesce(fact.epic_id::text, '')
    union all select 'estimate_point', coalesce(fact.estimate_point::text, '')
    union all select 'label_ids', unnest(case fact.label_ids when '{}' then '{""}' else fact.label_ids::text[] end)
    union all select 'assignee_ids', unnest(case fact.assignee_ids when '{}' then '{""}' else fact.assignee_ids::text[] end)
    union all select 'module_ids', unnest(case fact.module_ids when '{}' then '{""}' else fact.module_ids::text[] end)
    union all select 'start_date', coalesce(to_char(fact.start_date, 'YYYY-MM-DD'), '')
    union all select 'target_date', coalesce(to_char(fact.target_date, 'YYYY-MM-DD'), '')
    union all select 'created_at', day_in_utc(fact.created_at)
    union all select 'completed_at', coalesce(day_in_utc(fact.completed_at), '')
    union all select 'flow', day_in_utc(fact.created_at)
    union all select 'cycle_time', to_char(fact.completed_at at time zone 'UTC', 'YYYY-MM') || ' '
      || cycle_time_bucket(fact.created_at, fact.started_at, fact.completed_at)
      where fact.is_completed and fact.completed_at is not null
  $function$;

CREATE FUNCTION cells_of_move(move work_item_moves)
 RETURNS TABLE(value text, state_id uuid, items integer)
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select day_in_utc(move.moved_at), coalesce(move.old_state_id, '00000000-0000-0000-0000-000000000000'), -1
    union all select day_in_utc(move.moved_at), coalesce(move.new_state_id, '00000000-0000-0000-0000-000000000000'), 1
    union all select day_in_utc(move.created_at), coalesce(move.old_state_id, '00000000-0000-0000-0000-000000000000'), 1
    union all select day_in_utc(move.created_at), coalesce(move.new_state_id, '00000000-0000-0000-0000-000000000000'), -1
  $function$;

CREATE FUNCTION count_epic_items_that_came()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into epic_counts (epic_id, backlog, unstarted, started, completed, cancelled)
    select epic_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0), coalesce(sum(n) filter (where state__group = 'unstarted'), 0), coalesce(sum(n) filter (where state__group = 'started'), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group = 'cancelled'), 0)
    from (select epic_id, state__group, 1 as n from came where epic_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved
    where exists (select 1 from work_items epic where epic.id = moved.epic_id)
    group by epic_id
    order by epic_id
    on conflict (epic_id) do update set backlog = epic_counts.backlog + excluded.backlog, unstarted = epic_counts.unstarted + excluded.unstarted, started = epic_counts.started + excluded.started, completed = epic_counts.completed + excluded.completed, cancelled = epic_counts.cancelled + excluded.cancelled;
    return null;
  end $function$;

CREATE FUNCTION count_epic_items_that_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into epic_counts (epic_id, backlog, unstarted, started, completed, cancelled)
    select epic_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0), coalesce(sum(n) filter (where state__group = 'unstarted'), 0), coalesce(sum(n) filter (where state__group = 'started'), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group = 'cancelled'), 0)
    from (select epic_id, state__group, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (went.epic_id, went.state__group, went.deleted_at, went.archived_at, went.is_draft, -1), (came.epic_id, came.state__group, came.deleted_at, came.archived_at, came.is_draft, 1)) side(epic_id, state__group, deleted_at, archived_at, is_draft, n)
  where (went.epic_id is not null or came.epic_id is not null) and (went.epic_id, went.state__group, went.deleted_at, went.archived_at, went.is_draft) is distinct from (came.epic_id, came.state__group, came.deleted_at, came.archived_at, came.is_draft)
) sides where epic_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved
    where exists (select 1 from work_items epic where epic.id = moved.epic_id)
    group by epic_id
    order by epic_id
    on conflict (epic_id) do update set backlog = epic_counts.backlog + excluded.backlog, unstarted = epic_counts.unstarted + excluded.unstarted, started = epic_counts.started + excluded.started, completed = epic_counts.completed + excluded.completed, cancelled = epic_counts.cancelled + excluded.cancelled;
    return null;
  end $function$;

CREATE FUNCTION count_epic_items_that_went()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into epic_counts (epic_id, backlog, unstarted, started, completed, cancelled)
    select epic_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0), coalesce(sum(n) filter (where state__group = 'unstarted'), 0), coalesce(sum(n) filter (where state__group = 'started'), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group = 'cancelled'), 0)
    from (select epic_id, state__group, -1 as n from went where epic_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved
    where exists (select 1 from work_items epic where epic.id = moved.epic_id)
    group by epic_id
    order by epic_id
    on conflict (epic_id) do update set backlog = epic_counts.backlog + excluded.backlog, unstarted = epic_counts.unstarted + excluded.unstarted, started = epic_counts.started + excluded.started, completed = epic_counts.completed + excluded.completed, cancelled = epic_counts.cancelled + excluded.cancelled;
    return null;
  end $function$;

CREATE FUNCTION count_items_that_came()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    change record;
    last_day cycle_days;
    today date;
  begin
    for change in
      select * from (
        select cycle_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0)::int as backlog, coalesce(sum(n * estimate_value) filter (where state__group = 'backlog'), 0) as backlog_points, coalesce(sum(n) filter (where state__group = 'unstarted'), 0)::int as unstarted, coalesce(sum(n * estimate_value) filter (where state__group = 'unstarted'), 0) as unstarted_points, coalesce(sum(n) filter (where state__group = 'started'), 0)::int as started, coalesce(sum(n * estimate_value) filter (where state__group = 'started'), 0) as started_points, coalesce(sum(n) filter (where state__group = 'completed'), 0)::int as completed, coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0) as completed_points, coalesce(sum(n) filter (where state__group = 'cancelled'), 0)::int as cancelled, coalesce(sum(n * estimate_value) filter (where state__group = 'cancelled'), 0) as cancelled_points from (select cycle_id, state__group, assignee_ids, label_ids, estimate_value, 1 as n from came where cycle_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved group by cycle_id
      ) summed order by cycle_id
    loop
      perform pg_advisory_xact_lock(40, hashtext(change.cycle_id::text));
      continue when change.backlog = 0 and change.unstarted = 0 and change.started = 0 and change.completed = 0 and change.cancelled = 0 and change.backlog_points = 0 and change.unstarted_points = 0 and change.started_points = 0 and change.completed_points = 0 and change.cancelled_points = 0;
      select day_in(clock_timestamp(), p.timezone) into today
        from cycles c join projects p on p.id = c.project_id where c.id = change.cycle_id;
      continue when today is null;
      select * into last_day from cycle_days where cycle_id = change.cycle_id order by day desc limit 1;
      insert into cycle_days (cycle_id, day, backlog, unstarted, started, completed, cancelled, backlog_points, unstarted_points, started_points, completed_points, cancelled_points)
      values (change.cycle_id, greatest(today, last_day.day), coalesce(last_day.backlog, 0) + change.backlog, coalesce(last_day.unstarted, 0) + change.unstarted, coalesce(last_day.started, 0) + change.started, coalesce(last_day.completed, 0) + change.completed, coalesce(last_day.cancelled, 0) + change.cancelled, coalesce(last_day.backlog_points, 0) + change.backlog_points, coalesce(last_day.unstarted_points, 0) + change.unstarted_points, coalesce(last_day.started_points, 0) + change.started_points, coalesce(last_day.completed_points, 0) + change.completed_points, coalesce(last_day.cancelled_points, 0) + change.cancelled_points)
      on conflict (cycle_id, day) do update set backlog = excluded.backlog, unstarted = excluded.unstarted, started = excluded.started, completed = excluded.completed, cancelled = excluded.cancelled, backlog_points = excluded.backlog_points, unstarted_points = excluded.unstarted_points, started_points = excluded.started_points, completed_points = excluded.completed_points, cancelled_points = excluded.cancelled_points;
    end loop;
    if not found then
      return null;
    end if;
    insert into cycle_shares (cycle_id, kind, id, total, total_points, completed, completed_points, pending, pending_points)
    select cycle_id, kind, id, coalesce(sum(n), 0), coalesce(sum(n * estimate_value), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')), 0), coalesce(sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')), 0)
    from (select cycle_id, state__group, assignee_ids, label_ids, estimate_value, 1 as n from came where cycle_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved
    cross join lateral (
      select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else assignee_ids end) as id
      union all
      select 'label', unnest(case label_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else label_ids end)
    ) held
    where exists (select 1 from cycles where cycles.id = cycle_id)
    group by cycle_id, kind, id
    having sum(n) <> 0 or sum(n * estimate_value) <> 0 or sum(n) filter (where state__group = 'completed') <> 0 or sum(n * estimate_value) filter (where state__group = 'completed') <> 0 or sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0 or sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0
    order by cycle_id, kind, id
    on conflict (cycle_id, kind, id) do update set
      total = cycle_shares.total + excluded.total, total_points = cycle_shares.total_points + excluded.total_points, completed = cycle_shares.completed + excluded.completed, completed_points = cycle_shares.completed_points + excluded.completed_points, pending = cycle_shares.pending + excluded.pending, pending_points = cycle_shares.pending_points + excluded.pending_points;
    return null;
  end $function$;

CREATE FUNCTION count_items_that_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    change record;
    last_day cycle_days;
    today date;
  begin
    for change in
      select * from (
        select cycle_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0)::int as backlog, coalesce(sum(n * estimate_value) filter (where state__group = 'backlog'), 0) as backlog_points, coalesce(sum(n) filter (where state__group = 'unstarted'), 0)::int as unstarted, coalesce(sum(n * estimate_value) filter (where state__group = 'unstarted'), 0) as unstarted_points, coalesce(sum(n) filter (where state__group = 'started'), 0)::int as started, coalesce(sum(n * estimate_value) filter (where state__group = 'started'), 0) as started_points, coalesce(sum(n) filter (where state__group = 'completed'), 0)::int as completed, coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0) as completed_points, coalesce(sum(n) filter (where state__group = 'cancelled'), 0)::int as cancelled, coalesce(sum(n * estimate_value) filter (where state__group = 'cancelled'), 0) as cancelled_points from (select cycle_id, state__group, assignee_ids, label_ids, estimate_value, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (went.cycle_id, went.state__group, went.assignee_ids, went.label_ids, went.estimate_value, went.deleted_at, went.archived_at, went.is_draft, -1), (came.cycle_id, came.state__group, came.assignee_ids, came.label_ids, came.estimate_value, came.deleted_at, came.archived_at, came.is_draft, 1)) side(cycle_id, state__group, assignee_ids, label_ids, estimate_value, deleted_at, archived_at, is_draft, n)
  where (went.cycle_id is not null or came.cycle_id is not null) and (went.cycle_id, went.state__group, went.assignee_ids, went.label_ids, went.estimate_value, went.deleted_at, went.archived_at, went.is_draft) is distinct from (came.cycle_id, came.state__group, came.assignee_ids, came.label_ids, came.estimate_value, came.deleted_at, came.archived_at, came.is_draft)
) sides where cycle_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved group by cycle_id
      ) summed order by cycle_id
    loop
      perform pg_advisory_xact_lock(40, hashtext(change.cycle_id::text));
      continue when change.backlog = 0 and change.unstarted = 0 and change.started = 0 and change.completed = 0 and change.cancelled = 0 and change.backlog_points = 0 and change.unstarted_points = 0 and change.started_points = 0 and change.completed_points = 0 and change.cancelled_points = 0;
      select day_in(clock_timestamp(), p.timezone) into today
        from cycles c join projects p on p.id = c.project_id where c.id = change.cycle_id;
      continue when today is null;
      select * into last_day from cycle_days where cycle_id = change.cycle_id order by day desc limit 1;
      insert into cycle_days (cycle_id, day, backlog, unstarted, started, completed, cancelled, backlog_points, unstarted_points, started_points, completed_points, cancelled_points)
      values (change.cycle_id, greatest(today, last_day.day), coalesce(last_day.backlog, 0) + change.backlog, coalesce(last_day.unstarted, 0) + change.unstarted, coalesce(last_day.started, 0) + change.started, coalesce(last_day.completed, 0) + change.completed, coalesce(last_day.cancelled, 0) + change.cancelled, coalesce(last_day.backlog_points, 0) + change.backlog_points, coalesce(last_day.unstarted_points, 0) + change.unstarted_points, coalesce(last_day.started_points, 0) + change.started_points, coalesce(last_day.completed_points, 0) + change.completed_points, coalesce(last_day.cancelled_points, 0) + change.cancelled_points)
      on conflict (cycle_id, day) do update set backlog = excluded.backlog, unstarted = excluded.unstarted, started = excluded.started, completed = excluded.completed, cancelled = excluded.cancelled, backlog_points = excluded.backlog_points, unstarted_points = excluded.unstarted_points, started_points = excluded.started_points, completed_points = excluded.completed_points, cancelled_points = excluded.cancelled_points;
    end loop;
    if not found then
      return null;
    end if;
    insert into cycle_shares (cycle_id, kind, id, total, total_points, completed, completed_points, pending, pending_points)
    select cycle_id, kind, id, coalesce(sum(n), 0), coalesce(sum(n * estimate_value), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')), 0), coalesce(sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')), 0)
    from (select cycle_id, state__group, assignee_ids, label_ids, estimate_value, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (went.cycle_id, went.state__group, went.assignee_ids, went.label_ids, went.estimate_value, went.deleted_at, went.archived_at, went.is_draft, -1), (came.cycle_id, came.state__group, came.assignee_ids, came.label_ids, came.estimate_value, came.deleted_at, came.archived_at, came.is_draft, 1)) side(cycle_id, state__group, assignee_ids, label_ids, estimate_value, deleted_at, archived_at, is_draft, n)
  where (went.cycle_id is not null or came.cycle_id is not null) and (went.cycle_id, went.state__group, went.assignee_ids, went.label_ids, went.estimate_value, went.deleted_at, went.archived_at, went.is_draft) is distinct from (came.cycle_id, came.state__group, came.assignee_ids, came.label_ids, came.estimate_value, came.deleted_at, came.archived_at, came.is_draft)
) sides where cycle_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved
    cross join lateral (
      select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else assignee_ids end) as id
      union all
      select 'label', unnest(case label_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else label_ids end)
    ) held
    where exists (select 1 from cycles where cycles.id = cycle_id)
    group by cycle_id, kind, id
    having sum(n) <> 0 or sum(n * estimate_value) <> 0 or sum(n) filter (where state__group = 'completed') <> 0 or sum(n * estimate_value) filter (where state__group = 'completed') <> 0 or sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0 or sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0
    order by cycle_id, kind, id
    on conflict (cycle_id, kind, id) do update set
      total = cycle_shares.total + excluded.total, total_points = cycle_shares.total_points + excluded.total_points, completed = cycle_shares.completed + excluded.completed, completed_points = cycle_shares.completed_points + excluded.completed_points, pending = cycle_shares.pending + excluded.pending, pending_points = cycle_shares.pending_points + excluded.pending_points;
    return null;
  end $function$;

CREATE FUNCTION count_items_that_went()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    change record;
    last_day cycle_days;
    today date;
  begin
    for change in
      select * from (
        select cycle_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0)::int as backlog, coalesce(sum(n * estimate_value) filter (where state__group = 'backlog'), 0) as backlog_points, coalesce(sum(n) filter (where state__group = 'unstarted'), 0)::int as unstarted, coalesce(sum(n * estimate_value) filter (where state__group = 'unstarted'), 0) as unstarted_points, coalesce(sum(n) filter (where state__group = 'started'), 0)::int as started, coalesce(sum(n * estimate_value) filter (where state__group = 'started'), 0) as started_points, coalesce(sum(n) filter (where state__group = 'completed'), 0)::int as completed, coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0) as completed_points, coalesce(sum(n) filter (where state__group = 'cancelled'), 0)::int as cancelled, coalesce(sum(n * estimate_value) filter (where state__group = 'cancelled'), 0) as cancelled_points from (select cycle_id, state__group, assignee_ids, label_ids, estimate_value, -1 as n from went where cycle_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved group by cycle_id
      ) summed order by cycle_id
    loop
      perform pg_advisory_xact_lock(40, hashtext(change.cycle_id::text));
      continue when change.backlog = 0 and change.unstarted = 0 and change.started = 0 and change.completed = 0 and change.cancelled = 0 and change.backlog_points = 0 and change.unstarted_points = 0 and change.started_points = 0 and change.completed_points = 0 and change.cancelled_points = 0;
      select day_in(clock_timestamp(), p.timezone) into today
        from cycles c join projects p on p.id = c.project_id where c.id = change.cycle_id;
      continue when today is null;
      select * into last_day from cycle_days where cycle_id = change.cycle_id order by day desc limit 1;
      insert into cycle_days (cycle_id, day, backlog, unstarted, started, completed, cancelled, backlog_points, unstarted_points, started_points, completed_points, cancelled_points)
      values (change.cycle_id, greatest(today, last_day.day), coalesce(last_day.backlog, 0) + change.backlog, coalesce(last_day.unstarted, 0) + change.unstarted, coalesce(last_day.started, 0) + change.started, coalesce(last_day.completed, 0) + change.completed, coalesce(last_day.cancelled, 0) + change.cancelled, coalesce(last_day.backlog_points, 0) + change.backlog_points, coalesce(last_day.unstarted_points, 0) + change.unstarted_points, coalesce(last_day.started_points, 0) + change.started_points, coalesce(last_day.completed_points, 0) + change.completed_points, coalesce(last_day.cancelled_points, 0) + change.cancelled_points)
      on conflict (cycle_id, day) do update set backlog = excluded.backlog, unstarted = excluded.unstarted, started = excluded.started, completed = excluded.completed, cancelled = excluded.cancelled, backlog_points = excluded.backlog_points, unstarted_points = excluded.unstarted_points, started_points = excluded.started_points, completed_points = excluded.completed_points, cancelled_points = excluded.cancelled_points;
    end loop;
    if not found then
      return null;
    end if;
    insert into cycle_shares (cycle_id, kind, id, total, total_points, completed, completed_points, pending, pending_points)
    select cycle_id, kind, id, coalesce(sum(n), 0), coalesce(sum(n * estimate_value), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')), 0), coalesce(sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')), 0)
    from (select cycle_id, state__group, assignee_ids, label_ids, estimate_value, -1 as n from went where cycle_id is not null and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved
    cross join lateral (
      select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else assignee_ids end) as id
      union all
      select 'label', unnest(case label_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else label_ids end)
    ) held
    where exists (select 1 from cycles where cycles.id = cycle_id)
    group by cycle_id, kind, id
    having sum(n) <> 0 or sum(n * estimate_value) <> 0 or sum(n) filter (where state__group = 'completed') <> 0 or sum(n * estimate_value) filter (where state__group = 'completed') <> 0 or sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0 or sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0
    order by cycle_id, kind, id
    on conflict (cycle_id, kind, id) do update set
      total = cycle_shares.total + excluded.total, total_points = cycle_shares.total_points + excluded.total_points, completed = cycle_shares.completed + excluded.completed, completed_points = cycle_shares.completed_points + excluded.completed_points, pending = cycle_shares.pending + excluded.pending, pending_points = cycle_shares.pending_points + excluded.pending_points;
    return null;
  end $function$;

CREATE FUNCTION count_module_items_that_came()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    change record;
    last_day module_days;
    today date;
  begin
    for change in
      select * from (
        select module_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0)::int as backlog, coalesce(sum(n * estimate_value) filter (where state__group = 'backlog'), 0) as backlog_points, coalesce(sum(n) filter (where state__group = 'unstarted'), 0)::int as unstarted, coalesce(sum(n * estimate_value) filter (where state__group = 'unstarted'), 0) as unstarted_points, coalesce(sum(n) filter (where state__group = 'started'), 0)::int as started, coalesce(sum(n * estimate_value) filter (where state__group = 'started'), 0) as started_points, coalesce(sum(n) filter (where state__group = 'completed'), 0)::int as completed, coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0) as completed_points, coalesce(sum(n) filter (where state__group = 'cancelled'), 0)::int as cancelled, coalesce(sum(n * estimate_value) filter (where state__group = 'cancelled'), 0) as cancelled_points from (select module_id, state__group, assignee_ids, label_ids, parent_id, estimate_value, 1 as n from came, unnest(module_ids) module_id where module_ids <> '{}' and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved group by module_id
      ) summed order by module_id
    loop
      perform pg_advisory_xact_lock(41, hashtext(change.module_id::text));
      continue when change.backlog = 0 and change.unstarted = 0 and change.started = 0 and change.completed = 0 and change.cancelled = 0 and change.backlog_points = 0 and change.unstarted_points = 0 and change.started_points = 0 and change.completed_points = 0 and change.cancelled_points = 0;
      select day_in(clock_timestamp(), p.timezone) into today
        from modules m join projects p on p.id = m.project_id where m.id = change.module_id;
      continue when today is null;
      select * into last_day from module_days where module_id = change.module_id order by day desc limit 1;
      insert into module_days (module_id, day, backlog, unstarted, started, completed, cancelled, backlog_points, unstarted_points, started_points, completed_points, cancelled_points)
      values (change.module_id, greatest(today, last_day.day), coalesce(last_day.backlog, 0) + change.backlog, coalesce(last_day.unstarted, 0) + change.unstarted, coalesce(last_day.started, 0) + change.started, coalesce(last_day.completed, 0) + change.completed, coalesce(last_day.cancelled, 0) + change.cancelled, coalesce(last_day.backlog_points, 0) + change.backlog_points, coalesce(last_day.unstarted_points, 0) + change.unstarted_points, coalesce(last_day.started_points, 0) + change.started_points, coalesce(last_day.completed_points, 0) + change.completed_points, coalesce(last_day.cancelled_points, 0) + change.cancelled_points)
      on conflict (module_id, day) do update set backlog = excluded.backlog, unstarted = excluded.unstarted, started = excluded.started, completed = excluded.completed, cancelled = excluded.cancelled, backlog_points = excluded.backlog_points, unstarted_points = excluded.unstarted_points, started_points = excluded.started_points, completed_points = excluded.completed_points, cancelled_points = excluded.cancelled_points;
    end loop;
    if not found then
      return null;
    end if;
    insert into module_shares (module_id, kind, id, total, total_points, completed, completed_points, pending, pending_points)
    select module_id, kind, id, coalesce(sum(n), 0), coalesce(sum(n * estimate_value), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')), 0), coalesce(sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')), 0)
    from (select module_id, state__group, assignee_ids, label_ids, parent_id, estimate_value, 1 as n from came, unnest(module_ids) module_id where module_ids <> '{}' and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved cross join lateral (
  select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else assignee_ids end) as id
  union all
  select 'label', unnest(case label_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else label_ids end)
  union all
  select 'part', '00000000-0000-0000-0000-000000000000'::uuid where parent_id is not null
) held
    where exists (select 1 from modules where modules.id = module_id)
    group by module_id, kind, id
    having sum(n) <> 0 or sum(n * estimate_value) <> 0 or sum(n) filter (where state__group = 'completed') <> 0 or sum(n * estimate_value) filter (where state__group = 'completed') <> 0 or sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0 or sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0
    order by module_id, kind, id
    on conflict (module_id, kind, id) do update set
      total = module_shares.total + excluded.total, total_points = module_shares.total_points + excluded.total_points, completed = module_shares.completed + excluded.completed, completed_points = module_shares.completed_points + excluded.completed_points, pending = module_shares.pending + excluded.pending, pending_points = module_shares.pending_points + excluded.pending_points;
    return null;
  end $function$;

CREATE FUNCTION count_module_items_that_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    change record;
    last_day module_days;
    today date;
  begin
    for change in
      select * from (
        select module_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0)::int as backlog, coalesce(sum(n * estimate_value) filter (where state__group = 'backlog'), 0) as backlog_points, coalesce(sum(n) filter (where state__group = 'unstarted'), 0)::int as unstarted, coalesce(sum(n * estimate_value) filter (where state__group = 'unstarted'), 0) as unstarted_points, coalesce(sum(n) filter (where state__group = 'started'), 0)::int as started, coalesce(sum(n * estimate_value) filter (where state__group = 'started'), 0) as started_points, coalesce(sum(n) filter (where state__group = 'completed'), 0)::int as completed, coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0) as completed_points, coalesce(sum(n) filter (where state__group = 'cancelled'), 0)::int as cancelled, coalesce(sum(n * estimate_value) filter (where state__group = 'cancelled'), 0) as cancelled_points from (select module_id, state__group, assignee_ids, label_ids, parent_id, estimate_value, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (went.module_ids, went.state__group, went.assignee_ids, went.label_ids, went.parent_id, went.estimate_value, went.deleted_at, went.archived_at, went.is_draft, -1), (came.module_ids, came.state__group, came.assignee_ids, came.label_ids, came.parent_id, came.estimate_value, came.deleted_at, came.archived_at, came.is_draft, 1)) side(module_ids, state__group, assignee_ids, label_ids, parent_id, estimate_value, deleted_at, archived_at, is_draft, n)
  where (went.module_ids <> '{}' or came.module_ids <> '{}') and (went.module_ids, went.state__group, went.assignee_ids, went.label_ids, went.parent_id, went.estimate_value, went.deleted_at, went.archived_at, went.is_draft) is distinct from (came.module_ids, came.state__group, came.assignee_ids, came.label_ids, came.parent_id, came.estimate_value, came.deleted_at, came.archived_at, came.is_draft)
) sides, unnest(module_ids) module_id where module_ids <> '{}' and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved group by module_id
      ) summed order by module_id
    loop
      perform pg_advisory_xact_lock(41, hashtext(change.module_id::text));
      continue when change.backlog = 0 and change.unstarted = 0 and change.started = 0 and change.completed = 0 and change.cancelled = 0 and change.backlog_points = 0 and change.unstarted_points = 0 and change.started_points = 0 and change.completed_points = 0 and change.cancelled_points = 0;
      select day_in(clock_timestamp(), p.timezone) into today
        from modules m join projects p on p.id = m.project_id where m.id = change.module_id;
      continue when today is null;
      select * into last_day from module_days where module_id = change.module_id order by day desc limit 1;
      insert into module_days (module_id, day, backlog, unstarted, started, completed, cancelled, backlog_points, unstarted_points, started_points, completed_points, cancelled_points)
      values (change.module_id, greatest(today, last_day.day), coalesce(last_day.backlog, 0) + change.backlog, coalesce(last_day.unstarted, 0) + change.unstarted, coalesce(last_day.started, 0) + change.started, coalesce(last_day.completed, 0) + change.completed, coalesce(last_day.cancelled, 0) + change.cancelled, coalesce(last_day.backlog_points, 0) + change.backlog_points, coalesce(last_day.unstarted_points, 0) + change.unstarted_points, coalesce(last_day.started_points, 0) + change.started_points, coalesce(last_day.completed_points, 0) + change.completed_points, coalesce(last_day.cancelled_points, 0) + change.cancelled_points)
      on conflict (module_id, day) do update set backlog = excluded.backlog, unstarted = excluded.unstarted, started = excluded.started, completed = excluded.completed, cancelled = excluded.cancelled, backlog_points = excluded.backlog_points, unstarted_points = excluded.unstarted_points, started_points = excluded.started_points, completed_points = excluded.completed_points, cancelled_points = excluded.cancelled_points;
    end loop;
    if not found then
      return null;
    end if;
    insert into module_shares (module_id, kind, id, total, total_points, completed, completed_points, pending, pending_points)
    select module_id, kind, id, coalesce(sum(n), 0), coalesce(sum(n * estimate_value), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')), 0), coalesce(sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')), 0)
    from (select module_id, state__group, assignee_ids, label_ids, parent_id, estimate_value, n from (
  select side.* from went join came on came.id = went.id
  cross join lateral (values (went.module_ids, went.state__group, went.assignee_ids, went.label_ids, went.parent_id, went.estimate_value, went.deleted_at, went.archived_at, went.is_draft, -1), (came.module_ids, came.state__group, came.assignee_ids, came.label_ids, came.parent_id, came.estimate_value, came.deleted_at, came.archived_at, came.is_draft, 1)) side(module_ids, state__group, assignee_ids, label_ids, parent_id, estimate_value, deleted_at, archived_at, is_draft, n)
  where (went.module_ids <> '{}' or came.module_ids <> '{}') and (went.module_ids, went.state__group, went.assignee_ids, went.label_ids, went.parent_id, went.estimate_value, went.deleted_at, went.archived_at, went.is_draft) is distinct from (came.module_ids, came.state__group, came.assignee_ids, came.label_ids, came.parent_id, came.estimate_value, came.deleted_at, came.archived_at, came.is_draft)
) sides, unnest(module_ids) module_id where module_ids <> '{}' and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved cross join lateral (
  select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else assignee_ids end) as id
  union all
  select 'label', unnest(case label_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else label_ids end)
  union all
  select 'part', '00000000-0000-0000-0000-000000000000'::uuid where parent_id is not null
) held
    where exists (select 1 from modules where modules.id = module_id)
    group by module_id, kind, id
    having sum(n) <> 0 or sum(n * estimate_value) <> 0 or sum(n) filter (where state__group = 'completed') <> 0 or sum(n * estimate_value) filter (where state__group = 'completed') <> 0 or sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0 or sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0
    order by module_id, kind, id
    on conflict (module_id, kind, id) do update set
      total = module_shares.total + excluded.total, total_points = module_shares.total_points + excluded.total_points, completed = module_shares.completed + excluded.completed, completed_points = module_shares.completed_points + excluded.completed_points, pending = module_shares.pending + excluded.pending, pending_points = module_shares.pending_points + excluded.pending_points;
    return null;
  end $function$;

CREATE FUNCTION count_module_items_that_went()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  declare
    change record;
    last_day module_days;
    today date;
  begin
    for change in
      select * from (
        select module_id, coalesce(sum(n) filter (where state__group = 'backlog'), 0)::int as backlog, coalesce(sum(n * estimate_value) filter (where state__group = 'backlog'), 0) as backlog_points, coalesce(sum(n) filter (where state__group = 'unstarted'), 0)::int as unstarted, coalesce(sum(n * estimate_value) filter (where state__group = 'unstarted'), 0) as unstarted_points, coalesce(sum(n) filter (where state__group = 'started'), 0)::int as started, coalesce(sum(n * estimate_value) filter (where state__group = 'started'), 0) as started_points, coalesce(sum(n) filter (where state__group = 'completed'), 0)::int as completed, coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0) as completed_points, coalesce(sum(n) filter (where state__group = 'cancelled'), 0)::int as cancelled, coalesce(sum(n * estimate_value) filter (where state__group = 'cancelled'), 0) as cancelled_points from (select module_id, state__group, assignee_ids, label_ids, parent_id, estimate_value, -1 as n from went, unnest(module_ids) module_id where module_ids <> '{}' and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved group by module_id
      ) summed order by module_id
    loop
      perform pg_advisory_xact_lock(41, hashtext(change.module_id::text));
      continue when change.backlog = 0 and change.unstarted = 0 and change.started = 0 and change.completed = 0 and change.cancelled = 0 and change.backlog_points = 0 and change.unstarted_points = 0 and change.started_points = 0 and change.completed_points = 0 and change.cancelled_points = 0;
      select day_in(clock_timestamp(), p.timezone) into today
        from modules m join projects p on p.id = m.project_id where m.id = change.module_id;
      continue when today is null;
      select * into last_day from module_days where module_id = change.module_id order by day desc limit 1;
      insert into module_days (module_id, day, backlog, unstarted, started, completed, cancelled, backlog_points, unstarted_points, started_points, completed_points, cancelled_points)
      values (change.module_id, greatest(today, last_day.day), coalesce(last_day.backlog, 0) + change.backlog, coalesce(last_day.unstarted, 0) + change.unstarted, coalesce(last_day.started, 0) + change.started, coalesce(last_day.completed, 0) + change.completed, coalesce(last_day.cancelled, 0) + change.cancelled, coalesce(last_day.backlog_points, 0) + change.backlog_points, coalesce(last_day.unstarted_points, 0) + change.unstarted_points, coalesce(last_day.started_points, 0) + change.started_points, coalesce(last_day.completed_points, 0) + change.completed_points, coalesce(last_day.cancelled_points, 0) + change.cancelled_points)
      on conflict (module_id, day) do update set backlog = excluded.backlog, unstarted = excluded.unstarted, started = excluded.started, completed = excluded.completed, cancelled = excluded.cancelled, backlog_points = excluded.backlog_points, unstarted_points = excluded.unstarted_points, started_points = excluded.started_points, completed_points = excluded.completed_points, cancelled_points = excluded.cancelled_points;
    end loop;
    if not found then
      return null;
    end if;
    insert into module_shares (module_id, kind, id, total, total_points, completed, completed_points, pending, pending_points)
    select module_id, kind, id, coalesce(sum(n), 0), coalesce(sum(n * estimate_value), 0), coalesce(sum(n) filter (where state__group = 'completed'), 0), coalesce(sum(n * estimate_value) filter (where state__group = 'completed'), 0), coalesce(sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')), 0), coalesce(sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')), 0)
    from (select module_id, state__group, assignee_ids, label_ids, parent_id, estimate_value, -1 as n from went, unnest(module_ids) module_id where module_ids <> '{}' and deleted_at is null and archived_at is null and not is_draft and state__group <> 'triage') moved cross join lateral (
  select 'assignee' as kind, unnest(case assignee_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else assignee_ids end) as id
  union all
  select 'label', unnest(case label_ids when '{}' then '{00000000-0000-0000-0000-000000000000}' else label_ids end)
  union all
  select 'part', '00000000-0000-0000-0000-000000000000'::uuid where parent_id is not null
) held
    where exists (select 1 from modules where modules.id = module_id)
    group by module_id, kind, id
    having sum(n) <> 0 or sum(n * estimate_value) <> 0 or sum(n) filter (where state__group = 'completed') <> 0 or sum(n * estimate_value) filter (where state__group = 'completed') <> 0 or sum(n) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0 or sum(n * estimate_value) filter (where state__group in ('backlog', 'unstarted', 'started')) <> 0
    order by module_id, kind, id
    on conflict (module_id, kind, id) do update set
      total = module_shares.total + excluded.total, total_points = module_shares.total_points + excluded.total_points, completed = module_shares.completed + excluded.completed, completed_points = module_shares.completed_points + excluded.completed_points, pending = module_shares.pending + excluded.pending, pending_points = module_shares.pending_points + excluded.pending_points;
    return null;
  end $function$;

CREATE FUNCTION current_work_item_facts(ids uuid[])
 RETURNS SETOF work_item_facts
 LANGUAGE sql
 STABLE
AS $function$
    select id, project_id, state_id, priority, created_by, cycle_id, epic_id, estimate_point, estimate_value, label_ids,
      assignee_ids, module_ids, start_date, target_date, created_at, completed_at, state__group = 'completed', (
        select min(moved.created_at) from work_item_activities moved join states on states.id = moved.new_identifier
        where moved.issue_id = work_items.id and moved.field = 'state' and states."group" = 'started')
    from work_items where id = any(ids) and deleted_at is null and archived_at is null and not is_draft and not is_epic
      and (state__group = 'triage') is not true
  $function$;

CREATE FUNCTION current_work_item_moves(ids uuid[])
 RETURNS SETOF work_item_moves
 LANGUAGE sql
 STABLE
AS $function$
    select work_items.id, moved.id, project_id, moved.created_at, old_identifier, new_identifier, work_items.created_at
    from work_items join work_item_activities moved on moved.issue_id = work_items.id and moved.field = 'state'
    where work_items.id = any(ids) and deleted_at is null and archived_at is null and not is_draft and not is_epic
      and (state__group = 'triage') is not true
  $function$;

CREATE FUNCTION cycle_time_bucket(created_at timestamp with time zone, started_at timestamp with time zone, completed_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select floor(20 * ln(1 + greatest(date_part('epoch',
      completed_at - case when started_at <= completed_at then started_at else created_at end), 0) / 3600))::int
  $function$;

CREATE FUNCTION cycle_time_days(created_at timestamp with time zone, started_at timestamp with time zone, completed_at timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select greatest(date_part('epoch',
      completed_at - case when started_at <= completed_at then started_at else created_at end), 0) / 86400
  $function$;

CREATE FUNCTION day_in(moment timestamp with time zone, zone text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
  begin
    return (moment at time zone zone)::date;
  exception when invalid_parameter_value then
    return (moment at time zone 'UTC')::date;
  end $function$;

CREATE FUNCTION day_in_utc(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select to_char(moment at time zone 'UTC', 'YYYY-MM-DD')
  $function$;

CREATE FUNCTION forget_changed_work_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    delete from changed_work_items where workspace_id = old.workspace_id and project_id = old.id;
    return null;
  end $function$;

CREATE FUNCTION forget_favorites()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      delete from favorites where entity_identifier in (select id from went);
      return null;
    end $function$;

CREATE FUNCTION keep_worklog_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op <> 'INSERT' and old.deleted_at is null then
      update worklog_totals set duration = duration - old.duration
        where issue_id = old.issue_id and user_id = old.logged_by;
      delete from worklog_totals where issue_id = old.issue_id and user_id = old.logged_by and duration = 0;
    end if;
    if tg_op <> 'DELETE' and new.deleted_at is null then
      insert into worklog_totals (issue_id, user_id, project_id, duration)
      values (new.issue_id, new.logged_by, new.project_id, new.duration)
      on conflict (issue_id, user_id) do update
        set duration = worklog_totals.duration + excluded.duration, project_id = excluded.project_id;
    end if;
    return null;
  end $function$;

CREATE FUNCTION mark_changed_work_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into changed_work_items (workspace_id, project_id, issue_id) values (new.workspace_id, new.project_id, new.id);
    if tg_op = 'UPDATE' and old.project_id <> new.project_id then
      insert into changed_work_items (workspace_id, project_id, issue_id) values (old.workspace_id, old.project_id, old.id);
    end if;
    return null;
  end $function$;

CREATE FUNCTION mark_deleted_work_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into changed_work_items (workspace_id, project_id, issue_id)
    select old.workspace_id, old.project_id, old.id where exists (select 1 from projects where id = old.project_id);
    return null;
  end $function$;

CREATE FUNCTION mark_moved_work_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into changed_work_items (workspace_id, project_id, issue_id)
    select workspace_id, project_id, id from work_items where id = new.issue_id;
    return null;
  end $function$;

CREATE FUNCTION mark_work_items_of_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into changed_work_items (workspace_id, project_id, issue_id)
    select workspace_id, project_id, id from work_items where id in (
      select issue_id from work_item_activities
      where workspace_id = new.workspace_id and field = 'state' and new_identifier = new.id);
    return null;
  end $function$;

CREATE FUNCTION pass_on_estimate_value()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    update work_items set estimate_value = new.number where estimate_point = new.id;
    return null;
  end $function$;

CREATE FUNCTION rebuild_work_item_facts()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    ids uuid[];
  begin
    perform pg_advisory_xact_lock(42, 0);
    delete from work_item_tallies;
    delete from work_item_facts;
    delete from work_item_moves;
    delete from changed_work_items;
    for ids in
      select array_agg(id) from (select id, row_number() over (order by project_id, id) / 5000 as part from work_items) item
      group by part
    loop
      insert into work_item_facts select * from current_work_item_facts(ids);
      insert into work_item_moves select * from current_work_item_moves(ids);
    end loop;
    insert into work_item_tallies (project_id, field, value, state_id, items, points)
    
  select project_id, field, value, state_id, sum(items), sum(points) from (
    select (side.fact).project_id, cell.field, cell.value, (side.fact).state_id, n as items,
      case cell.field when 'flow' then 0 else n * coalesce((side.fact).estimate_value, 0) end as points
    from (select 1 as n, fact from work_item_facts fact offset 0) side cross join lateral cells_of_fact(side.fact) cell
    union all
    select (side.move).project_id, 'flow', cell.value, cell.state_id, n * cell.items, 0
    from (select 1 as n, move from work_item_moves move offset 0) side cross join lateral cells_of_move(side.move) cell
  ) changed
  group by 1, 2, 3, 4 having sum(items) <> 0 or sum(points) <> 0;
  end $function$;

CREATE FUNCTION refresh_work_item_facts(batch integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
  declare
    ids uuid[];
    marks int;
  begin
    if not pg_try_advisory_xact_lock(42, 0) then
      return 0;
    end if;
    with done as (
      delete from changed_work_items where ctid = any(array(select ctid from changed_work_items limit batch)) returning issue_id
    ) select array_agg(distinct issue_id), count(*) into ids, marks from done;
    if marks > 0 then
      perform store_work_item_facts(ids);
    end if;
    return marks;
  end $function$;

CREATE FUNCTION store_work_item_facts(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  declare
    old_facts work_item_facts[];
    new_facts work_item_facts[];
    old_moves work_item_moves[];
    new_moves work_item_moves[];
  begin
    select array_agg(fact) into old_facts from work_item_facts fact where issue_id = any(ids);
    select array_agg(move) into old_moves from work_item_moves move where issue_id = any(ids);
    select array_agg(fact) into new_facts from current_work_item_facts(ids) fact;
    select array_agg(move) into new_moves from current_work_item_moves(ids) move;
    delete from work_item_facts where issue_id in (
      select issue_id from (select * from unnest(old_facts) except select * from unnest(new_facts)) gone);
    insert into work_item_facts select * from unnest(new_facts) except select * from unnest(old_facts);
    delete from work_item_moves where (issue_id, activity_id) in (
      select issue_id, activity_id from (select * from unnest(old_moves) except select * from unnest(new_moves)) gone);
    insert into work_item_moves select * from unnest(new_moves) except select * from unnest(old_moves);

    insert into work_item_tallies (project_id, field, value, state_id, items, points)
    
  select project_id, field, value, state_id, sum(items), sum(points) from (
    select (side.fact).project_id, cell.field, cell.value, (side.fact).state_id, n as items,
      case cell.field when 'flow' then 0 else n * coalesce((side.fact).estimate_value, 0) end as points
    from (select -1 as n, one as fact from unnest(old_facts) one union all select 1, one from unnest(new_facts) one) side cross join lateral cells_of_fact(side.fact) cell
    union all
    select (side.move).project_id, 'flow', cell.value, cell.state_id, n * cell.items, 0
    from (select -1 as n, one as move from unnest(old_moves) one union all select 1, one from unnest(new_moves) one) side cross join lateral cells_of_move(side.move) cell
  ) changed
  group by 1, 2, 3, 4 having sum(items) <> 0 or sum(points) <> 0
    on conflict (project_id, field, value, state_id) do update
      set items = work_item_tallies.items + excluded.items, points = work_item_tallies.points + excluded.points;
    delete from work_item_tallies where items = 0 and points = 0;
  end $function$;

CREATE FUNCTION take_estimate_value()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    new.estimate_value := (select number from estimate_points where id = new.estimate_point);
    return new;
  end $function$;

CREATE TRIGGER forget_favorites AFTER DELETE ON cycles REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION forget_favorites();

CREATE TRIGGER forget_favorites AFTER DELETE ON dashboards REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION forget_favorites();

CREATE TRIGGER estimate_of_items AFTER UPDATE OF number ON estimate_points FOR EACH ROW WHEN (new.number IS DISTINCT FROM old.number) EXECUTE FUNCTION pass_on_estimate_value();

CREATE TRIGGER forget_favorites AFTER DELETE ON modules REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION forget_favorites();

CREATE TRIGGER forget_favorites AFTER DELETE ON pages REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION forget_favorites();

CREATE TRIGGER facts_of_projects AFTER DELETE ON projects FOR EACH ROW EXECUTE FUNCTION forget_changed_work_items();

CREATE TRIGGER forget_favorites AFTER DELETE ON projects REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION forget_favorites();

CREATE TRIGGER facts_of_states AFTER UPDATE OF "group" ON states FOR EACH ROW WHEN (old."group" IS DISTINCT FROM new."group") EXECUTE FUNCTION mark_work_items_of_state();

CREATE TRIGGER forget_favorites AFTER DELETE ON teamspaces REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION forget_favorites();

CREATE TRIGGER forget_favorites AFTER DELETE ON views REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION forget_favorites();

CREATE TRIGGER facts_of_moves AFTER INSERT OR UPDATE ON work_item_activities FOR EACH ROW WHEN (new.field = 'state'::text) EXECUTE FUNCTION mark_moved_work_item();

CREATE TRIGGER cycles_of_changed_items AFTER UPDATE ON work_items REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_items_that_changed();

CREATE TRIGGER cycles_of_deleted_items AFTER DELETE ON work_items REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION count_items_that_went();

CREATE TRIGGER cycles_of_new_items AFTER INSERT ON work_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_items_that_came();

CREATE TRIGGER epics_of_changed_items AFTER UPDATE ON work_items REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_epic_items_that_changed();

CREATE TRIGGER epics_of_deleted_items AFTER DELETE ON work_items REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION count_epic_items_that_went();

CREATE TRIGGER epics_of_new_items AFTER INSERT ON work_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_epic_items_that_came();

CREATE TRIGGER estimate_of_changed_items BEFORE UPDATE OF estimate_point ON work_items FOR EACH ROW WHEN (new.estimate_point IS DISTINCT FROM old.estimate_point) EXECUTE FUNCTION take_estimate_value();

CREATE TRIGGER estimate_of_new_items BEFORE INSERT ON work_items FOR EACH ROW WHEN (new.estimate_point IS NOT NULL) EXECUTE FUNCTION take_estimate_value();

CREATE TRIGGER facts_of_changed_items AFTER UPDATE ON work_items FOR EACH ROW WHEN (old.project_id IS DISTINCT FROM new.project_id OR old.state_id IS DISTINCT FROM new.state_id OR old.state__group IS DISTINCT FROM new.state__group OR old.priority IS DISTINCT FROM new.priority OR old.created_by IS DISTINCT FROM new.created_by OR old.cycle_id IS DISTINCT FROM new.cycle_id OR old.epic_id IS DISTINCT FROM new.epic_id OR old.estimate_point IS DISTINCT FROM new.estimate_point OR old.estimate_value IS DISTINCT FROM new.estimate_value OR old.label_ids IS DISTINCT FROM new.label_ids OR old.assignee_ids IS DISTINCT FROM new.assignee_ids OR old.module_ids IS DISTINCT FROM new.module_ids OR old.start_date IS DISTINCT FROM new.start_date OR old.target_date IS DISTINCT FROM new.target_date OR old.created_at IS DISTINCT FROM new.created_at OR old.completed_at IS DISTINCT FROM new.completed_at OR old.is_draft IS DISTINCT FROM new.is_draft OR old.is_epic IS DISTINCT FROM new.is_epic OR old.archived_at IS DISTINCT FROM new.archived_at OR old.deleted_at IS DISTINCT FROM new.deleted_at) EXECUTE FUNCTION mark_changed_work_item();

CREATE TRIGGER facts_of_deleted_items AFTER DELETE ON work_items FOR EACH ROW EXECUTE FUNCTION mark_deleted_work_item();

CREATE TRIGGER facts_of_new_items AFTER INSERT ON work_items FOR EACH ROW EXECUTE FUNCTION mark_changed_work_item();

CREATE TRIGGER forget_favorites AFTER DELETE ON work_items REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION forget_favorites();

CREATE TRIGGER modules_of_changed_items AFTER UPDATE ON work_items REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_module_items_that_changed();

CREATE TRIGGER modules_of_deleted_items AFTER DELETE ON work_items REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION count_module_items_that_went();

CREATE TRIGGER modules_of_new_items AFTER INSERT ON work_items REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_module_items_that_came();

CREATE TRIGGER totals_of_changed_worklogs AFTER UPDATE OF duration, deleted_at, project_id, logged_by ON worklogs FOR EACH ROW WHEN (old.duration IS DISTINCT FROM new.duration OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.project_id IS DISTINCT FROM new.project_id OR old.logged_by IS DISTINCT FROM new.logged_by) EXECUTE FUNCTION keep_worklog_totals();

CREATE TRIGGER totals_of_new_worklogs AFTER INSERT OR DELETE ON worklogs FOR EACH ROW EXECUTE FUNCTION keep_worklog_totals();
