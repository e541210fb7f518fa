import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { FirstScreen } from '#common/identity/users/rules.ts'

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    email: p.string(),
    username: p.string(),
    display_name: p.string(),
    first_name: p.string().default(''),
    last_name: p.string().default(''),
    avatar_url: p.text().strictNullable(),
    cover_image_url: p.text().strictNullable(),
    password_hash: p.text().strictNullable(),
    is_password_autoset: p.boolean().default(false),
    is_active: p.boolean().default(true),
    /**
     * The user's own id if the user deactivated the account; the user may then reactivate it. Is null when an
     * admin deactivated the account.
     */
    deactivated_by: p.uuid().strictNullable(),
    /** Time at which the account was deleted. At that time, the name and address of the user were removed. */
    erased_at: p.datetime().strictNullable().default(null),
    is_bot: p.boolean().default(false),
    is_service_account: p.boolean().default(false),
    is_email_verified: p.boolean().default(false),
    /**
     * True if the user has a second factor. Only `updateAccountAfterFactorAdded` and `deleteAllFactors` write this
     * column.
     */
    has_second_factor: p.boolean().default(false),
    user_timezone: p.string().default('UTC'),
    last_login_medium: p.string().default('email'),
    last_login_time: p.datetime().strictNullable(),
    last_login_ip: p.string().strictNullable(),
    last_logout_time: p.datetime().strictNullable(),
    last_logout_ip: p.string().strictNullable(),
    date_joined: p.datetime().onCreate(() => new Date()),
    created_at: p.datetime().onCreate(() => new Date()),
    updated_at: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type User = InferEntity<typeof UserEntity>

export const ProfileEntity = defineEntity({
  name: 'Profile',
  tableName: 'profiles',
  properties: {
    id: p.uuid().primary(),
    user_id: p.uuid(),
    theme: p.json<Record<string, unknown>>().default('{}'),
    language: p.string().default('en'),
    start_of_the_week: p.integer().default(0),
    onboarding_step: p.json<Record<string, boolean>>(),
    is_onboarded: p.boolean().default(false),
    is_tour_completed: p.boolean().default(false),
    use_case: p.text().strictNullable(),
    role: p.string().strictNullable(),
    company_name: p.string().default(''),
    last_workspace_id: p.uuid().strictNullable(),
    first_screen: p.string().$type<FirstScreen>().default('home'),
    enter_sends: p.boolean().default(false),
    billing_address_country: p.string().default(''),
    billing_address: p.json<Record<string, unknown>>().strictNullable(),
    has_billing_address: p.boolean().default(false),
    is_app_rail_docked: p.boolean().default(true),
    is_navigation_tour_completed: p.boolean().default(false),
    is_smooth_cursor_enabled: p.boolean().default(false),
    is_mobile_onboarded: p.boolean().default(false),
    mobile_timezone_auto_set: p.boolean().default(false),
    has_marketing_email_consent: p.boolean().default(false),
    is_subscribed_to_changelog: p.boolean().default(false),
    notification_view_mode: p.string().default('full'),
    background_color: p.string().default('#3f76ff'),
    goals: p.json<Record<string, unknown>>().default('{}'),
    mobile_onboarding_step: p.json<Record<string, boolean>>().default('{}'),
    product_tour: p.json<Record<string, boolean>>().default('{}'),
    created_at: p.datetime().onCreate(() => new Date()),
    updated_at: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Profile = InferEntity<typeof ProfileEntity>
