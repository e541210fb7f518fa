import { z } from 'zod'
import { id, moment } from '../time.ts'

/** What everyone in a shared workspace may know of a person. */
export const userLite = z.object({
  id,
  display_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  is_bot: z.boolean(),
})
export type UserLite = z.infer<typeof userLite>

/** What a person knows of themselves. */
export const me = userLite.extend({
  email: z.string(),
  username: z.string(),
  cover_image_url: z.string().nullable(),
  is_active: z.boolean(),
  is_email_verified: z.boolean(),
  is_password_autoset: z.boolean(),
  user_timezone: z.string(),
  last_login_medium: z.string(),
  last_login_time: moment.nullable(),
  date_joined: moment,
})
export type Me = z.infer<typeof me>

export const onboardingStep = z.object({
  profile_complete: z.boolean(),
  workspace_create: z.boolean(),
  workspace_invite: z.boolean(),
  workspace_join: z.boolean(),
})
export type OnboardingStep = z.infer<typeof onboardingStep>

export const profile = z.object({
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
  billing_address_country: z.string(),
  billing_address: z.record(z.string(), z.unknown()).nullable(),
  has_billing_address: z.boolean(),
  created_at: moment,
  updated_at: moment,
})
export type Profile = z.infer<typeof profile>
