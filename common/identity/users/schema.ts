import { z } from 'zod'
import { colorField } from '../../platform/fields.ts'
import { id, isoTimestamp } from '../../platform/time.ts'
import { type FirstScreen, firstScreens } from './rules.ts'

/** The data of a user that all members of a shared workspace can see. */
export const userLite = z.object({
  id,
  display_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  is_bot: z.boolean(),
  /**
   * True for a service account, through which an agent or a script acts under its own name. `is_bot` is then also
   * true. All other bots cannot act and are hidden from lists of people.
   */
  is_service_account: z.boolean(),
})
export type UserLite = z.infer<typeof userLite>

/** The data of the signed-in user, which nobody else can see. */
export const me = userLite.extend({
  email: z.string(),
  username: z.string(),
  /** Addresses of the user's pictures, under names that clients of Plane also read. */
  avatar: z.string().nullable(),
  cover_image: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  is_active: z.boolean(),
  is_email_verified: z.boolean(),
  is_password_autoset: z.boolean(),
  user_timezone: z.string(),
  last_login_medium: z.string(),
  last_login_time: isoTimestamp.nullable(),
  date_joined: isoTimestamp,
})
export type Me = z.infer<typeof me>

const screenNames = Object.keys(firstScreens) as FirstScreen[]
export const firstScreen = z.enum(screenNames)

export const onboardingStep = z.object({
  profile_complete: z.boolean(),
  workspace_create: z.boolean(),
  workspace_invite: z.boolean(),
  workspace_join: z.boolean(),
})
export type OnboardingStep = z.infer<typeof onboardingStep>

export const productTour = z.object({
  work_items: z.boolean(),
  cycles: z.boolean(),
  modules: z.boolean(),
  intake: z.boolean(),
  pages: z.boolean(),
})

/** Fields that only clients of Plane use. */
export const legacyUserPreferences = z.object({
  is_app_rail_docked: z.boolean(),
  is_navigation_tour_completed: z.boolean(),
  is_smooth_cursor_enabled: z.boolean(),
  is_mobile_onboarded: z.boolean(),
  mobile_timezone_auto_set: z.boolean(),
  has_marketing_email_consent: z.boolean(),
  is_subscribed_to_changelog: z.boolean(),
  notification_view_mode: z.enum(['full', 'compact']),
  background_color: colorField,
})

export const profile = z.object({
  ...legacyUserPreferences.shape,
  goals: z.record(z.string(), z.unknown()),
  mobile_onboarding_step: z.record(z.string(), z.boolean()),
  product_tour: productTour,
  id,
  user: id,
  theme: z.record(z.string(), z.unknown()),
  language: z.string(),
  start_of_the_week: z.int(),
  onboarding_step: onboardingStep,
  is_onboarded: z.boolean(),
  is_tour_completed: z.boolean(),
  use_case: z.string().nullable(),
  role: z.string().nullable(),
  company_name: z.string(),
  last_workspace_id: id.nullable(),
  first_screen: firstScreen,
  /** True when the Enter key sends a comment. */
  enter_sends: z.boolean(),
  billing_address_country: z.string(),
  billing_address: z.record(z.string(), z.unknown()).nullable(),
  has_billing_address: z.boolean(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
})
export type Profile = z.infer<typeof profile>

export const timezone = z.object({
  utc_offset: z.string(),
  gmt_offset: z.string(),
  value: z.string(),
  label: z.string(),
})
export type Timezone = z.infer<typeof timezone>

export const userSettings = z.object({
  id,
  email: z.string(),
  workspace: z.object({
    last_workspace_id: id.nullable(),
    last_workspace_slug: z.string().nullable(),
    last_workspace_name: z.string().nullable(),
    last_workspace_logo: z.string().nullable(),
    /**
     * The workspace that the user joined first. It is used when the last visited workspace no longer exists.
     */
    fallback_workspace_id: id.nullable(),
    fallback_workspace_slug: z.string().nullable(),
    /** Number of invitations that the user has not answered. */
    invites: z.int(),
  }),
})
export type UserSettings = z.infer<typeof userSettings>
