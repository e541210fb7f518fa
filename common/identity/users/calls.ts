import { z } from 'zod'
import { languageCodes } from '../../locales/languages.ts'
import { declareCalls } from '../../platform/call.ts'
import {
  colorField,
  createRecordField,
  emptyAsNull,
  multiLineText,
  pictureUrlField,
  singleLineText,
  textWithRule,
} from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import {
  type CustomColorName,
  customColorNames,
  customColorsOfTheme,
  requiredColorNames,
} from './custom-colors.ts'
import { displayNameProblem, isTimezone, maxPersonNameLength, personNameProblem } from './rules.ts'
import {
  firstScreen,
  legacyUserPreferences,
  me,
  onboardingStep,
  productTour,
  profile,
  timezone,
  userSettings,
} from './schema.ts'

const done = z.object({ message: z.string() })

export function personNameField(which: string) {
  return textWithRule(1000, personNameProblem, {
    too_long: `${which} has at most ${maxPersonNameLength} characters.`,
    url: `${which} cannot contain a URL.`,
    characters: `${which} can only contain letters, spaces, apostrophes and hyphens.`,
  })
}

export const displayNameField = textWithRule(1000, displayNameProblem, {
  required: 'Display name is required.',
  too_long: `Display name has at most ${maxPersonNameLength} characters.`,
  url: 'Display name cannot contain a URL.',
  characters: 'Display name cannot contain invisible characters.',
})

const theme = createRecordField(
  z.string().max(40),
  z.union([singleLineText(100), z.boolean(), z.number()]),
).superRefine((values, context) => {
  const isCustom = values['theme'] === 'custom'
  const isNeeded = (name: CustomColorName) => isCustom && requiredColorNames.some((one) => one === name)
  // If a custom theme has a valid palette, do not check the single colors, because the palette contains all of
  // them.
  if (isCustom && values['palette'] && customColorsOfTheme(values) !== null) return
  for (const name of customColorNames) {
    // Clients of Plane send an empty text for a color that the user has not chosen.
    const isMissing = values[name] === undefined || values[name] === ''
    if (isMissing && !isNeeded(name)) continue
    if (colorField.safeParse(values[name]).success) continue
    const message = isMissing
      ? 'A custom theme needs a background and a primary color.'
      : 'Enter a color such as #1a2b3c.'
    context.addIssue({ code: 'custom', path: [name], message })
  }
})

export const userCalls = declareCalls('users', {
  getMe: {
    summary: 'Get your account',
    method: 'GET',
    path: '/api/users/me/',
    who: 'signed-in',
    answer: me,
  },
  updateMe: {
    summary: 'Update your names and time zone',
    method: 'PATCH',
    path: '/api/users/me/',
    who: 'signed-in',
    body: z
      .object({
        first_name: personNameField('First name'),
        last_name: personNameField('Last name'),
        display_name: displayNameField,
        cover_image_url: pictureUrlField,
        cover_image: pictureUrlField,
        user_timezone: z.string().max(100).refine(isTimezone, 'Unknown time zone.'),
      })
      .partial(),
    lacks: ['avatar_asset', 'cover_image_asset'],
    answer: me,
  },
  getProfile: {
    summary: 'Get your profile: theme, language and onboarding',
    method: 'GET',
    path: '/api/users/me/profile/',
    who: 'signed-in',
    answer: profile,
  },
  updateProfile: {
    summary: 'Update your profile',
    method: 'PATCH',
    path: '/api/users/me/profile/',
    who: 'signed-in',
    body: z
      .object({
        theme,
        language: z.enum(languageCodes),
        start_of_the_week: z.int().min(0).max(6),
        onboarding_step: onboardingStep.partial(),
        use_case: multiLineText(1000).nullable(),
        role: singleLineText(300).nullable(),
        company_name: singleLineText(255),
        last_workspace_id: emptyAsNull(id),
        first_screen: firstScreen,
        enter_sends: z.boolean(),
        is_onboarded: z.boolean(),
        is_tour_completed: z.boolean(),
        goals: createRecordField(
          singleLineText(100),
          z.union([singleLineText(1000), z.boolean(), z.number()]),
        ),
        mobile_onboarding_step: createRecordField(singleLineText(100), z.boolean()),
        product_tour: productTour.partial(),
        ...legacyUserPreferences.shape,
      })
      .partial(),
    answer: profile,
  },
  getSettings: {
    summary: 'Get your last workspace and the number of pending invitations',
    method: 'GET',
    path: '/api/users/me/settings/',
    who: 'signed-in',
    answer: userSettings,
  },
  setOnboarded: {
    summary: 'Mark onboarding as finished',
    method: 'PATCH',
    path: '/api/users/me/onboard/',
    who: 'signed-in',
    body: z.object({ is_onboarded: z.boolean().default(true) }),
    answer: done,
  },
  setTourCompleted: {
    summary: 'Mark the tour as finished',
    method: 'PATCH',
    path: '/api/users/me/tour-completed/',
    who: 'signed-in',
    body: z.object({ is_tour_completed: z.boolean().default(true) }),
    answer: done,
  },
  getSession: {
    summary: 'Check whether this browser is signed in, and get the user',
    method: 'GET',
    path: '/api/users/session/',
    who: 'anyone',
    answer: z.object({ is_authenticated: z.boolean(), user: me.optional() }),
  },
  listTimezones: {
    summary: 'List the time zones by their current offset',
    method: 'GET',
    path: '/api/timezones/',
    who: 'anyone',
    answer: z.object({ timezones: z.array(timezone) }),
  },
})
