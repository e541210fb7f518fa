import { Migration } from '@mikro-orm/migrations'

/** What clients of the reference product keep of a person's habits. */
export class Profiles extends Migration {
  override name = '0013-profiles'

  override up(): void {
    this.addSql(`alter table profiles
      add column is_app_rail_docked boolean not null default true,
      add column is_navigation_tour_completed boolean not null default false,
      add column is_smooth_cursor_enabled boolean not null default false,
      add column is_mobile_onboarded boolean not null default false,
      add column mobile_timezone_auto_set boolean not null default false,
      add column has_marketing_email_consent boolean not null default false,
      add column is_subscribed_to_changelog boolean not null default false,
      add column notification_view_mode text not null default 'full' check (notification_view_mode in ('full', 'compact')),
      add column background_color text not null default '#3f76ff',
      add column goals jsonb not null default '{}',
      add column mobile_onboarding_step jsonb not null default '{}',
      add column product_tour jsonb not null default '{}'`)
  }
}
